//! Short loops of every engine, counted in instructions by valgrind, beside those recorded in `bench/loops.txt`.
//!
//! Seconds of a machine that does other things say little; instructions hardly vary, so that a change that makes a loop
//! slower by a twentieth is seen at once. Without rivals, so that it builds in a minute.
//!
//! - `loops`: counts every loop; fails and names those that take a twentieth more than recorded, or find something else;
//! - `loops record`: keeps what is counted now;
//! - `loops run NAME`: runs one loop and prints what it found.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

mod workloads;

use std::fmt::Write;
use std::process::{Command, ExitCode};

use workloads::{LOOPS, Loop};

/// By how much a loop may take more than recorded, and by how much less before that should be recorded.
const MARGIN: f64 = 0.05;

/// Where the counts are kept.
const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../loops.txt");

const HEAD: &str = "# Loop, instructions, result: written by `.ci/loops --record`.\n";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        [] => compared(),
        ["record"] => recorded(),
        ["run", name] => run(name),
        _ => Err("usage: loops [record | run NAME]".to_string()),
    };
    match done {
        Ok(code) => code,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// What a loop takes and finds.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Count {
    name: String,
    instructions: u64,
    result: String,
}

fn run(name: &str) -> Result<ExitCode, String> {
    let known = || LOOPS.iter().map(|one| one.name).collect::<Vec<_>>().join(", ");
    let one = LOOPS.iter().find(|one| one.name == name);
    let one = one.ok_or_else(|| format!("no loop `{name}`; there are: {}", known()))?;
    println!("{}", (one.run)());
    Ok(ExitCode::SUCCESS)
}

/// Counts the instructions of a loop, in a process of its own.
fn counted(one: &Loop) -> Result<Count, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(own);
    let output = command.args(["run", one.name]).output().map_err(|error| format!("valgrind: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    let line = report.lines().find(|line| line.contains("Collected"));
    let amount = line.and_then(|line| line.rsplit(' ').find_map(|word| word.parse().ok()));
    let instructions = amount.ok_or_else(|| format!("{}: valgrind counted nothing:\n{report}", one.name))?;
    let result = String::from_utf8_lossy(&output.stdout).trim().to_string();
    Ok(Count { name: one.name.to_string(), instructions, result })
}

fn all() -> impl Iterator<Item = Result<Count, String>> {
    LOOPS.iter().map(counted)
}

fn recorded() -> Result<ExitCode, String> {
    let mut text = HEAD.to_string();
    for count in all() {
        let Count { name, instructions, result } = count?;
        writeln!(text, "{name}\t{instructions}\t{result}").expect("text can be written");
    }
    std::fs::write(RECORD, &text).map_err(|error| format!("{RECORD}: {error}"))?;
    print!("{text}");
    Ok(ExitCode::SUCCESS)
}

fn compared() -> Result<ExitCode, String> {
    let text = std::fs::read_to_string(RECORD).map_err(|error| format!("{RECORD}: {error}"))?;
    let record = read(&text)?;
    let mut good = true;
    println!("{:<28} {:>14} {:>14} {:>7}", "instructions", "recorded", "now", "ratio");
    for count in all() {
        let count = count?;
        let before = record.iter().find(|before| before.name == count.name);
        let before = before.ok_or_else(|| format!("`{}` is not recorded: .ci/loops --record", count.name))?;
        let ratio = count.instructions as f64 / before.instructions as f64;
        let (name, was, is) = (&count.name, before.instructions, count.instructions);
        let verdict = judged(before, &count);
        println!("{name:<28} {was:>14} {is:>14} {ratio:>7.3}{}", verdict.unwrap_or_default());
        good &= judged(before, &count).is_none_or(|verdict| verdict == FASTER);
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

const FASTER: &str = "  faster: .ci/loops --record keeps that";

/// What there is to say of a loop beside its record, if anything.
fn judged(before: &Count, now: &Count) -> Option<&'static str> {
    let ratio = now.instructions as f64 / before.instructions as f64;
    if before.result != now.result {
        Some("  FINDS SOMETHING ELSE")
    } else if ratio > 1.0 + MARGIN {
        Some("  SLOWER")
    } else if ratio < 1.0 - MARGIN {
        Some(FASTER)
    } else {
        None
    }
}

fn read(text: &str) -> Result<Vec<Count>, String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.splitn(3, '\t');
            let wrong = || format!("{RECORD}: not a name, a number and a result: {line:?}");
            let name = parts.next().ok_or_else(wrong)?.to_string();
            let instructions = parts.next().and_then(|number| number.parse().ok()).ok_or_else(wrong)?;
            let result = parts.next().ok_or_else(wrong)?.to_string();
            Ok(Count { name, instructions, result })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(instructions: u64, result: &str) -> Count {
        Count { name: "a".to_string(), instructions, result: result.to_string() }
    }

    #[test]
    fn a_tenth_more_is_named_and_so_is_another_result() {
        let before = count(1000, "7");
        assert_eq!(judged(&before, &count(1049, "7")), None);
        assert_eq!(judged(&before, &count(951, "7")), None);
        assert_eq!(judged(&before, &count(1100, "7")), Some("  SLOWER"));
        assert_eq!(judged(&before, &count(900, "7")), Some(FASTER));
        assert_eq!(judged(&before, &count(1000, "8")), Some("  FINDS SOMETHING ELSE"));
    }

    #[test]
    fn the_record_names_every_loop() {
        let record = read(&std::fs::read_to_string(RECORD).expect("it is there")).expect("it is right");
        let names: Vec<&str> = record.iter().map(|count| &count.name[..]).collect();
        assert_eq!(names, LOOPS.map(|one| one.name));
        assert!(read("a\tb\tc").is_err() && read("a\t1").is_err());
    }
}
