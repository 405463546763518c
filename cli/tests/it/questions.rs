//! Questions as people type them: names of games, positions, puzzles.

use std::io::Write;
use std::process::{Command, Stdio};

use catalogue::{Job, Variant};
use games::nim::Nim;
use serde_json::Value;

use crate::program::{folder, json, morpion, refused};

fn text(words: &[&str]) -> String {
    let output = morpion(words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The answer to a question that reads this from the standard input.
fn typed(words: &[&str], input: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morpion"));
    let mut child = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap()
}

/// The position that `solve` begins with, as it is drawn.
fn board(game: &str, words: &[&str]) -> String {
    let output = morpion(&[&["solve", game, "--time", "1ms"], words].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let board = text.split("\n\nvalue").next().unwrap().split_once("\n\n");
    board.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr))).1.to_string()
}

#[test]
fn games_have_the_names_that_people_use() {
    for (names, game) in [
        (&["ttt", "tictactoe", "tic-tac-toe", "Tic Tac Toe", "noughts_and_crosses"][..], "mnk:3,3,3"),
        (&["connect4", "c4", "connect-four", "Connect Four", "four-in-a-row"], "connect:7,6,4"),
        (&["gomoku", "five-in-a-row", "fiveinarow"], "mnk:15,15,5"),
    ] {
        for name in names {
            assert_eq!(json(&["info", name, "--json"])["game"], game, "{name}");
        }
    }
}

#[test]
fn only_near_names_are_suggested() {
    for (typed, near) in
        [("brekthrough", None), ("chess", None), ("conect4", Some("connect4")), ("hannoi", Some("hanoi"))]
    {
        let error = refused(&["info", typed]);
        match near {
            None => assert!(!error.contains("nearest"), "{error}"),
            Some(near) => assert!(error.contains(&format!("the nearest is `{near}`")), "{error}"),
        }
    }
}

#[test]
fn specs_with_too_much_in_them_are_refused() {
    for spec in [
        "mnk:3,3,3,",
        "mnk:3,3,3,,junk,more",
        "mnk:3,3,3,misere,junk",
        "connect:7,6,4,,zzz",
        "ultimate:,junk",
        "ultimate:",
        "nim:1,2,,3",
        "hanoi:3,3,3",
        "ttt:3",
    ] {
        assert!(refused(&["info", spec]).contains('^'), "{spec}");
    }
}

#[test]
fn a_list_of_numbers_with_something_else_in_it_is_refused() {
    let error = refused(&["tournament", "ttt", "random", "perfect", "--sprt", "0,x,10"]);
    assert!(error.contains("two numbers are wanted"), "{error}");
}

#[test]
fn moves_may_be_run_together_where_each_takes_as_many_characters() {
    let together = board("connect4", &["--moves", "444555542213"]);
    assert_eq!(together.matches(['x', 'o']).count(), 12, "{together}");
    for other in ["4,4,4,5,5,5,5,4,2,2,1,3", "4 4 4 5 5 5 5 4 2 2 1 3", "444 5555 42213", "4445,5554,2213"] {
        assert_eq!(board("connect4", &["--moves", other]), together, "{other}");
    }
    assert_eq!(board("ttt", &["--moves", "b2a1c3"]), board("ttt", &["--moves", "b2,a1,c3"]));
    // Among twelve columns, 11 is a column.
    let eleven = json(&["perft", "connect:12,4,4", "--depth", "0", "--moves", "11", "--json"]);
    assert_eq!(eleven["complete"], true);
    assert!(
        refused(&["perft", "connect:12,4,4", "--depth", "0", "--moves", "123"])
            .contains("`123` is not a move")
    );
}

#[test]
fn a_wrong_move_is_shown_in_its_place() {
    let error = refused(&["solve", "connect4", "--moves", "4444444"]);
    assert!(error.contains("move 7: `4` cannot be played here\n  4444444\n        ^\n"), "{error}");
    let error = refused(&["solve", "ttt", "--moves", "a1, b2, a1"]);
    assert!(error.contains("move 3: `a1` cannot be played here\n  a1, b2, a1\n          ^^\n"), "{error}");
    assert!(refused(&["solve", "ttt", "--moves", "hello"]).contains("`hello` is not a move"));
}

