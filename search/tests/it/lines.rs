//! The solver of games of lines against the rules alone.

use std::collections::HashMap;

use game::mock::LineGame;
use game::{Game, Limits, Lines, Notation, Outcome, Random, Stop, Stopped, Value, Verdict, Worth};
use games::mnk::{Mnk, Rule};
use games::positional::Positional;
use proptest::prelude::*;
use search::Halt;
use search::lines::Solver;

/// The value of a position by plain minimax, with the distance where somebody wins. Each position once.
fn oracle<G: Game>(game: &G, state: &G::State, seen: &mut HashMap<G::State, Value>) -> Value {
    if let Some(outcome) = game.outcome(state) {
        return outcome.value_for(game.turn(state)).without_draw_length();
    }
    if let Some(&value) = seen.get(state) {
        return value;
    }
    let values = game.moves(state).map(|mv| oracle(game, &game.next(state, mv), seen).one_ply_back());
    let value = values.collect::<Vec<_>>().into_iter().max().expect("an unfinished game has a move");
    seen.insert(state.clone(), value);
    value
}

/// The solver knows value, distance, a move that keeps them, and a line of play that leads there.
fn agrees<G: Lines>(game: &G, state: &G::State, seen: &mut HashMap<G::State, Value>, threads: usize) {
    let solver = Solver::new(game).expect("a game of lines").limits(Limits::default().threads(threads));
    let value = oracle(game, state, seen);
    let answer = solver.solve(state);
    assert_eq!(answer.value(), Some(value), "{state:?}");
    assert_eq!(answer.stopped, None);
    if game.outcome(state).is_none() {
        let best = answer.best.expect("a move");
        assert_eq!(
            oracle(game, &game.next(state, best), seen).one_ply_back(),
            value,
            "{best:?} in {state:?}"
        );
        assert_eq!(answer.line.first(), Some(&best));
        if let Some(plies) = value.plies {
            assert_eq!(answer.line.len(), plies as usize, "{state:?}");
            let end = answer.line.iter().fold(state.clone(), |state, &mv| game.next(&state, mv));
            assert!(game.outcome(&end).is_some());
        }
    }
    let verdict = Solver::new(game).expect("a game of lines").verdict_only().solve(state);
    assert_eq!(verdict.verdict(), Some(value.verdict));
}

/// The start and some positions reached by random play.
fn agrees_all_over<G: Lines>(game: &G, positions: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut seen = HashMap::new();
    for number in 0..positions {
        let mut state = game.initial();
        for _ in 0..number.min(1 + random.below(6)) {
            if game.outcome(&state).is_none() {
                let mv = random.choose(game.moves(&state)).expect("a move");
                game.play(&mut state, mv);
            }
        }
        agrees(game, &state, &mut seen, 1 + number % 2);
    }
}

fn agrees_on_boards_of(squares: std::ops::RangeInclusive<u32>) {
    for w in 1..=*squares.end() {
        for h in (1..=w).filter(|h| squares.contains(&(w * h))) {
            for k in 1..=w {
                for rule in [Rule::Normal, Rule::Weak] {
                    agrees_all_over(&Mnk::<u64>::new(w, h, k, rule), 12, u64::from(w * 100 + h * 10 + k));
                }
            }
        }
    }
}

#[test]
fn small_boards_agree_with_minimax() {
    agrees_on_boards_of(1..=9);
}

#[test]
fn larger_boards_agree_with_minimax() {
    agrees_on_boards_of(10..=12);
}

const CASES: u32 = 3000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn any_lines_agree_with_minimax(seed: u64, squares in 3..9usize, lines in 1..14usize, weak: bool) {
        let game = LineGame::random(seed, squares, lines, 1 + (seed >> 32) as usize % 2, squares.min(4));
        agrees_all_over(&if weak { game.weak() } else { game }, 6, seed);
    }
}

fn verdict<G: Lines>(game: &G) -> (Verdict, u64) {
    let answer = Solver::new(game).expect("a game of lines").verdict_only().solve(&game.initial());
    (answer.verdict().expect("an answer"), answer.nodes)
}

fn mnk(w: u32, h: u32, k: u32, rule: Rule) -> Mnk<u128> {
    Mnk::new(w, h, k, rule)
}

#[test]
fn draws_that_are_known() {
    for (w, h, k) in
        [(3, 3, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 4, 4), (5, 5, 5), (6, 6, 5), (6, 6, 6), (8, 8, 6)]
    {
        assert_eq!(verdict(&mnk(w, h, k, Rule::Normal)).0, Verdict::Draw, "{w},{h},{k}");
    }
}

