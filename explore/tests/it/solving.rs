//! Strong solutions against brute force and against each other.

use std::collections::HashMap;

use crate::common::distances;
use explore::{Explorer, Graph, Progress, Solution, Stage, Table, Unsolved, census, solve};
use game::mock::Mock;
use game::{Game, Indexed, Limits, Playable, Stopped, Symmetry, Value, Verdict};
use games::mnk::{Mnk, Rule};
use games::nim::Nim;

#[test]
fn tic_tac_toe() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let solution = solve(&Explorer::new(&game));
    assert!(solution.complete);
    let counts = [Verdict::Win, Verdict::Loss, Verdict::Draw].map(|verdict| solution.count(verdict));
    assert_eq!(counts, [2836, 1574, 1068]);
    assert_eq!(solution.value(&game.initial()), Some(Value::draw(9)));
    let canonical = |state| game.canonical(&state);
    let classes = solve(&Explorer::new(&game).normal(&canonical));
    assert_eq!(classes.graph().len(), 765);
    for (state, value) in solution.iter() {
        assert_eq!(classes.value(&state), Some(value));
    }
}

/// Every value must follow from the values after it, and the whole be what the census says of the start.
fn is_sound<G: Playable>(game: &G, solution: &Solution<'_, G>) {
    for (state, value) in solution.iter() {
        match game.outcome(&state) {
            Some(outcome) => assert_eq!(value, outcome.value_for(game.turn(&state))),
            None => assert_eq!(solution.best(&state).map(|(_, value)| value), Some(value)),
        }
    }
    let census = census::of_game(&Explorer::new(game), game.initial()).unwrap();
    assert_eq!(solution.value(&game.initial()), census.value);
}

#[test]
fn games_that_end_are_solved_as_by_plain_search() {
    for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
        for (w, h, k) in [(3, 3, 3), (4, 3, 3), (3, 2, 2)] {
            let game: Mnk<u64> = Mnk::new(w, h, k, rule);
            is_sound(&game, &solve(&Explorer::new(&game)));
        }
    }
    let nim = Nim::new(&[3, 5, 7], true);
    is_sound(&nim, &solve(&Explorer::new(&nim)));
    for seed in 0..50 {
        let tree = Mock::random_tree(seed, 6, 3);
        is_sound(&tree, &solve(&Explorer::new(&tree)));
    }
}

fn seen_by(game: &Mock, from: usize, next: usize, value: Value) -> Value {
    if Game::turn(game, &from) == Game::turn(game, &next) {
        value.one_ply_longer()
    } else {
        value.one_ply_back()
    }
}

/// Wins and losses by asking again and again who wins or loses in one ply more.
fn brute(game: &Mock, states: &[usize]) -> HashMap<usize, Value> {
    let mut known: HashMap<usize, Value> = HashMap::new();
    for &state in states {
        if let Some(outcome) = game.outcome(&state) {
            known.insert(state, outcome.value_for(Game::turn(game, &state)));
        }
    }
    for plies in 1..=2 * states.len() as u32 {
        let mut found = Vec::new();
        for &state in states.iter().filter(|state| !known.contains_key(state)) {
            let after: Vec<Option<Value>> =
                game.moves(&state).map(|mv| known.get(&mv).map(|&v| seen_by(game, state, mv, v))).collect();
            let win = Value::win(plies);
            let lost = |value: &Option<Value>| value.is_some_and(|value| value.verdict == Verdict::Loss);
            if after.contains(&Some(win)) {
                found.push((state, win));
            } else if after.iter().all(lost) && after.iter().flatten().max() == Some(&Value::loss(plies)) {
                found.push((state, Value::loss(plies)));
            }
        }
        known.extend(found);
    }
    known
}

/// The longest way to an end in a draw, if there is no other: nothing if play can go on for ever.
fn longest(game: &Mock, path: &mut Vec<usize>, drawn: &dyn Fn(usize) -> bool) -> Option<u32> {
    let state = *path.last().unwrap();
    if game.outcome(&state).is_some() {
        return Some(0);
    }
    let mut most = Some(0);
    for next in game.moves(&state).filter(|&next| drawn(next)) {
        if path.contains(&next) {
            return None;
        }
        path.push(next);
        let length = longest(game, path, drawn);
        path.pop();
        most = most.zip(length).map(|(most, length)| most.max(length + 1));
    }
    most
}

