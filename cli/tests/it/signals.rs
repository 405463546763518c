//! What happens around the program: Ctrl-C, `nohup`, and readers that have seen enough.
//!
//! The tests wait for a sign that the program is at work, a line of progress or a prompt, before they send a signal.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, Command, Output, Stdio};

use crate::program::{folder, heeding_signals, read_until, start, wait_until};

fn send(signal: &str, child: &Child) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// A command that reports its progress line by line, and the lines.
struct Working {
    child: Child,
    lines: BufReader<ChildStderr>,
}

impl Working {
    fn new(command: &mut Command) -> Working {
        command.env("MORPION_PROGRESS", "1").stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap());
        let mut working = Working { child, lines };
        working.wait_for_progress();
        working
    }

    fn on(words: &[&str]) -> Working {
        Working::new(heeding_signals(env!("CARGO_BIN_EXE_morpion")).args(words))
    }

    fn wait_for_progress(&mut self) {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        assert!(line.ends_with(" s)\n"), "a line of progress, not `{line}`");
    }

    /// Interrupts it, and returns what it printed: then its exit code is 1.
    fn interrupted(mut self) -> String {
        send("-INT", &self.child);
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).unwrap();
        let Output { status, stdout, .. } = self.child.wait_with_output().unwrap();
        assert_eq!(status.code(), Some(1), "{rest}");
        String::from_utf8(stdout).unwrap()
    }
}

#[test]
fn an_interrupted_count_tells_what_it_knows() {
    for arguments in [
        &["tree", "mnk:5,5,4", "--memory", "8G", "--json"][..],
        &["perft", "mnk:9,9,5", "--depth", "30", "--memory", "30M", "--json"],
        &["tree", "nim:255", "--alpha-beta-nodes", "1000000000000", "--json"],
    ] {
        let text = Working::on(arguments).interrupted();
        assert!(text.contains("\"complete\":false"), "{text}");
        assert!(text.contains("\"by_depth\":[\"1\""), "{text}");
    }
}

#[test]
fn an_interrupted_simulation_tells_what_was_played() {
    let text = Working::on(&["simulate", "ttt", "--games", "100000000000", "--json"]).interrupted();
    assert!(text.contains("\"complete\":false") && text.contains("\"stopped\":\"interrupted\""), "{text}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = start(&["completions", "bash"]);
    let mut first = [0; 10];
    let mut pipe = child.stdout.take().unwrap();
    pipe.read_exact(&mut first).unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
}

#[test]
fn an_interrupted_solution_tells_what_is_proved() {
    let text = Working::on(&["solve", "connect4", "--json"]).interrupted();
    assert!(text.contains("\"value\":\"unknown\"") && text.contains("\"stopped\":\"interrupted\""), "{text}");
    assert!(!text.contains("\"best\":null"), "there is a best move so far: {text}");
}

#[test]
fn an_interrupted_match_tells_what_was_played() {
    let players = ["--first", "random", "--second", "random", "--games", "10000000", "--json"];
    let text = Working::on(&[&["match", "ttt"], &players[..]].concat()).interrupted();
    assert!(text.contains("\"complete\":false") && !text.contains("\"games\":\"0\""), "{text}");
}

#[test]
fn an_interrupted_game_says_goodbye() {
    let mut child = start(&["play", "--first", "human", "--second", "human"]);
    let typist = child.stdin.take();
    read_until(child.stdout.as_mut().unwrap(), "x to move");
    send("-INT", &child);
    let output = child.wait_with_output().unwrap();
    drop(typist);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("stopped: the game is left unfinished"), "{text}");
    assert!(output.stderr.is_empty());
}

#[test]
fn a_program_that_is_told_to_end_says_what_it_knows() {
    for signal in ["-TERM", "-HUP"] {
        let mut working = Working::on(&["solve", "connect4", "--json"]);
        send(signal, &working.child);
        let mut rest = String::new();
        working.lines.read_to_string(&mut rest).unwrap();
        let output = working.child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{signal}");
        assert!(String::from_utf8(output.stdout).unwrap().contains("\"stopped\":\"interrupted\""));
    }
}

#[test]
fn a_hangup_that_is_ignored_stays_ignored() {
    let script = format!("trap '' HUP; exec '{}' solve connect4 --json", env!("CARGO_BIN_EXE_morpion"));
    let mut working = Working::new(heeding_signals("sh").args(["-c", &script]));
    send("-HUP", &working.child);
    // It goes on: a stopped program has no more progress to report than what was under way.
    for _ in 0..5 {
        working.wait_for_progress();
    }
    assert!(working.interrupted().contains("\"stopped\":\"interrupted\""));
}

/// While it reads results an interrupt does not kill a tournament: what is in the file is still its answer.
#[cfg(target_os = "linux")]
#[test]
fn signals_are_handled_before_files_are_read() {
    let file = folder("large-results").join("results.json");
    // White space is no damage, and takes a while to read.
    std::fs::write(&file, vec![b' '; 64 << 20]).unwrap();
    let words = ["tournament", "ttt", "random", "perfect", "--results", file.to_str().unwrap()];
    let child = start(&words);
    let status = || std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let field = |status: &str, name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next().map(str::to_string)
    };
    let mut handled = None;
    wait_until("the file is in memory, or the program at its end", || {
        let status = status();
        let Some(size) = field(&status, "VmRSS:") else { return true };
        let is_large = size.parse::<u64>().unwrap() > 32 << 10;
        if is_large {
            let caught = u64::from_str_radix(&field(&status, "SigCgt:").unwrap(), 16).unwrap();
            handled = Some(caught & 0b10 != 0);
        }
        is_large
    });
    assert_ne!(handled, Some(false), "SIGINT would kill it");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(2));
}
