//! Moves: what is certain is played, what is not is said to be a guess, and budgets are for all.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use game::{Game, Limits, Outcome, Player, Random, Stopped, Verdict};
use games::mnk::{Mnk, Rule, Wild, WildRule};
use games::ultimate::Ultimate;
use search::{Engine, Halt, Solver, Tactical, minimax};

/// Plays to the end after two random plies, and says who won, if anybody.
fn beats(game: &impl Game, seed: u64, engine: [Engine; 2]) -> Option<usize> {
    let (mut state, mut random) = (game.initial(), Random::new(seed));
    for ply in 0.. {
        let Some(outcome) = game.outcome(&state) else {
            let chosen = || {
                Solver::new(game)
                    .engine(engine[ply % 2])
                    .limits(Limits::default().nodes(20_000))
                    .choose(&state)
                    .best
            };
            let mv = if ply < 2 { random.choose(game.moves(&state)) } else { chosen() };
            game.play(&mut state, mv.expect("a move"));
            continue;
        };
        return match outcome {
            Outcome::Win(side) => Some(side.index()),
            Outcome::Draw => None,
        };
    }
    None
}

#[test]
fn random_games_tell_more_than_an_evaluation_that_knows_nothing() {
    let game: Mnk<u64> = Mnk::new(7, 7, 4, Rule::Normal);
    let mut points = [0, 0];
    for seed in 0..10 {
        for swapped in [false, true] {
            let mut engines = [Engine::Auto, Engine::AlphaBeta];
            if swapped {
                engines.reverse();
            }
            if let Some(winner) = beats(&game, seed, engines) {
                points[winner ^ usize::from(swapped)] += 1;
            }
        }
    }
    assert!(points[0] > 2 * points[1], "{points:?}");
}

/// Where a win is said to be certain, the move leads to it: also where there are more moves than codes for them.
fn certain_wins_are_played<G: Game>(game: &G, positions: u64, plies: usize) {
    let (mut random, mut certain) = (Random::new(7), 0);
    for _ in 0..positions {
        let mut state = game.initial();
        for _ in 0..plies + random.below(plies) {
            let mv = random.choose(game.moves(&state)).expect("a move");
            let next = game.next(&state, mv);
            if game.outcome(&next).is_some() {
                break;
            }
            state = next;
        }
        let choice =
            Solver::new(game).engine(Engine::AlphaBeta).limits(Limits::default().nodes(3000)).choose(&state);
        if choice.worth.verdict() == Some(Verdict::Win) {
            certain += 1;
            let next = game.next(&state, choice.best.expect("a move"));
            let won = || Solver::new(game).solve(&next).verdict() == Some(Verdict::Loss);
            assert!(game.outcome(&next) == Some(Outcome::Win(game.turn(&state))) || won(), "{state:?}");
        }
    }
    assert!(certain > positions / 20, "{certain} wins of {positions}");
}

#[test]
fn what_is_certain_is_played() {
    certain_wins_are_played(&Wild::<u64>::new(6, 6, 4, WildRule::Normal), 200, 8);
    certain_wins_are_played(&Mnk::<u64>::new(4, 4, 4, Rule::Normal), 300, 6);
    certain_wins_are_played(&Ultimate::new(), 60, 35);
}

/// However little may be spent, a move that is told beside an exact value achieves it, or the search says that it
/// stopped.
#[test]
fn moves_are_proved_or_said_to_be_guesses() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let (mut random, mut exact) = (Random::new(3), 0);
    for case in 0..400 {
        let mut state = game.initial();
        for _ in 0..random.below(4) {
            let mv = random.choose(game.moves(&state)).expect("a move");
            game.play(&mut state, mv);
        }
        if game.outcome(&state).is_some() {
            continue;
        }
        let limits = Limits::default().memory([0, 1 << 20][case % 2]);
        let budget = limits.nodes(random.below(1500) as u64);
        let answer = Solver::new(&game).limits(budget).solve(&state);
        if let (Some(value), None) = (answer.value(), answer.stopped) {
            exact += 1;
            let next = game.next(&state, answer.best.expect("a move"));
            let after = minimax(&game, &next, &Limits::default()).expect("a small game");
            assert_eq!(after.verdict.reversed(), value.verdict, "{state:?}");
            assert_eq!(after.plies.map(|plies| plies + 1), value.plies, "{state:?}");
        } else if answer.verdict() == Some(Verdict::Win) {
            let next = game.next(&state, answer.best.expect("a move"));
            let after = minimax(&game, &next, &Limits::default()).expect("a small game");
            assert_eq!(after.verdict, Verdict::Loss, "{state:?}");
        }
    }
    assert!(exact > 50, "{exact}");
}

/// A game of one move that counts how often somebody lists its moves.
struct Listed(AtomicUsize);

impl Game for Listed {
    type State = (u16, Player);
    type Move = u16;

    fn initial(&self) -> (u16, Player) {
        (0, Player::First)
    }

    fn turn(&self, state: &(u16, Player)) -> Player {
        state.1
    }

    fn outcome(&self, state: &(u16, Player)) -> Option<Outcome> {
        (state.0 == 1).then_some(Outcome::Win(Player::First))
    }

    fn moves(&self, _: &(u16, Player)) -> impl Iterator<Item = u16> {
        self.0.fetch_add(1, Ordering::Relaxed);
        1..=2000
    }

    fn play(&self, state: &mut (u16, Player), mv: u16) {
        *state = (mv, state.1.other());
    }
}

#[test]
fn an_analysis_that_is_late_begins_with_no_move() {
    let game = Listed(AtomicUsize::new(0));
    for engine in [Engine::AlphaBeta, Engine::DfPn, Engine::Mcts] {
        let late = Limits::default().time(Duration::ZERO);
        let judged = Solver::new(&game).engine(engine).limits(late).analyze(&game.initial());
        assert_eq!(judged.len(), 2000);
        let known: Vec<u16> = judged.iter().filter(|j| j.answer.value().is_some()).map(|j| j.mv).collect();
        assert_eq!(known, [1], "the move that ends the game needs no time");
        assert_eq!(judged[1].answer.stopped, Some(Halt::Stopped(Stopped::Time)));
    }
    assert!(game.0.load(Ordering::Relaxed) < 10);
}

#[test]
fn the_budget_of_an_analysis_is_for_all_moves() {
    let game: Mnk<u64, _> = Mnk::with_gravity(7, 6, 4, Rule::Normal);
    for engine in [Engine::AlphaBeta, Engine::DfPn, Engine::Mcts] {
        let judged = Solver::new(Tactical::new(&game))
            .engine(engine)
            .limits(Limits::default().nodes(7000))
            .analyze(&game.initial());
        let nodes: Vec<u64> = judged.iter().map(|judged| judged.answer.nodes).collect();
        assert!(
            nodes.iter().all(|&nodes| nodes > 0) && nodes.iter().sum::<u64>() <= 7000,
            "{engine} {nodes:?}"
        );
    }
}
