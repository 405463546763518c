//! Every command shown in a document is run, and prints what the document says.
//!
//! A block marked `console` holds lines that begin with `$ ` and, below each, what it prints. `...` on a line of its own
//! stands for any lines, and times are not compared. `? 2` at the end of a block is the exit code, if it is not 0.
//! `printf 'b2\nquit\n' | morpion play` types that.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

struct Example {
    place: String,
    command: String,
    expected: Vec<String>,
    code: i32,
}

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = |path: &str| {
        let entries = std::fs::read_dir(root.join(path)).unwrap();
        entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "md"))
    };
    let mut all: Vec<PathBuf> = folder("book/src").chain(folder("morpion/tests/commands")).collect();
    all.push(root.join("README.md"));
    all.sort();
    all
}

fn examples(path: &Path) -> Vec<Example> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{}:{}", path.file_name().unwrap().display(), number + 1);
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            let command = command.to_string();
            examples.push(Example { place, command, expected: Vec::new(), code: 0 });
        } else if inside && let Some(example) = examples.last_mut() {
            match line.strip_prefix("? ") {
                Some(code) => example.code = code.parse().unwrap(),
                None => example.expected.push(line.trim_end().to_string()),
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

/// Runs the program, and types this.
fn run(words: &[String], text: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morpion"));
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that does not want to read it all has ended.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait_with_output().unwrap()
}

/// The command's words, with quotes understood; `None` for commands that are not ours to run here.
fn words(command: &str) -> Option<Vec<String>> {
    let command = command
        .strip_prefix("cargo run --release -- ")
        .or_else(|| command.strip_prefix("morpion ").or((command == "morpion").then_some("")))?;
    let mut words = Vec::new();
    for (number, part) in command.split('"').enumerate() {
        if number % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(str::to_string));
        }
    }
    Some(words)
}

/// `0.03 s` and `"seconds":0.0312` become the same everywhere.
fn without_times(line: &str) -> String {
    let timeless = |word: &str| word.parse::<f64>().is_ok() && word.contains('.');
    let words: Vec<&str> = line.split(' ').map(|word| if timeless(word) { "#" } else { word }).collect();
    let line = words.join(" ");
    match line.split_once("\"seconds\":") {
        Some((before, after)) => {
            let rest =
                after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == 'e' || c == '-');
            format!("{before}\"seconds\":#{rest}")
        }
        None => line,
    }
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
fn commands_do_what_the_documents_say() {
    let mut count = 0;
    for example in documents().iter().flat_map(|path| examples(path)) {
        let (text, command) = typed(&example.command);
        let Some(words) = words(command) else { continue };
        let output = self::run(&words, &text);
        let lines = |bytes: &[u8]| -> Vec<String> {
            String::from_utf8_lossy(bytes).lines().map(|line| line.trim_end().to_string()).collect()
        };
        // An answer goes to the one stream, a mistake to the other.
        let (used, unused) = if example.code == 2 {
            (&output.stderr, &output.stdout)
        } else {
            (&output.stdout, &output.stderr)
        };
        assert!(unused.is_empty(), "{}: {}", example.place, String::from_utf8_lossy(unused));
        let mut printed = lines(used);
        while printed.last().is_some_and(String::is_empty) {
            printed.pop();
        }
        let mut expected = example.expected.clone();
        while expected.last().is_some_and(String::is_empty) {
            expected.pop();
        }
        let Example { place, command, code, .. } = &example;
        assert_eq!(output.status.code(), Some(*code), "{place}: {command}\n{}", printed.join("\n"));
        assert!(matches(&expected, &printed), "{place}: {command} printed\n{}", printed.join("\n"));
        count += 1;
    }
    assert!(count >= 20, "only {count} commands were found");
}
