//! Every engine says what plain minimax says.

use std::sync::Mutex;

use crate::truth::{before, retrograde, sizes};
use game::mock::Mock;
use game::{Game, Glance, Limits, Random, Stopped, Symmetry, Threats, Unsupported, Value, Verdict, Worth};
use games::mnk::{Mnk, Notakto, Rule, Wild, WildRule};
use games::nim::Nim;
use games::positional::Positional;
use proptest::prelude::*;
use search::{
    Answer, Engine, Guided, Halt, Knowledge, Progress, Solver, Symmetric, Tactical, lines, minimax,
};

const MOST_SQUARES: u32 = 12;

fn agrees<G: Game, K: Knowledge<Game = G>>(
    game: &G,
    knowledge: K,
    state: &G::State,
    engine: Engine,
    name: &str,
) {
    let oracle = minimax(game, state, &Limits::default()).expect("a small game");
    let solver = Solver::new(knowledge).engine(engine).line(100);
    let answer = solver.solve(state);
    assert_eq!(answer.stopped, None, "{name}, {engine}");
    assert_eq!(answer.value(), Some(oracle), "{name}, {engine}");
    follows_the_line(game, state, &answer, name);
}

/// The line is legal, and leads to the end that the value promises.
fn follows_the_line<G: Game>(game: &G, state: &G::State, answer: &Answer<G::Move>, name: &str) {
    let (mut at, turn) = (state.clone(), game.turn(state));
    assert_eq!(answer.best, answer.line.first().copied(), "{name}");
    for &mv in &answer.line {
        assert!(game.is_legal(&at, mv), "{name}: {mv:?} in {at:?}");
        game.play(&mut at, mv);
    }
    let end = game.outcome(&at).expect("the line goes to the end").value_for(turn);
    let value = answer.value().expect("solved");
    assert_eq!(end.verdict, value.verdict, "{name}");
    if let Some(plies) = value.plies {
        assert_eq!(answer.line.len(), plies as usize, "{name}");
    }
}

fn every_engine<G: Game>(game: &G, name: &str) {
    for engine in [Engine::AlphaBeta, Engine::DfPn, Engine::Minimax] {
        agrees(game, game, &game.initial(), engine, name);
    }
    let oracle = minimax(game, &game.initial(), &Limits::default()).expect("a small game");
    let answer =
        Solver::new(game).engine(Engine::Mcts).limits(Limits::default().nodes(3000)).solve(&game.initial());
    assert!(answer.verdict().is_none_or(|verdict| verdict == oracle.verdict), "{name}, Monte Carlo");
    assert_eq!(answer.best.is_some(), game.outcome(&game.initial()).is_none(), "{name}, Monte Carlo");
}

#[test]
fn games_of_k_in_a_row() {
    for (w, h, k) in sizes(MOST_SQUARES) {
        for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
            let game: Mnk<u64> = Mnk::new(w, h, k, rule);
            let name = format!("{rule:?} {w},{h},{k}");
            agrees(&game, Tactical::new(&game), &game.initial(), Engine::AlphaBeta, &name);
            agrees(&game, Symmetric::new(&game), &game.initial(), Engine::AlphaBeta, &name);
            if w * h <= 6 || (w, h, k) == (3, 3, 3) {
                every_engine(&game, &name);
            }
        }
    }
}

#[test]
fn published_values() {
    let text = include_str!("../../../facts/mnk_values.json");
    let facts: Vec<serde_json::Value> = serde_json::from_str(text).expect("a list of facts");
    let mut compared = 0;
    for fact in facts.iter().filter(|fact| fact["game"] == "mnk") {
        let [w, h, k] = ["w", "h", "k"].map(|name| fact[name].as_u64().expect("a number") as u32);
        if w * h > 30 {
            continue;
        }
        let game: Mnk<u64> = Mnk::new(w, h, k, Rule::Normal);
        let value = Solver::new(Tactical::new(&game)).solve(&game.initial()).value().expect("solved");
        assert_eq!(value.verdict.to_string(), fact["value"].as_str().expect("a word"), "{w},{h},{k}");
        assert_eq!(value.plies.map(u64::from), fact["plies"].as_u64(), "{w},{h},{k}");
        compared += 1;
    }
    assert!(compared >= 6, "{compared} facts were compared");
}

