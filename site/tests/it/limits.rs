//! What is too heavy for a browser says so, and names the command that does it at home.

use serde_json::json;

use crate::common::{by_wasm, node, request};

#[test]
fn what_a_limit_cuts_short_names_the_command() {
    let requests = [
        request("count", json!({ "game": "connect4", "seconds": 1 })),
        request("values", json!({ "game": "connect4", "moves": ["4"], "seconds": 1 })),
        request("count", json!({ "game": "ttt" })),
    ];
    let at_home = by_wasm(&requests).into_iter().map(|event| event["done"]["at_home"].clone());
    let expected =
        [json!("morpion count connect4"), json!("morpion analyze connect4 --moves 4"), json!(null)];
    assert_eq!(at_home.collect::<Vec<_>>(), expected);
}

#[test]
fn a_program_that_breaks_is_told() {
    let events = node("broken.mjs", &[]);
    let at_home = "at home, the command line has no such limit: morpion solve ttt";
    let somewhere = "the program for the command line has no such limit";
    let expected = [
        ("this position needs a deeper search than a browser allows", at_home),
        ("this needs more memory than a browser gives it", somewhere),
        ("the engines broke off: a law is broken", somewhere),
        ("the engines broke off: exit 0", at_home),
    ];
    let expected = expected.map(|(error, help)| json!({ "error": error, "help": help }));
    assert_eq!(events, expected);
}
