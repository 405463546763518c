//! The search: ours beside the `minimax` crate, and positions of Connect Four from late to early.

use game::{Evaluate, Game, Notation};
use games::mnk::{Known, Marks, Mnk, Rule};
use search::{Budget, Engine, Guided, Options, Solver, Tactical};

use crate::{Contest, Measure, Workload, minimax_rival};

type ConnectFour = Mnk<u64, Known<7, 6, 4, true>>;

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
    Mnk::known(Rule::Normal)
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
    let options = Options::default().budget(Budget::default().depth(16));
    let knowledge = Guided { evaluate: Judge, knowledge: Tactical(&game) };
    let choice = Solver::new(&game, knowledge).options(options).choose(&game.initial());
    format!("a move: {}", choice.best.is_some() && choice.plies == 16)
}

fn playouts() -> String {
    let game = game();
    let budget = Budget::default().nodes(GAMES.into());
    let options = Options::default().engine(Engine::Mcts).budget(budget);
    let choice = Solver::new(&game, ()).options(options).choose(&game.initial());
    format!("{} {}", choice.nodes, choice.best.is_some())
}

/// Solves random positions of so many plies in which nobody can win at once: nodes in all, and for each.
fn positions(plies: usize, count: usize) -> String {
    let game = game();
    let mut random = game::Random::new(plies as u64);
    let (mut nodes, mut solved) = (0, 0);
    while solved < count {
        let mut state = game.initial();
        for _ in 0..plies {
            if game.outcome(&state).is_none()
                && let Some(mv) = random.choose(game.moves(&state))
            {
                game.play(&mut state, mv);
            }
        }
        let over = |state: &_| game.outcome(state).is_some();
        if over(&state) || game.moves(&state).any(|mv| over(&game.next(&state, mv))) {
            continue;
        }
        nodes += Solver::new(&game, Tactical(&game)).solve(&state).nodes;
        solved += 1;
    }
    format!("{nodes} nodes, {} a position", nodes / count as u64)
}

/// Solves Connect Four from the start, on two threads: what it took.
pub(crate) fn whole(threads: usize) -> String {
    let game = game();
    let options = Options::default().threads(threads).line(1);
    let found = Solver::new(&game, Tactical(&game)).options(options).solve(&game.initial());
    let value = found.value().map_or("unknown".to_string(), |value| value.to_string());
    let best = found.best.map(|mv| game.action_text(&game.initial(), mv)).unwrap_or_default();
    let speed = found.nodes as f64 / found.seconds / 1e6;
    format!(
        "{value} by {best}, {} nodes, {:.1} s, {speed:.2} million nodes a second",
        found.nodes, found.seconds
    )
}