#[test]
fn a_move_is_chosen_in_any_time() {
    let game: Mnk<u64> = Mnk::new(6, 6, 4, Rule::Normal);
    let knowledge = Guided { evaluate: game.open_lines(), knowledge: Tactical::new(&game) };
    for engine in [Engine::AlphaBeta, Engine::Mcts] {
        for nodes in [0, 1, 300, 5000] {
            let choice = Solver::new(knowledge.clone())
                .engine(engine)
                .limits(Limits::default().nodes(nodes))
                .choose(&game.initial());
            assert!(choice.best.is_some_and(|mv| game.is_legal(&game.initial(), mv)), "{engine}, {nodes}");
            assert_eq!(
                (choice.stopped, choice.nodes),
                (Some(Halt::Stopped(Stopped::Nodes)), nodes),
                "{engine}"
            );
        }
    }
    // Deep enough to see the end, and a win that is there.
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let choice = Solver::new(&game).choose(&game.initial());
    assert_eq!(
        (choice.worth, choice.stopped),
        (Worth::Guess(0), Some(Halt::Stopped(Stopped::Depth))),
        "the rules alone do not say when it ends"
    );
    let choice = Solver::new(Tactical::new(&game)).choose(&game.initial());
    let draw = Worth::Proved(Value::of(Verdict::Draw));
    assert_eq!((choice.worth, choice.plies, choice.stopped), (draw, 9, None));
}

#[test]
fn games_with_gravity() {
    for (w, h, k) in sizes(MOST_SQUARES) {
        for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
            let game = Mnk::<u64, _>::with_gravity(w, h, k, rule);
            let name = format!("gravity {rule:?} {w},{h},{k}");
            agrees(&game, Tactical::new(&game), &game.initial(), Engine::AlphaBeta, &name);
            agrees(&game, &game, &game.initial(), Engine::AlphaBeta, &name);
        }
    }
}

#[test]
fn games_with_either_mark() {
    for (w, h, k) in sizes(9) {
        for rule in [WildRule::Normal, WildRule::Misere, WildRule::Order] {
            let (game, name) = (Wild::<u64>::new(w, h, k, rule), format!("wild {rule:?} {w},{h},{k}"));
            if w * h <= 4 {
                every_engine(&game, &name);
            }
            let knowledge = Symmetric::of(&game, Some, |_| None::<&Unsupported<Wild<u64>>>);
            agrees(&game, knowledge, &game.initial(), Engine::AlphaBeta, &name);
        }
        let (game, name) = (Notakto::<u64>::new(w, h, k), format!("notakto {w},{h},{k}"));
        if w * h <= 6 {
            every_engine(&game, &name);
        }
        agrees(&game, &game, &game.initial(), Engine::AlphaBeta, &name);
    }
}

#[test]
fn nim_and_cubes() {
    for misere in [false, true] {
        let game = Nim::new(&[1, 3, 4], misere);
        every_engine(&game, "nim");
        agrees(&game, Symmetric::new(&game), &game.initial(), Engine::AlphaBeta, "nim");
    }
    let cube: Positional<u64> = Positional::cube(3, 3);
    let knowledge = Symmetric::new(&cube);
    let answer = Solver::new(knowledge).solve(&cube.initial());
    assert_eq!(answer.value(), Some(Value::win(7)));
}

