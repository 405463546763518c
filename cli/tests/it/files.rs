//! Files that the program writes: whole or not at all, never in place of something else, and known to be writable
//! before the work begins.
#![cfg(unix)]

use std::io::Write;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use arena::Record;
use serde_json::Value;

use crate::program::{folder, json, morpion, read_until, refused, start, wait_until};

/// Commands that take a file to be written, up to its name; they would work for hours.
const LONG: [&[&str]; 6] = [
    &["solve", "connect4", "--strong", "--save"],
    &["explore", "gomoku", "--max-states", "99999999999", "--format", "dot", "--export"],
    &["reach", "9", "--dot"],
    &["reach", "9", "--svg"],
    &["match", "gomoku", "--first", "level:5", "--second", "level:5", "--games", "100000", "--records"],
    &["tournament", "gomoku", "level:5", "level:6", "--rounds", "100000", "--results"],
];

/// The same, and they end soon.
const SHORT: [&[&str]; 5] = [
    &["solve", "ttt", "--strong", "--save"],
    &["explore", "nim:1,2", "--format", "dot", "--export"],
    &["reach", "2", "--dot"],
    &["reach", "2", "--svg"],
    &["match", "ttt", "--first", "random", "--second", "random", "--records"],
];

fn with<'a>(words: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [words, more].concat()
}

#[test]
fn a_missing_folder_is_refused_before_the_work_begins() {
    let place = folder("missing-folder").join("none").join("file.out");
    let place = place.to_str().unwrap();
    for words in LONG {
        let error = refused(&with(words, &[place]));
        assert!(error.contains("there is no folder") && error.contains(words[words.len() - 1]), "{error}");
    }
    assert!(refused(&["play", "ttt", "--record", place]).contains("there is no folder"));
}

#[test]
fn a_dash_is_not_a_file() {
    for words in LONG.iter().filter(|words| !words.contains(&"--export")) {
        let error = refused(&with(words, &["-"]));
        assert!(error.contains("name a file"), "{error}");
    }
    assert!(refused(&["play", "ttt", "--record", "-"]).contains("name a file"));
    assert!(!Path::new("-").exists());
    let graph = morpion(&["explore", "nim:1", "--format", "dot", "--export", "-"]);
    assert!(graph.stdout.starts_with(b"digraph"));
}

#[test]
fn two_files_of_one_name_are_refused() {
    let place = folder("same-name").join("file");
    let place = place.to_str().unwrap();
    assert!(refused(&["reach", "2", "--dot", place, "--svg", place]).contains("the same file"));
}

#[test]
fn a_pipe_is_written_to_and_stays_a_pipe() {
    let folder = folder("pipes");
    for (number, words) in SHORT.iter().enumerate() {
        let pipe = folder.join(number.to_string());
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let child = start(&with(words, &[pipe.to_str().unwrap()]));
        let read = std::fs::read(&pipe).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && !read.is_empty(), "{words:?}");
        assert!(std::fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo(), "{words:?}");
    }
}

