//! Games as diagrams: counting and solving. The large boards are run by name: `bench run connect-7x6`.

use game::Limits;
use games::mnk::{Mnk, Rule};
use symbolic::{Options, Reach, Symbolic, direct, reach, solve};

use crate::{Contest, Measure, Workload, orders, tables};

pub(crate) fn contests() -> Vec<Contest> {
    vec![
        // Two ways to the same number.
        Contest {
            title: "tic-tac-toe 5x5, direct beside by ply",
            ours: Workload { name: "mnk-5x5-direct", run: directly::<5, 5> },
            theirs: Some(Workload { name: "mnk-5x5-ply", run: by_ply::<5, 5> }),
            by: Measure::Time,
            limit: None,
        },
        alone("tic-tac-toe 4x4 by ply", 0.1, Workload { name: "mnk-4x4", run: by_ply::<4, 4> }),
        alone("tic-tac-toe 5x5, four in a row", 10.0, Workload { name: "mnk-5x5-4", run: by_ply::<5, 4> }),
        alone("tic-tac-toe 6x6, direct", 5.0, Workload { name: "mnk-6x6-direct", run: directly::<6, 6> }),
        alone("tic-tac-toe 6x6 by ply", 12.0, Workload { name: "mnk-6x6-ply", run: by_ply::<6, 6> }),
        alone("Connect Four 5x5 counted", 2.5, Workload { name: "connect-5x5", run: connect::<5, 5> }),
        alone("Connect Four 6x5 counted", 20.0, Workload { name: "connect-6x5", run: connect::<6, 5> }),
        alone("Connect Four 4x4 solved", 0.4, Workload { name: "solve-4x4", run: solved::<4, 4> }),
        alone("Connect Four 5x4 solved", 1.2, Workload { name: "solve-5x4", run: solved::<5, 4> }),
        alone("Connect Four 5x5 solved", 20.0, Workload { name: "solve-5x5", run: solved::<5, 5> }),
    ]
}

/// What takes minutes, and the small ones of the series that they are part of.
pub(crate) fn large() -> Vec<Workload> {
    vec![
        Workload { name: "mnk-3x3-direct", run: directly::<3, 3> },
        Workload { name: "mnk-4x4-direct", run: directly::<4, 4> },
        Workload { name: "mnk-7x7-direct", run: directly::<7, 7> },
        Workload { name: "mnk-7x7-ply", run: by_ply::<7, 7> },
        Workload { name: "connect-6x6", run: connect::<6, 6> },
        Workload { name: "connect-7x6", run: connect::<7, 6> },
        Workload { name: "solve-6x5", run: solved::<6, 5> },
        Workload { name: "solve-6x6", run: solved::<6, 6> },
    ]
}

/// What is no contest: tablebases, and orders of the squares.
pub(crate) fn tables_and_orders() -> String {
    format!("{}\n{}", tables::all(), orders::all())
}

fn alone(title: &'static str, seconds: f64, ours: Workload) -> Contest {
    Contest { title, ours, theirs: None, by: Measure::Time, limit: Some(seconds) }
}

pub(crate) fn limits() -> Limits {
    Limits::default().memory(18 << 30)
}

fn shown(found: &Reach) -> String {
    match (found.stopped, &found.problem) {
        (None, None) => found.positions().to_string(),
        (why, problem) => format!("after {} plies: {why:?} {problem:?}", found.layers.len()),
    }
}

fn counted<S: Symbolic>(game: &S) -> String {
    shown(&reach(game, Options::default(), &limits(), &mut |_| ()))
}

fn by_ply<const N: u32, const K: u32>() -> String {
    counted(&Mnk::<u64>::new(N, N, K, Rule::Normal))
}

fn directly<const N: u32, const K: u32>() -> String {
    let game: Mnk<u64> = Mnk::new(N, N, K, Rule::Normal);
    direct(&game, &limits(), &mut |_| ()).as_ref().map_or("no direct route".to_string(), shown)
}

fn connect<const W: u32, const H: u32>() -> String {
    counted(&Mnk::<u64, _>::with_gravity(W, H, 4, Rule::Normal))
}

fn solved<const W: u32, const H: u32>() -> String {
    let game: Mnk<u64, _> = Mnk::with_gravity(W, H, 4, Rule::Normal);
    match solve(&game, false, &limits(), &mut |_| ()) {
        Ok(solved) => format!("{}: {:?}", solved.value, solved.table.totals().map(|n| n.to_string())),
        Err(unsolved) => unsolved.to_string(),
    }
}
