//! The search: ours beside the `minimax` crate, and positions of Connect Four from late to early.

use game::{Evaluate, Game, Limits, Notation};
use games::mnk::{FixedSize, Marks, Mnk, Rule};
use search::{Engine, Guided, Solver, Tactical};

use crate::{Contest, Measure, Workload, minimax_rival};

type ConnectFour = Mnk<u64, FixedSize<7, 6, 4, true>>;

const GAMES: u32 = 300_000;

pub(crate) fn contests() -> Vec<Contest> {
    let alone = |title, name, run, limit| Contest {
        title,
        ours: Workload { name, run },
        theirs: None,
        by: Measure::Time,
        limit,
    };
    vec![
        Contest {
            title: "connect:7,6,4 to depth 16",
            ours: Workload { name: "connect-depth-16", run: depth_16 },
            theirs: Some(Workload { name: "connect-depth-16-minimax", run: minimax_rival::depth_16 }),
            by: Measure::Time,
            limit: Some(0.667),
        },
        Contest {
            title: "connect:7,6,4, 300 000 random games",
            ours: Workload { name: "connect-playouts", run: playouts },
            theirs: Some(Workload {
                name: "connect-playouts-minimax",
                run: || minimax_rival::playouts(GAMES),
            }),
            by: Measure::Time,
            limit: Some(1.0),
        },
        alone("1000 positions after 30 plies", "connect-late", || positions(30, 1000), None),
        alone("100 positions after 20 plies", "connect-middle", || positions(20, 100), None),
        alone("10 positions after 12 plies", "connect-early", || positions(12, 10), None),
    ]
}

fn game() -> ConnectFour {
    Mnk::fixed(Rule::Normal)
}

/// Goes by the same evaluation as the rival.
struct Judge;

impl Evaluate<ConnectFour> for Judge {
    fn score(&self, _: &ConnectFour, state: &Marks<u64>) -> i32 {
        minimax_rival::judged(state.own, state.other)
    }
}

fn depth_16() -> String {
    let game = game();
    let knowledge = Guided { evaluate: Judge, knowledge: Tactical::new(&game) };
    let choice = Solver::new(knowledge).limits(Limits::default().depth(16)).choose(&game.initial());
    format!("a move: {}", choice.best.is_some() && choice.plies == 16)
}

fn playouts() -> String {
    let game = game();
    let limits = Limits::default().nodes(GAMES.into());
    let choice = Solver::new(&game).engine(Engine::Mcts).limits(limits).choose(&game.initial());
    format!("{} {}", choice.nodes, choice.best.is_some())
}

/// Solves `count` random positions after `plies` plies. Returns the nodes in all and for each.
fn positions(plies: usize, count: usize) -> String {
    let game = game();
    let nodes: u64 = random_positions(plies, count)
        .iter()
        .map(|(_, state)| Solver::new(Tactical::new(&game)).solve(state).nodes)
        .sum();
    format!("{nodes} nodes, {} a position", nodes / count as u64)
}

/// `count` random positions after `plies` plies, in which no move wins at once, with the columns that lead there.
fn random_positions(plies: usize, count: usize) -> Vec<(String, Marks<u64>)> {
    let game = game();
    let mut random = game::Random::new(plies as u64);
    let mut found = Vec::new();
    while found.len() < count {
        let (mut state, mut columns) = (game.initial(), String::new());
        for _ in 0..plies {
            if game.outcome(&state).is_none()
                && let Some(mv) = random.choose(game.moves(&state))
            {
                columns += &game.action_text(&state, mv);
                game.play(&mut state, mv);
            }
        }
        let over = |state: &_| game.outcome(state).is_some();
        if !over(&state) && !game.moves(&state).any(|mv| over(&game.next(&state, mv))) {
            found.push((columns, state));
        }
    }
    found
}

/// The positions of the workload `connect-middle`, as other solvers read them: a line of columns for each.
pub(crate) fn middle_positions() -> String {
    random_positions(20, 100).into_iter().map(|(columns, _)| columns + "\n").collect()
}

/// Solves Connect Four from the start on `threads` threads. Returns the value and the cost.
pub(crate) fn whole(threads: usize) -> String {
    let game = game();
    let found = Solver::new(Tactical::new(&game))
        .limits(Limits::default().threads(threads))
        .line(1)
        .solve(&game.initial());
    let value = found.value().map_or("unknown".to_string(), |value| value.to_string());
    let best = found.best.map(|mv| game.action_text(&game.initial(), mv)).unwrap_or_default();
    let speed = found.nodes as f64 / found.seconds / 1e6;
    format!(
        "{value} by {best}, {} nodes, {:.1} s, {speed:.2} million nodes a second",
        found.nodes, found.seconds
    )
}