/// Positions from random play, with what is said of them beforehand.
fn random_positions<G: Game>(game: &G, seed: u64, least_plies: usize, mut check: impl FnMut(&G::State)) {
    let mut random = Random::new(seed);
    for _ in 0..200 {
        let mut state = game.initial();
        let mut plies = 0;
        while game.outcome(&state).is_none() {
            if plies >= least_plies {
                check(&state);
            }
            let mv = random.choose(game.moves(&state)).expect("a move");
            game.play(&mut state, mv);
            plies += 1;
        }
    }
}

/// What is told of a position without a search, beside its value: a loss takes no longer, a win no less.
fn bounds_hold<T: Threats<State: std::fmt::Debug>>(game: &T, state: &T::State, value: Value) {
    let least = game.at_least(state);
    let bounded = |bound: Value, value: Value| match (bound.verdict, bound.plies) {
        (_, Some(_)) => value <= bound,
        (verdict, None) => value.verdict <= verdict,
    };
    if let Glance::Open { moves, .. } = game.glance(state, false) {
        let most = game.at_most(state, &moves, Verdict::Win);
        assert!(bounded(most, value), "{state:?} is {value}, at most {most}");
        // A caller to whom only losses are of use is told of the same losses.
        let useful = game.at_most(state, &moves, Verdict::Loss);
        assert!(bounded(useful, value), "{state:?} is {value}, at most {useful}");
        assert_eq!(most.verdict == Verdict::Loss, useful.verdict == Verdict::Loss, "{state:?}");
        assert!(most.verdict != Verdict::Loss || most == useful, "{state:?}: {most}, {useful}");
    }
    assert!(bounded(least.reversed(), value.reversed()), "{state:?} is {value}, at least {least}");
}

/// The promise of a move is the same whether or not a glance at where it leads has gone before.
fn promises_agree<G>(game: &G, state: &<G as Game>::State)
where
    G: Game + Threats<State = <G as Game>::State, Move = <G as Game>::Move>,
{
    let Glance::Open { moves, .. } = Threats::glance(game, state, false) else { return };
    let promises = game.promises(state);
    for mv in moves {
        if let Glance::Open { moves: seen, .. } = Threats::glance(game, &game.next(state, mv), true) {
            assert_eq!(promises(mv, Some(&seen)), promises(mv, None), "{mv:?} in {state:?}");
        }
    }
}

fn threats_are_true<G>(game: &G, seed: u64, least_plies: usize)
where
    G: Game + Threats<State = <G as Game>::State, Move = <G as Game>::Move>,
{
    random_positions(game, seed, least_plies, |state| {
        let value = minimax(game, state, &Limits::default()).expect("a small game");
        bounds_hold(game, state, value);
        promises_agree(game, state);
        agrees(game, Tactical::new(game), state, Engine::AlphaBeta, &format!("{state:?}"));
    });
}

#[test]
fn what_is_told_without_a_search_is_true() {
    for (w, h, k, plies) in
        [(5, 4, 4, 8), (4, 4, 3, 2), (6, 4, 4, 12), (3, 6, 3, 4), (5, 4, 3, 8), (4, 6, 4, 12)]
    {
        for rule in [Rule::Normal, Rule::Weak, Rule::Misere] {
            threats_are_true(&Mnk::<u64, _>::with_gravity(w, h, k, rule), 5, plies);
        }
    }
    for (w, h, k, plies) in [(4, 3, 3, 2), (4, 4, 3, 6), (4, 4, 4, 6), (5, 3, 3, 5)] {
        for rule in [Rule::Normal, Rule::Weak, Rule::Misere] {
            threats_are_true(&Mnk::<u64>::new(w, h, k, rule), 6, plies);
        }
    }
}

