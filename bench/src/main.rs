//! Measures morpion against rivals, in one run: this machine may be busy, so only ratios hold.
//!
//! `cargo run --release -p bench` measures everything. Where `valgrind` is installed instructions are counted, which do
//! not depend on what else the machine is doing; elsewhere time has to serve. `bench run WORKLOAD` does one piece of
//! work and prints its result, to be put under a profiler.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

mod measure;
mod perft;

use std::process::ExitCode;

/// One piece of work, named, with a result that must not depend on who does it.
struct Workload {
    name: &'static str,
    run: fn() -> u64,
}

/// Ours beside theirs.
struct Contest {
    title: &'static str,
    ours: Workload,
    theirs: Workload,
    /// The ratio that is allowed, if it is ours to promise.
    limit: Option<f64>,
}

fn contests() -> Vec<Contest> {
    perft::contests()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => measure::all(&contests()),
        ["run", name] => run(name),
        _ => {
            eprintln!("usage: bench [run WORKLOAD]");
            ExitCode::from(2)
        }
    }
}

fn run(name: &str) -> ExitCode {
    let contests = contests();
    let workloads = contests.iter().flat_map(|c| [&c.ours, &c.theirs]);
    match workloads.clone().find(|w| w.name == name) {
        Some(workload) => {
            println!("{}", (workload.run)());
            ExitCode::SUCCESS
        }
        None => {
            let names: Vec<&str> = workloads.map(|w| w.name).collect();
            eprintln!("no workload `{name}`; there are: {}", names.join(", "));
            ExitCode::from(2)
        }
    }
}