#[test]
fn games_with_cycles_are_solved_as_by_brute_force() {
    let mut seen = [0; 4];
    for seed in 0..400 {
        let game = Mock::random_graph(seed, 14, 3);
        let states: Vec<usize> = distances(&game).into_keys().collect();
        let solution = solve(&Explorer::new(&game));
        let decided = brute(&game, &states);
        let drawn = |state: usize| decided.get(&state).is_none_or(|value| value.verdict == Verdict::Draw);
        for &state in &states {
            let value = solution.value(&state).unwrap();
            if !drawn(state) {
                assert_eq!(value, decided[&state], "seed {seed}, {state}");
                seen[usize::from(value.verdict == Verdict::Win)] += 1;
                continue;
            }
            assert_eq!(value.verdict, Verdict::Draw, "seed {seed}, {state}");
            let plies = longest(&game, &mut vec![state], &drawn);
            assert_eq!(value.plies, plies, "seed {seed}, {state}");
            seen[2 + usize::from(plies.is_some())] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

fn tabled<G: Playable + Indexed>(game: &G, limits: &Limits) -> Result<Table, Unsolved> {
    Table::solve(&Explorer::new(game).index(Some(game)).limits(limits))
}

/// A table must say what the solution says, by whichever way it was made.
fn tables_agree<G: Playable + Indexed>(game: &G) {
    let solution = solve(&Explorer::new(game));
    let table = tabled(game, &Limits::default()).unwrap();
    assert_eq!(table, tabled(game, &Limits::default().threads(2)).unwrap());
    assert_eq!(Some(&table), Table::of(game, &solution).as_ref());
    assert_eq!(table.len() as usize, solution.graph().len());
    for (state, value) in solution.iter() {
        assert_eq!(table.value(game.index(&state)), Some(value));
    }
    let listed: HashMap<u64, Value> = table.iter().collect();
    assert_eq!(listed.len() as u64, table.len());
    assert!((0..game.size().unwrap()).all(|index| table.value(index) == listed.get(&index).copied()));
}

#[test]
fn tables_say_what_solutions_say() {
    tables_agree(&Mnk::<u64>::new(3, 3, 3, Rule::Normal));
    tables_agree(&Mnk::<u64>::new(4, 3, 3, Rule::Misere));
    tables_agree(&Mnk::<u64, _>::with_gravity(4, 3, 3, Rule::Normal));
    tables_agree(&Nim::new(&[3, 5, 4], false));
    for seed in 0..20 {
        tables_agree(&Mock::random_tree(seed, 5, 3));
    }
}

#[test]
fn what_cannot_be_tabled_says_why() {
    let circle = Mock::new(2).edge(0, 1).edge(1, 0);
    assert_eq!(tabled(&circle, &Limits::default()), Err(Unsolved::Cycle));
    let large: Mnk<u128> = Mnk::new(8, 8, 5, Rule::Normal);
    assert_eq!(tabled(&large, &Limits::default()), Err(Unsolved::NoIndex));
    let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
    let tight = Limits::default().memory(1 << 20);
    assert_eq!(tabled(&game, &tight), Err(Unsolved::Stopped(Stopped::Memory)));
}

#[test]
fn a_table_is_read_back_with_distances_or_without() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let mut table = tabled(&game, &Limits::default()).unwrap();
    for distances in [true, false] {
        assert_eq!(table.has_distance(), distances);
        let mut body = Vec::new();
        table.write(&mut body).unwrap();
        let read = Table::read(distances, &mut &body[..]).unwrap();
        assert_eq!(read, table);
        let start = game.index(&game.initial());
        assert_eq!(read.value(start).and_then(|value| value.plies), distances.then_some(9));
        for len in 0..body.len() {
            assert!(Table::read(distances, &mut &body[..len]).is_err(), "cut off at {len}");
        }
        table.forget_distances();
    }
}

#[test]
fn limits_hold_while_values_are_found() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let listed = Graph::of(&Explorer::new(&game), &mut ());
    let mut searched = 0;
    for memory in (1..100).map(|k| k << 14) {
        let solution = solve(&Explorer::new(&game).limits(&Limits::default().memory(memory)));
        if solution.complete {
            assert!(solution.bytes() <= memory && solution.graph().report.bytes <= memory);
            break;
        }
        assert_eq!(solution.graph().report.stopped, Some(Stopped::Memory));
        assert_eq!(solution.value(&game.initial()), None);
        assert_eq!(solution.iter().count(), 0);
        searched += usize::from(solution.graph().len() == listed.len());
    }
    assert!(searched > 0, "some limit allows the graph and not the solution");
    let stop = game::Stop::new();
    let limits = Limits::default().stop(stop.clone());
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let watch = |so_far: &Progress| {
        if matches!(so_far.stage, Stage::Values { done: 1.. }) {
            stop.stop();
        }
    };
    let solution = solve(&Explorer::new(&game).limits(&limits).watch(&watch));
    assert!(!solution.complete);
    assert_eq!(solution.graph().report.stopped, Some(Stopped::Asked));
    let whole = solve(&Explorer::new(&game));
    for (state, value) in solution.iter().filter(|(_, value)| value.verdict != Verdict::Draw) {
        assert_eq!(whole.value(&state), Some(value));
    }
}
