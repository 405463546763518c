//! Connect Four beside other solvers, on the public sets of a thousand positions each: `bench connect4 FOLDER`.
//!
//! All read a position a line, as the columns played from 1, and print it again with its score: 22 less the marks of the
//! winner at the end, negative for a loss. So `bench four`, which is ours, and other people's solvers, if they are on the
//! path under the names of [`SOLVERS`], are measured in the same way: seconds of processor time of a process, one thread,
//! no book. The sets are those of P. Pons, as in the folder `crates/test-data` of `benjaminrall/connect-four-ai`.

use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use game::{Game, Limits, Notation, Value, Verdict};
use games::mnk::{FixedSize, Marks, Mnk, Rule};
use search::{Solver, Tactical};
use serde_json::{Value as Json, json};

use crate::measure;

type ConnectFour = Mnk<u64, FixedSize<7, 6, 4, true>>;

/// A set: its title, its file, how many positions of it, and how many in a quick run.
const SETS: [(&str, &str, usize, usize); 5] = [
    ("begin, easy", "begin-easy", 1000, 1000),
    ("begin, medium", "begin-medium", 50, 10),
    ("begin, hard", "begin-hard", 20, 1),
    ("middle, easy", "middle-easy", 1000, 1000),
    ("middle, medium", "middle-medium", 1000, 200),
];

/// The empty board, which is a win in the 41st ply.
const EMPTY: (&str, &str) = ("empty board", " 1\n");

/// The names that other solvers must have on the path.
const SOLVERS: [&str; 5] =
    ["c4solver", "bitbully-solve", "ecc521-solve", "steininger-solve", "connect-four-ai-solve"];

/// What a solver took for a set.
pub(crate) struct Entry {
    /// Its title, and how many positions of it.
    set: String,
    solver: &'static str,
    took: Took,
    /// Whether all scores were those of the set.
    right: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Took {
    /// It is not on the path, or failed.
    Nothing,
    /// Longer than anybody waits.
    TooLong,
    Seconds(f64),
}

impl std::fmt::Display for Took {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Took::Nothing => write!(f, "–"),
            Took::TooLong => write!(f, "> {}", LONGEST.as_secs()),
            Took::Seconds(seconds) => write!(f, "{seconds:.3}"),
        }
    }
}

/// How long a solver may take for a set, by the clock.
const LONGEST: Duration = Duration::from_secs(300);

/// Ours: reads positions from the standard input, and prints their scores; the nodes go to the standard error.
pub(crate) fn four() -> ExitCode {
    let game: ConnectFour = Mnk::fixed(Rule::Normal);
    let (mut out, mut nodes) = (std::io::stdout().lock(), 0);
    for line in std::io::stdin().lock().lines() {
        let Ok(columns) = line else { return ExitCode::FAILURE };
        let Some(state) = position(&game, columns.trim()) else {
            eprintln!("not a line of columns that can be played: {columns:?}");
            return ExitCode::from(2);
        };
        let found = Solver::new(Tactical::new(&game)).limits(Limits::default()).solve(&state);
        nodes += found.nodes;
        let value = found.value().expect("there is no limit");
        if writeln!(out, "{columns} {}", score(value, columns.trim().len() as i32)).is_err() {
            return ExitCode::FAILURE;
        }
    }
    eprintln!("{nodes} nodes");
    ExitCode::SUCCESS
}

fn position(game: &ConnectFour, columns: &str) -> Option<Marks<u64>> {
    let mut state = game.initial();
    for column in columns.chars() {
        let mv = game.moves(&state).find(|mv| game.action_text(&state, *mv) == column.to_string())?;
        game.play(&mut state, mv);
    }
    Some(state)
}

/// Returns the score of a position with so many marks, as these solvers count.
fn score(value: Value, marks: i32) -> i32 {
    let left = 22 - (marks + value.plies.unwrap_or(0) as i32 + 1) / 2;
    match value.verdict {
        Verdict::Win => left,
        Verdict::Draw => 0,
        Verdict::Loss => -left,
    }
}

/// Measures every solver on the path, and ours, on every set; prints a line for each set.
pub(crate) fn measured(folder: &Path, quick: bool) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    let read = |file: &str, count: usize| {
        let path = folder.join(file);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok::<_, String>(text.lines().take(count).fold(String::new(), |all, line| all + line + "\n"))
    };
    let mut sets = Vec::new();
    for (title, file, count, few) in SETS {
        let count = if quick { few } else { count };
        sets.push((format!("{title} ({count})"), read(file, count)?));
    }
    if !quick {
        sets.push((EMPTY.0.to_string(), EMPTY.1.to_string()));
    }
    for (set, wanted) in &sets {
        for solver in std::iter::once("ours").chain(SOLVERS) {
            let (took, right) = timed(solver, wanted);
            eprintln!("{set}, {solver}: {took}");
            entries.push(Entry { set: set.clone(), solver, took, right });
        }
    }
    Ok(entries)
}

