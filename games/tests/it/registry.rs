//! Games by name: what works, and what is said about what does not.

use catalogue::AnySystem;
use game::laws::Laws;
use game::{Indexed, Notation, Playable};
use games::ABOUTS;
use proptest::prelude::*;
use registry::{Capabilities, Parameters, SyntaxError, Visitor, problems};

/// Forgets the type of a game: its laws are then compiled once for all games. Those of symmetries need the type; the
/// tests of each game check them.
struct Forget;

impl Visitor for Forget {
    type Output = AnySystem;

    fn game<G: Playable + Notation + Capabilities + Clone + 'static>(self, game: G) -> AnySystem {
        AnySystem::of_game(game)
    }

    fn system<S: Notation + Capabilities + Clone + 'static>(self, system: S) -> AnySystem {
        AnySystem::of_system(system)
    }
}

/// Checks the rules, the notation, the names and the index of a game.
fn check_laws(name: &str) {
    let system = games::visit(name, Forget).unwrap();
    let names = system.names();
    assert!(!names.is_empty(), "there is something to ask of every game");
    let laws = Laws::system(&system).games(3).plies(60).notation().names(names);
    let laws = if system.size().is_some() { laws.indexed() } else { laws };
    laws.run().unwrap_or_else(|broken| panic!("{name}: {broken}"));
}

/// Opens a game and does nothing with it.
struct Open;

impl Visitor for Open {
    type Output = ();
    fn game<G: Playable>(self, _: G) {}
    fn system<S: Notation>(self, _: S) {}
}

fn parse(text: &str) -> Parameters {
    games::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Reads the name and opens the game.
fn open(text: &str) -> Result<Parameters, SyntaxError> {
    games::visit(text, Open)?;
    games::read(text)
}

#[test]
fn everything_listed_works() {
    assert_eq!(problems(ABOUTS), Vec::<String>::new());
    for about in ABOUTS {
        assert_eq!(parse(about.name), parse(about.default), "{}", about.name);
        for example in about.examples.iter().chain([&about.default]) {
            let given = parse(example);
            assert_eq!(parse(&given.to_string()), given, "{example} is written as it is read");
            assert_eq!(given.about().name, about.name);
            check_laws(example);
        }
        for alias in about.aliases {
            assert_eq!(parse(alias.name), parse(alias.means));
            assert_eq!(parse(alias.name).to_string(), alias.means);
            check_laws(alias.name);
        }
    }
}

/// What people are told about parameters is what is read: every name of a field stands in the syntax, and every word in
/// the description.
#[test]
fn what_is_said_of_parameters_is_true() {
    for about in ABOUTS {
        for field in about.fields {
            if let registry::Accepts::Word(words) = &field.accepts {
                let told = |word: &&str| about.parameters.contains(*word) || about.syntax.contains(*word);
                assert!(words.iter().all(told), "{}: {words:?}", about.name);
            } else {
                assert!(about.syntax.contains(field.name), "{}: {}", about.name, field.name);
            }
        }
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
    let error = open(text).expect_err(text);
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
        ("mnk:3,3,3,misere,5", "unexpected parameter `5`", "5", "mnk:W,H,K"),
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
        ("ultimate:9", "unexpected parameter `9`", "9", "no parameters"),
        ("coins:10", "COIN is missing", "", "coins:100,1,5,10"),
        ("coins:10,5,5", "there is a coin of 5 already", "5", "differ"),
        ("hanoi:65", "65 is too large", "65", "1 to 64"),
        ("hanoi:3,2", "2 is too small", "2", "3 to 16"),
        ("hanoi:3,3,3", "unexpected parameter `3`", "3", "hanoi:12,3"),
        ("hanoi:64,16", "64 is too large", "64", "with 16 pegs"),
        ("cube:3,3,weka", "there is no variant `weka`", "weka", "`weak`"),
        ("animal:tippy,4", "H is missing", "", "the number of rows"),
        ("animal:", "SHAPE is missing", "", "the shape to fill"),
        ("animal:tipy,4,4", "there is no shape `tipy`", "tipy", "tippy"),
        ("animal:x./.x,4,4", "the squares of `x./.x` do not hang together", "x./.x", "xx/x."),
        ("animal:./.,4,4", "`./.` has no squares", "./.", "xx/x."),
        ("animal:el+,4,4", "a shape is missing", "el+", "xx/x."),
        ("animal:el+xxxx,3,3", "`xxxx` does not fit a 3x3 board", "el+xxxx,3,3", "4x1"),
        ("animal:el,30,30", "a 30x30 board is too large", "30,30", "22x22"),
        ("animal:el,3,3,misere", "there is no variant `misere`", "misere", "normal, weak"),
        ("torus:2,2,3", "no 3 squares of a 2x2 torus are in a row", "2,2,3", "twice"),
        ("torus:23,23,3", "a 23x23 board is too large", "23,23", "22x22"),
        ("lines:", "FILE is missing", "", "the path of a file"),
        // A comma promises something.
        ("mnk:3,3,3,", "VARIANT is missing", "", "leave out the comma"),
        ("mnk:3,3,3,,junk,more", "VARIANT is missing", "", "normal, misere, weak"),
        ("connect:7,6,4,,zzz", "VARIANT is missing", "", "normal, misere, weak"),
        ("hanoi:3,", "PEGS is missing", "", "3 to 16"),
        ("hanoi:3,3,", "there is nothing behind the comma", "", "leave it out"),
        ("nim:3,4,", "HEAP is missing", "", "0 to 255"),
        ("nim:3,misere,4", "`misere` is not a number", "misere", "nim:3,4,5"),
        ("nim:misere", "`misere` is not a number", "misere", "nim:3,4,5"),
        ("coins:10,", "COIN is missing", "", "coins:100,1,5,10"),
        ("ultimate:", "there is nothing behind the colon", "", "no parameters"),
        ("ultimate:,junk", "unexpected parameter `,junk`", ",junk", "no parameters"),
        ("ttt:", "`ttt` takes no parameters", ":", "mnk:3,3,3"),
    ];
    for (text, problem, marked, help) in cases {
        let (found, place, advice) = mistake(text);
        assert_eq!((found.as_str(), place.as_str()), (problem, marked), "{text}");
        assert!(advice.contains(help), "{text}: {advice}");
    }
}

#[test]
fn the_place_is_shown_under_the_text() {
    let error = games::read("mnk:4,x,4").unwrap_err();
    let lines: Vec<String> = error.to_string().lines().map(str::to_string).collect();
    assert_eq!(lines[..3], ["`x` is not a number", "  mnk:4,x,4", "        ^"]);
}

#[test]
fn long_nonsense_is_not_repeated() {
    let zeros = "0".repeat(100_000);
    for text in
        [format!("mnk:{zeros}3,x,3"), zeros.clone(), format!("mnk:3,3,3,{zeros}"), format!("mnk:{zeros}1")]
    {
        let message = games::read(&text).unwrap_err().to_string();
        assert!(message.len() < 600 && message.contains('…'), "{message}");
    }
}

proptest! {
    #[test]
    fn nothing_typed_makes_it_panic(text in "\\PC*") {
        if let Err(error) = open(&text) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn nearly_right_texts_neither(name in "(mnk|connect|nim|amazons|cube|ultimate|coins|hanoi|ttt|animal|torus|lines)",
                                  rest in "[:]?[0-9,xé./+ ]{0,12}(misere|wild)?") {
        match open(&format!("{name}{rest}")) {
            Ok(given) => prop_assert_eq!(open(&given.to_string()), Ok(given)),
            Err(error) => prop_assert!(error.to_string().contains('^')),
        }
    }
}
