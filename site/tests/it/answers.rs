//! Requests of all kinds over all games: WebAssembly and this machine give the same answer.

use serde_json::{Value, json};

use crate::common::{by_wasm, natively, request, timeless};

/// A game, moves that are legal in it, and a claim about it.
const GAMES: [(&str, &[&str], &str); 13] = [
    ("mnk:3,3,3", &["a1", "b2", "c3"], "winner = x"),
    ("mnk:4,3,3", &["a1", "b2", "c3", "d1"], "winner = x"),
    ("mnk:3,3,3,notakto", &["b2"], "over"),
    ("mnk:4,3,3,misere", &["a1", "b2"], "winner = o"),
    ("connect:5,4,4", &["3", "3"], "winner = x"),
    ("connect:4,4,3,misere", &["1", "2"], "winner = x"),
    ("nim:3,4,5", &["a2"], "winner = x"),
    ("nim:2,2,2,2,misere", &[], "winner = o"),
    ("amazons:4,4", &[], "over"),
    ("cube:3,3", &["a1a"], "winner = x"),
    ("ultimate", &[], "over"),
    ("coins:10,1,2,5", &[], "over"),
    ("hanoi:4,3", &[], "over"),
];

/// Games that take too long to be explored.
const LARGE: [&str; 3] = ["amazons", "cube", "ultimate"];

/// Compares the last events, and returns how many of them are answers.
fn compare(requests: &[Value]) -> usize {
    let mut answered = 0;
    for (request, found) in requests.iter().zip(by_wasm(requests)) {
        let expected = natively(request);
        answered += usize::from(expected.get("done").is_some());
        assert_eq!(timeless(found), timeless(expected), "{request}");
    }
    answered
}

#[test]
fn light_requests() {
    let mut requests = vec![request("session", json!({})), request("cancel", json!({}))];
    for (game, moves, claim) in GAMES {
        let position = json!({ "game": game, "moves": moves });
        let claims = json!({ "game": game, "moves": moves, "claims": [claim, "ply = 1", "nonsense ("] });
        requests.extend(["position", "line", "write"].map(|name| request(name, position.clone())));
        requests.push(request("open", json!({ "game": game })));
        requests.push(request("holds", claims));
    }
    requests.push(request("read", json!({ "text": "4453", "game": "connect4" })));
    requests.push(request("read", json!({ "text": "1. a1 b2 2. c3", "game": "ttt" })));
    let answered = compare(&requests);
    assert!(answered * 10 > requests.len() * 9, "{answered} of {}", requests.len());
}

#[test]
fn long_requests() {
    let mut requests = Vec::new();
    for (game, moves, claim) in GAMES {
        let position = json!({ "game": game, "moves": moves });
        requests.push(request("open", json!({ "game": game })));
        if !LARGE.iter().any(|large| game.starts_with(large)) {
            requests.extend(["values", "history"].map(|name| request(name, position.clone())));
            requests
                .push(request("around", json!({ "game": game, "moves": moves, "claim": claim, "most": 30 })));
            let claims =
                json!({ "find": [claim], "always": [claim], "eventually": ["over"], "no_deadlock": true });
            requests.push(request("check", json!({ "game": game, "claims": claims })));
            requests.push(request("count", json!({ "game": game, "by": "explicit", "symmetry": true })));
        }
        requests
            .push(request("move", json!({ "game": game, "moves": moves, "player": "random", "seed": 3 })));
    }
    let answered = compare(&requests);
    assert!(answered * 2 > requests.len(), "{answered} of {}", requests.len());
}

#[test]
fn diagrams() {
    let mut requests = Vec::new();
    for game in ["mnk:3,3,3", "mnk:4,3,3", "connect:4,4,4", "nim:3,4,5", "hanoi:5,3"] {
        requests.push(request("count", json!({ "game": game, "by": "symbolic" })));
        requests.push(request("diagram", json!({ "subject": game })));
        requests.push(request("diagram", json!({ "subject": game, "round": 2 })));
    }
    for formula in ["separate-win", "immediate-win"] {
        requests.push(request("diagram", json!({ "subject": "3", "formula": formula })));
    }
    let answered = compare(&requests);
    assert!(answered * 2 > requests.len(), "{answered} of {}", requests.len());
}

#[test]
fn what_is_wrong_is_refused_in_the_same_words() {
    let requests = [
        request("nothing", json!({})),
        request("position", json!({})),
        request("position", json!({ "game": "mnk:3,3" })),
        request("position", json!({ "game": "chess" })),
        request("position", json!({ "game": "ttt", "moves": ["a1", "a1"] })),
        request("position", json!({ "game": "ttt", "moves": 7 })),
        request("values", json!({ "game": "ttt", "seconds": "long" })),
        request("check", json!({ "game": "ttt", "claims": { "always": ["winner = "] } })),
        json!({ "body": {} }),
    ];
    assert_eq!(compare(&requests), 0);
}
