//! Measures morpion against rivals, in one run: this machine may be busy, so only ratios hold.
//!
//! `cargo run --release -p bench` measures everything, `bench GROUP` one group: `perft`, `diagrams`, `symbolic` or `search`;
//! `bench costs` tells what a node and a look-up of a diagram cost. Short walks are compared by instructions where
//! `valgrind` is installed, which do not depend on what else the machine is doing; long work by processor time.
//! `bench run WORKLOAD` does one piece of work and prints its result, to be put under a profiler. `bench explore` searches
//! the whole of (4,4,4), ours beside Stateright and a search by hand: states in a second, and the most memory held.
//! `bench lines` solves games of lines beside the figures to beat, `bench lines far` the two largest, which take minutes;
//! `bench lines 9,9,5 2 3600` works on one for an hour with two threads, and says how far it has got.
//! `bench play` plays 200 moves of gomoku with a tenth of a second for each, and tells how long they took.
//! `bench levels` plays ten games of gomoku, an engine with a second for each move against level 5.
//! `bench duel gomoku 20 500000` plays 20 games of lines from random openings, with so many nodes a move, against a fiftieth
//! of them without the search for threats.
//! `bench symbolic` ends with `bench tables`, what tablebases take on disk, to load and to look something up in, and
//! `bench orders`, the same count with the squares in every order.
//! `bench connect4` solves Connect Four from the start, on one thread and on two.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

mod diagrams;
mod duel;
mod explore_all;
mod lines;
mod measure;
mod minimax_rival;
mod orders;
mod oxidd_rival;
mod perft;
mod play;
mod search_group;
mod symbolic;
mod tables;

use std::process::ExitCode;

/// One piece of work, named, with a result that must not depend on who does it.
struct Workload {
    name: &'static str,
    run: fn() -> String,
}

/// Ours, beside a rival's if there is one.
struct Contest {
    title: &'static str,
    ours: Workload,
    theirs: Option<Workload>,
    by: Measure,
    /// What is allowed: a ratio where there is a rival, seconds where there is none.
    limit: Option<f64>,
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Instructions,
    Time,
}

/// A group of contests, by name.
type Group = (&'static str, fn() -> Vec<Contest>);

const GROUPS: [Group; 4] = [
    ("perft", perft::contests),
    ("diagrams", diagrams::contests),
    ("symbolic", symbolic::contests),
    ("search", search_group::contests),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let group = |name: &str| GROUPS.iter().find(|(known, _)| *known == name).map(|(_, contests)| contests());
    match words[..] {
        [] => {
            let code = measure::all(GROUPS.iter().flat_map(|(_, contests)| contests()));
            println!("\n{}\n\n{}", diagrams::costs(), symbolic::tables_and_orders());
            let others = [explore_all::all(), lines::all()];
            std::iter::once(code).chain(others).find(|&code| code != ExitCode::SUCCESS).unwrap_or(code)
        }
        ["costs"] => shown(&diagrams::costs()),
        ["connect4"] => {
            for threads in [1, 2] {
                println!("connect:7,6,4 on {threads} threads: {}", search_group::whole(threads));
            }
            ExitCode::SUCCESS
        }
        ["orders"] => shown(&orders::all()),
        ["tables"] => shown(&tables::all()),
        ["symbolic"] => {
            let code = measure::all(symbolic::contests().into_iter());
            println!("\n{}", symbolic::tables_and_orders());
            code
        }
        ["run", name] => run(name),
        ["explore"] => explore_all::all(),
        ["play"] => play::all(),
        ["levels"] => play::levels(),
        ["lines"] => lines::all(),
        ["lines", "far"] => lines::far(),
        ["lines", size, threads, seconds] => lines::one(size, threads, seconds),
        ["duel", game, games, nodes] => duel::play(game, games, nodes),
        ["explore", name] => explore_all::one(name),
        [name] if group(name).is_some() => measure::all(group(name).into_iter().flatten()),
        _ => {
            let names: Vec<&str> = GROUPS.iter().map(|(name, _)| *name).collect();
            eprintln!(
                "usage: bench [{} | costs | tables | orders | connect4 | explore [WORKLOAD] | play | levels | lines [far | W,H,K THREADS SECONDS] | duel GAME GAMES NODES | run WORKLOAD]",
                names.join(" | ")
            );
            ExitCode::from(2)
        }
    }
}

fn shown(text: &str) -> ExitCode {
    println!("{text}");
    ExitCode::SUCCESS
}

fn run(name: &str) -> ExitCode {
    let contests = GROUPS.iter().flat_map(|(_, contests)| contests());
    let small = contests.flat_map(|c| [Some(c.ours), c.theirs]).flatten();
    let workloads: Vec<Workload> = small.chain(symbolic::large()).collect();
    match workloads.iter().find(|w| w.name == name) {
        Some(workload) => {
            println!("{}", (workload.run)());
            println!("{}", measure::spent());
            ExitCode::SUCCESS
        }
        None => {
            let names: Vec<&str> = workloads.iter().map(|w| w.name).collect();
            eprintln!("no workload `{name}`; there are: {}", names.join(", "));
            ExitCode::from(2)
        }
    }
}
