//! Games as diagrams, against a search that lists every state.

use std::collections::{BTreeMap, HashSet};

use game::{FilledBy, Game, Limits, Playable, Player, Stopped, Symmetry, System};
use games::coins::Coins;
use games::diagram::{Marked, Order, Ordered};
use games::hanoi::Hanoi;
use games::mnk::{Mnk, Notakto, Rule, Wild, WildRule};
use games::nim::Nim;
use games::positional::{Positional, parse};
use games::ultimate::Ultimate;
use num_bigint::BigUint;
use registry::{Capabilities, Visitor};
use symbolic::{Ending, Options, Reach, Symbolic, direct, laws, reach};

/// What there is to count.
#[derive(PartialEq, Eq, Debug, Default)]
struct Counts {
    by_ply: Vec<BigUint>,
    ends: BTreeMap<Ending, BigUint>,
}

/// Lists states breadth first, each in its normal form.
fn list<S: System>(
    system: &S,
    ending: impl Fn(&S::Configuration) -> Ending,
    normal: impl Fn(S::Configuration) -> S::Configuration,
    plies: usize,
) -> Counts {
    let mut counts = Counts::default();
    let mut layer: HashSet<S::Configuration> = system.starts().map(&normal).collect();
    let mut seen = layer.clone();
    while !layer.is_empty() && counts.by_ply.len() < plies {
        counts.by_ply.push(layer.len().into());
        for ending in layer.iter().map(&ending).filter(|ending| *ending != Ending::Open) {
            *counts.ends.entry(ending).or_default() += 1u32;
        }
        let steps = layer.iter().flat_map(|state| system.steps(state).map(|(_, next)| normal(next)));
        let next: HashSet<S::Configuration> = steps.filter(|state| !seen.contains(state)).collect();
        seen.extend(next.iter().cloned());
        layer = next;
    }
    counts
}

fn counts(found: &Reach) -> Counts {
    let ended = Ending::ALL.into_iter().filter(|ending| *ending != Ending::Open);
    let ends = ended.map(|ending| (ending, found.count(ending)));
    Counts { by_ply: found.by_ply(), ends: ends.filter(|(_, n)| *n != BigUint::ZERO).collect() }
}

fn reached<S: Symbolic>(system: &S, classes: bool) -> Reach {
    reach(system, Options { classes }, &Limits::default(), &mut |_| ())
}

fn agree<S: Symbolic + Symmetry>(
    name: &str,
    system: &S,
    ending: impl Fn(&S::Configuration) -> Ending + Copy,
) {
    laws::check(system);
    let found = reached(system, true);
    assert!(found.is_complete(), "{name}: {:?}", found.problem);
    let listed = list(system, ending, |state| state, usize::MAX);
    assert_eq!(counts(&found), listed, "{name}");
    let classes = list(system, ending, |state| system.canonical(&state), usize::MAX).by_ply;
    assert_eq!(found.all_classes(), Some(classes.iter().sum()), "{name} up to symmetry");
    if let Some(other) = direct(system, &Limits::default(), &mut |_| ()) {
        assert_eq!(counts(&other), listed, "{name} directly");
    }
}

fn game<G: Game + Symbolic<Configuration = G::State> + Symmetry>(name: &str, game: &G) {
    agree(name, game, |state| Ending::from(game.outcome(state)));
}

fn puzzle<S: Symbolic + Symmetry>(name: &str, system: &S) {
    agree(name, system, |state| if system.is_final(state) { Ending::Final } else { Ending::Open });
}

#[test]
fn k_in_a_row() {
    let sizes = [(3, 3, 3), (4, 3, 3), (2, 5, 3), (3, 3, 2), (1, 1, 1), (2, 2, 5), (3, 1, 1), (1, 4, 2)];
    for (w, h, k) in sizes {
        for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
            game(&format!("{w},{h},{k},{rule:?}"), &Mnk::<u64>::new(w, h, k, rule));
        }
    }
}

#[test]
fn k_in_a_row_with_gravity() {
    for (w, h, k) in [(3, 3, 3), (4, 4, 4), (4, 3, 3), (3, 4, 3), (1, 4, 2), (4, 1, 2), (1, 1, 1)] {
        for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
            let name = format!("{w},{h},{k},{rule:?} with gravity");
            game(&name, &Mnk::<u64, _>::with_gravity(w, h, k, rule));
        }
    }
}

#[test]
fn k_in_a_row_with_any_marks() {
    for (w, h, k) in [(3, 3, 3), (3, 2, 2), (2, 3, 3), (1, 1, 1)] {
        for rule in [WildRule::Normal, WildRule::Misere, WildRule::Order] {
            game(&format!("{w},{h},{k},{rule:?}"), &Wild::<u64>::new(w, h, k, rule));
        }
        game(&format!("{w},{h},{k},notakto"), &Notakto::<u64>::new(w, h, k));
    }
    game("4,3,3,notakto", &Notakto::<u64>::new(4, 3, 3));
}

