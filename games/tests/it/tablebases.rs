//! Tablebases that are diagrams, against plain search.

use std::collections::{HashMap, HashSet};

use game::{Game, Limits, Stopped, Value, Verdict};
use games::mnk::{Mnk, Notakto, Rule, Wild, WildRule};
use games::nim::Nim;
use games::positional::Positional;
use num_bigint::BigUint;
use symbolic::{Solved, Symbolic, solve};

/// The value of every position, by plain search that remembers.
fn search<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, Value>) -> Value {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = match game.outcome(state) {
        Some(outcome) => outcome.value_for(game.turn(state)),
        None => {
            let moves: Vec<G::Move> = game.moves(state).collect();
            let values =
                moves.into_iter().map(|mv| search(game, &game.next(state, mv), known).one_ply_back());
            values.max().unwrap()
        }
    };
    known.insert(state.clone(), value);
    value
}

fn solved<S: Symbolic>(game: &S, distance: bool) -> Solved {
    solve(game, distance, &Limits::default(), &mut |_| ()).unwrap()
}

fn agree<G: Game + Symbolic<Configuration = G::State>>(name: &str, game: &G) {
    let mut known = HashMap::new();
    let start = search(game, &game.initial(), &mut known);
    let (near, far) = (solved(game, false), solved(game, true));
    assert_eq!((near.value, far.value), (Value::of(start.verdict), start), "{name}");
    for (state, value) in &known {
        assert_eq!(far.table.value(game, game, state), Some(*value), "{name}: {state:?}");
        assert_eq!(near.table.value(game, game, state), Some(Value::of(value.verdict)), "{name}: {state:?}");
        let best = far.table.moves(game, game, state).first().map(|(_, worth)| *worth);
        assert_eq!(best, game.outcome(state).is_none().then_some(*value), "{name}: {state:?}");
    }
    let count = |verdict| BigUint::from(known.values().filter(|value| value.verdict == verdict).count());
    let all = [Verdict::Win, Verdict::Draw, Verdict::Loss].map(count);
    assert_eq!((near.table.totals(), far.table.totals()), (all.clone(), all), "{name}");
}

#[test]
fn values_and_distances_agree_with_search() {
    for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
        agree("3,3,3", &Mnk::<u64>::new(3, 3, 3, rule));
        agree("4,4,4 with gravity", &Mnk::<u64, _>::with_gravity(4, 4, 4, rule));
        agree("4,3,3 with gravity", &Mnk::<u64, _>::with_gravity(4, 3, 3, rule));
    }
    agree("4,3,3", &Mnk::<u64>::new(4, 3, 3, Rule::Normal));
    for rule in [WildRule::Normal, WildRule::Misere, WildRule::Order] {
        agree("wild", &Wild::<u64>::new(3, 2, 2, rule));
        agree("wild", &Wild::<u64>::new(3, 3, 3, rule));
    }
    agree("notakto", &Notakto::<u64>::new(3, 3, 3));
    agree("cube", &Positional::<u64>::cube(2, 3));
    for misere in [false, true] {
        agree("nim", &Nim::new(&[3, 4, 5], misere));
        agree("nim", &Nim::new(&[0], misere));
    }
}

#[test]
fn published_totals_of_connect_four() {
    let game: Mnk<u64, _> = Mnk::with_gravity(4, 4, 4, Rule::Normal);
    let table = solved(&game, false).table;
    assert_eq!(table.totals(), [38_675u32, 90_120, 32_234].map(BigUint::from));
}

#[test]
fn positions_that_cannot_be_are_not_in_the_table() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let table = solved(&game, false).table;
    // Two lines of x that no single move can have completed.
    let board = games::mnk::bitmap::bitmap(3, 3, "....  111.  000.  111.").unwrap();
    let o = games::mnk::bitmap::bitmap(3, 3, "....  000.  111.  000.").unwrap();
    assert_eq!(table.value(&game, &game, &games::mnk::Marks { own: o, other: board }), None);
}

#[test]
fn a_limit_ends_the_solution_with_what_was_done() {
    let game: Mnk<u64, _> = Mnk::with_gravity(5, 4, 4, Rule::Normal);
    let Err(unsolved) = solve(&game, false, &Limits::default().memory(1 << 20), &mut |_| ()) else {
        panic!("so little memory should not do")
    };
    assert_eq!(unsolved.stopped, Some(Stopped::Memory));
    assert!(unsolved.plies.0 > 5 && unsolved.to_string().contains("plies"), "{unsolved}");
}

#[test]
fn what_was_reached_is_counted_once() {
    let game = Nim::new(&[5, 6, 7], false);
    let mut stopped = 0;
    for memory in (1..100).map(|k| k << 12) {
        let Err(unsolved) = solve(&game, false, &Limits::default().memory(memory), &mut |_| ()) else {
            break;
        };
        let mut layer = HashSet::from([game.initial()]);
        let mut seen = layer.clone();
        for _ in 1..unsolved.plies.0 {
            let open = layer.iter().filter(|state| game.outcome(state).is_none());
            let after = open.flat_map(|state| game.moves(state).map(|mv| game.next(state, mv)));
            layer = after.collect();
            seen.extend(layer.iter().cloned());
        }
        assert_eq!(unsolved.positions, seen.len().into(), "{} plies", unsolved.plies.0);
        stopped += usize::from(unsolved.plies.0 > 2);
    }
    assert!(stopped > 2);
}
