//! Every request, compared with the description of the server.

use std::collections::BTreeSet;
use std::time::Duration;

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
        ("judge", json!({ "game": tic, "moves": ["a1"], "move": "B 2" })),
        ("judge", json!({ "game": "connect4", "text": "1. 4 4 2. 5", "seconds": 0.2 })),
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

/// Values at and beyond every limit of a schema.
fn at_limits(schema: &Value) -> Vec<(Value, bool)> {
    let mut values = Vec::new();
    let limit = |name: &str| schema[name].as_u64();
    if let Some(most) = limit("maxLength") {
        values.extend([
            (json!("a".repeat(most as usize)), true),
            (json!("a".repeat(most as usize + 1)), false),
        ]);
    }
    if let Some(most) = limit("maxItems") {
        values
            .extend([(json!(vec!["a"; most as usize]), true), (json!(vec!["a"; most as usize + 1]), false)]);
        let longest =
            schema["items"]["maxLength"].as_u64().expect("texts in lists are limited, too") as usize;
        values.extend([(json!(["a".repeat(longest + 1)]), false)]);
    }
    if !schema["minimum"].is_null() {
        let below = schema["minimum"].as_f64().expect("a number") - 1.0;
        values.extend([(schema["minimum"].clone(), true), (json!(below), false)]);
        values.push((schema["maximum"].clone(), true));
        values
            .extend(limit("maximum").and_then(|most| most.checked_add(1)).map(|above| (json!(above), false)));
    }
    values
}

/// Every limit that is described is the one that is kept: what is beyond it is refused before any work is done, and what
/// is not is refused for another reason if at all.
#[test]
fn limits_are_those_that_are_described() {
    let server =
        Server::start(serve::Options { time: Duration::from_millis(100), ..serve::Options::default() });
    let session = server.session();
    let mut tried = BTreeSet::new();
    for (name, body) in requests() {
        let schema = &description()["components"]["schemas"][format!("Request_{name}")];
        let described: BTreeSet<&str> =
            schema["properties"].as_object().expect("fields").keys().map(String::as_str).collect();
        assert_eq!(described, protocol::Service::fields(name).collect(), "the fields of {name}");
        for (field, part) in schema["properties"].as_object().expect("fields") {
            let is_limited = part["type"] == "string" && part["enum"].is_null() || part["type"] == "array";
            assert!(!is_limited || !at_limits(part).is_empty(), "{name}: {field} has no limit");
            for (value, fits) in at_limits(part) {
                if !tried.insert((name, field, value.to_string())) {
                    continue;
                }
                let mut body = body.clone();
                body[field] = value;
                let words = body.to_string().chars().take(120).collect::<String>();
                assert_eq!(is_request(name, &body), fits, "{name} {words}");
                let (status, answer) = session.post(name, &body);
                let error = answer["error"].as_str().unwrap_or_default();
                let is_limit = ["is longer than", "and may have", "is not a whole number", "is not a number"]
                    .iter()
                    .any(|why| error.contains(why));
                match fits {
                    true => assert!(!is_limit, "{name} {words}: {error}"),
                    false => {
                        assert!(is_limit && (400..500).contains(&status), "{name} {words}: {status} {error}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_wrong_with_a_move_is_told_before_the_work_begins() {
    let server = Server::start(serve::Options::default());
    let session = server.session();
    let over = json!(["a1", "a2", "b1", "b2", "c1"]);
    for (field, value) in [
        ("seed", json!(-1)),
        ("seed", json!("1")),
        ("player", json!("human")),
        ("player", json!("nobody")),
        ("moves", over),
    ] {
        let mut body = json!({ "game": "mnk:3,3,3", "player": "level:1" });
        body[field] = value;
        let (status, answer) = session.post("move", &body);
        assert!((400..500).contains(&status) && answer["error"].is_string(), "{body}: {status} {answer}");
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
