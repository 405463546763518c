//! Running the program.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A program that heeds signals, even if the tests were started by what ignores some, such as `nohup` or `&`.
pub(crate) fn heeding_signals(program: &str) -> Command {
    if !cfg!(target_os = "linux") {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,QUIT,TERM,TSTP", program]);
    command
}

/// Runs the program to its end.
pub(crate) fn morpion(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_morpion")).args(words).stdin(Stdio::null()).output().unwrap()
}

/// Starts the program, with its streams at hand.
pub(crate) fn start(words: &[&str]) -> Child {
    let mut command = heeding_signals(env!("CARGO_BIN_EXE_morpion"));
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// What the program answers, as data.
pub(crate) fn json(words: &[&str]) -> Value {
    let output = morpion(words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What the program says where it refuses the question.
pub(crate) fn refused(words: &[&str]) -> String {
    let output = morpion(words);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

/// An empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be there from another run.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Waits until something is true; panics if that takes minutes.
pub(crate) fn wait_until(what: &str, mut is_true: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < Duration::from_secs(120), "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Reads from a stream until this text has come.
pub(crate) fn read_until(stream: &mut impl Read, text: &str) -> String {
    let (mut read, mut byte) = (Vec::new(), [0]);
    while !read.ends_with(text.as_bytes()) {
        let end = stream.read(&mut byte).unwrap() == 0;
        assert!(!end, "`{text}` is missing in {}", String::from_utf8_lossy(&read));
        read.push(byte[0]);
    }
    String::from_utf8_lossy(&read).into_owned()
}

#[cfg(not(feature = "serve"))]
#[test]
fn a_program_without_the_page_says_how_to_get_it() {
    let output = morpion(&["serve"]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("--features serve") && !told.contains("similar"), "{told}");
}
