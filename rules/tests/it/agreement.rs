//! One text, two engines: positions by ply, and how many are won, drawn and lost, by a list and by diagrams.

use explore::{Explorer, solve};
use game::{Game, Limits, Verdict};
use rules::TextGame;
use symbolic::Options;

use crate::common::{game, text};
use crate::texts;

type Small = TextGame<[u64; 3]>;

/// Counts and solves both ways; returns the number of positions, and of those that are won, drawn and lost.
fn agree(text: &str) -> (u64, [u64; 3]) {
    let game: Small = game(text);
    let listed = Explorer::new(&game).count(&mut ()).counts;
    let reached = symbolic::reach(&game, Options::default(), &Limits::default(), &mut |_| ());
    assert!(reached.is_complete(), "{:?}", reached.problem);
    let by_depth: Vec<_> = listed.by_depth.iter().map(|&count| count.into()).collect();
    assert_eq!(reached.by_ply(), by_depth);
    assert_eq!(reached.terminal(), listed.finals.into());
    let values = solve(&Explorer::new(&game));
    assert!(values.complete);
    let totals = [Verdict::Win, Verdict::Draw, Verdict::Loss].map(|verdict| values.count(verdict));
    let solved = symbolic::solve(&game, false, &Limits::default(), &mut |_| ());
    let solved = solved.unwrap_or_else(|unsolved| panic!("{unsolved}"));
    assert_eq!(solved.table.totals(), totals.map(Into::into));
    assert_eq!(Some(solved.value.verdict), values.value(&game.initial()).map(|value| value.verdict));
    (listed.states, totals)
}

#[test]
fn placing() {
    for (name, text, found) in [
        ("tic-tac-toe", text("tic-tac-toe").to_string(), (5478, [2836, 1068, 1574])),
        ("three in a row on 4x3", texts::in_a_row(4, 3, 3, false), (111_973, [64_738, 3060, 44_175])),
        ("Connect Four on 4x4", texts::connect_four(4, 4), (161_029, [38_675, 90_120, 32_234])),
        ("hex on 3x3", text("hex-3").to_string(), (5514, [3401, 0, 2113])),
        ("hex on 4x3", texts::hex(4, 3), (126_003, [69_666, 0, 56_337])),
    ] {
        assert_eq!(agree(&text), found, "{name}");
    }
}

#[test]
fn moving() {
    for (name, text, found) in [
        ("Breakthrough on 4x4", texts::breakthrough(4, 4, 1), (387_693, [133_572, 0, 254_121])),
        ("Breakthrough on 3x5", texts::breakthrough(3, 5, 1), (51_608, [21_390, 0, 30_218])),
        ("three men's morris", texts::three_men(3, 3), (5466, [1994, 2742, 730])),
        ("nine men's morris cut down", texts::morris(3), (368_513, [166_220, 142_581, 59_712])),
    ] {
        assert_eq!(agree(&text), found, "{name}");
    }
}

/// The hounds win, who move second.
#[test]
fn fox_and_hounds() {
    let text = text("fox-and-hounds");
    assert_eq!(agree(text), (892_699, [437_501, 0, 455_198]));
    let game: Small = game(text);
    let solved = symbolic::solve(&game, false, &Limits::default(), &mut |_| ());
    assert_eq!(solved.unwrap_or_else(|unsolved| panic!("{unsolved}")).value.verdict, Verdict::Loss);
}

/// What takes a list too long for a test.
#[test]
fn larger_boards() {
    for (name, text, positions, totals) in [
        ("hex on 4x4", text("hex-4").to_string(), 9_386_235_u64, [5_896_679_u64, 0, 3_489_556]),
        ("Breakthrough on 4x5", texts::breakthrough(4, 5, 1), 3_574_384, [1_386_301, 0, 2_188_083]),
        ("Breakthrough on 5x4", texts::breakthrough(5, 4, 1), 12_692_806, [3_985_196, 0, 8_707_610]),
    ] {
        let game: Small = game(&text);
        let reached = symbolic::reach(&game, Options::default(), &Limits::default(), &mut |_| ());
        assert_eq!(reached.positions(), positions.into(), "{name}");
        let solved = symbolic::solve(&game, false, &Limits::default(), &mut |_| ());
        let solved = solved.unwrap_or_else(|unsolved| panic!("{unsolved}"));
        assert_eq!(solved.table.totals(), totals.map(Into::into), "{name}");
    }
}