#[test]
fn wins_that_are_known() {
    let wins = [
        ((4, 3, 3), 7),
        ((4, 4, 3), 5),
        ((5, 4, 3), 5),
        ((5, 3, 3), 7),
        ((6, 5, 4), 11),
        ((6, 6, 4), 11),
        ((7, 5, 4), 11),
        ((7, 7, 4), 11),
    ];
    for ((w, h, k), plies) in wins {
        let game = mnk(w, h, k, Rule::Normal);
        let answer = Solver::new(&game).expect("a game of lines").solve(&game.initial());
        assert_eq!(answer.value(), Some(Value::win(plies)), "{w},{h},{k}");
        assert_eq!(answer.line.len(), plies as usize);
    }
    let cube: Positional<u64> = Positional::cube(3, 3);
    let answer = Solver::new(&cube).expect("a game of lines").solve(&cube.initial());
    assert_eq!(answer.value(), Some(Value::win(7)));
}

/// The values that are published or were computed twice; the largest boards are left to the benchmark.
#[test]
fn values_of_k_in_a_row() {
    let facts: serde_json::Value =
        serde_json::from_str(include_str!("../../../facts/mnk_values.json")).expect("facts are JSON");
    for row in facts.as_array().expect("a list") {
        let side = |key: &str| row[key].as_u64().expect("a number") as u32;
        let (w, h, k) = (side("w"), side("h"), side("k"));
        // Half an hour by itself.
        if (w, h, k) == (8, 8, 5) {
            continue;
        }
        let game = mnk(w, h, k, Rule::Normal);
        let answer = Solver::new(&game).expect("a game of lines").without_line().solve(&game.initial());
        let value = answer.value().expect("a value");
        assert_eq!(Some(value.verdict.to_string().as_str()), row["value"].as_str(), "{w},{h},{k}");
        assert_eq!(value.plies.map(u64::from), row["plies"].as_u64(), "{w},{h},{k}");
    }
}

/// The second player holds the weak game on (5,4,4); on (3,3,3) and (5,5,4) that takes threats.
#[test]
fn a_breaker_may_need_threats() {
    assert_eq!(verdict(&mnk(5, 4, 4, Rule::Weak)).0, Verdict::Draw);
    assert_eq!(verdict(&mnk(3, 3, 3, Rule::Weak)).0, Verdict::Win);
    assert_eq!(verdict(&mnk(5, 5, 4, Rule::Weak)).0, Verdict::Win);
}

#[test]
fn nodes_are_counted_and_the_same_each_time() {
    for (w, h, k) in [(5, 4, 4), (6, 4, 4), (5, 5, 4), (7, 6, 5)] {
        let game = mnk(w, h, k, Rule::Normal);
        assert_eq!(verdict(&game), verdict(&game));
    }
}

#[test]
fn every_limit_is_kept_and_named() {
    let game = mnk(8, 8, 5, Rule::Normal);
    let start = game.initial();
    let solver = || Solver::new(&game).expect("a game of lines").verdict_only();
    let few = solver().limits(Limits::default().nodes(10)).solve(&start);
    assert_eq!((few.stopped, few.nodes, few.value()), (Some(Halt::Stopped(Stopped::Nodes)), 10, None));
    let bounds = Worth::between(Value::of(Verdict::Draw), Value::win(1));
    assert_eq!(few.worth, bounds, "whoever begins cannot lose");
    let no_time = solver().limits(Limits::default().time(std::time::Duration::ZERO)).solve(&start);
    assert_eq!(no_time.stopped, Some(Halt::Stopped(Stopped::Time)));
    let stop = Stop::new();
    stop.stop();
    let asked = solver().limits(Limits::default().threads(2).stop(stop)).solve(&start);
    assert_eq!(asked.stopped, Some(Halt::Stopped(Stopped::Asked)));
}

#[test]
fn an_interrupted_proof_still_has_a_legal_move() {
    let game = mnk(7, 7, 5, Rule::Normal);
    let mut state = game.initial();
    for nodes in [0, 1, 5, 20] {
        let answer =
            Solver::new(&game).expect("a game of lines").limits(Limits::default().nodes(nodes)).solve(&state);
        let best = answer.best.expect("a move");
        assert!(answer.stopped.is_some() && game.is_legal(&state, best), "{nodes}");
        game.play(&mut state, best);
    }
    // What can be seen at a glance is seen: a line to be filled, or to be stopped.
    let game = mnk(3, 3, 3, Rule::Normal);
    for (moves, best) in [("a1 b2 a2 c3", "a3"), ("a1 b2 c3 a2", "c2")] {
        let (_, states) = game.parse_line(moves).expect("legal moves");
        let state = states.last().expect("a position");
        let found =
            Solver::new(&game).expect("a game of lines").limits(Limits::default().nodes(0)).solve(state).best;
        assert_eq!(found, game.parse_action(state, best).ok(), "{moves}");
    }
}

