//! What happens around the program: Ctrl-C, and readers that have seen enough.
#![cfg(unix)]

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_morpion"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// What a command prints that is interrupted when it has worked for a while: then its exit code is 1.
fn interrupted(arguments: &[&str]) -> String {
    let child = start(arguments);
    std::thread::sleep(Duration::from_millis(700));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_interrupted_count_tells_what_it_knows() {
    for arguments in [
        &["tree", "mnk:5,5,4", "--memory", "8G", "--json"][..],
        &["perft", "mnk:9,9,5", "--depth", "30", "--memory", "30M", "--json"],
        &["tree", "nim:255", "--alpha-beta-nodes", "1000000000000", "--json"],
    ] {
        let child = start(arguments);
        std::thread::sleep(Duration::from_millis(700));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("\"complete\":false"), "{text}");
        assert!(text.contains("\"by_depth\":[\"1\""), "{text}");
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn an_interrupted_simulation_tells_what_was_played() {
    let text = interrupted(&["simulate", "ttt", "--games", "100000000000", "--json"]);
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
    let text = interrupted(&["solve", "connect4", "--json"]);
    assert!(text.contains("\"value\":\"unknown\"") && text.contains("\"stopped\":\"interrupted\""), "{text}");
    assert!(!text.contains("\"best\":null"), "there is a best move so far: {text}");
}

#[test]
fn an_interrupted_match_tells_what_was_played() {
    let text = interrupted(&[
        "match", "ttt", "--first", "random", "--second", "random", "--games", "10000000", "--json",
    ]);
    assert!(text.contains("\"complete\":false") && !text.contains("\"games\":\"0\""), "{text}");
}

#[test]
fn an_interrupted_game_says_goodbye() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_morpion"))
        .args(["play", "--first", "human", "--second", "human"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let typist = child.stdin.take();
    std::thread::sleep(Duration::from_millis(700));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    drop(typist);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("stopped: the game is left unfinished"), "{text}");
    assert!(output.stderr.is_empty());
}
