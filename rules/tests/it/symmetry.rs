//! Symmetries that the program finds by itself.

use explore::{Explorer, solve};
use game::laws::Laws;
use game::{Limits, Random, Symmetry, System, Verdict};
use rules::{TextGame, TextSystem};
use symbolic::Options;

use crate::common::{TEXTS, game, perfts, system, text};
use crate::texts;

type AnyWords = Box<[u64]>;

/// A rhombus can be turned by half; Connect Four and Breakthrough are reflected; chess has a king and a queen. Four in a
/// row on 4×4 has more symmetries than the square: inner rows may change places with outer ones.
#[test]
fn what_is_found() {
    let shipped = [
        ("amazons", 2),
        ("breakthrough", 2),
        ("chess", 1),
        ("connect4", 2),
        ("four-in-a-row-4x4", 32),
        ("fox-and-hounds", 1),
        ("hex-3", 2),
        ("hex-4", 2),
        ("peg-solitaire", 8),
        ("tic-tac-toe", 8),
    ];
    let found = shipped.map(|(name, _)| (name, system(text(name)).symmetries()));
    assert_eq!(found, shipped);
    let others = [
        ("three in a row, anywhere", texts::in_a_row(3, 3, 3, true), 8),
        ("three in a row, from the last mark", texts::in_a_row(3, 3, 3, false), 8),
        ("Connect Four on 4x4", texts::connect_four(4, 4), 2),
        ("three men's morris", texts::three_men(3, 3), 8),
    ];
    let found = others.each_ref().map(|(name, text, _)| (*name, system(text).symmetries()));
    assert_eq!(found, others.map(|(name, _, count)| (name, count)));
}

/// The laws hold every image against the rules: moves, ends, turns, and the canonical form of all images.
#[test]
fn symmetries_obey_the_laws() {
    for (name, text) in TEXTS {
        let system = system(text);
        let found = Laws::system(&system).games(3).plies(40).symmetry().run();
        assert!(found.is_ok(), "{name}: {found:?}");
    }
    for text in [texts::hex(3, 3), texts::morris(3), texts::three_men(3, 3), texts::connect_four(4, 4)] {
        let game: TextGame<AnyWords> = game(&text);
        Laws::game(&game).games(20).symmetry().check();
    }
}

/// The images of a position have as many ways to go on as it has.
#[test]
fn images_have_the_same_perft() {
    let mut random = Random::new(3);
    for name in ["four-in-a-row-4x4", "breakthrough", "hex-4", "reversi", "yavalath", "amazons"] {
        let system = system(text(name));
        let mut state = system.starts().next().expect("there is a start");
        for _ in 0..6 {
            let Some(action) = random.choose(system.actions(&state)) else { break };
            state = system.after(&state, action);
        }
        let counts: Vec<u64> = (0..system.symmetries())
            .map(|symmetry| crate::common::perft(&system, &system.image(&state, symmetry), 2))
            .collect();
        assert!(counts.iter().all(|&count| count == counts[0] && count > 0), "{name}: {counts:?}");
    }
    assert_eq!(perfts(&system(text("tic-tac-toe")), 3), [9, 72, 504]);
}

/// How many positions there are up to symmetry.
fn classes_of(game: &TextGame<AnyWords>) -> u64 {
    let normal = |state: rules::State<AnyWords>| game.canonical(&state);
    Explorer::new(game).normal(&normal).count(&mut ()).counts.states
}

/// Images have the same value, and there are as many classes by diagrams as in a list.
#[test]
fn values_and_classes() {
    for text in [
        texts::in_a_row(3, 3, 3, true),
        texts::hex(3, 3),
        texts::breakthrough(3, 5, 1),
        texts::three_men(3, 3),
        texts::connect_four(4, 3),
    ] {
        let game: TextGame<AnyWords> = game(&text);
        let values = solve(&Explorer::new(&game));
        for (state, value) in values.iter() {
            for symmetry in 0..game.symmetries() {
                assert_eq!(values.value(&game.image(&state, symmetry)), Some(value), "{text}");
            }
        }
        assert!(values.count(Verdict::Win) > 0);
        let classes = classes_of(&game);
        let found = symbolic::reach(&game, Options { classes: true }, &Limits::default(), &mut |_| ());
        assert_eq!(found.all_classes(), Some(classes.into()), "{text}");
        assert!(classes < values.iter().count() as u64);
    }
    let game: TextGame<AnyWords> = game(text("tic-tac-toe"));
    assert_eq!(classes_of(&game), 765);
}

/// Where one square differs, so do the symmetries; however the rules ask, it is what they mean that counts.
#[test]
fn what_differs_is_not_exchanged() {
    let whole = texts::in_a_row(3, 3, 3, true);
    for (from, to, count) in [
        ("[empty, empty, empty]\n", "[cross, empty, empty]\n", 2),
        ("[empty, empty, empty]\n", "[empty, cross, empty]\n", 2),
        ("[empty, empty, empty]\n", "[empty, cross, nought]\n", 1),
        ("{empty} [piece]", "({empty} {! left} + {empty} {? left}) [piece]", 8),
        ("{empty} [piece]", "{empty} {! left {cross}} [piece]", 2),
        ("{empty} [piece]", "{empty} {! left {cross}} {! up {cross}} [piece]", 2),
        ("{empty} [piece]", "{empty} {! left {cross}} {! up {nought}} [piece]", 1),
    ] {
        assert!(whole.contains(from));
        let system: TextSystem<AnyWords> = system(&whole.replacen(from, to, 1));
        assert_eq!(system.symmetries(), count, "{to}");
    }
}
