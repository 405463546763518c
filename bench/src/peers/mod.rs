//! Our figures beside those of other programs, measured in one run on one machine: `bench peers`.
//!
//! Every workload runs in a process of its own, ours and theirs in turn, for several rounds: the median of the seconds of
//! processor time, how far the rounds lie apart, and the most memory. Where valgrind is installed, short loops are
//! compared by instructions. What is written, `peers.md`, `peers.json` and the plots beside them, is kept in the
//! repository as the last run; `bench compare OLD NEW` names what has become slower.

mod compare;
mod figures;
mod others;
mod plots;
mod report;

use std::path::Path;
use std::process::ExitCode;

use figures::Figure;
use plots::Growth;

use crate::connect_four;

pub(crate) use compare::compare;

/// Our workload, beside one of a peer.
struct Pair {
    title: &'static str,
    ours: &'static str,
    /// The name of the peer, and its workload.
    theirs: Option<(&'static str, &'static str)>,
    by: By,
}

/// What is compared, and whether it is short enough for a quick run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Instructions,
    Time,
    LongTime,
}

const fn pair(title: &'static str, ours: &'static str, theirs: (&'static str, &'static str), by: By) -> Pair {
    Pair { title, ours, theirs: Some(theirs), by }
}

const fn alone(title: &'static str, ours: &'static str, by: By) -> Pair {
    Pair { title, ours, theirs: None, by }
}

/// Every comparison. The names are those of `bench run`.
const PAIRS: [Pair; 24] = [
    pair(
        "(4,4,4), all states",
        "explore-exact",
        ("Stateright, breadth first", "explore-stateright-bfs"),
        By::Time,
    ),
    pair(
        "(4,4,4), states whose keys are hashed",
        "explore-exact-states",
        ("Stateright, depth first", "explore-stateright-dfs"),
        By::LongTime,
    ),
    pair(
        "(4,4,4), current layers",
        "explore-layered",
        ("a hash set by hand", "explore-by-hand-hash-set"),
        By::Time,
    ),
    pair(
        "(3,3,3), all states",
        "explore-three-exact",
        ("Stateright, breadth first", "explore-three-stateright"),
        By::Time,
    ),
    pair(
        "two-phase commit, 7 resources",
        "explore-commit-exact",
        ("Stateright, breadth first", "explore-commit-stateright"),
        By::Time,
    ),
    alone("(4,4,4), by index", "explore-indexed", By::Time),
    pair(
        "Hanoi, 12 rings, all states",
        "explore-hanoi-exact",
        ("Stateright, breadth first", "explore-hanoi-stateright"),
        By::Time,
    ),
    pair(
        "Connect Four to depth 16",
        "connect-depth-16",
        ("minimax, iterative", "connect-depth-16-minimax"),
        By::Time,
    ),
    pair(
        "Connect Four, 300 000 random games",
        "connect-playouts",
        ("minimax, Monte Carlo", "connect-playouts-minimax"),
        By::Time,
    ),
    pair("4×4 as diagrams", "dd-4", ("OxiDD", "oxidd-4"), By::Time),
    pair("4×4 as diagrams, beside another", "dd-4", ("biodivine-lib-bdd", "biodivine-4"), By::Time),
    pair("30 philosophers", "dd-philosophers-30", ("OxiDD", "oxidd-philosophers"), By::Time),
    pair("5×5 as diagrams", "dd-5", ("OxiDD", "oxidd-5"), By::LongTime),
    alone("5×5 by levels", "mnk-5x5-direct", By::Time),
    alone("6×6 by levels", "mnk-6x6-direct", By::LongTime),
    alone("Kanban 20", "dd-kanban", By::Time),
    alone("philosophers 1000", "dd-philosophers", By::Time),
    alone("Connect Four 5×4 solved strongly", "solve-5x4", By::LongTime),
    alone("Connect Four, 100 positions after 20 plies", "connect-middle", By::LongTime),
    pair(
        "perft Connect Four, depth 9",
        "perft-connect-generic",
        ("a walk by hand", "perft-connect-by-hand"),
        By::Instructions,
    ),
    pair(
        "perft 4×4, depth 6",
        "perft-mnk-generic",
        ("a walk by hand", "perft-mnk-by-hand"),
        By::Instructions,
    ),
    pair(
        "perft 4×4, size not compiled in",
        "perft-mnk-any-size",
        ("a walk by hand", "perft-mnk-by-hand"),
        By::Instructions,
    ),
    pair(
        "perft of text 4×4, depth 6",
        "text-four-perft",
        ("the same game in Rust", "text-four-perft-rust"),
        By::Instructions,
    ),
    pair(
        "perft of text Connect Four, depth 8",
        "text-connect-perft",
        ("the same game in Rust", "text-connect-perft-rust"),
        By::Instructions,
    ),
];