#[test]
fn the_answer_is_kept_where_no_program_reads_a_pipe() {
    let pipe = folder("unread").join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let output = morpion(&["solve", "ttt", "--strong", "--json", "--save", pipe.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["positions"], "5478");
    assert!(answer["unwritten"].as_str().unwrap().contains("no program reads this pipe"), "{answer}");
}

#[test]
fn links_are_followed_and_permissions_kept() {
    let folder = folder("links");
    for (number, words) in SHORT.iter().enumerate().filter(|(_, words)| words[0] != "match") {
        let place = |name: &str| folder.join(format!("{number}-{name}"));
        std::fs::write(place("old"), "old").unwrap();
        std::fs::set_permissions(place("old"), std::fs::Permissions::from_mode(0o400)).unwrap();
        symlink(place("old"), place("link")).unwrap();
        // The second link leads to a file that does not exist yet.
        symlink(place("new").file_name().unwrap(), place("dangling")).unwrap();
        for (link, file) in [("link", "old"), ("dangling", "new")] {
            let output = morpion(&with(words, &[place(link).to_str().unwrap()]));
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            assert!(place(link).is_symlink(), "{words:?} {link}");
            assert!(std::fs::metadata(place(file)).unwrap().len() > 3, "{words:?} {file}");
        }
        assert_eq!(std::fs::metadata(place("old")).unwrap().permissions().mode() & 0o777, 0o400);
    }
}

fn contest<'a>(command: &'a str, place: &'a str) -> Vec<&'a str> {
    let players: &[&str] = match command {
        "match" => &["--first", "random", "--second", "random", "--games", "3"],
        _ => &["random", "perfect", "--rounds", "2"],
    };
    [&[command, "ttt"], players, &["--records", place]].concat()
}

fn records(place: &Path) -> Vec<Record> {
    let text = std::fs::read_to_string(place).unwrap();
    Record::parse_all(&text).into_iter().collect::<Result<_, _>>().unwrap()
}

#[test]
fn records_replace_no_other_file_unless_that_is_asked() {
    let place = folder("records").join("games.txt");
    let name = place.to_str().unwrap();
    for command in ["match", "tournament"] {
        std::fs::write(&place, "a letter\n").unwrap();
        let error = refused(&contest(command, name));
        assert!(error.contains("exists") && error.contains("--replace"), "{error}");
        assert_eq!(std::fs::read_to_string(&place).unwrap(), "a letter\n");
        assert!(morpion(&with(&contest(command, name), &["--replace"])).status.success());
        assert!(records(&place).len() >= 3);
        assert!(refused(&contest(command, name)).contains("exists"));
    }
}

#[test]
fn records_of_another_tournament_are_not_mixed_with_these() {
    let folder = folder("other-records");
    let [place, results] = ["games.txt", "results.json"].map(|name| folder.join(name));
    let results = results.to_str().unwrap();
    let words = with(&contest("tournament", place.to_str().unwrap()), &["--results", results]);
    assert_eq!(json(&with(&words, &["--json"]))["records"], "4");
    // The same again: there is nothing left to play, and the records stay.
    assert_eq!(json(&with(&words, &["--json"]))["records"], "4");
    let other = morpion(&with(&contest("match", place.to_str().unwrap()), &["--replace"]));
    assert!(other.status.success());
    assert!(refused(&words).contains("another contest"));
    assert_eq!(records(&place).len(), 3);
}

#[test]
fn after_a_kill_there_are_as_many_records_as_results() {
    let folder = folder("killed");
    let [results, games] = ["results.json", "games.txt"].map(|name| folder.join(name));
    let words = |rounds: &'static str| {
        let files = ["--results", results.to_str().unwrap(), "--records", games.to_str().unwrap()];
        with(&["tournament", "mnk:7,7,5", "level:3", "level:4", "--rounds", rounds], &files)
    };
    let mut child = start(&words("100000"));
    wait_until("results are saved", || results.exists());
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = || -> Value { serde_json::from_str(&std::fs::read_to_string(&results).unwrap()).unwrap() };
    let before = kept()["games"].as_array().unwrap().len();
    assert!(before > 0 && records(&games).len() >= before);
    let rounds: &'static str = (before / 2 + 2).to_string().leak();
    assert!(morpion(&words(rounds)).status.success());
    let after = kept()["games"].as_array().unwrap().len();
    assert_eq!((records(&games).len(), after), (after, 2 * (before / 2 + 2)));
}

#[test]
fn two_programs_do_not_play_the_game_in_one_file() {
    let place = folder("two-players").join("game.txt");
    let name = place.to_str().unwrap();
    let words = ["play", "ttt", "--plain", "--second", "human", "--record", name];
    let mut first = start(&words);
    let mut typed = first.stdin.take().unwrap();
    read_until(first.stdout.as_mut().unwrap(), "x");
    assert!(refused(&words).contains("another program"));
    typed.write_all(b"b2\nquit\n").unwrap();
    assert!(first.wait_with_output().unwrap().status.success());
    assert_eq!(records(&place)[0].moves.len(), 1);
}

