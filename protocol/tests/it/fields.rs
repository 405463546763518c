//! What is refused.

use game::Stop;
use protocol::{Ceilings, Home, Kind, Service, Weight};
use serde_json::{Value, json};

use crate::common::{ask, service};

fn refused(name: &str, body: &Value, kind: Kind) {
    let refusal = ask(name, body).expect_err(name);
    assert_eq!(refusal.kind, kind, "{name} {body}: {refusal}");
    assert!(!refusal.error.is_empty());
    // Before any work is done, too, unless there is none.
    match service().admit(name, body) {
        Ok(weight) => assert_eq!(weight, Weight::Light, "{name} {body}"),
        Err(early) => assert_eq!(early.kind, kind, "{name} {body}"),
    }
}

#[test]
fn what_is_not_a_request_is_refused() {
    refused("nothing", &json!({}), Kind::Unknown);
    refused("", &json!({}), Kind::Unknown);
    for body in [json!(null), json!([]), json!("game"), json!(3)] {
        refused("position", &body, Kind::Malformed);
    }
    refused("position", &json!({}), Kind::Malformed);
    refused("position", &json!({ "game": 3 }), Kind::Malformed);
    refused("position", &json!({ "game": "mnk:3,3,3", "move": ["a1"] }), Kind::Malformed);
    refused("position", &json!({ "game": "mnk:3,3,3", "moves": "a1" }), Kind::Malformed);
    refused("position", &json!({ "game": "mnk:3,3,3", "moves": [1] }), Kind::Malformed);
    refused("games", &json!({ "game": "mnk:3,3,3" }), Kind::Malformed);
    refused("values", &json!({ "game": "mnk:3,3,3", "seconds": -1 }), Kind::Malformed);
    refused("values", &json!({ "game": "mnk:3,3,3", "seconds": "1" }), Kind::Malformed);
    refused("around", &json!({ "game": "mnk:3,3,3", "most": 1_000_000 }), Kind::Malformed);
    refused("check", &json!({ "game": "mnk:3,3,3" }), Kind::Malformed);
    refused("check", &json!({ "game": "mnk:3,3,3", "claims": {} }), Kind::Malformed);
    refused("check", &json!({ "game": "mnk:3,3,3", "claims": { "leads_to": ["over"] } }), Kind::Malformed);
}

#[test]
fn what_is_too_large_is_refused() {
    refused("position", &json!({ "game": "x".repeat(201) }), Kind::TooLarge);
    refused("position", &json!({ "game": "mnk:3,3,3", "moves": vec!["a1"; 10_000] }), Kind::TooLarge);
    refused("position", &json!({ "game": "mnk:3,3,3", "moves": ["a".repeat(101)] }), Kind::TooLarge);
    refused("position", &json!({ "game": "mnk:3,3,3", "board": ".".repeat(20_001) }), Kind::TooLarge);
    refused("holds", &json!({ "game": "mnk:3,3,3", "claims": vec!["over"; 21] }), Kind::TooLarge);
    refused("holds", &json!({ "game": "mnk:3,3,3", "claims": ["(".repeat(2001)] }), Kind::TooLarge);
    refused(
        "check",
        &json!({ "game": "mnk:3,3,3", "claims": { "find": vec!["over"; 15], "always": vec!["over"; 15] } }),
        Kind::TooLarge,
    );
    refused("read", &json!({ "text": "1. a1 ".repeat(40_000), "game": "mnk:3,3,3" }), Kind::TooLarge);
    refused("diagram", &json!({ "subject": "100" }), Kind::TooLarge);
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    refused("position", &json!({ "game": "chess" }), Kind::Wrong);
    refused("position", &json!({ "game": "mnk:3,3,3", "moves": ["a1", "a1"] }), Kind::Wrong);
    refused("position", &json!({ "game": "mnk:3,3,3", "board": "nonsense" }), Kind::Wrong);
    refused("move", &json!({ "game": "mnk:3,3,3", "player": "level:99" }), Kind::Wrong);
    let refusal = ask("position", &json!({ "game": "mnk:3,3,3", "moves": ["a1", "é9", "b2"] })).unwrap_err();
    let place = refusal.place.expect("a move has a place");
    assert_eq!((place.text.as_str(), place.start, place.end), ("a1 é9 b2", 3, 5));
}

#[test]
fn nested_claims_do_not_break_anything() {
    for claim in [
        "(".repeat(1000) + "over" + &")".repeat(990),
        "not ".repeat(490) + "over",
        "-".repeat(1900) + "1 = 1",
    ] {
        // Whatever it is, it is answered.
        let _ = ask("holds", &json!({ "game": "mnk:3,3,3", "claims": [claim] })).unwrap();
    }
}

#[test]
fn a_read_only_service_plays_and_does_nothing_heavy() {
    let ceilings = Ceilings { read_only: true, ..Ceilings::default() };
    let service = Service::new(builtin::catalogue("morpion"), Home::Server, ceilings);
    let body = json!({ "game": "mnk:3,3,3" });
    let ask = |name: &str| service.answer(name, &body, &Stop::new(), &|_| {});
    for name in ["values", "history", "judge", "count", "around", "check", "diagram"] {
        assert_eq!(ask(name).unwrap_err().kind, Kind::Forbidden, "{name}");
        assert_eq!(service.admit(name, &body).unwrap_err().kind, Kind::Forbidden, "{name}");
    }
    assert!(ask("move").is_ok() && ask("position").is_ok());
    assert_eq!(service.session()["read_only"], json!(true));
}

#[test]
fn moves_of_a_few_nodes_are_quick_and_others_take_thought() {
    let weight =
        |player: &str| service().admit("move", &json!({ "game": "mnk:3,3,3", "player": player })).unwrap();
    for player in ["random", "level:1", "level:7"] {
        assert_eq!(weight(player), Weight::Quick, "{player}");
    }
    for player in ["perfect", "level:9", "level:10", "engine:1s"] {
        assert_eq!(weight(player), Weight::Thought, "{player}");
    }
    assert_eq!(service().admit("values", &json!({ "game": "mnk:3,3,3" })), Ok(Weight::Heavy));
}

#[test]
fn a_stop_ends_the_longest_request_soon() {
    let stop = Stop::new();
    stop.stop();
    for (name, body) in [
        ("values", json!({ "game": "mnk:7,7,5" })),
        ("history", json!({ "game": "connect4", "moves": ["4", "4"] })),
        ("judge", json!({ "game": "connect4", "text": "4 4 5 5" })),
        ("count", json!({ "game": "connect4" })),
        ("check", json!({ "game": "connect4", "claims": { "find": ["ply = 42"] } })),
        ("diagram", json!({ "subject": "connect4" })),
    ] {
        // It would take minutes, and ends at once; what it knows is an answer.
        service().answer(name, &body, &stop, &|_| {}).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    }
    // Half a graph is no answer.
    let around = json!({ "game": "connect4", "moves": ["4", "4"], "down": 2 });
    let refusal = service().answer("around", &around, &stop, &|_| {}).unwrap_err();
    assert!(refusal.error.contains("interrupted"), "{refusal}");
}
