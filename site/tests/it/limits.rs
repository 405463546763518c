//! What is too heavy for a browser says so, and names the command that does it at home.

use serde_json::json;

use crate::common::{by_wasm, by_wasm_with, request};

#[test]
fn what_a_limit_cuts_short_names_the_command() {
    let requests = [
        request("count", json!({ "game": "connect4", "seconds": 1 })),
        request("values", json!({ "game": "connect4", "moves": ["d"], "seconds": 1 })),
        request("count", json!({ "game": "ttt" })),
    ];
    let at_home = by_wasm(&requests).into_iter().map(|event| event["done"]["at_home"].clone());
    let expected =
        [json!("morpion count connect4"), json!("morpion analyze connect4 --moves d"), json!(null)];
    assert_eq!(at_home.collect::<Vec<_>>(), expected);
}

#[test]
fn a_program_that_breaks_names_the_command() {
    // So little stack that no search fits it, in kilobytes.
    let requests =
        [request("values", json!({ "game": "connect4" })), request("position", json!({ "game": "ttt" }))];
    let events = by_wasm_with(&["--stack-size=40"], &requests);
    let last = events[0].last().expect("a last event");
    assert!(last["error"].as_str().is_some_and(|error| error.contains("deeper")), "{last}");
    assert!(last["help"].as_str().is_some_and(|help| help.contains("morpion analyze connect4")), "{last}");
}