#[test]
fn endless_input_is_refused() {
    let error = refused(&["solve", "ttt", "--batch", "/dev/zero", "--memory", "50M"]);
    assert!(error.contains("too much"), "{error}");
    let error = refused(&["tournament", "ttt", "random", "perfect", "--results", "/dev/zero"]);
    assert!(error.contains("not a file"), "{error}");
    assert!(refused(&["lookup", "/dev/zero"]).contains("not a tablebase"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_after_all_is_reported_in_the_answer() {
    let mut commands = ["match", "tournament"].map(|command| contest(command, "/dev/full")).to_vec();
    commands.extend(SHORT[..4].iter().map(|words| with(words, &["/dev/full"])));
    for words in commands {
        let output = morpion(&with(&words, &["--json"]));
        assert_eq!(output.status.code(), Some(1));
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["complete"], true, "the answer is, although the file is not: {answer}");
        let why = answer["unwritten"].as_str().unwrap();
        assert!(why.ends_with(" /dev/full: cannot be written: no space left on device"), "{answer}");
        let text = String::from_utf8(morpion(&words).stdout).unwrap();
        assert!(text.to_lowercase().contains("not written") && text.contains("/dev/full"), "{text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn beside_a_table_a_file_that_cannot_be_written_is_reported_on_the_standard_error() {
    let output = morpion(&["reach", "2", "--csv", "--svg", "/dev/full"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "not written: --svg /dev/full: cannot be written: no space left on device\n");
}

#[test]
fn every_error_of_a_file_names_the_option_the_file_and_the_reason() {
    let folder = folder("file-errors");
    let (none, place) = (folder.join("none"), folder.join("none/file"));
    let (here, none, place) = (folder.to_str().unwrap(), none.to_str().unwrap(), place.to_str().unwrap());
    let missing = "cannot be read: no such file or directory".to_string();
    let is_folder = "cannot be read: is a directory".to_string();
    let no_store = "there is no store here; `--store DIR` makes one".to_string();
    let no_folder = format!("cannot be written: there is no folder {none}");
    for (words, option, file, why) in [
        (&["play", "--resume"][..], "--resume ", none, &missing),
        (&["play", "--resume"], "--resume ", here, &is_folder),
        (&["play", "--record"], "--record ", place, &no_folder),
        (&["play", "ttt", "--board"], "--board ", none, &missing),
        (&["solve", "ttt", "--board"], "--board ", here, &is_folder),
        (&["solve", "ttt", "--batch"], "--batch ", none, &missing),
        (&["solve", "ttt", "--strong", "--save"], "--save ", place, &no_folder),
        (&["tournament", "ttt", "random", "random", "--results"], "--results ", place, &no_folder),
        (&["lookup"], "", none, &missing),
        (&["lookup"], "", here, &no_store),
    ] {
        assert_eq!(refused(&with(words, &[file])), format!("error: {option}{file}: {why}\n"), "{words:?}");
    }
    let error = refused(&["man", "--dir", none]);
    assert!(error.starts_with(&format!("error: --dir {none}: cannot be written: no such file")), "{error}");
    assert!(!error.contains("os error"), "{error}");
}

#[test]
fn with_json_errors_are_json_too() {
    let place = folder("json-errors").join("none/file");
    for words in [
        &["solve", "nosuch", "--json"][..],
        &["solve", "--json"],
        &["solve", "ttt", "--depht", "--json"],
        &["solve", "ttt", "--json", "--moves", "z9"],
        &["solve", "ttt", "--strong", "--json", "--save", place.to_str().unwrap()],
    ] {
        let error: Value = serde_json::from_str(&refused(words)).unwrap();
        assert!(error["error"].as_str().is_some_and(|text| !text.starts_with("error")), "{error}");
    }
}