#[test]
fn a_position_is_read_as_the_program_draws_it() {
    let file = folder("boards").join("board.txt");
    let path = file.to_str().unwrap();
    for (game, moves, next) in [
        ("connect:5,4,4", "3,3,2", "1"),
        ("mnk:4,3,3", "b2,a1", "c3"),
        ("nim:3,4,5", "", ""),
        ("cube:3,3", "b2b", "a1a"),
        ("ultimate", "e5", "d4"),
    ] {
        let after = |more: &str| {
            [moves, more].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(",")
        };
        let tree = ["tree", game, "--depth", "1", "--json"];
        let asked = |words: &[&str]| json(&[&tree[..], words].concat());
        let played = board(game, &["--moves", &after("")]);
        std::fs::write(&file, &played).unwrap();
        assert_eq!(board(game, &["--board", path]), played);
        let drawn = asked(&["--board", path])["board"].as_str().unwrap().to_string();
        assert!(asked(&["--moves", &after("")]).get("board").is_none());
        let lines = |text: &str| text.trim().lines().map(|line| line.trim().to_string()).collect::<Vec<_>>();
        assert_eq!(lines(&drawn), lines(&played), "{game}");
        for key in ["by_depth", "nodes"] {
            assert_eq!(asked(&["--board", path])[key], asked(&["--moves", &after("")])[key], "{game} {key}");
        }
        let further = asked(&["--board", path, "--moves", next]);
        assert_eq!(further["nodes"], asked(&["--moves", &after(next)])["nodes"], "{game}");
    }
}

#[test]
fn every_command_with_moves_takes_a_board() {
    let board = "x . .\n. o .\n. . .\n";
    let file = folder("tables").join("ttt.tab");
    let table = file.to_str().unwrap();
    json(&["solve", "ttt", "--strong", "--save", table, "--json"]);
    for words in [
        &["solve", "ttt"][..],
        &["analyze", "ttt"],
        &["tree", "ttt"],
        &["perft", "ttt", "--depth", "2"],
        &["count", "ttt"],
        &["explore", "ttt"],
        &["check", "ttt", "--eventually", "over"],
        &["simulate", "ttt"],
        &["lookup", table],
    ] {
        let drawn = typed(&[words, &["--board", "-", "--json"]].concat(), board);
        let played = json(&[words, &["--moves", "a3,b2", "--json"]].concat());
        let keys = ["value", "paths", "positions", "states", "first_wins", "analysis", "holds", "best"];
        assert!(keys.iter().any(|key| !played[key].is_null()), "{words:?}");
        for key in keys {
            assert_eq!(drawn[key], played[key], "{words:?} {key}");
        }
    }
}

#[test]
fn a_wrong_board_is_refused_with_the_place() {
    let file = folder("wrong-boards").join("board.txt");
    let path = file.to_str().unwrap();
    for (board, problem) in [
        ("x . .\n. q .\n. . .\n", "line 2, column 3: 'q' is not a mark"),
        ("x . .\n. o .\n", "2 rows"),
        ("x . .\n. o\n. . .\n", "line 2: 2 cells"),
        ("", "0 rows"),
        ("1 x . .\n2 . o .\n3 . . .\n", "line 1: row 1 stands in the place of row 3"),
        ("3 x . .\n2 . o .\n1 . . .\n  c b a\n", "line 4: the columns are named `c b a`"),
    ] {
        std::fs::write(&file, board).unwrap();
        let error = refused(&["solve", "ttt", "--board", path]);
        assert!(error.contains(problem) && error.contains("board.txt"), "{error}");
    }
    std::fs::write(&file, [0xff, 0xfe]).unwrap();
    assert!(refused(&["solve", "ttt", "--board", path]).contains("line 1 is not text"));
    assert!(refused(&["solve", "ttt", "--board", "no-such-file"]).contains("no-such-file"));
    assert!(refused(&["solve", "ttt", "--board", "/dev/zero"]).contains("too much"));
}

