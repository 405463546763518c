//! Games by name: what works, and what is said about what does not.

use game::laws::Laws;
use game::{Indexed, Playable};
use games::registry::{ALIASES, Catalogued, ENTRIES, Spec, Visitor};
use proptest::prelude::*;

struct CheckLaws;

impl Visitor for CheckLaws {
    type Output = ();

    fn game<G: Playable + Catalogued>(self, game: &G) {
        Laws::game(game).games(3).plies(60).notation().symmetry().observe().check();
        self.indexed(game);
    }

    fn system<S: Catalogued>(self, system: &S) {
        Laws::system(system).games(3).plies(60).notation().symmetry().observe().check();
        self.indexed(system);
    }
}

impl CheckLaws {
    fn indexed<S: Catalogued>(self, system: &S) {
        if let Some(indexed) = system.as_indexed()
            && let Some(size) = indexed.size()
        {
            for start in system.starts() {
                let index = indexed.index(&start);
                assert!(index < size);
                assert_eq!(indexed.state_at(index), start);
            }
        }
    }
}

fn parse(text: &str) -> Spec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn everything_listed_works() {
    for entry in ENTRIES {
        assert_eq!(parse(entry.name), parse(entry.default), "{}", entry.name);
        assert_eq!(parse(entry.name), entry.default_spec().unwrap());
        for example in entry.examples.iter().chain([&entry.default]) {
            let spec = parse(example);
            assert_eq!(parse(&spec.to_string()), spec, "{example} is written as it is read");
            assert_eq!(spec.entry().name, entry.name);
            spec.visit(CheckLaws);
        }
    }
    for alias in ALIASES {
        assert_eq!(parse(alias.name), parse(alias.means));
        assert_eq!(parse(alias.name).to_string(), alias.means);
        parse(alias.name).visit(CheckLaws);
    }
}

#[test]
fn case_spaces_and_accents_do_not_matter() {
    assert_eq!(parse(" MNK: 3, 3 ,3 , Misère "), parse("mnk:3,3,3,misere"));
    assert_eq!(parse("mnk:3,3,3,wild misere"), parse("mnk:3,3,3,wild-misere"));
    assert_eq!(parse("mnk:3,3,3,normal"), parse("mnk:3,3,3"));
}

/// The mistake, the part of the text that is marked, and something the help must mention.
fn mistake(text: &str) -> (String, String, String) {
    let error = text.parse::<Spec>().expect_err(text);
    (error.problem.clone(), error.text[error.place.clone()].to_string(), error.help)
}

#[test]
fn mistakes_are_named_placed_and_answered() {
    let cases = [
        ("mnk:4,x,4", "`x` is not a number", "x", "mnk:4,4,4"),
        ("mnk:0,3,3", "0 is too small", "0", "1 to 255"),
        ("mnk:3,3", "K is missing", "", "mnk:4,4,4"),
        ("mnk:3", "H is missing", "", "the number of rows"),
        ("mnk:", "W is missing", "", "mnk:4,4,4"),
        ("mnk:3,,3", "H is missing", "", "mnk:4,4,4"),
        ("mnk:99,99,5", "a 99x99 board is too large", "99,99", "21x21"),
        ("mnk:1000,2,2", "1000 is too large", "1000", "at most 512"),
        (
            "mnk:3,3,99999999999999999999",
            "99999999999999999999 is too large",
            "99999999999999999999",
            "1 to 255",
        ),
        ("mnk:3,3,-3", "`-3` is not a number", "-3", "mnk:4,4,4"),
        ("mnk:3,3,3,misery", "there is no variant `misery`", "misery", "`misere`"),
        ("mnk:3,3,3,misere,5", "there is nothing for `5` to mean", "5", "mnk:W,H,K"),
        ("connect:7,6,4,wild", "there is no variant `wild`", "wild", "normal, misere, weak"),
        ("chess", "there is no game `chess`", "chess", "morpion games"),
        ("conect:7,6,4", "there is no game `conect`", "conect", "`connect`"),
        ("gomuko", "there is no game `gomuko`", "gomuko", "`gomoku`"),
        ("", "no game is named", "", "`ttt`"),
        ("connect:3,3,3,4,5", "there is no variant `4`", "4", "normal, misere, weak"),
        ("ttt:3,3,3", "`ttt` takes no parameters", ":3,3,3", "mnk:3,3,3"),
        ("nim:3,400", "400 is too large", "400", "0 to 255"),
        ("nim:", "HEAP is missing", "", "nim:3,4,5"),
        ("nim:1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "17 heaps are too many", "1", "16"),
        ("amazons:3,9", "3 is too small", "3", "4 to 26"),
        ("amazons:12,12", "a 12x12 board is too large", "12,12", "128"),
        ("cube:9,9", "a cube of 9^9 cells is too large", "9,9", "512"),
        ("ultimate:9", "there is nothing for `9` to mean", "9", "no parameters"),
        ("coins:10", "COIN is missing", "", "coins:100,1,5,10"),
        ("coins:10,5,5", "there is a coin of 5 already", "5", "differ"),
        ("hanoi:65", "65 is too large", "65", "1 to 64"),
        ("hanoi:3,2", "2 is too small", "2", "3 to 16"),
        ("hanoi:3,3,3", "there is nothing for `3` to mean", "3", "hanoi:12,3"),
    ];
    for (text, problem, marked, help) in cases {
        let (found, place, advice) = mistake(text);
        assert_eq!((found.as_str(), place.as_str()), (problem, marked), "{text}");
        assert!(advice.contains(help), "{text}: {advice}");
    }
}

#[test]
fn the_place_is_shown_under_the_text() {
    let error = "mnk:4,x,4".parse::<Spec>().unwrap_err();
    let lines: Vec<String> = error.to_string().lines().map(str::to_string).collect();
    assert_eq!(lines[..3], ["`x` is not a number", "  mnk:4,x,4", "        ^"]);
}

#[test]
fn long_nonsense_is_not_repeated() {
    let zeros = "0".repeat(100_000);
    for text in
        [format!("mnk:{zeros}3,x,3"), zeros.clone(), format!("mnk:3,3,3,{zeros}"), format!("mnk:{zeros}1")]
    {
        let message = text.parse::<Spec>().unwrap_err().to_string();
        assert!(message.len() < 600 && message.contains('…'), "{message}");
    }
}

proptest! {
    #[test]
    fn nothing_typed_makes_it_panic(text in "\\PC*") {
        if let Err(error) = text.parse::<Spec>() {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn nearly_right_texts_neither(name in "(mnk|connect|nim|amazons|cube|ultimate|coins|hanoi|ttt)",
                                  rest in "[:]?[0-9,xé ]{0,12}(misere|wild)?") {
        match format!("{name}{rest}").parse::<Spec>() {
            Ok(spec) => prop_assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec)),
            Err(error) => prop_assert!(error.to_string().contains('^')),
        }
    }
}
