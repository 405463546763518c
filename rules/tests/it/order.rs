//! The order of variables, given by hand: it decides how large diagrams are, and nothing else.

use game::{Limits, Random};
use rules::TextGame;
use symbolic::{Options, Reach};

use crate::common::game;
use crate::texts;

type AnyWords = Box<[u64]>;

fn reach(game: &TextGame<AnyWords>) -> Reach {
    symbolic::reach(game, Options { classes: true }, &Limits::default(), &mut |_| ())
}

#[test]
fn any_order_gives_the_same() {
    let mut random = Random::new(11);
    for text in
        [texts::in_a_row(3, 3, 3, true), texts::hex(3, 3), texts::three_men(3, 2), texts::connect_four(4, 3)]
    {
        let game: TextGame<AnyWords> = game(&text);
        let known = reach(&game);
        let solved = symbolic::solve(&game, false, &Limits::default(), &mut |_| ()).expect("it is small");
        for _ in 0..4 {
            let mut names: Vec<&str> =
                game.model().variables.iter().map(|variable| variable.name.as_str()).collect();
            for at in (1..names.len()).rev() {
                names.swap(at, random.below(at + 1));
            }
            // Those that are not named follow.
            names.truncate(1 + random.below(names.len()));
            let ordered = game.ordered(&names.join(", ")).expect("these are its variables");
            let found = reach(&ordered);
            assert_eq!(
                (found.by_ply(), found.all_classes()),
                (known.by_ply(), known.all_classes()),
                "{names:?}"
            );
            let again =
                symbolic::solve(&ordered, false, &Limits::default(), &mut |_| ()).expect("it is small");
            assert_eq!(again.table.totals(), solved.table.totals());
        }
    }
}

#[test]
fn names_that_are_wrong() {
    let game: TextGame<AnyWords> = game(&texts::in_a_row(3, 3, 3, true));
    for (names, marked, problem, help) in [
        ("a1 d9", "d9", "there is no variable `d9`", "these are the names: a3 b3 c3 a2 b2 c2 a1 b1 c1 x o"),
        ("a1,b1 ,a1", "a1", "`a1` is named twice", "each variable is read once"),
        (
            " , ",
            " , ",
            "the order names nothing",
            "for example the name of the variable that is to be read first",
        ),
    ] {
        let mistake = game.ordered(names).err().expect("it is wrong");
        assert_eq!((mistake.problem.as_str(), mistake.help.as_str()), (problem, help));
        assert_eq!(&mistake.text[mistake.place.clone()], marked);
    }
}
