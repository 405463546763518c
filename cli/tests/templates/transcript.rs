//! Commands and what they print, from a document.
//!
//! A block marked `console` holds lines that begin with `$ ` and, below each, what it prints. `...` on a line of its
//! own stands for any lines. `? 2` at the end of a block is the exit code, if it is not 0. `printf 'b2\nquit\n' |
//! morpion play` types that. Everything is compared but times, and what is computed from them.
//!
//! With `MORPION_UPDATE=1` what has changed is written to the document, except where it has `...`.

use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Output, Stdio};

struct Example {
    /// The number of the line of the command, counted from 1.
    line: usize,
    command: String,
    /// What it prints, and which lines of the document that is, counted from 0.
    expected: Vec<String>,
    lines: Range<usize>,
    code: i32,
}

/// Runs the commands of a document that call the program, in this folder, and compares what they print. Returns how
/// many there were.
///
/// # Panics
/// If some of them do not print what the document says: all of those are shown.
pub(crate) fn compare(document: &Path, name: &str, program: &Path, folder: &Path) -> usize {
    let text = std::fs::read_to_string(document).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let (mut count, mut different, mut updated) = (0, Vec::new(), Vec::new());
    let updates = std::env::var_os("MORPION_UPDATE").is_some();
    for example in &examples(&text) {
        let (typed, command) = typed(&example.command);
        let Some(words) = words(command, name) else { continue };
        count += 1;
        let output = run(program, folder, &words, &typed);
        let Err((difference, printed)) = difference(example, &output) else { continue };
        if updates && !example.expected.iter().any(|line| line == "...") {
            updated.push((example.lines.clone(), printed));
        } else {
            different.push(format!("{}:{}: {difference}", document.display(), example.line));
        }
    }
    // From the end, so that the numbers of the lines before stay as they are.
    for (place, printed) in updated.into_iter().rev() {
        lines.splice(place, printed);
    }
    if updates {
        std::fs::write(document, lines.join("\n") + "\n").unwrap();
    }
    assert!(different.is_empty(), "{} commands differ:\n\n{}", different.len(), different.join("\n\n"));
    count
}

/// What is different from the document, and what should be there.
fn difference(example: &Example, output: &Output) -> Result<(), (String, Vec<String>)> {
    let Example { command, expected, code, .. } = example;
    // An answer goes to the one stream, a mistake to the other.
    let [answer, mistake] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    let (used, unused) = if output.status.code() == Some(2) { (mistake, answer) } else { (answer, mistake) };
    let mut printed: Vec<String> = used.trim_end().lines().map(|line| line.trim_end().to_string()).collect();
    if matches(expected, &printed) && unused.is_empty() && output.status.code() == Some(*code) {
        return Ok(());
    }
    let (status, text) = (output.status, printed.join("\n"));
    if let Some(code @ 1..) = output.status.code() {
        printed.push(format!("? {code}"));
    }
    Err((format!("{command}\n{status}, wanted {code}; it printed\n{text}\n{unused}"), printed))
}

fn examples(text: &str) -> Vec<Example> {
    let (mut examples, mut inside): (Vec<Example>, bool) = (Vec::new(), false);
    for (line, text) in (1..).zip(text.lines()) {
        if text.starts_with("```") {
            inside = text == "```console";
        } else if inside && let Some(command) = text.strip_prefix("$ ") {
            let (command, expected) = (command.to_string(), Vec::new());
            examples.push(Example { line, command, expected, lines: line..line, code: 0 });
        } else if inside && let Some(example) = examples.last_mut() {
            match text.strip_prefix("? ") {
                Some(code) => example.code = code.parse().unwrap(),
                None => example.expected.push(text.trim_end().to_string()),
            }
            example.lines.end = line;
        }
    }
    for example in &mut examples {
        while example.expected.last().is_some_and(String::is_empty) {
            example.expected.pop();
        }
    }
    examples
}

/// What is typed, and the command it is typed to.
fn typed(command: &str) -> (String, &str) {
    let split = command.strip_prefix("printf '").and_then(|rest| rest.split_once("' | "));
    split.map_or((String::new(), command), |(text, command)| (text.replace("\\n", "\n"), command))
}

/// The words of a command of this name, with quotes understood; none if it is another.
fn words(command: &str, name: &str) -> Option<Vec<String>> {
    let rest = command.strip_prefix("cargo run --release --").or_else(|| command.strip_prefix(name))?;
    if !rest.is_empty() && !rest.starts_with(' ') {
        return None;
    }
    let mut words = Vec::new();
    for (number, part) in rest.split('"').enumerate() {
        match number % 2 {
            1 => words.push(part.to_string()),
            _ => words.extend(part.split_whitespace().map(str::to_string)),
        }
    }
    Some(words)
}

/// Runs a program, and types this.
pub(crate) fn run(program: &Path, folder: &Path, words: &[String], text: &str) -> Output {
    let mut command = Command::new(program);
    command.args(words).current_dir(folder);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that does not want to read it all has ended.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait_with_output().unwrap()
}

/// The line with `#` for times and speeds: numbers before these words, and the `seconds` of JSON.
fn without_times(line: &str) -> String {
    const UNITS: [&str; 6] = ["s", "s,", "s:", "M states/s", "million nodes a second", "thousand games/s"];
    let words: Vec<&str> = line.split(' ').collect();
    let is_time = |at: usize| {
        let rest = words[at + 1..].join(" ");
        let is_unit =
            |unit: &str| rest.strip_prefix(unit).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        words[at].parse::<f64>().is_ok() && UNITS.iter().any(|unit| is_unit(unit))
    };
    let line: Vec<&str> = (0..words.len()).map(|at| if is_time(at) { "#" } else { words[at] }).collect();
    let line = line.join(" ");
    let Some((before, after)) = line.split_once("\"seconds\":") else { return line };
    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || ['.', 'e', '-'].contains(&c));
    format!("{before}\"seconds\":#{rest}")
}

fn matches(expected: &[String], printed: &[String]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line == "..." => {
            (0..=printed.len()).any(|skip| matches(rest, &printed[skip..]))
        }
        Some((line, rest)) => {
            printed.first().is_some_and(|first| without_times(first) == without_times(line))
                && matches(rest, &printed[1..])
        }
    }
}

#[test]
fn only_times_are_not_compared() {
    assert_eq!(without_times("time       0.03 s, 1.27 M states/s"), "time       # s, # M states/s");
    assert_eq!(without_times("level:7  61.5  +208.7 ± 82.1"), "level:7  61.5  +208.7 ± 82.1");
    assert_eq!(without_times("{\"a\":1.5,\"seconds\":1.2e-5,\"b\":2}"), "{\"a\":1.5,\"seconds\":#,\"b\":2}");
    assert_eq!(without_times("speed  3.20 million nodes a second"), "speed  # million nodes a second");
    assert_eq!(without_times("mean 8.25 moves"), "mean 8.25 moves");
}