/// Every order of the squares finds the same, and what it says is true of the rules.
fn in_every_order<G: Playable + Marked>(name: &str, game: &G) {
    for order in Order::ALL {
        let ending = |state: &G::State| Ending::from(game.outcome(state));
        agree(&format!("{name}, {order:?}"), &Ordered::new(game, order), ending);
    }
}

#[test]
fn squares_in_any_order() {
    for (w, h, k) in [(3, 3, 3), (4, 3, 3), (2, 3, 2), (1, 4, 2)] {
        in_every_order("table", &Mnk::<u64>::new(w, h, k, Rule::Normal));
        in_every_order("gravity", &Mnk::<u64, _>::with_gravity(w, h, k, Rule::Normal));
    }
    in_every_order("gravity, weak", &Mnk::<u64, _>::with_gravity(3, 3, 3, Rule::Weak));
    in_every_order("order and chaos", &Wild::<u64>::new(3, 2, 2, WildRule::Order));
    in_every_order("notakto", &Notakto::<u64>::new(3, 3, 3));
    in_every_order("cube", &Positional::<u64>::cube(2, 3));
}

#[test]
fn values_in_any_order() {
    let game: Mnk<u64, _> = Mnk::with_gravity(4, 4, 3, Rule::Normal);
    let solved = |order| {
        let solved = symbolic::solve(&Ordered::new(&game, order), true, &Limits::default(), &mut |_| ());
        let solved = solved.unwrap();
        (solved.value, solved.table.counts())
    };
    let best = symbolic::solve(&game, true, &Limits::default(), &mut |_| ()).unwrap();
    for order in Order::ALL {
        assert_eq!(solved(order), (best.value, best.table.counts()), "{order:?}");
    }
}

#[test]
fn cubes() {
    for (n, d) in [(1, 1), (2, 3), (3, 2), (2, 2)] {
        game(&format!("cube {n},{d}"), &Positional::<u64>::cube(n, d));
        game(
            &format!("cube {n},{d} weak"),
            &Positional::<u64>::new(games::cube::plan(n, d).won_by(FilledBy::First)),
        );
    }
}

#[test]
fn positional_games() {
    let texts = [
        include_str!("../../examples/fano.lines"),
        "row a b c\nrow d - e\nrow f g h\nin-a-row 3\nanimal el\nwins first",
        "square a\nsquare b\nsquare c\nsquare d\nline a\nline b c",
    ];
    for text in texts {
        game(text, &Positional::<u64>::new(parse(text).unwrap()));
    }
}

#[test]
fn heaps() {
    for heaps in [&[3, 4, 5][..], &[2, 2, 2], &[1, 2], &[0], &[0, 3], &[7]] {
        for misere in [false, true] {
            game(&format!("nim {heaps:?} {misere}"), &Nim::new(heaps, misere));
        }
    }
}

#[test]
fn puzzles() {
    puzzle("coins", &Coins::new(10, &[1, 5]));
    puzzle("coins", &Coins::new(7, &[2, 3]));
    puzzle("coins", &Coins::new(1, &[4]));
    for (rings, pegs) in [(3, 3), (4, 4), (3, 5), (1, 3)] {
        puzzle(&format!("hanoi {rings},{pegs}"), &Hanoi::new(rings, pegs));
    }
}

#[test]
fn the_first_plies_of_ultimate() {
    let ultimate = Ultimate::new();
    laws::check(&ultimate);
    let found = reach(&ultimate, Options::default(), &Limits::default().memory(40 << 20), &mut |_| ());
    assert_eq!(found.stopped, Some(Stopped::Memory));
    let listed = list(&ultimate, |s| Ending::from(ultimate.outcome(s)), |s| s, 4).by_ply;
    assert!(found.layers.len() >= listed.len(), "{} plies", found.layers.len());
    assert_eq!(found.by_ply()[..listed.len()], listed);
}

/// Tells whether a game has a symbolic form.
struct HasForm;

impl Visitor for HasForm {
    type Output = bool;
    fn game<G: Playable + Capabilities>(self, game: G) -> bool {
        game.as_symbolic().is_some()
    }
    fn system<S: Capabilities>(self, system: S) -> bool {
        system.as_symbolic().is_some()
    }
}

