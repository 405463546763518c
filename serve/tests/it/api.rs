//! Every request, compared with the description of the server.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::Server;
use crate::schema::{description, is_request};

/// A request of every name, and more than one where answers have several shapes.
fn requests() -> Vec<(&'static str, Value)> {
    let tic = "mnk:3,3,3";
    vec![
        ("session", json!({})),
        ("games", json!({})),
        ("open", json!({ "game": tic })),
        ("open", json!({ "name": "hanoi", "values": ["3"] })),
        ("position", json!({ "game": tic, "moves": ["a1", "b2"] })),
        ("position", json!({ "game": "nim:3,4,5" })),
        ("position", json!({ "game": "hanoi:3" })),
        ("position", json!({ "game": "coins:10,1,2" })),
        ("position", json!({ "game": "amazons:4,4" })),
        ("position", json!({ "game": "ultimate" })),
        ("line", json!({ "game": "connect4", "moves": ["4", "4"] })),
        ("holds", json!({ "game": tic, "claims": ["over", "nonsense"] })),
        ("read", json!({ "game": "connect4", "text": "4453" })),
        ("write", json!({ "game": tic, "moves": ["a1"], "players": ["human", "perfect"] })),
        ("move", json!({ "game": tic, "moves": ["a1"], "player": "perfect" })),
        ("move", json!({ "game": tic, "player": "random" })),
        ("values", json!({ "game": tic, "moves": ["a1"], "seconds": 20 })),
        ("values", json!({ "game": "amazons:10,10", "seconds": 0.5 })),
        ("history", json!({ "game": tic, "moves": ["a1", "b1", "a3", "a2", "c2"] })),
        ("count", json!({ "game": tic, "by": "explicit", "symmetry": true })),
        ("count", json!({ "game": tic, "by": "symbolic" })),
        ("around", json!({ "game": tic, "moves": ["a1"], "up": 1, "down": 1, "claim": "over" })),
        (
            "check",
            json!({ "game": tic, "claims": { "find": ["winner = o"], "no_deadlock": true, "force": ["x:over"] } }),
        ),
        ("check", json!({ "game": "hanoi:2", "claims": { "eventually": ["over"] } })),
        ("diagram", json!({ "subject": "3", "moves": ["a1"] })),
        ("diagram", json!({ "subject": tic, "round": 3 })),
        ("cancel", json!({})),
    ]
}

#[test]
fn every_request_that_is_described_is_answered_as_described() {
    let server = Server::start(serve::Options::default());
    let session = server.session();
    let mut named = BTreeSet::from(["openapi.json"]);
    for (name, body) in requests() {
        named.insert(name);
        assert!(is_request(name, &body), "{name} {body}");
        // The client checks the answer.
        let (status, answer) = session.post(name, &body);
        assert_eq!(status, 200, "{name} {body}: {answer}");
        assert!(answer.get("error").is_none(), "{name} {body}: {answer}");
    }
    let described: BTreeSet<&str> = description()["paths"]
        .as_object()
        .expect("paths")
        .keys()
        .map(|path| path.strip_prefix("/api/").expect("all are below /api"))
        .collect();
    assert_eq!(named, described);
    let known: BTreeSet<&str> = protocol::Service::names().chain(["openapi.json"]).collect();
    assert_eq!(known, described);
}

#[test]
fn the_description_is_served() {
    let server = Server::start(serve::Options::default());
    let response = server.request("GET", "/api/openapi.json", &[], "");
    assert_eq!((response.status, &response.json()), (200, description()));
}

#[test]
fn what_the_description_forbids_is_refused() {
    let server = Server::start(serve::Options::default());
    let session = server.session();
    for (name, body) in [
        ("position", json!({})),
        ("position", json!({ "game": 3 })),
        ("position", json!({ "game": "mnk:3,3,3", "other": 1 })),
        ("values", json!({ "game": "mnk:3,3,3", "seconds": "1" })),
        ("check", json!({ "game": "mnk:3,3,3" })),
        ("games", json!({ "game": "mnk:3,3,3" })),
        ("count", json!({ "game": "mnk:3,3,3", "symmetry": 1 })),
    ] {
        assert!(!is_request(name, &body), "{name} {body}");
        let (status, answer) = session.post(name, &body);
        let is_refused = (400..500).contains(&status) || answer.get("error").is_some();
        assert!(is_refused, "{name} {body}: {answer}");
    }
}

#[test]
fn the_page_is_served_with_strict_headers() {
    let server = Server::start(serve::Options::default());
    for asset in page::ASSETS {
        let response = server.request("GET", &format!("/{}", asset.path), &[], "");
        assert_eq!((response.status, &response.body[..]), (200, asset.bytes), "{}", asset.path);
        assert_eq!(response.header("content-type"), Some(asset.content_type));
    }
    let index = server.request("GET", "/", &[], "");
    assert_eq!(Some(&index.body[..]), page::asset("index.html").map(|asset| asset.bytes));
    let policy = index.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"));
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        assert_eq!(index.header(name), Some(value));
    }
    assert_eq!(server.request("HEAD", "/", &[], "").status, 200);
}