/// Wider boards, on which several threats and columns of either parity come together; by a search that asks nothing.
#[test]
fn what_is_told_near_the_end_is_true() {
    let mut random = Random::new(2);
    for (w, h, k) in [(7, 6, 4), (6, 6, 4), (5, 6, 4), (4, 6, 4), (6, 5, 4), (7, 4, 4), (6, 4, 3)] {
        for rule in [Rule::Normal, Rule::Normal, Rule::Weak] {
            let game = Mnk::<u64, _>::with_gravity(w, h, k, rule);
            for round in 0..1000 {
                let mut state = game.initial();
                for _ in 0..w * h - 4 - round % 11 {
                    if game.outcome(&state).is_none() {
                        let mv = random.choose(game.moves(&state)).expect("a move");
                        game.play(&mut state, mv);
                    }
                }
                let plain = Solver::new(Symmetric::new(&game)).solve(&state);
                if game.outcome(&state).is_none() {
                    bounds_hold(&game, &state, plain.value().expect("solved"));
                }
            }
        }
    }
}

#[test]
fn a_move_chosen_with_time_enough_is_as_good_as_any() {
    for (w, h, k, plies) in [(5, 4, 4, 8), (4, 4, 3, 4), (3, 6, 3, 4)] {
        let game = Mnk::<u64, _>::with_gravity(w, h, k, Rule::Normal);
        random_positions(&game, 11, plies, |state| {
            let verdict =
                |state: &_| minimax(&game, state, &Limits::default()).expect("a small game").verdict;
            let best = Solver::new(Tactical::new(&game)).choose(state).best.expect("a move");
            let after = verdict(&game.next(state, best));
            assert_eq!(Value::of(after).reversed().verdict, verdict(state), "{best:?} in {state:?}");
        });
    }
}

