//! The symbolic form against the explicit one: both are made from the same text.

use explore::{Explorer, solve};
use game::{Game, Limits, Stopped, Value, Verdict};
use rules::{Model, TextGame, TextSystem, rbg};
use symbolic::{Ending, Options, Reach, Symbolic, Unformed};

use crate::texts;

type AnyWords = Box<[u64]>;

fn model(text: &str) -> Model {
    rbg::read("text", text).unwrap_or_else(|mistake| panic!("{mistake}\n{text}"))
}

fn game(text: &str) -> TextGame<AnyWords> {
    TextGame::new(model(text)).unwrap_or_else(|mistake| panic!("{mistake}"))
}

fn reach<S: Symbolic>(system: &S) -> Reach {
    let found = symbolic::reach(system, Options::default(), &Limits::default(), &mut |_| ());
    assert!(found.is_complete(), "{:?}", found.problem);
    found
}

/// Counts both ways; returns the number of positions.
fn same_counts<S: Symbolic>(system: &S) -> u64 {
    let (found, report) = (reach(system), Explorer::new(system).count(&mut ()));
    let by_depth: Vec<_> = report.counts.by_depth.iter().map(|&count| count.into()).collect();
    assert_eq!(found.by_ply(), by_depth);
    assert_eq!(found.terminal(), report.counts.finals.into());
    report.counts.states
}

/// Solves both ways and compares the values of all positions, with and without distances. Returns the value of the start
/// and the numbers of positions that are won, drawn and lost.
fn same_values(game: &TextGame<AnyWords>) -> (Value, [u64; 3]) {
    let by_list = solve(&Explorer::new(game));
    assert!(by_list.complete);
    let by_diagrams = symbolic::solve(game, true, &Limits::default(), &mut |_| ());
    let by_diagrams = by_diagrams.unwrap_or_else(|unsolved| panic!("{unsolved}"));
    let totals = [Verdict::Win, Verdict::Draw, Verdict::Loss].map(|verdict| by_list.count(verdict));
    assert_eq!(by_diagrams.table.totals(), totals.map(Into::into));
    assert_eq!(by_list.value(&game.initial()), Some(by_diagrams.value));
    for (state, value) in by_list.iter() {
        assert_eq!(by_diagrams.table.value(game, game, &state), Some(value), "{state:?}");
    }
    let table = symbolic::solve(game, false, &Limits::default(), &mut |_| ());
    assert_eq!(table.unwrap_or_else(|unsolved| panic!("{unsolved}")).table.totals(), totals.map(Into::into));
    (by_diagrams.value, totals)
}

#[test]
fn tic_tac_toe() {
    for whole in [false, true] {
        let game = game(&texts::in_a_row(3, 3, 3, whole));
        assert_eq!(same_counts(&game), 5478);
        let (value, totals) = same_values(&game);
        assert_eq!((value.verdict, totals), (Verdict::Draw, [2836, 1068, 1574]));
    }
}

#[test]
fn the_shipped_tic_tac_toe() {
    let game = game(include_str!("../../games/tic-tac-toe.rbg"));
    assert_eq!(same_counts(&game), 5478);
}

#[test]
fn four_in_a_row_on_sixteen_squares() {
    // The number that `count mnk:4,4,4` finds by another definition of the game.
    let game = game(&texts::in_a_row(4, 4, 4, true));
    let found = reach(&game);
    assert_eq!(found.positions(), 9_722_011u32.into());
    assert_eq!(found.by_ply()[10..12], [1_962_576u32, 1_962_576].map(Into::into));
}

#[test]
fn connect_four() {
    let game = game(&texts::connect_four(4, 4));
    assert_eq!(same_counts(&game), 161_029);
    let (value, totals) = same_values(&game);
    assert_eq!((value.verdict, totals), (Verdict::Draw, [38675, 90120, 32234]));
}

#[test]
fn breakthrough() {
    let small = game(&texts::breakthrough(3, 5, 1));
    same_counts(&small);
    same_values(&small);
    let game = game(&texts::breakthrough(4, 4, 1));
    assert_eq!(same_counts(&game), 387_693);
    let solved = symbolic::solve(&game, false, &Limits::default(), &mut |_| ()).expect("it is small");
    assert_eq!((solved.value.verdict, solved.table.totals()[0].clone()), (Verdict::Win, 133_572u32.into()));
}

#[test]
fn hex() {
    let game = game(&texts::hex(3, 3));
    assert_eq!(same_counts(&game), 5514);
    let (value, totals) = same_values(&game);
    assert_eq!((value.verdict, totals), (Verdict::Win, [3401, 0, 2113]));
    assert_eq!(reach(&game).count(Ending::Drawn), 0u32.into());
}

#[test]
fn fox_and_hounds() {
    let game = game(&texts::fox_and_hounds(4, 4));
    assert_eq!(same_counts(&game), 114);
    same_values(&game);
}

