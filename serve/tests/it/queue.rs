//! Computations: one for each session, in a queue before a few threads.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Events, Server, Session};

/// Work that takes as long as it may.
fn long() -> Value {
    json!({ "game": "mnk:7,7,5" })
}

fn short() -> Value {
    json!({ "game": "mnk:3,3,3" })
}

fn one_thread() -> Server {
    // Far more time than a test needs: what runs must not end by itself while others wait for it.
    Server::start(serve::Options { threads: 1, time: Duration::from_secs(3600), ..serve::Options::default() })
}

/// Waits until a computation runs.
fn runs(events: &mut Events) {
    assert!(events.any(|event| event["queued"] == json!(0)), "it runs some time");
}

#[test]
fn who_waits_learns_the_place_and_a_cancelled_computation_makes_room() {
    let server = one_thread();
    let [first, second, third] = [server.session(), server.session(), server.session()];
    let mut running = first.begin("values", &long());
    runs(&mut running);
    let mut waiting = second.begin("values", &short());
    assert_eq!(waiting.next(), Some(json!({ "queued": 1 })));
    let mut last = third.begin("values", &short());
    assert_eq!(last.next(), Some(json!({ "queued": 2 })));
    // Those who play do not wait.
    let moved = third.done("move", &json!({ "game": "mnk:3,3,3", "player": "perfect" }));
    assert!(moved["move"].is_string(), "{moved}");
    assert_eq!(first.post("cancel", &json!({})), (200, json!({ "cancelled": true })));
    assert_eq!(first.post("cancel", &json!({})), (200, json!({ "cancelled": false })));
    // What is known by then is the answer.
    assert_eq!(running.last().expect("an answer")["done"]["complete"], json!(false));
    for events in [waiting, last] {
        assert_eq!(events.last().expect("an answer")["done"]["complete"], json!(true));
    }
}

#[test]
fn whoever_cancels_or_begins_anew_loses_the_place_in_the_queue() {
    let server = one_thread();
    let [first, second, third] = [server.session(), server.session(), server.session()];
    let mut running = first.begin("values", &long());
    runs(&mut running);
    let cancelled = json!({ "error": "cancelled" });
    let mut waiting = second.begin("values", &short());
    assert_eq!(waiting.next(), Some(json!({ "queued": 1 })));
    assert_eq!(second.post("cancel", &json!({})), (200, json!({ "cancelled": true })));
    assert_eq!(waiting.last(), Some(cancelled.clone()), "it is told at once, not when its turn comes");
    let mut before = second.begin("values", &short());
    for _ in 0..300 {
        let mut again = second.begin("values", &short());
        assert_eq!(again.next(), Some(json!({ "queued": 1 })), "one session has one place");
        assert_eq!(std::mem::replace(&mut before, again).last(), Some(cancelled.clone()));
    }
    assert_eq!(third.begin("values", &short()).next(), Some(json!({ "queued": 2 })));
}

#[test]
fn a_client_that_goes_away_ends_its_computation() {
    let server = one_thread();
    let [first, second] = [server.session(), server.session()];
    let mut running = first.begin("values", &long());
    runs(&mut running);
    // One that runs, and one that waits.
    let waiting = second.begin("values", &long());
    drop(waiting);
    drop(running);
    let third = server.session();
    assert_eq!(third.done("values", &short())["complete"], json!(true));
}

#[test]
fn a_new_computation_of_a_session_ends_the_old_one() {
    let server = one_thread();
    let session = server.session();
    let mut old = session.begin("values", &long());
    runs(&mut old);
    assert_eq!(session.done("values", &short())["complete"], json!(true));
    assert_eq!(old.last().expect("an answer")["done"]["complete"], json!(false));
}

/// Opens sessions until one is used before it expires: the machine may stand still in between.
fn in_time<'s, T>(
    server: &'s Server,
    mut attempt: impl FnMut(&Session<'s>) -> Option<T>,
) -> (Session<'s>, T) {
    (0..1000)
        .find_map(|_| {
            let session = server.session();
            attempt(&session).map(|found| (session, found))
        })
        .expect("one of so many is used in time")
}

#[test]
fn a_session_that_is_left_expires() {
    let expiry = Duration::from_millis(300);
    let server = Server::start(serve::Options { expiry, ..serve::Options::default() });
    let answered =
        || in_time(&server, |session| (session.post("position", &short()).0 == 200).then_some(())).0;
    let session = answered();
    std::thread::sleep(expiry);
    assert_eq!(session.post("position", &short()).0, 401);
    answered();
}

#[test]
fn a_session_that_computes_does_not_expire() {
    let expiry = Duration::from_millis(200);
    let server = Server::start(serve::Options { expiry, ..serve::Options::default() });
    let (session, mut running) = in_time(&server, |session| session.try_begin("values", &long()));
    runs(&mut running);
    std::thread::sleep(2 * expiry);
    assert_eq!(session.post("cancel", &json!({})), (200, json!({ "cancelled": true })));
}

#[test]
fn a_read_only_server_plays_and_refuses_the_rest() {
    let server = Server::start(serve::Options { read_only: true, ..serve::Options::default() });
    let session = server.session();
    for name in ["values", "history", "judge", "count", "around"] {
        let (status, answer) = session.post(name, &short());
        assert_eq!(status, 403, "{name}");
        assert!(answer["error"].as_str().expect("a reason").contains("read-only"), "{answer}");
    }
    assert_eq!(session.post("session", &json!({})).1["read_only"], json!(true));
    assert!(
        session.done("move", &json!({ "game": "connect4", "player": "perfect", "seconds": 60 }))["move"]
            .is_string()
    );
}

#[test]
fn every_computation_ends_when_the_server_does() {
    let server = one_thread();
    let session = server.session();
    let mut running = session.begin("values", &long());
    runs(&mut running);
    let thread = std::thread::spawn(move || running.last());
    drop(session);
    drop(server);
    let last = thread.join().expect("the stream ends");
    assert!(last.is_none_or(|last| last["done"]["complete"] == json!(false)));
}
