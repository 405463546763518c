//! Judging moves, line by line.

use std::io::Write;

use serde_json::{Value, json};

use crate::program::start;

fn judged(words: &[&str], lines: &[String]) -> Vec<Value> {
    let mut child = start(&[&["judge"], words].concat());
    let mut input = child.stdin.take().unwrap();
    input.write_all((lines.join("\n") + "\n").as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn moves_are_judged_and_counted() {
    let lines = [
        json!({ "game": "ttt", "moves": "a1", "move": "b2", "id": 7 }),
        json!({ "game": "ttt", "moves": ["a1"], "move": "a2" }),
        json!({ "game": "ttt", "moves": "a1 b2" }),
        json!({ "game": "ttt", "text": "1. a1 b1 2. b2 c3 3. a2" }),
        json!({ "game": "gomoku", "move": "h8" }),
    ];
    let answers = judged(&["--time", "2s"], &lines.map(|line| line.to_string()));
    let kept: Vec<Vec<Option<bool>>> = answers
        .iter()
        .map(|answer| answer["moves"].as_array().unwrap().iter().map(|mv| mv["kept"].as_bool()).collect())
        .collect();
    let yes = Some(true);
    assert_eq!(kept[0], [yes]);
    assert_eq!(kept[1], [Some(false)]);
    assert_eq!(kept[2], []);
    assert_eq!(answers[2]["position"]["value"], "draw");
    // b1 loses; so does c3, but there was nothing left to lose; a2 still wins.
    assert_eq!(kept[3], [yes, Some(false), yes, yes, yes]);
    assert_eq!(kept[4], [None], "nobody knows");
    assert_eq!(answers[0]["id"], 7);
    assert_eq!(answers[1]["moves"][0]["best"], json!(["b2"]));
    assert_eq!(answers[4]["line"], 5);
    assert_eq!(answers[4]["score"], json!({ "kept": 5, "lost": 2, "unknown": 1, "refused": 0 }));
}

/// A record says itself which game it is, where it began, and which moves were no player's.
#[test]
fn a_record_is_judged_as_it_was_played() {
    let record = |game: &str, rest: &str| {
        format!("morpion record 1\ngame: {game}\nfirst: a\nsecond: b\n{rest}result: none yet\n")
    };
    let lines = [
        json!({ "text": record("mnk:3,3,3", "\n1. a1\n2. a2\n") }),
        json!({ "game": "ttt", "text": record("mnk:3,3,3", "opening: 1\n\n1. a1\n2. a2\n") }),
        json!({ "game": "ttt", "text": record("mnk:4,4,4", "\n1. a1\n2. a2\n") }),
        json!({ "game": "ttt", "moves": "b2", "text": record("mnk:3,3,3", "\n1. a1\n") }),
        json!({ "text": record("mnk:3,3,3", "\n1. a1\n").repeat(2) }),
        json!({ "text": "morpion record 9\n" }),
    ];
    let answers = judged(&[], &lines.map(|line| line.to_string()));
    let moves = |number: usize| answers[number]["moves"].as_array().unwrap();
    assert_eq!((moves(0).len(), &moves(0)[1]["kept"]), (2, &json!(false)));
    assert_eq!((moves(1).len(), &moves(1)[0]["move"]), (1, &json!("a2")));
    assert_eq!(answers[1]["position"]["value"], "draw");
    for (number, said) in [
        (2, "the record is of mnk:4,4,4, and the line is about mnk:3,3,3"),
        (3, "`moves` is given with a record"),
        (4, "there are 2 games in it"),
        (5, "is not the beginning of a record"),
    ] {
        let error = answers[number]["error"].as_str().unwrap();
        assert!(error.contains(said), "{error}");
    }
    let start = record("mnk:3,3,3", "start: . . .\\n. x .\\n. . .\n\n1. a2\n");
    let answers = judged(&[], &[json!({ "text": start }).to_string()]);
    let judgement = &answers[0]["moves"][0];
    assert_eq!((&judgement["turn"], &judgement["kept"]), (&json!(1), &json!(false)), "{}", answers[0]);
}

#[test]
fn the_mark_of_a_line_comes_back_whatever_the_answer() {
    let lines = [r#"{"id": "a", "move": "d9"}"#, r#"{"id": [1, 2.5], "move": "b2"}"#].map(str::to_string);
    let answers = judged(&["ttt"], &lines);
    assert_eq!((&answers[0]["id"], &answers[1]["id"]), (&json!("a"), &json!([1, 2.5])));
    let large = r#"{"id": 123456789012345678901234567890, "move": "b2"}"#.to_string();
    let error = judged(&["ttt"], &[large])[0]["error"].to_string();
    assert!(error.contains("would not come back as it is"), "{error}");
}

#[cfg(unix)]
#[test]
fn it_ends_while_it_waits_for_a_line() {
    use std::io::{BufRead, BufReader};
    let mut child = start(&["judge", "ttt"]);
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    // When it has answered, it listens to signals.
    input.write_all(b"{\"move\": \"b2\"}\n").unwrap();
    answers.read_line(&mut String::new()).unwrap();
    let number = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &number]).status().unwrap().success());
    // Its input stays open.
    assert_eq!(child.wait().unwrap().code(), Some(1));
    drop(input);
}

#[test]
fn moves_may_be_written_loosely() {
    for (game, written, meant) in [
        ("ttt", " B2 ", "b2"),
        ("ttt", "X: b2", "b2"),
        ("ttt", "xb2", "b2"),
        ("ttt", "2b", "b2"),
        ("ttt", "(1, 1)", "b2"),
        ("connect4", "D1", "4"),
        ("mnk:3,3,3,wild", "O B2", "ob2"),
        ("amazons:4,4", "B1 A1 B2", "b1-a1/b2"),
    ] {
        let answers = judged(&[game, "--time", "300ms"], &[json!({ "move": written }).to_string()]);
        assert_eq!(answers[0]["moves"][0]["move"], meant, "{written}: {}", answers[0]);
    }
}

#[test]
fn what_is_refused_has_a_reason() {
    for (line, said) in [
        (r#"{"move": "d9"}"#, "`d9`"),
        (r#"{"moves": "b2", "move": "B2"}"#, "`B2` cannot be played here"),
        (r#"{"game": "mnk:3,3,3,wild", "move": "b2"}"#, "may mean 2 moves: "),
        (r#"{"game": "chess"}"#, "chess"),
        (r#"{"move": "a1", "text": "a1"}"#, "`move` and `text` are both given"),
        (r#"{"mov": "a1"}"#, "no field `mov`"),
        ("b2", "the line is not JSON"),
        ("[]", "the line is not an object"),
    ] {
        let answers = judged(&["ttt"], &[line.to_string(), r#"{"move": "a1"}"#.to_string()]);
        let error = answers[0]["error"].as_str().unwrap_or_else(|| panic!("{line}: {}", answers[0]));
        assert!(error.contains(said), "{line}: {error}");
        assert_eq!(answers[0]["score"]["refused"], 1);
        assert_eq!(answers[1]["score"]["kept"], 1, "the next line is answered");
    }
    let long = format!("{{\"move\": \"{}\"}}", "a".repeat(2 << 20));
    let answers = judged(&["ttt"], &[long, r#"{"move": "a1"}"#.to_string()]);
    assert!(answers[0]["error"].as_str().unwrap().contains("bytes"));
    assert_eq!(answers[1]["line"], 2);
}