/// Men are placed, moved and taken.
#[test]
fn morris() {
    let game = game(&texts::morris(3));
    assert_eq!(same_counts(&game), 368_513);
}

/// Positions repeat: a game may go on for ever.
#[test]
fn three_men() {
    let game = game(&texts::three_men(3, 3));
    same_counts(&game);
    let (_, totals) = same_values(&game);
    assert!(totals[0] > 0 && totals[2] > 0);
}

#[test]
fn peg_solitaire() {
    let system = TextSystem::<AnyWords>::new(model(&texts::pegs(&[".ppp.", "ppppp", "ppepp", "ppppp"])));
    let system = system.unwrap_or_else(|mistake| panic!("{mistake}"));
    assert!(same_counts(&system) > 1000);
}

#[test]
fn players_who_do_not_take_turns() {
    let text = texts::in_a_row(3, 2, 3, false).replace(
        "(turn(x; cross; o) turn(o; nought; x))*",
        "(turn(x; cross; o) turn(x; cross; o) turn(o; nought; x))*",
    );
    let game = game(&text);
    same_counts(&game);
    let unsolved =
        symbolic::solve(&game, false, &Limits::default(), &mut |_| ()).err().expect("it has no turns");
    assert!(unsolved.endless && unsolved.reason.contains("take turns"), "{unsolved}");
}

/// The order changes the size of diagrams and nothing else.
#[test]
fn any_order_will_do() {
    let text = texts::hex(3, 3);
    let (rows, others) = ([4, 0, 8, 2, 6, 1, 3, 5, 7], [9, 10]);
    let mixed: Vec<u32> = others.into_iter().chain(rows).collect();
    assert_eq!(reach(&game(&text).with_order(&mixed)).by_ply(), reach(&game(&text)).by_ply());
    let wrong = game(&text).with_order(&[0, 1, 1]).form_size(&Limits::default());
    assert!(matches!(wrong, Err(Unformed::Impossible(reason)) if reason.contains("order")));
}

#[test]
fn numbers_are_compared_and_counted() {
    let text = "#players = a(9), b(9)
#pieces = empty, stone
#variables = left(7), last(3)
#board = rectangle(north, south, west, east, [empty, empty, empty, empty])
#take(me; other; n) = {$ left >= n} {$ last != n} [$ left = left - n] [$ last = n] [$ me = me + n / 2]
#turn(me; other) = ->me ( take(me; other; 1) + take(me; other; 2) + take(me; other; 3)
    + (east* + west*) {empty} [stone] {$ stone < left + 1} )
#rules = [$ left = 7] (turn(a; b) turn(b; a))*
";
    let game = game(text);
    assert!(same_counts(&game) > 100);
    same_values(&game);
}

#[test]
fn limits_are_kept_while_the_form_is_made() {
    let text = texts::connect_four(5, 4);
    let stopped = game(&text).form_size(&Limits::default().memory(1 << 20));
    assert_eq!(stopped, Err(Unformed::Stopped(Stopped::Memory)));
    let late = Limits::default().time(std::time::Duration::ZERO);
    let found = symbolic::reach(&game(&text), Options::default(), &late, &mut |_| ());
    assert_eq!(found.stopped, Some(Stopped::Time));
}

/// What `laws::check` demands of forms that are written by hand holds for those that are derived.
#[test]
fn forms_keep_the_laws() {
    let all = [
        texts::in_a_row(3, 3, 3, false),
        texts::connect_four(4, 3),
        texts::breakthrough(3, 4, 1),
        texts::hex(3, 2),
        texts::fox_and_hounds(4, 4),
        texts::three_men(3, 2),
    ];
    for text in all {
        symbolic::laws::check(&game(&text));
    }
}

/// Homomorphisms, made from the same relations, reach the same states.
#[test]
fn homomorphisms_agree() {
    for text in [texts::in_a_row(3, 3, 3, true), texts::hex(3, 2), texts::three_men(3, 2)] {
        let game = game(&text);
        let swept = reach(&game);
        let by_homs = symbolic::reach_by_homs(&game, Default::default(), &Limits::default(), &mut |_| ());
        assert_eq!(by_homs.expect("it is small").states, swept.positions());
    }
}

#[test]
fn variables_of_too_many_values_have_no_form() {
    let text = "#players = a(1), b(1000000000) #pieces = e, x #variables = w(1000000000) \
                #board = rectangle(up, down, left, right, [e, e]) \
                #rules = (->a [$ w = w + 1] ->b [$ b = e * 1000 + x])*";
    let game: rules::TextGame<[u64; 3]> = crate::common::game(text);
    let why = symbolic::Symbolic::prepare(&game, &game::Limits::default());
    assert!(format!("{why:?}").contains("more than 4 096"), "{why:?}");
}