#[test]
fn every_entry_of_the_registry_is_symbolic_or_known_not_to_be() {
    let without =
        games::ABOUTS.iter().map(|about| about.name).filter(|name| !games::visit(name, HasForm).unwrap());
    let without: Vec<&str> = without.collect();
    assert_eq!(without, ["amazons"]);
    assert_eq!(games::visit("coins:1000000,1", HasForm), Ok(false));
}

#[test]
fn published_counts_of_k_in_a_row() {
    let facts: serde_json::Value =
        serde_json::from_str(include_str!("../../../facts/mnk_counts.json")).unwrap();
    for row in facts["rows"].as_array().unwrap() {
        let [w, h, k] = ["w", "h", "k"].map(|key| row[key].as_u64().unwrap() as u32);
        let number = |key: &str| BigUint::from(row[key].as_u64().unwrap());
        let game: Mnk<u64> = Mnk::new(w, h, k, Rule::Normal);
        let found = reached(&game, true);
        assert_eq!(found.positions(), number("positions"), "{w},{h},{k}");
        assert_eq!(found.terminal(), number("terminal_positions"));
        assert_eq!(found.won_by(Player::First), number("terminal_first_wins"));
        assert_eq!(found.won_by(Player::Second), number("terminal_second_wins"));
        assert_eq!(found.count(Ending::Drawn), number("terminal_draws"));
        assert_eq!(found.all_classes(), Some(number("positions_up_to_symmetry")));
        let by_ply = row["positions_by_depth"].as_array().unwrap().iter();
        assert_eq!(found.by_ply(), by_ply.map(|n| n.as_u64().unwrap().into()).collect::<Vec<BigUint>>());
        assert_eq!(counts(&direct(&game, &Limits::default(), &mut |_| ()).unwrap()), counts(&found));
    }
}

#[test]
fn published_counts_of_connect_four() {
    let facts: serde_json::Value =
        serde_json::from_str(include_str!("../../../facts/connect_counts.json")).unwrap();
    for row in facts["rows"].as_array().unwrap() {
        let [w, h, k] = ["w", "h", "k"].map(|key| row[key].as_u64().unwrap() as u32);
        let positions = row["positions"].as_u64().unwrap();
        // The whole 7×6 board takes half an hour.
        if positions < 1_000_000_000 {
            let game: Mnk<u64, _> = Mnk::with_gravity(w, h, k, Rule::Normal);
            assert_eq!(reached(&game, false).positions(), positions.into(), "{w},{h},{k}");
        }
    }
    let five: Mnk<u64, _> = Mnk::with_gravity(5, 5, 4, Rule::Normal);
    assert_eq!(reached(&five, false).positions(), 69_763_700u32.into());
}

#[test]
fn large_boards_by_both_routes() {
    let five: Mnk<u64> = Mnk::new(5, 5, 5, Rule::Normal);
    let found = reached(&five, false);
    assert_eq!(found.positions(), 158_977_021_146u64.into());
    assert_eq!(counts(&direct(&five, &Limits::default(), &mut |_| ()).unwrap()), counts(&found));
    let six: Mnk<u64> = Mnk::new(6, 6, 6, Rule::Normal);
    let found = direct(&six, &Limits::default(), &mut |_| ()).unwrap();
    assert_eq!(found.positions(), 23_890_834_443_108_087u64.into());
}

#[test]
fn numbers_beyond_128_bits_are_exact() {
    // No line fits, so every way to mark a square counts: by hand, the sum over the plies.
    let board: Mnk<games::bits::BitSet<8>> = Mnk::new(100, 1, 200, Rule::Normal);
    let mut sum = BigUint::ZERO;
    let choose = |n: u32, k: u32| (0..k).fold(BigUint::from(1u32), |c, i| c * (n - i) / (i + 1));
    for ply in 0..=100u32 {
        sum += choose(100, ply) * choose(ply, ply / 2);
    }
    assert_eq!(reached(&board, false).positions(), sum);
    assert_eq!(direct(&board, &Limits::default(), &mut |_| ()).unwrap().positions(), sum);
}

#[test]
fn limits_leave_what_was_done() {
    let game: Mnk<u64> = Mnk::new(5, 5, 5, Rule::Normal);
    let stopped = reach(&game, Options::default(), &Limits::default().memory(300_000), &mut |_| ());
    assert_eq!(stopped.stopped, Some(Stopped::Memory));
    let all = reached(&game, false).by_ply();
    assert!((2..all.len()).contains(&stopped.layers.len()), "{} plies", stopped.layers.len());
    assert_eq!(stopped.by_ply(), all[..stopped.layers.len()]);
    let stop = game::Stop::new();
    stop.stop();
    let asked = reach(&game, Options::default(), &Limits::default().stop(stop), &mut |_| ());
    assert_eq!((asked.stopped, asked.layers.len()), (Some(Stopped::Asked), 1));
}
