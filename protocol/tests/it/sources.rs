//! Games whose texts are sent along.

use game::Stop;
use protocol::{Ceilings, Home, Kind, Service};
use serde_json::{Value, json};

use crate::common::{answer, ask};

const BREAKTHROUGH: &str = include_str!("../../../rules/games/breakthrough.rbg");
const TTT: &str = include_str!("../../../rules/games/tic-tac-toe.rbg");
const SHOP: &str = include_str!("../../../rules/examples/shop.pnml");

/// Returns the settled name of a game that is sent.
fn open(game: &str, source: &str) -> Value {
    answer("open", &json!({ "game": game, "source": source }))
}

#[test]
fn every_request_works_on_a_text_as_on_a_name() {
    let game = open("rbg:mine.rbg", TTT)["game"].as_str().unwrap().to_string();
    assert!(game.starts_with("rbg:mine.rbg#"), "{game}");
    let body = |more: Value| {
        let mut body = json!({ "game": game, "source": TTT });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let position = answer("position", &body(json!({ "moves": ["b2"] })));
    assert_eq!((&position["game"], &position["legal_total"]), (&json!(game), &json!(8)));
    assert_eq!(position["command"], json!(format!("morpion analyze '{game}' --moves b2")));
    assert_eq!(answer("values", &body(json!({})))["moves"].as_array().unwrap().len(), 9);
    assert_eq!(answer("count", &body(json!({ "by": "explicit" })))["positions"], json!("5478"));
    assert_eq!(answer("count", &body(json!({ "by": "symbolic" })))["positions"], json!("5478"));
    let moved = answer("move", &body(json!({ "player": "perfect", "moves": ["a1", "a2", "b1", "b2"] })));
    assert_eq!(moved["move"], json!("c1"));
    let around = answer("around", &body(json!({ "down": 1 })));
    assert_eq!(around["nodes"].as_array().unwrap().len(), 10);
    let claims = json!({ "claims": { "find": ["winner = x"] } });
    assert_eq!(answer("check", &body(claims))["claims"][0]["holds"], json!(true));
    let written = answer("write", &body(json!({ "moves": ["b2", "a1"] })));
    let read = answer("read", &body(json!({ "text": written["text"] })));
    assert_eq!(read["moves"], json!(["b2", "a1"]));
    let diagram = answer("diagram", &json!({ "subject": game, "source": TTT }));
    assert_eq!(diagram["states"], json!("5478"));
}

#[test]
fn nets_are_sent_as_rules_are() {
    let opened = open("shop.pnml", SHOP);
    assert_eq!(opened["is_game"], json!(false));
    let count = answer("count", &json!({ "game": opened["game"], "source": SHOP }));
    assert_eq!(count["positions"], answer("count", &json!({ "game": "net" }))["positions"]);
    assert!(count["positions"].is_string(), "{count}");
}

#[test]
fn mistakes_have_lines_and_columns() {
    let wrong = BREAKTHROUGH.replacen("{free}", "{x}", 1);
    assert_ne!(wrong, BREAKTHROUGH);
    let refusal = ask("open", &json!({ "game": "mine.rbg", "source": wrong })).unwrap_err();
    let at = wrong.find("{x}").unwrap() + 1;
    let before = &wrong[..at];
    let (line, column) = (before.matches('\n').count() + 1, at - before.rfind('\n').unwrap());
    let told = format!("mine.rbg: line {line}, column {column}: nothing is called `x`");
    assert_eq!((refusal.kind, &refusal.error), (Kind::Wrong, &told));
    let place = &refusal.to_json()["place"];
    assert_eq!((&place["line"], &place["column"]), (&json!(line), &json!(column)));
    assert_eq!(place["end"].as_u64().unwrap() - place["start"].as_u64().unwrap(), 1);
    let refusal = ask("open", &json!({ "game": "mine.pnml", "source": "<pnml>\n<net" })).unwrap_err();
    assert_eq!(refusal.place.unwrap().line.unwrap().0, 2);
}

/// A name is only a name: nothing is read under it, and where nothing is sent along, it is refused.
#[test]
fn a_name_opens_no_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/games/breakthrough.rbg");
    let refusal = ask("open", &json!({ "game": path })).unwrap_err();
    assert_eq!(refusal.error, "`rbg` reads a file, and no files are read here");
    let sent = open(path, TTT);
    let position = answer("position", &json!({ "game": sent["game"], "source": TTT }));
    assert_eq!(position["legal_total"], json!(9));
    // Another text than the one that the name was made of is not taken for it.
    let refusal = ask("position", &json!({ "game": sent["game"], "source": BREAKTHROUGH })).unwrap_err();
    assert!(refusal.error.contains("is not what it was"), "{refusal}");
    let refusal = ask("position", &json!({ "game": sent["game"] })).unwrap_err();
    assert_eq!(refusal.error, "`rbg` reads a file, and no files are read here");
    let refusal = ask("open", &json!({ "game": "mnk:3,3,3", "source": TTT })).unwrap_err();
    assert_eq!(refusal.error, "`mnk:3,3,3` names no file that a text could stand for");
    // A record names another game: the text is not that of it.
    let record = format!("morpion record 1\ngame: rbg:{path}\n\n1. b2\n");
    let body = json!({ "text": record, "game": sent["game"], "source": TTT });
    assert_eq!(ask("read", &body).unwrap_err().error, "`rbg` reads a file, and no files are read here");
}

/// Rules that would take gigabytes, for ever or a deep stack are refused soon.
#[test]
fn what_is_too_large_is_refused() {
    let row = format!("[e{}]", ",e".repeat(63));
    let game = |board: &str, rules: &str| {
        format!(
            "#players = a(1), b(1)\n#pieces = e, x\n#variables =\n\
             #board = rectangle(up, down, left, right, {board})\n#any = (up + down + left + right)\n\
             #step = ({{e}} [x] any {{x}} [e] any)\n#rules = {rules}"
        )
    };
    let refused = |source: &str| {
        ask("position", &json!({ "game": "large.rbg", "source": source })).expect_err("it is refused").error
    };
    let large = game(&row.repeat(64), "->a (step^200) ->b (step^200) ->> [$ a = 1]");
    assert!(refused(&large).contains("the rules are too large for this board"));
    let endless = game("[e, e, e]", "->a (any {e} [x] [e])* ->b {e} ->> [$ a = 1] ->a [e]");
    assert!(refused(&endless).contains("the rules can go on here without end"));
    let deep = game("[e]", &"(".repeat(50_000));
    assert!(refused(&deep).contains("deep"));
    let long = format!("{TTT}{}", " ".repeat(100_000));
    let refusal = ask("position", &json!({ "game": "large.rbg", "source": long })).unwrap_err();
    assert_eq!(
        (refusal.kind, refusal.error.as_str()),
        (Kind::TooLarge, "`source` is longer than 100000 characters")
    );
}

/// Each of many texts is opened as what it is, however few of them are kept.
#[test]
fn texts_of_one_name_are_told_apart() {
    let service = Service::new(builtin::catalogue("morpion"), Home::Server, Ceilings::default());
    for round in 0..2 {
        for scores in 100..110 {
            let source = TTT.replace("100", &scores.to_string());
            let body = json!({ "game": "mine.rbg", "source": source });
            let one = service.answer("open", &body, &Stop::new(), &|_| {}).unwrap();
            let other = builtin::catalogue("morpion").open_source("mine.rbg", &source).unwrap();
            assert_eq!(one["game"], json!(other.to_string()), "{round}");
        }
    }
}
