//! Decision diagrams: the examples of `dd` and `symbolic`, as their users write them, and a rival where there is one.

use dd::{Manager, Strategy};

use crate::{Contest, Measure, Workload};
use crate::{biodivine_rival, oxidd_rival};

#[allow(dead_code, reason = "an example has a main function too")]
#[path = "../../dd/examples/hanoi.rs"]
mod hanoi;
#[allow(dead_code, reason = "an example has a main function too")]
#[path = "../../dd/examples/kanban.rs"]
mod kanban;
#[allow(dead_code, reason = "an example has a main function too")]
#[path = "../../dd/examples/philosophers.rs"]
mod philosophers;
#[allow(dead_code, reason = "an example has a main function too")]
#[path = "../../symbolic/examples/tictactoe.rs"]
mod tictactoe;

pub(crate) fn contests() -> Vec<Contest> {
    vec![
        beside(
            "tic-tac-toe 4x4, beside OxiDD",
            Workload { name: "dd-4", run: demo::<4> },
            Workload { name: "oxidd-4", run: oxidd_rival::four },
        ),
        beside(
            "tic-tac-toe 5x5, beside OxiDD",
            Workload { name: "dd-5", run: demo::<5> },
            Workload { name: "oxidd-5", run: oxidd_rival::five },
        ),
        beside(
            "tic-tac-toe 4x4, beside biodivine-lib-bdd",
            Workload { name: "dd-4", run: demo::<4> },
            Workload { name: "biodivine-4", run: biodivine_rival::four },
        ),
        beside(
            "30 philosophers, beside OxiDD",
            Workload { name: "dd-philosophers-30", run: philosophers::<30> },
            Workload { name: "oxidd-philosophers", run: oxidd_rival::philosophers },
        ),
        alone("tic-tac-toe 5x5, immediate win", 1.2, Workload { name: "dd-5-demo", run: demo::<5> }),
        alone("tic-tac-toe 5x5, separate win", 1.8, Workload { name: "dd-5-readme", run: readme }),
        alone("tic-tac-toe 6x6, immediate win", 20.0, Workload { name: "dd-6-demo", run: demo::<6> }),
        alone("Kanban 20", 0.12, Workload { name: "dd-kanban", run: kanban_20 }),
        alone(
            "dining philosophers 1000",
            0.2,
            Workload { name: "dd-philosophers", run: philosophers::<1000> },
        ),
        alone("Hanoi, 3000 rings", 2.9, Workload { name: "dd-hanoi", run: hanoi_3000 }),
    ]
}

fn beside(title: &'static str, ours: Workload, theirs: Workload) -> Contest {
    Contest { title, ours, theirs: Some(theirs), by: Measure::Time, limit: Some(1.0) }
}

fn alone(title: &'static str, seconds: f64, ours: Workload) -> Contest {
    Contest { title, ours, theirs: None, by: Measure::Time, limit: Some(seconds) }
}

/// What a node and a look-up cost on 5×5.
pub(crate) fn costs() -> String {
    format!("tic-tac-toe 5x5, immediate win\n{}", shown(tictactoe::report(5, tictactoe::immediate_win)))
}

fn shown(count: dd::Result<impl ToString>) -> String {
    count.map_or_else(|error| error.to_string(), |count| count.to_string())
}

fn demo<const N: u32>() -> String {
    shown(tictactoe::states(N, tictactoe::immediate_win))
}

fn readme() -> String {
    shown(tictactoe::states(5, tictactoe::separate_win))
}

fn kanban_20() -> String {
    shown(kanban::reach(&Manager::new(), 20, Strategy::Automatic).and_then(|set| set.count()))
}

fn philosophers<const N: u32>() -> String {
    shown(philosophers::reach(&Manager::new(), N, Strategy::Automatic).and_then(|set| set.count()))
}

fn hanoi_3000() -> String {
    shown(hanoi::reach(&Manager::new(), 3000, Strategy::Automatic).and_then(|set| set.count()))
}
