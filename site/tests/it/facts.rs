//! Numbers that are known from elsewhere, found with addresses of 32 bits.

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{by_wasm, request};

fn facts(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../facts").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).expect("the file is there")).expect("JSON")
}

/// Returns the rows of a file of facts that are small enough to be counted here.
fn small_boards(name: &str, most: u64) -> Vec<Value> {
    let file = facts(name);
    let rows = file["rows"].as_array().expect("rows").iter();
    let rows: Vec<Value> = rows.filter(|row| row["positions"].as_u64() <= Some(most)).cloned().collect();
    assert!(rows.len() > 5, "{name}");
    rows
}

fn board(game: &str, row: &Value) -> String {
    format!("{game}:{},{},{}", row["w"], row["h"], row["k"])
}

/// Counts boards, and compares the number of positions.
fn count(game: &str, by: &str, rows: &[Value]) {
    let of = |row: &Value| request("count", json!({ "game": board(game, row), "by": by }));
    let requests: Vec<Value> = rows.iter().map(of).collect();
    for (row, found) in rows.iter().zip(by_wasm(&requests)) {
        let positions = &found["done"]["positions"];
        let text = positions.as_str().map_or_else(|| positions.to_string(), str::to_string);
        assert_eq!(text, row["positions"].to_string(), "{by}: {row}: {found}");
    }
}

#[test]
fn boards_of_k_in_a_row_have_the_known_number_of_positions() {
    count("mnk", "explicit", &small_boards("mnk_counts.json", 10_000_000));
    count("mnk", "symbolic", &small_boards("mnk_counts.json", 10_000_000));
}

#[test]
fn boards_of_connect_four_have_the_known_number_of_positions() {
    count("connect", "explicit", &small_boards("connect_counts.json", 2_000_000));
    count("connect", "symbolic", &small_boards("connect_counts.json", 100_000_000));
}

/// Boards that take longer in a browser than a test should.
const LONG: u64 = 36;

#[test]
fn boards_have_the_known_values() {
    let file = facts("mnk_values.json");
    let is_small = |row: &&Value| row["w"].as_u64().zip(row["h"].as_u64()).is_some_and(|(w, h)| w * h < LONG);
    let rows: Vec<&Value> = file.as_array().expect("rows").iter().filter(is_small).collect();
    assert!(rows.len() > 5);
    let of = |row: &&Value| {
        let game = board(row["game"].as_str().expect("a name"), row);
        request("history", json!({ "game": game }))
    };
    let requests: Vec<Value> = rows.iter().map(of).collect();
    for (row, found) in rows.iter().zip(by_wasm(&requests)) {
        let value = &found["done"]["plies"][0]["value"];
        assert_eq!((&value["value"], &value["exact"]), (&row["value"], &json!(true)), "{row}: {found}");
        if row["plies"].is_number() {
            assert_eq!(value["plies"], row["plies"], "{row}: {found}");
        }
    }
}