#[test]
fn each_move_is_judged_as_the_rules_say() {
    for (w, h, k) in [(3, 3, 3), (4, 3, 3), (4, 2, 2), (3, 2, 3)] {
        for rule in [Rule::Normal, Rule::Weak] {
            let game = mnk(w, h, k, rule);
            let (mut state, mut seen, mut random) = (game.initial(), HashMap::new(), Random::new(5));
            while game.outcome(&state).is_none() {
                let judged = Solver::new(&game).expect("a game of lines").analyze(&state);
                assert_eq!(judged.len(), game.moves(&state).count());
                for judged in judged {
                    let value = oracle(&game, &game.next(&state, judged.mv), &mut seen).one_ply_back();
                    assert_eq!(judged.answer.value(), Some(value), "{:?} in {state:?}", judged.mv);
                }
                let mv = random.choose(game.moves(&state)).expect("a move");
                game.play(&mut state, mv);
            }
        }
    }
    let game = mnk(7, 7, 5, Rule::Normal);
    let judged = Solver::new(&game)
        .expect("a game of lines")
        .limits(Limits::default().nodes(490))
        .analyze(&game.initial());
    assert!(judged.iter().map(|judged| judged.answer.nodes).sum::<u64>() <= 490);
    // What is found with few nodes is true, and what is not stopped is exact.
    let game = mnk(5, 4, 3, Rule::Normal);
    let truth = Solver::new(&game).expect("a game of lines").analyze(&game.initial());
    for nodes in [0, 20, 100, 300, 1000, 3000, 10_000] {
        let judged = Solver::new(&game)
            .expect("a game of lines")
            .limits(Limits::default().nodes(nodes))
            .analyze(&game.initial());
        for (judged, truth) in judged.iter().zip(&truth) {
            let (found, value) = (&judged.answer, truth.answer.value().expect("solved"));
            let (least, most) = (found.worth.least(), found.worth.most());
            assert!(least.verdict <= value.verdict && value.verdict <= most.verdict, "{nodes}");
            assert!(found.stopped.is_some() || found.value() == Some(value), "{nodes}: {found:?}");
        }
    }
    assert!(judged.iter().filter(|judged| judged.answer.nodes > 0).count() > 40, "each has its part");
}

#[test]
fn variants_by_other_rules_are_refused() {
    assert!(Solver::new(&mnk(4, 4, 3, Rule::Misere)).is_none());
    assert!(Solver::new(&Mnk::<u64, _>::with_gravity(7, 6, 4, Rule::Normal)).is_none());
    assert!(Solver::new(&LineGame::new(513, [[0, 512]])).is_none());
}

#[test]
fn boards_of_many_words_are_solved() {
    for squares in [64, 65, 128, 129, 300] {
        let last = squares - 1;
        let game = LineGame::new(squares, [[0, last], [1, last], [2, 3]]);
        let answer = Solver::new(&game).expect("a game of lines").solve(&game.initial());
        assert_eq!((answer.value(), answer.best), (Some(Value::win(3)), Some(last)));
    }
}

/// Every two of 512 squares are a line: 130 816 of them, prepared before the first node is searched.
#[test]
fn boards_of_very_many_lines_are_prepared_in_time() {
    let pairs = (0..512).flat_map(|one| (0..one).map(move |other| [other, one]));
    let game = LineGame::new(512, pairs);
    let solver = || Solver::new(&game).expect("a game of lines");
    let answer =
        solver().limits(Limits::default().time(std::time::Duration::from_secs(60))).solve(&game.initial());
    assert_eq!((answer.value(), answer.stopped), (Some(Value::win(3)), None));
    let short = solver().limits(Limits::default().memory(20 << 20)).solve(&game.initial());
    assert_eq!((short.verdict(), short.stopped), (None, Some(Halt::Stopped(Stopped::Memory))));
    assert!(short.best.is_some_and(|square| game.is_legal(&game.initial(), square)));
    let late = || solver().limits(Limits::default().time(std::time::Duration::ZERO));
    assert_eq!(late().solve(&game.initial()).stopped, Some(Halt::Stopped(Stopped::Time)));
    let judged = late().analyze(&game.initial());
    let stopped =
        |judged: &search::Judged<usize>| judged.answer.stopped == Some(Halt::Stopped(Stopped::Time));
    assert!(judged.len() == 512 && judged.iter().all(stopped));
}

#[test]
fn the_line_of_a_draw_is_played_to_the_end_without_a_mistake() {
    for (w, h, k) in [(3, 3, 3), (4, 4, 4), (5, 4, 4), (6, 6, 5)] {
        let game: Mnk<u64> = Mnk::new(w, h, k, Rule::Normal);
        let solver = Solver::new(&game).unwrap();
        let answer = solver.solve(&game.initial());
        assert_eq!(answer.value().map(|value| value.verdict), Some(Verdict::Draw));
        let mut state = game.initial();
        for mv in answer.line {
            assert!(game.is_legal(&state, mv), "{w},{h},{k}");
            game.play(&mut state, mv);
            if w * h <= 16 && game.outcome(&state).is_none() {
                let after = Solver::new(&game).unwrap().verdict_only().solve(&state);
                assert_eq!(after.verdict(), Some(Verdict::Draw), "{w},{h},{k}");
            }
        }
        assert_eq!(game.outcome(&state), Some(Outcome::Draw), "{w},{h},{k} is played to its end");
    }
}
