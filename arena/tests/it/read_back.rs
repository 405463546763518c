//! Whatever is read as a record can be written in both forms and read again.

use std::time::Duration;

use arena::Record;
use serde_json::{Value, json};

fn reads_back(record: &Record) {
    let text = record.to_string();
    assert_eq!(Record::parse(&text).as_ref(), Ok(record), "{text}");
    assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(record));
}

fn with_move(line: &str) -> String {
    format!("morpion record 1\ngame: g\n\n{line}\nresult: none yet\n")
}

#[test]
fn white_space_around_a_move_is_no_part_of_it() {
    for line in ["1. b2\r\r", "1. b2\t  [0s]", "1. b2\r  [0s]", "1.  b2", "1. \u{a0}b2\u{b}"] {
        let record = Record::parse(&with_move(line)).unwrap();
        assert_eq!(record.moves[0].text, "b2", "{line:?}");
        reads_back(&record);
    }
    for line in ["1. b\r2", "1. b\t2", "1. b\u{85}2"] {
        assert!(Record::parse(&with_move(line)).unwrap_err().problem.ends_with("is not a move"), "{line:?}");
    }
}

/// A record as JSON, with one move and one header.
fn json(entry: &Value, header: &str) -> Value {
    json!({
        "format": "morpion record 1", "game": "g", "players": ["a", "b"], "time": ["none", "none"],
        "headers": [[header, "value"]], "moves": [entry],
    })
}

#[test]
fn moves_that_text_cannot_hold_are_refused_in_json() {
    for text in ["", " ", "b2 ", "a\nb", "a  b", "b2\r", "\t"] {
        let problem = Record::from_json(&json(&json!({ "move": text }), "x")).unwrap_err();
        assert!(problem.starts_with("`moves[0]`") && problem.ends_with("is not a move"), "{problem}");
    }
    reads_back(&Record::from_json(&json(&json!({ "move": "b2 c3" }), "x")).unwrap());
}

#[test]
fn headers_that_text_cannot_hold_are_refused_in_json() {
    let names = ["", "a b", "a:b", "a\n", "game", "first", "time", "time-second", "start", "opening"];
    for name in names {
        let problem = Record::from_json(&json(&json!({ "move": "b2" }), name)).unwrap_err();
        assert!(problem.ends_with("is not the name of a header"), "{problem}");
    }
    reads_back(&Record::from_json(&json(&json!({ "move": "b2" }), "time_first")).unwrap());
}

#[test]
fn times_are_exact_up_to_a_century_and_refused_beyond() {
    let read = |seconds: f64| Record::from_json(&json(&json!({ "move": "b2", "seconds": seconds }), "x"));
    for milliseconds in [0, 1, 999, 59_999, 123_456_789_001, 3_162_239_999_999] {
        let record = read(milliseconds as f64 / 1000.0).unwrap();
        assert_eq!(record.moves[0].spent, Duration::from_millis(milliseconds));
        reads_back(&record);
    }
    for seconds in [-1.0, 4e9, 1e19, f64::MAX] {
        assert_eq!(read(seconds).unwrap_err(), "`moves[0]`: `seconds` is not a time", "{seconds}");
    }
}