#[test]
fn marks_on_a_board_may_be_capitals() {
    for board in ["X . .\n. O .\n. . .\n", "3 x . .\n2 . o .\n1 . . .\n  A B C\n"] {
        let found = typed(&["solve", "ttt", "--board", "-", "--json"], board);
        assert_eq!(found["board"], "3 x . .\n2 . o .\n1 . . .\n  a b c");
    }
}

#[test]
fn moves_of_equal_worth_share_a_line_and_the_favourite_has_a_star() {
    let output = morpion(&["analyze", "gomoku", "--moves", "h8", "--time", "1s"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let open: Vec<&str> = text.lines().filter(|line| line.starts_with("open")).collect();
    assert!(open.len() == 1 && open[0].contains(" *") && open[0].ends_with(" and 223 more"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("  ") && line.contains('*')).count(), 1, "{text}");
    assert!(text.contains("* is the engine's favourite"), "{text}");
    let text = self::text(&["analyze", "ttt", "--moves", "a1"]);
    assert!(text.contains("\ndraw       b2\nloss in 6  ") && !text.contains('*'), "{text}");
}

#[test]
fn a_move_that_does_not_exist_is_answered_with_those_that_do() {
    let error = refused(&["solve", "gomoku", "--moves", "z99"]);
    assert!(error.contains("`z99` is not a move\n"), "{error}");
    assert!(error.contains("225 moves are legal: a1, a2, a3, a4, a5, a6, a7, a8, …\n"), "{error}");
    let error = refused(&["solve", "mnk:2,1,2", "--moves", "a1,a1"]);
    assert!(error.contains("`a1` cannot be played here") && error.contains("only b1 is legal"), "{error}");
}

#[test]
fn a_puzzle_is_solved_by_its_shortest_solution() {
    for (puzzle, length) in [("hanoi:1", 1), ("hanoi:3", 7), ("hanoi:6,4", 17), ("coins:10,1,2", 5)] {
        let found = json(&["solve", puzzle, "--json"]);
        assert_eq!(found["length"], length, "{puzzle}");
        assert_eq!(found["solution"].as_array().unwrap().len(), length);
    }
    let rest = json(&["solve", "hanoi:3", "--moves", "a-c,a-b", "--json"]);
    assert_eq!(rest["length"], 5);
    assert!(text(&["solve", "hanoi:2"]).contains("shortest solution  3 moves"));
    let output = morpion(&["solve", "hanoi:12,4", "--memory", "10K", "--json"]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_match_of_one_game_shows_the_game() {
    let text = text(&["match", "ttt", "--first", "perfect", "--second", "perfect"]);
    assert!(text.contains("x o x") || text.contains("o x o"), "{text}");
    let found = json(&["match", "ttt", "--first", "perfect", "--second", "perfect", "--json"]);
    assert_eq!(found["moves"].as_array().unwrap().len(), 9);
}

#[test]
fn the_table_of_an_unknown_game_is_not_called_damaged() {
    let file = folder("unknown-table").join("x.tab");
    let (_, table) = Variant::of_game(Nim::new(&[1, 2], false)).strong(false, &Job::default()).unwrap();
    table.unwrap().save("breakthrough:4,4", 1, std::fs::File::create(&file).unwrap()).unwrap();
    let error = refused(&["lookup", file.to_str().unwrap()]);
    assert!(error.contains("a table of `breakthrough:4,4`, which morpion does not know"), "{error}");
}

#[test]
fn one_move_is_not_called_one_moves() {
    let text = text(&["perft", "mnk:1,1,1", "--depth", "3"]);
    assert!(text.contains("No game is longer than 1 move.\n"), "{text}");
    let text = morpion(&["check", "mnk:1,1,1", "--force", "x:over", "--depth", "1"]);
    assert!(!String::from_utf8_lossy(&text.stdout).contains("1 moves"));
}
