//! Programs of other people as players: whatever they do, the game is over, recorded, and nothing of them is left.
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::{folder, refused, wait_until};

/// The variable by which everything that a test started is found.
const MARK: &str = "MORPION_TEST";

/// Bad programs: a name, a script for the shell, why the game is lost, and a part of the explanation. Each says `OK`
/// to the first line that it reads, unless that is what it does wrong.
const BAD: [(&str, &str, &str, &str); 14] = [
    ("leaves", "exit 3", "by a crash", "before it was ready"),
    ("crashes", "read x; echo OK; read x; kill -s SEGV $$", "by a crash", "it ended, or closed its output"),
    (
        "crashes-later",
        "read x; echo OK; while read x; do case $x in BEGIN*) echo 7,7;; TURN*) exit 1;; esac; done",
        "by a crash",
        "it ended, or closed its output",
    ),
    ("hangs", "read x; echo OK; exec sleep 1000", "on time", ""),
    ("works", "read x; echo OK; while :; do :; done", "on time", ""),
    (
        "rubbish",
        "read x; echo OK; read x; echo 'lorem ipsum; DROP TABLE'",
        "by an illegal move",
        "said `lorem ipsum",
    ),
    ("rubbish-at-once", "echo '<html>'; exec sleep 1000", "by an illegal move", "was to say OK"),
    (
        "late",
        "read x; echo OK; while read x; do case $x in BEGIN*) sleep 2; echo 7,7;; esac; done",
        "on time",
        "",
    ),
    (
        "outside",
        "read x; echo OK; while read x; do case $x in BEGIN*) echo 99,3;; esac; done",
        "by an illegal move",
        "outside the board",
    ),
    (
        "taken",
        "read x; echo OK; while read x; do case $x in BEGIN*|TURN*) echo 7,7;; esac; done",
        "by an illegal move",
        "that is taken",
    ),
    (
        "endless-line",
        "read x; echo OK; exec tr '\\0' x </dev/zero",
        "by an illegal move",
        "a line without end",
    ),
    ("chatter", "read x; echo OK; exec yes MESSAGE thinking", "on time", ""),
    ("closes", "read x; echo OK; exec >&-; exec sleep 1000", "by a crash", "closed its output"),
    (
        "forks",
        "trap '' TERM INT HUP; (setsid sleep 1000 &) ; sleep 1000 & read x; echo OK; while :; do read x; done",
        "on time",
        "",
    ),
];

fn script(folder: &Path, name: &str, text: &str) -> String {
    let place = folder.join(name);
    std::fs::write(&place, text).unwrap();
    format!("program:sh {}", place.display())
}