#[test]
fn symmetric_positions_have_equal_values() {
    let game = Mnk::<u64, _>::with_gravity(5, 4, 4, Rule::Normal);
    random_positions(&game, 9, 8, |state| {
        let value = |state| Solver::new(Tactical::new(&game)).solve(state).value();
        assert_eq!(value(state), value(&game.image(state, 1)));
    });
    let board: Mnk<u64> = Mnk::new(4, 4, 3, Rule::Misere);
    random_positions(&board, 6, 6, |state| {
        let value = |state: &_| Solver::new(Tactical::new(&board)).solve(state).value();
        for symmetry in 0..8 {
            assert_eq!(value(state), value(&board.image(state, symmetry)));
        }
    });
    let cube: Positional<u64> = Positional::cube(3, 3);
    random_positions(&cube, 5, 8, |state| {
        let value = |state: &_| lines::Solver::new(&cube).expect("lines").solve(state).value();
        for symmetry in 0..48 {
            assert_eq!(value(state), value(&cube.image(state, symmetry)));
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn random_trees(seed: u64, height in 1usize..8, branching in 1usize..5) {
        let game = Mock::random_tree(seed, height, branching);
        every_engine(&game, "random tree");
        agrees(&game, Symmetric::new(&game), &0, Engine::AlphaBeta, "random tree");
    }

    /// Positions come twice, players move twice running: the answer is that of retrograde analysis, or there is none.
    #[test]
    fn random_graphs(seed: u64, positions in 1usize..40, degree in 1usize..4) {
        let game = Mock::random_graph(seed, positions, degree);
        let truth = retrograde(&game);
        let answer = Solver::new(Symmetric::new(&game)).solve(&0);
        prop_assert_eq!(answer.stopped, None);
        prop_assert_eq!(answer.value(), Some(truth[0]));
        prop_assert_eq!(answer.best.is_some(), game.outcome(&0).is_none());
        let answer = Solver::new(Symmetric::new(&game)).engine(Engine::DfPn).solve(&0);
        prop_assert_eq!(answer.stopped, None);
        prop_assert_eq!(answer.value(), Some(truth[0]));
        let answer = Solver::new(&game).engine(Engine::Mcts).limits(Limits::default().nodes(500)).solve(&0);
        prop_assert!(answer.verdict().is_none_or(|verdict| verdict == truth[0].verdict));
    }
}

/// On both graphs the query about a near loss proves a win at some distance, before nearer wins are ruled out.
#[test]
fn a_win_found_by_the_way_is_not_taken_for_the_nearest() {
    for (seed, positions, plies) in [(8_736_200_352_051_776_937, 36, 4), (4_940_629_548_098_460_911, 12, 2)] {
        let game = Mock::random_graph(seed, positions, 3);
        let truth = retrograde(&game);
        assert_eq!(truth[0], Value::win(plies));
        for engine in [Engine::AlphaBeta, Engine::DfPn] {
            let solver = Solver::new(Symmetric::new(&game)).engine(engine).line(positions);
            let answer = solver.solve(&0);
            assert_eq!((answer.value(), answer.stopped), (Some(truth[0]), None), "{engine}");
            follows_the_line(&game, &0, &answer, "random graph");
            for judged in solver.analyze(&0) {
                let worth = before(&game, &0, &judged.mv, truth[judged.mv]);
                assert_eq!(judged.answer.value(), Some(worth), "{engine}: {}", judged.mv);
            }
        }
    }
}

#[test]
fn where_nobody_can_move_nobody_wins() {
    for player in game::Player::BOTH {
        let stuck = Mock::new(2).edge(0, 1).turn(1, player);
        for engine in [Engine::AlphaBeta, Engine::DfPn, Engine::Mcts, Engine::Minimax] {
            for state in [0, 1] {
                let answer = Solver::new(&stuck).engine(engine).solve(&state);
                assert_eq!(answer.value(), Some(Value::of(Verdict::Draw)), "{engine} from {state}");
            }
        }
    }
}

#[test]
fn games_without_end_are_refused_or_solved_but_never_looped_in() {
    // To and fro for ever.
    let game = Mock::new(2).edge(0, 1).edge(1, 0).turn(1, game::Player::Second);
    let answer = Solver::new(&game).solve(&0);
    assert_eq!(answer.value(), Some(Value::of(Verdict::Draw)));
    assert_eq!(minimax(&game, &0, &Limits::default()), Err(Halt::Repetition));
    // A long walk in circles: too many positions to say that it never ends, and too few plies.
    let mut game = Mock::new(3000);
    for at in 0..3000 {
        game = game.edge(at, (at + 1) % 3000);
    }
    let answer = Solver::new(&game).limits(Limits::default().depth(50)).solve(&0);
    assert_eq!((answer.value(), answer.best), (None, Some(1)));
    assert!(matches!(answer.stopped, Some(Halt::Repetition | Halt::Stopped(Stopped::Depth))));
}

#[test]
fn an_interrupted_search_still_has_a_legal_move() {
    let game: Mnk<u64> = Mnk::new(5, 5, 4, Rule::Normal);
    for microseconds in [0, 1, 50, 1000] {
        let time = std::time::Duration::from_micros(microseconds);
        for engine in [Engine::AlphaBeta, Engine::DfPn, Engine::Mcts, Engine::Minimax] {
            let budget = Limits::default().time(time);
            let answer = Solver::new(&game).engine(engine).limits(budget).solve(&game.initial());
            assert_eq!(answer.stopped, Some(Halt::Stopped(Stopped::Time)));
            assert!(answer.best.is_some_and(|mv| game.is_legal(&game.initial(), mv)));
            assert_eq!(answer.value(), None);
        }
    }
}

#[test]
fn nodes_are_counted_and_limited() {
    let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
    let solve = |nodes, threads| {
        Solver::new(Tactical::new(&game))
            .limits(Limits::default().threads(threads).nodes(nodes))
            .solve(&game.initial())
    };
    let whole = solve(u64::MAX, 1);
    assert_eq!(whole.nodes, solve(u64::MAX, 1).nodes, "one thread does the same every time");
    assert_eq!(solve(u64::MAX, 2).value(), whole.value());
    let part = solve(100, 1);
    assert_eq!((part.nodes, part.stopped), (100, Some(Halt::Stopped(Stopped::Nodes))));
    assert!(part.worth.least() < part.worth.most());
}

#[test]
fn each_move_is_judged() {
    let game = Mnk::<u64, _>::with_gravity(4, 4, 3, Rule::Normal);
    let judged = Solver::new(Tactical::new(&game)).analyze(&game.initial());
    assert_eq!(judged.len(), 4);
    let oracle = minimax(&game, &game.initial(), &Limits::default()).expect("a small game");
    let best = judged.iter().filter_map(|judged| judged.answer.value()).max();
    assert_eq!(best, Some(oracle));
    for judged in judged {
        let next = game.next(&game.initial(), judged.mv);
        let after = minimax(&game, &next, &Limits::default()).expect("a small game");
        let value = if after.verdict == Verdict::Draw { after } else { after.one_ply_back() };
        assert_eq!(judged.answer.value(), Some(value));
    }
}

#[test]
fn a_game_without_index_or_symmetry_will_do() {
    let game = Mock::random_tree(3, 5, 3);
    let knowledge = Symmetric::of(&game, Some, |_| None::<&Unsupported<Mock>>);
    agrees(&game, knowledge, &0, Engine::AlphaBeta, "no index");
}

#[test]
fn reported_bounds_narrow_to_the_answer() {
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let reported = Mutex::new(Vec::new());
    let watch = |so_far: &Progress<_>| reported.lock().unwrap().push(so_far.worth);
    let answer = Solver::new(&game).watch(&watch).solve(&game.initial());
    let reported = reported.into_inner().unwrap();
    assert!(reported.is_sorted_by_key(|worth| worth.least()), "{reported:?}");
    assert!(reported.is_sorted_by(|one, next| one.most() >= next.most()), "{reported:?}");
    assert_eq!((reported.last(), answer.worth), (Some(&answer.worth), Worth::Proved(Value::win(7))));
}

/// Threats of (4,4,4) would make a draw of (4,3,3); where knowledge is found in the game, nothing is mixed up.
#[test]
fn knowledge_found_in_a_game_is_of_that_game() {
    let small: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let large: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
    for (game, value) in [(&small, Value::win(7)), (&large, Value::of(Verdict::Draw))] {
        let start = game.initial();
        let threats = Tactical::of(game, Some).expect("the function returns the game");
        let symmetries = Symmetric::of(game, Some, Some);
        assert_eq!(Solver::new(threats).solve(&start).value(), Some(value));
        assert_eq!(Solver::new(symmetries).solve(&start).value(), Some(value));
        assert_eq!(Solver::new(Tactical::new(game)).solve(&start).value(), Some(value));
    }
    assert!(Tactical::of(&small, |_| None::<&Mnk<u64>>).is_none());
}

/// Minimax that reaches a limit knows nothing, and says so: it names a legal move, and no line that might be wrong.
#[test]
fn where_minimax_reaches_a_limit_there_is_no_line() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let start = game.initial();
    let solve =
        |limits: Limits| Solver::new(&game).engine(Engine::Minimax).line(99).limits(limits).solve(&start);
    let whole = solve(Limits::default());
    assert_eq!((whole.value(), whole.stopped, whole.line.len()), (Some(Value::of(Verdict::Draw)), None, 9));
    for (limits, why) in [
        (Limits::default().nodes(whole.nodes - 1), Stopped::Nodes),
        (Limits::default().depth(8), Stopped::Depth),
        (Limits::default().memory(1000), Stopped::Memory),
    ] {
        let answer = solve(limits);
        assert_eq!((answer.value(), answer.stopped), (None, Some(Halt::Stopped(why))));
        assert_eq!((answer.line, answer.best), (Vec::new(), game.moves(&start).next()), "{why}");
    }
    // What is known to the last node has its whole line, although not one more node may be looked at.
    let exact = solve(Limits::default().nodes(whole.nodes));
    assert_eq!((exact.line, exact.stopped), (whole.line, None));
}
