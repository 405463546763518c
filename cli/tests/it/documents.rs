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
    let mut all: Vec<PathBuf> = folder("book/src").chain(folder("cli/tests/commands")).collect();
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

/// Lines without spaces at their ends, and without empty lines at the end.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(|line| line.trim_end().to_string()).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// What a command does that its document does not say; `None` if it is not ours to run here.
fn difference(example: &Example) -> Option<Result<(), String>> {
    let Example { place, command, expected, code } = example;
    let (text, program) = typed(command);
    let output = run(&words(program)?, &text);
    // An answer goes to the one stream, a mistake to the other.
    let [answer, mistake] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    let (used, unused) = if *code == 2 { (mistake, answer) } else { (answer, mistake) };
    let printed = lines(&used);
    let same = matches(&lines(&expected.join("\n")), &printed);
    if same && unused.is_empty() && output.status.code() == Some(*code) {
        return Some(Ok(()));
    }
    let (status, printed) = (output.status, printed.join("\n"));
    Some(Err(format!("{place}: {command}\n{status}, wanted {code}; it printed\n{printed}\n{unused}")))
}

#[test]
fn commands_do_what_the_documents_say() {
    let examples = documents().into_iter().flat_map(|path| examples(&path));
    let results: Vec<Result<(), String>> = examples.filter_map(|example| difference(&example)).collect();
    assert!(results.len() >= 100, "only {} commands were found", results.len());
    let wrong: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{} commands differ:\n\n{}", wrong.len(), wrong.join("\n\n"));
}

/// The list of games in the README is the one that the program prints.
#[test]
fn the_readme_lists_the_games() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md")).unwrap();
    let output = run(&["games".to_string()], "");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(readme.contains(&format!("$ morpion games\n{}", printed.trim_end())), "{printed}");
}