/// Runs a solver until that took half a second in all: the seconds of one run, and whether all scores were right.
fn timed(solver: &str, wanted: &str) -> (Took, bool) {
    let input: String =
        wanted.lines().map(|line| line.split(' ').next().unwrap_or_default().to_string() + "\n").collect();
    let (before, mut runs, mut right) = (spent(), 0, true);
    loop {
        match answers(solver, &input) {
            Some(Some(found)) => right &= found.lines().map(str::trim_end).eq(wanted.lines()),
            Some(None) => return (Took::TooLong, right),
            // Ours is always there.
            None => return (Took::Nothing, solver != "ours"),
        }
        runs += 1;
        let spent = spent() - before;
        if spent >= 0.5 || runs == 20 {
            return (Took::Seconds(spent / f64::from(runs)), right);
        }
    }
}

fn spent() -> f64 {
    measure::children_seconds().expect("this system says what processes have spent")
}

/// Returns what a solver prints; nothing inside if it takes too long, and nothing at all if there is none.
fn answers(solver: &str, input: &str) -> Option<Option<String>> {
    let mut command = if solver == "ours" {
        let mut own = Command::new(std::env::current_exe().ok()?);
        own.arg("four");
        own
    } else {
        Command::new(solver)
    };
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    // What they print in the meantime fits the pipe: less than 64 KiB for a thousand positions.
    child.stdin.take()?.write_all(input.as_bytes()).ok()?;
    let begun = Instant::now();
    while child.try_wait().ok()?.is_none() {
        if begun.elapsed() > LONGEST {
            child.kill().ok()?;
            child.wait().ok()?;
            return Some(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().ok()?;
    output.status.success().then(|| Some(String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// A table: a row for each set, a column for each solver that was found.
pub(crate) fn markdown(entries: &[Entry]) -> String {
    let names = std::iter::once("ours").chain(SOLVERS);
    let found: Vec<&str> =
        names.filter(|name| entries.iter().any(|e| e.solver == *name && e.took != Took::Nothing)).collect();
    let mut text = format!("| set | {} |\n|---|{}\n", found.join(" | "), "---:|".repeat(found.len()));
    let mut sets: Vec<&str> = entries.iter().map(|entry| entry.set.as_str()).collect();
    sets.dedup();
    for set in sets {
        write!(text, "| {set} |").expect("text can be written");
        let of = |name: &str| entries.iter().find(|e| e.set == set && e.solver == name);
        for entry in found.iter().filter_map(|name| of(name)) {
            let wrong = if entry.right { "" } else { ", wrong scores" };
            write!(text, " {}{wrong} |", entry.took).expect("text can be written");
        }
        text.push('\n');
    }
    text
}

pub(crate) fn json(entries: &[Entry]) -> Vec<Json> {
    let one = |e: &Entry| {
        let seconds = if let Took::Seconds(seconds) = e.took { Some(seconds) } else { None };
        json!({ "set": e.set, "solver": e.solver, "seconds": seconds, "right": e.right })
    };
    entries.iter().map(one).collect()
}

/// Whether all that was found is right.
pub(crate) fn all_right(entries: &[Entry]) -> bool {
    entries.iter().all(|entry| entry.right)
}

/// Measures and prints the table.
pub(crate) fn table(folder: &str, quick: bool) -> ExitCode {
    match measured(folder.as_ref(), quick) {
        Ok(entries) => {
            println!("{}", markdown(&entries));
            if all_right(&entries) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_counted_as_others_do() {
        assert_eq!(score(Value::win(41), 0), 1);
        assert_eq!(score(Value::win(1), 7), 18);
        assert_eq!(score(Value::loss(2), 6), -18);
        assert_eq!(score(Value::of(Verdict::Draw), 9), 0);
    }

    #[test]
    fn a_table_has_only_what_was_found() {
        let entry = |solver, took, right| Entry { set: "a".to_string(), solver, took, right };
        let entries = [entry("ours", Took::Seconds(0.5), true), entry("c4solver", Took::Nothing, true)];
        assert_eq!(markdown(&entries), "| set | ours |\n|---|---:|\n| a | 0.500 |\n");
        assert!(!all_right(&[entry("ours", Took::TooLong, false)]));
    }
}