/// A pair that was measured.
struct Row {
    title: &'static str,
    by: By,
    ours: Figure,
    theirs: Option<(&'static str, Figure)>,
}

impl Row {
    /// Ours divided by theirs: instructions where these are compared.
    fn ratio(&self) -> Option<f64> {
        let (_, theirs) = self.theirs.as_ref()?;
        match (self.ours.instructions, theirs.instructions) {
            (Some(ours), Some(theirs)) => Some(ours as f64 / theirs as f64),
            _ => Some(self.ours.seconds / theirs.seconds),
        }
    }
}

/// What was asked for.
#[derive(Default)]
struct Options<'a> {
    /// Leaves out what takes long.
    quick: bool,
    /// Only comparisons whose titles contain this, and no growth.
    only: Option<&'a str>,
    /// Where to write the files.
    folder: Option<&'a Path>,
    /// Where the public sets of Connect Four are, if other solvers of it are to be compared.
    sets: Option<&'a Path>,
}

/// Reads the words behind `bench peers`, and measures.
pub(crate) fn run(words: &[&str]) -> ExitCode {
    let mut options = Options::default();
    let mut rest = words;
    loop {
        rest = match rest {
            [] => return all(&options),
            ["--quick", rest @ ..] => {
                options.quick = true;
                rest
            }
            ["--only", word, rest @ ..] => {
                options.only = Some(word);
                rest
            }
            ["--write", folder, rest @ ..] => {
                options.folder = Some(folder.as_ref());
                rest
            }
            ["--sets", folder, rest @ ..] => {
                options.sets = Some(folder.as_ref());
                rest
            }
            [wrong, ..] => {
                eprintln!(
                    "`{wrong}` is not understood; usage: bench peers [--quick] [--only WORD] [--write FOLDER] \
                     [--sets FOLDER]"
                );
                return ExitCode::from(2);
            }
        }
    }
}

impl Options<'_> {
    fn wants(&self, pair: &Pair) -> bool {
        (!self.quick || pair.by != By::LongTime) && self.only.is_none_or(|word| pair.title.contains(word))
    }
}

/// Measures everything, and writes the files.
fn all(options: &Options<'_>) -> ExitCode {
    let quick = options.quick;
    let rounds = if quick { 2 } else { 5 };
    let counting = crate::measure::counts_instructions();
    let mut rows = Vec::new();
    let mut good = true;
    for pair in PAIRS.iter().filter(|pair| options.wants(pair)) {
        match measured(pair, rounds, counting) {
            Ok(row) => {
                println!("{}", report::line(&row));
                rows.push(row);
            }
            Err(problem) => {
                println!("{}: {problem}", pair.title);
                good = false;
            }
        }
    }
    if rows.is_empty() {
        eprintln!("nothing was measured");
        return ExitCode::from(2);
    }
    let solvers = match options.sets.map(|folder| connect_four::measured(folder, quick)).transpose() {
        Ok(solvers) => solvers.unwrap_or_default(),
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    good &= connect_four::all_right(&solvers);
    let others = if options.only.is_none() { others::measured() } else { Vec::new() };
    let growth = if options.only.is_none() { Growth::measured(quick) } else { Growth::default() };
    let machine = report::machine();
    let found = report::Found { rows: &rows, others: &others, growth: &growth, solvers: &solvers };
    let text = report::markdown(&found, &machine, quick);
    println!("\n{text}");
    if let Some(folder) = options.folder {
        let files = [("peers.md", text), ("peers.json", report::json(&found, &machine, quick))];
        let plots = if growth.points.is_empty() { Vec::new() } else { plots::drawn(&growth).to_vec() };
        for (name, text) in files.into_iter().chain(plots) {
            if let Err(error) = std::fs::write(folder.join(name), text) {
                eprintln!("{}: {error}", folder.join(name).display());
                good = false;
            }
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn measured(pair: &Pair, rounds: usize, counting: bool) -> Result<Row, String> {
    let names: Vec<&str> =
        [Some(pair.ours), pair.theirs.map(|(_, name)| name)].into_iter().flatten().collect();
    let mut figures = figures::in_turn(&names, rounds)?;
    if pair.by == By::Instructions && counting {
        for (figure, name) in figures.iter_mut().zip(&names) {
            figure.instructions = Some(figures::instructions(name)?);
        }
    }
    let mut figures = figures.into_iter();
    let ours = figures.next().expect("the first is ours");
    let theirs = pair.theirs.map(|(peer, _)| peer).zip(figures.next());
    if let Some((peer, theirs)) = &theirs
        && theirs.result != ours.result
    {
        return Err(format!("we find {}, {peer} finds {}", ours.result, theirs.result));
    }
    Ok(Row { title: pair.title, by: pair.by, ours, theirs })
}
