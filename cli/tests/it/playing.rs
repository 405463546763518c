//! Games that are saved, resumed, and chosen from a file with several.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Types this to the program. Returns the exit code, and what was printed to the output and to the error output.
fn typed(text: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_morpion"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not want to read it all has ended.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn place(name: &str) -> PathBuf {
    let place = std::env::temp_dir().join(format!("morpion-playing-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&place);
    place
}

fn name(place: &Path) -> &str {
    place.to_str().unwrap()
}

#[test]
fn a_saved_game_is_resumed_by_its_file_alone() {
    let file = place("one.txt");
    typed("4\nquit\n", &["play", "connect4", "--second", "human", "--record", name(&file)]);
    for option in ["--resume", "--record"] {
        let (code, shown, _) = typed("quit\n", &["play", option, name(&file)]);
        assert_eq!(code, Some(0), "{shown}");
        assert!(shown.contains("[ Turn 1 ] o to move:"), "{option}: {shown}");
    }
    // What is played is saved there, and another game is refused.
    typed("4\n", &["play", "--resume", name(&file)]);
    assert!(std::fs::read_to_string(&file).unwrap().contains("2. 4"));
    let (code, _, error) = typed("", &["play", "ttt", "--resume", name(&file)]);
    assert_eq!(code, Some(2));
    assert!(error.contains("this is a game of connect:7,6,4: morpion play --resume"), "{error}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn one_of_several_games_is_chosen_and_none_is_lost() {
    let file = place("many.txt");
    let (code, ..) = typed(
        "",
        &[
            "match",
            "ttt",
            "--first",
            "random",
            "--second",
            "random",
            "--games",
            "3",
            "--records",
            name(&file),
        ],
    );
    assert_eq!(code, Some(0));
    let before = std::fs::read_to_string(&file).unwrap();
    let (code, _, error) = typed("", &["play", "--resume", name(&file)]);
    assert_eq!(code, Some(2));
    assert!(error.contains("many.txt: the file has 3 games; --pick N chooses one:"), "{error}");
    assert!(error.contains("\n3. mnk:3,3,3: random and random, "), "{error}");
    let (code, shown, error) = typed("", &["play", "--resume", name(&file), "--pick", "2"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(shown.ends_with("wins\n") || shown.ends_with("draw\n"), "{shown}");
    let second: Vec<&str> = before.split("morpion record 1").nth(2).unwrap().lines().collect();
    let moves = second.iter().filter_map(|line| line.split_once(". ")).map(|(_, rest)| &rest[..2]);
    let moves = moves.collect::<Vec<&str>>().join(" ");
    assert!(shown.contains(&format!("\n{moves}\n")), "the moves are shown, {moves}:\n{shown}");
    let (code, _, error) = typed("", &["play", "--resume", name(&file), "--pick", "4"]);
    assert_eq!((code, &*error), (Some(2), "error: --pick 4: the file has 3 games\n"));
    let (code, _, error) = typed("", &["play", "--resume", name(&file), "--pick", "0"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("'--pick <N>': the games of a file are counted from 1\n"), "{error}");
    let (code, _, error) = typed("", &["play", "--record", name(&file)]);
    assert_eq!(code, Some(2));
    assert!(error.contains("the file has 3 games, and --record keeps one; name another file"), "{error}");
    assert!(error.contains(&format!("`morpion play --resume {}` opens them", name(&file))), "{error}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before, "the other games are still there");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_board_is_where_a_game_begins() {
    let (board, record) = (place("board.txt"), place("from-board.txt"));
    std::fs::write(&board, "x..\n.o.\n...").unwrap();
    let arguments = ["play", "ttt", "--second", "human", "--board", name(&board), "--record", name(&record)];
    let (code, shown, error) = typed("c1\nquit\n", &arguments);
    assert_eq!(code, Some(0), "{error}");
    assert!(shown.contains("1 . . x"), "{shown}");
    assert!(std::fs::read_to_string(&record).unwrap().contains("start: "));
    let (code, _, error) = typed("", &arguments);
    assert_eq!(code, Some(2));
    assert!(error.contains("there is a game in it; leave out --board to resume it"), "{error}");
    for file in [board, record] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn the_default_opponent_is_called_perfect_only_where_it_is() {
    for (game, opponent) in [("ttt", "second: perfect"), ("gomoku", "second: engine:2s")] {
        let file = place(&format!("{game}.txt"));
        typed("quit\n", &["play", game, "--record", name(&file)]);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(opponent), "{game}: {text}");
        std::fs::remove_file(&file).unwrap();
    }
}

/// A file is replaced as a whole, so a file that is written again is another file of that name.
#[cfg(unix)]
#[test]
fn a_game_that_did_not_change_is_not_written_again() {
    use std::os::unix::fs::MetadataExt;
    let number = |file: &Path| std::fs::metadata(file).unwrap().ino();
    for (moves, seen) in [("a1\na2\nb1\nb2\nc1\n", "x wins"), ("a1\nquit\n", "[ Turn 1 ]")] {
        let file = place("unchanged.txt");
        typed(moves, &["play", "ttt", "--second", "human", "--record", name(&file)]);
        let before = number(&file);
        for option in ["--resume", "--record"] {
            let (code, shown, error) = typed("", &["play", option, name(&file)]);
            assert_eq!(code, Some(0), "{error}");
            assert!(shown.contains(seen), "{shown}");
            assert_eq!(number(&file), before, "{option} has written {moves:?} again");
        }
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_game_begins_after_moves_as_web_sites_write_them() {
    let (code, shown, error) =
        typed("undo\nquit\n", &["play", "connect4", "--moves", "44455", "--second", "human"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(shown.contains("[ Turn 5 ] o to move:"), "{shown}");
    // The moves are of the game: they can be taken back, and a record has them.
    assert!(shown.contains("[ Turn 4 ] x to move:"), "{shown}");
    let file = place("moves.txt");
    typed(
        "b2\nquit\n",
        &["play", "ttt", "--moves", "a1,c3,a3", "--second", "human", "--record", name(&file)],
    );
    let record = std::fs::read_to_string(&file).unwrap();
    assert!(
        ["opening: 3", "1. a1\n2. c3\n3. a3\n4. b2"].iter().all(|line| record.contains(line)),
        "{record}"
    );
    // In a file with a game, moves would begin another.
    let (code, _, error) = typed("", &["play", "ttt", "--moves", "a1", "--record", name(&file)]);
    assert_eq!(code, Some(2));
    assert!(error.contains("leave out --moves to resume it, or name another file"), "{error}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_game_that_begins_after_moves_of_no_sense_says_which() {
    let (code, _, error) = typed("", &["play", "ttt", "--moves", "a1,a1"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("--moves: move 2: `a1` cannot be played here\n  a1,a1\n     ^^"), "{error}");
}

#[test]
fn moves_are_played_from_the_board_that_is_given() {
    let drawn = "3 o . .\n2 . x .\n1 . . .\n";
    let (code, shown, error) = typed(drawn, &["play", "ttt", "--board", "-", "--moves", "c1"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(shown.contains("1 . . x"), "{shown}");
}
