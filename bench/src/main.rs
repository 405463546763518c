//! Measures morpion beside rivals in one run: on a busy machine only ratios can be trusted. Where `valgrind` is installed,
//! short workloads are compared by instructions, which do not depend on the load of the machine; long ones by processor
//! time.
//!
//! `cargo run --release -p bench` measures everything. One part of it:
//! - `bench GROUP`: `perft`, `diagrams`, `symbolic`, `search` or `rules`; `symbolic` ends with `tables` and `orders`,
//!   `rules` with the programs that the compiler of Regular Boardgames makes, if they are on the path: `rbg-perft-chess`
//!   and so on, made of `test/perft.cpp` of rbg2cpp and the text in `rules/games`;
//! - `bench costs`: a node and a look-up in a diagram;
//! - `bench tables`: tablebases, on disk, to load and to look up;
//! - `bench orders`: the same count with the squares in every order;
//! - `bench run WORKLOAD`: one workload and its result, for use under a profiler;
//! - `bench explore`: the whole of (4,4,4) beside Stateright and a search by hand, in states a second of processor
//!   time and peak memory;
//! - `bench lines`: games of lines beside the figures to beat; `bench lines far`: the two largest, which take minutes;
//! - `bench lines 9,9,5 2 3600`: one board for an hour with two threads, printing its progress;
//! - `bench play`: the time of 200 moves of gomoku with a tenth of a second for each;
//! - `bench levels`: ten games of gomoku, an engine with a second for each move against level 5;
//! - `bench duel gomoku 20 500000`: 20 games of lines from random openings, a player with 500 000 nodes a move against one
//!   with a fiftieth of them and without the search for threats;
//! - `bench peers`: our figures beside other programs', in one table; `--quick` takes less than two minutes, `--only WORD`
//!   measures those with a word in their title, `--sets DIR` adds solvers of Connect Four on the public sets there, and
//!   `--write DIR` writes the table, the same as JSON, and plots of growth;
//! - `bench compare OLD NEW`: which figures of two such JSON files have become slower beyond noise;
//! - `bench connect4`: Connect Four from the start, on one thread and on two;
//! - `bench connect4 FOLDER`: the public sets of positions in this folder, beside the solvers on the path; `--quick` takes
//!   few of each. `bench four` solves positions from the standard input as those do.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

mod biodivine_rival;
mod commit;
mod connect_four;
mod diagrams;
mod duel;
mod explore_all;
mod lines;
mod measure;
mod minimax_rival;
mod orders;
mod oxidd_rival;
mod peers;
mod perft;
mod play;
mod search_group;
mod symbolic;
mod tables;
mod text_games;

use std::process::ExitCode;

/// A named piece of work, whose result must be the same for us and for a rival.
struct Workload {
    name: &'static str,
    run: fn() -> String,
}

/// Our workload, beside a rival's if there is one.
struct Contest {
    title: &'static str,
    ours: Workload,
    theirs: Option<Workload>,
    by: Measure,
    /// The limit: a ratio where there is a rival, seconds where there is none.
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

const GROUPS: [Group; 5] = [
    ("perft", perft::contests),
    ("diagrams", diagrams::contests),
    ("symbolic", symbolic::contests),
    ("search", search_group::contests),
    ("rules", text_games::contests),
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
        ["connect4", sets] => connect_four::table(sets, false),
        ["connect4", sets, "--quick"] => connect_four::table(sets, true),
        ["four"] => connect_four::four(),
        ["orders"] => shown(&orders::all()),
        ["tables"] => shown(&tables::all()),
        ["symbolic"] => {
            let code = measure::all(symbolic::contests().into_iter());
            println!("\n{}", symbolic::tables_and_orders());
            code
        }
        ["rules"] => {
            let code = measure::all(text_games::contests().into_iter());
            println!("\n{}", text_games::beside_compiled());
            code
        }
        ["run", name] => run(name),
        ["explore"] => explore_all::all(),
        ["peers", ..] => peers::run(&words[1..]),
        ["compare", old, new] => peers::compare(old, new),
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
                "usage: bench [{} | costs | tables | orders | connect4 [SETS [--quick]] | four | explore [WORKLOAD] | play | levels | \
                 lines [far | W,H,K THREADS SECONDS] | peers [--quick] [--only WORD] [--write DIR] [--sets DIR] | \
                 compare OLD NEW | duel GAME GAMES NODES | run WORKLOAD]",
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
    if let Some(states) = name.strip_prefix("explore-").and_then(explore_all::states) {
        println!("{states}\n{}", measure::spent());
        return ExitCode::SUCCESS;
    }
    let contests = GROUPS.iter().flat_map(|(_, contests)| contests());
    let small = contests.flat_map(|c| [Some(c.ours), c.theirs]).flatten();
    let workloads: Vec<Workload> = small.chain(symbolic::large()).chain(lines::workloads()).collect();
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
