//! Commands and what they print, from a document: the format of `cli/tests/commands`.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

struct Example {
    line: usize,
    command: String,
    expected: Vec<String>,
    code: i32,
}

/// Runs the commands of a document that begin with the name of the program, in this folder, and compares what they print.
/// Returns how many there were.
pub(crate) fn compare(document: &Path, name: &str, program: &Path, folder: &Path) -> usize {
    let examples = examples(&std::fs::read_to_string(document).unwrap());
    for Example { line, command, expected, code } in &examples {
        let (text, typed) = typed(command);
        let words = words(typed.strip_prefix(name).unwrap_or_else(|| panic!("line {line}: {command}")));
        let output = run(program, folder, &words, &text);
        // An answer goes to the one stream, a mistake to the other.
        let (used, unused) =
            if *code == 2 { (output.stderr, output.stdout) } else { (output.stdout, output.stderr) };
        let printed = String::from_utf8(used).unwrap();
        let lines: Vec<String> = printed.trim_end().lines().map(without_times).collect();
        let unused = String::from_utf8_lossy(&unused);
        assert!(unused.is_empty(), "line {line}: {command} printed on the other stream\n{unused}");
        assert_eq!(output.status.code(), Some(*code), "line {line}: {command}\n{printed}");
        assert!(matches(expected, &lines), "line {line}: {command} printed\n{printed}");
    }
    examples.len()
}

fn examples(text: &str) -> Vec<Example> {
    let (mut examples, mut inside): (Vec<Example>, bool) = (Vec::new(), false);
    for (line, text) in (1..).zip(text.lines()) {
        if text.starts_with("```") {
            inside = text == "```console";
        } else if inside && let Some(command) = text.strip_prefix("$ ") {
            examples.push(Example { line, command: command.to_string(), expected: Vec::new(), code: 0 });
        } else if inside && let Some(example) = examples.last_mut() {
            match text.strip_prefix("? ") {
                Some(code) => example.code = code.parse().unwrap(),
                None => example.expected.push(without_times(text)),
            }
        }
    }
    examples
}

/// What is typed, and the command it is typed to.
fn typed(command: &str) -> (String, &str) {
    let split = command.strip_prefix("printf '").and_then(|rest| rest.split_once("' | "));
    split.map_or((String::new(), command), |(text, command)| (text.replace("\\n", "\n"), command))
}

/// The words of a command, with quotes understood.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in command.split('"').enumerate() {
        match number % 2 {
            1 => words.push(part.to_string()),
            _ => words.extend(part.split_whitespace().map(str::to_string)),
        }
    }
    words
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

/// `0.03 s` becomes the same everywhere, and so do sizes in memory.
fn without_times(line: &str) -> String {
    let measured = |word: &str| word.contains('.') && word.parse::<f64>().is_ok();
    let words: Vec<&str> =
        line.trim_end().split(' ').map(|word| if measured(word) { "#" } else { word }).collect();
    words.join(" ")
}

fn matches(expected: &[String], printed: &[String]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line == "..." => {
            (0..=printed.len()).any(|skip| matches(rest, &printed[skip..]))
        }
        Some((line, rest)) => printed.first() == Some(line) && matches(rest, &printed[1..]),
    }
}
