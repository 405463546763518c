//! Programs that cannot be dependencies: run if they are on the path, by these names; otherwise figures from elsewhere.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::measure;

/// A program that people can build beside ours.
struct Program {
    /// The name it must have on the path.
    name: &'static str,
    what: &'static str,
    arguments: &'static [&'static str],
    /// What it reads.
    input: fn() -> String,
    /// Our workload for the same.
    ours: &'static str,
    /// What it took elsewhere: seconds, megabytes, and where that is from.
    elsewhere: Option<(f64, f64, &'static str)>,
}

const HERE_BEFORE: &str = "measured by us on another day, on a machine of the same kind";

const PROGRAMS: [Program; 5] = [
    Program {
        name: "c4solver",
        what: "Connect Four, 100 positions after 20 plies (P. Pons; a position a line on the standard input)",
        arguments: &[],
        input: crate::search_group::middle_positions,
        ours: "connect-middle",
        elsewhere: None,
    },
    Program {
        name: "morpionv2",
        what: "5×5, homomorphisms of the tutorial (libDDD; `morpionv2 5`)",
        arguments: &["5"],
        input: String::new,
        ours: "dd-5-readme",
        elsewhere: None,
    },
    Program {
        name: "meddly-kanban",
        what: "Kanban 20 (Meddly; `kanban 20 -msat` of its examples)",
        arguments: &["20", "-msat"],
        input: String::new,
        ours: "dd-kanban",
        elsewhere: Some((0.03, 5.9, HERE_BEFORE)),
    },
    Program {
        name: "meddly-philosophers",
        what: "philosophers 1000 (Meddly; `dining_phils -n1000 -dfs` of its examples)",
        arguments: &["-n1000", "-dfs"],
        input: String::new,
        ours: "dd-philosophers",
        elsewhere: Some((0.064, 12.5, HERE_BEFORE)),
    },
    Program {
        name: "rbg-perft-connect4",
        what: "perft of text Connect Four, depth 8 (C++ that the RBG compiler makes)",
        arguments: &["8"],
        input: String::new,
        ours: "text-connect-perft",
        elsewhere: None,
    },
];

/// One line: what, our seconds, theirs with its source.
pub(crate) struct Other {
    pub(crate) what: &'static str,
    pub(crate) ours: Option<f64>,
    pub(crate) theirs: Option<f64>,
    pub(crate) source: String,
}

/// Measures what is on the path.
pub(crate) fn measured() -> Vec<Other> {
    PROGRAMS.iter().map(one).collect()
}

fn one(program: &Program) -> Other {
    let run = seconds(program);
    let (theirs, source) = match (run, program.elsewhere) {
        (Some(seconds), _) => (Some(seconds), format!("`{}`, in this run", program.name)),
        (None, Some((seconds, megabytes, source))) => {
            (Some(seconds), format!("not in this run: {source}, with {megabytes} MB"))
        }
        (None, None) => (None, format!("no `{}` on the path", program.name)),
    };
    let ours = theirs.and_then(|_| measure::timed(program.ours)).map(|cost| cost.amount);
    Other { what: program.what, ours, theirs, source }
}

/// Runs a program: seconds of processor time, or nothing if it is not there or fails.
fn seconds(program: &Program) -> Option<f64> {
    let before = measure::children_seconds()?;
    let mut child = Command::new(program.name)
        .args(program.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    // A program that reads nothing closes its end.
    let _ = input.write_all((program.input)().as_bytes());
    drop(input);
    child.wait().ok()?.success().then(|| measure::children_seconds().map(|after| after - before))?
}