fn command(mark: &str, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morpion"));
    command.args(words).env(MARK, mark).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The processes that carry a mark.
fn marked(mark: &str) -> Vec<PathBuf> {
    let wanted = format!("{MARK}={mark}\0");
    let processes = std::fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
    // A process may end while it is looked at.
    let has = |place: &PathBuf| {
        let variables = std::fs::read(place.join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&variables).contains(&wanted)
    };
    processes.filter(has).collect()
}

/// Plays games against a bad program, and checks that each is lost as it should be and has a record.
fn lose(name: &str, games: usize, place: &Path) {
    let (_, text, reason, why) = *BAD.iter().find(|bad| bad.0 == name).expect("there is such a program");
    let mark = format!("{}-{name}", std::process::id());
    let records = place.join(format!("{name}.json"));
    let (bad, number) = (script(place, name, text), games.to_string());
    // What fails at once needs no clock; and a busy machine must not make it late.
    let time = if reason == "on time" { "50ms" } else { "60s" };
    let words = [
        "match",
        "gomoku",
        "--first",
        &bad,
        "--second",
        "random",
        "--games",
        &number,
        "--at-once",
        "4",
        "--move-time",
        time,
        "--records",
        records.to_str().unwrap(),
        "--json",
    ];
    let output = command(&mark, &words).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{name}: {told}");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["second_wins"], number, "{name}: {found}");
    let records: Value = serde_json::from_slice(&std::fs::read(records).unwrap()).unwrap();
    let records = records.as_array().cloned().unwrap_or_else(|| vec![records]);
    assert_eq!(records.len(), games, "{name}");
    for record in records {
        assert_eq!(record["result"]["outcome"], "second", "{name}: {record}");
        assert_eq!(record["result"]["reason"], reason, "{name}: {record}");
        let said = record["headers"][0][1].as_str().unwrap_or("");
        assert!(said.contains(why), "{name}: {record}");
    }
    assert_eq!(marked(&mark), Vec::<PathBuf>::new(), "{name} has left something behind");
}

/// A few games against each, or as many as `MORPION_FAULTY_GAMES` says.
#[test]
fn bad_programs_lose_and_leave_nothing() {
    let all = std::env::var("MORPION_FAULTY_GAMES").map_or(BAD.len(), |number| number.parse().unwrap());
    let place = folder("bad-programs");
    for (number, (name, ..)) in BAD.iter().enumerate() {
        // As many of each, and the first ones one more where they do not come out even.
        lose(name, all / BAD.len() + usize::from(number < all % BAD.len()), &place);
    }
}

#[test]
fn no_program_outlives_the_one_that_started_it() {
    let place = folder("interrupted-programs");
    let forks = BAD.iter().find(|bad| bad.0 == "forks").expect("it is there").1;
    let bad = script(&place, "forks", forks);
    for signal in ["-INT", "-TERM", "-KILL"] {
        let mark = format!("{}{signal}", std::process::id());
        let words = ["match", "gomoku", "--first", &bad, "--second", "random", "--move-time", "10m"];
        let mut child = command(&mark, &words).spawn().unwrap();
        // The program, its shell's child, and the one that has left the group; and this program and its guardian.
        wait_until("the program has forked", || marked(&mark).len() >= 4);
        let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(status.success());
        child.wait().unwrap();
        wait_until("nothing is left", || marked(&mark).is_empty());
    }
}

#[test]
fn this_engine_plays_itself_through_the_pipe() {
    let place = folder("own-engine");
    let records = place.join("own.txt");
    let own = format!("program:{} gomocup", env!("CARGO_BIN_EXE_morpion"));
    let words = [
        "match",
        "mnk:7,6,5,exact",
        "--first",
        "random",
        "--second",
        &own,
        "--games",
        "1",
        "--move-time",
        "2s",
        "--openings",
        "3",
        "--records",
        records.to_str().unwrap(),
        "--json",
    ];
    let output = command(&format!("{}-own", std::process::id()), &words).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["first_wins"], "0", "{found}");
    let text = std::fs::read_to_string(records).unwrap();
    assert_eq!(text.matches("by the rules").count(), 1, "{text}");
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_game() {
    for (game, player, said) in [
        ("connect4", "program:sh", "cannot express connect:7,6,4"),
        ("mnk:15,15,5,misere", "program:sh", "cannot express mnk:15,15,5,misere"),
        ("gomoku", "program:./no-such-program", "`./no-such-program` is not there"),
        ("gomoku", "program:no-such-program", "there is no program `no-such-program`"),
        ("gomoku", "program:'sh", "the quotation mark ' is not closed"),
        ("gomoku", "program:", "the command of the program is missing"),
    ] {
        let error = refused(&["match", game, "--first", player, "--second", "random"]);
        assert!(error.contains(said), "{player}: {error}");
    }
}

/// Whoever gets a record from somebody else does not want to run what is written in it.
#[test]
fn a_saved_game_starts_no_program() {
    let place = folder("saved-program");
    let (file, trace) = (place.join("game.txt"), place.join("trace"));
    let text = format!(
        "morpion record 1\ngame: mnk:15,15,5\nfirst: program:touch {}\nsecond: human\n\nresult: none yet\n",
        trace.display()
    );
    std::fs::write(&file, text).unwrap();
    let output = command("saved", &["play", "--resume", file.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!trace.exists());
}
