//! Clients that mean no good, or know no better. Whatever they do, the server still answers others.

use std::io::{ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{PATIENCE, Server, send};

/// Checks that somebody else is answered.
fn is_alive(server: &Server) {
    let session = server.session();
    let moved = session.done("move", &json!({ "game": "mnk:3,3,3", "moves": ["a1"], "player": "level:3" }));
    assert!(moved["move"].is_string());
}

#[test]
fn what_is_not_json_is_refused() {
    let server = Server::start(serve::Options::default());
    let session = server.session();
    let headers = [("morpion-session", session.id.as_str())];
    let post = |body: &str| server.request("POST", "/api/position", &headers, body);
    for body in ["", "{", "{\"game\": }", "nonsense", "\u{0}", "[[[[[[", "{\"game\": \"mnk:3,3,3\"} {}"] {
        let response = post(body);
        assert_eq!(response.status, 400, "{body}");
        assert!(response.json()["error"].is_string());
    }
    assert_eq!(post(&"[".repeat(200_000)).status, 400, "deeper than anybody reads");
    let response =
        server.request("POST", "/api/position", &[headers[0], ("content-type", "text/plain")], "{}");
    assert_eq!(response.status, 415, "a form of a foreign page could send this");
    is_alive(&server);
}

#[test]
fn large_bodies_and_long_games_are_refused() {
    let server = Server::start(serve::Options::default());
    let session = server.session();
    let (status, answer) =
        session.post("position", &json!({ "game": "mnk:3,3,3", "moves": vec!["a1"; 10_000] }));
    assert_eq!(status, 413, "{answer}");
    let (status, _) = session.post("values", &json!({ "game": "mnk:3,3,3", "moves": vec!["a1"; 10_000] }));
    assert_eq!(status, 413);
    // Ten megabytes: refused by their length, and, if that is not told, when there is too much.
    let head =
        format!("POST /api/read HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n", server.address);
    let body = vec![b' '; 10 << 20];
    for framing in [
        format!("content-length: {}\r\n\r\n", body.len()),
        "transfer-encoding: chunked\r\n\r\na00000\r\n".to_string(),
    ] {
        let answer = server.raw(&[(head.clone() + &framing).as_bytes(), &body].concat());
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
    }
    // A head without end.
    let answer = server.raw(&[head.as_bytes(), "x: y\r\n".repeat(100_000).as_bytes()].concat());
    assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"));
    is_alive(&server);
}

#[test]
fn sessions_that_are_unknown_are_refused() {
    let server = Server::start(serve::Options::default());
    let mut session = server.session();
    let own = session.id.clone();
    assert_eq!(own.len(), 32);
    for id in ["", "0", "ffffffffffffffffffffffffffffffff", &own[1..], "../../etc/passwd"] {
        session.id = id.to_string();
        for (name, body) in [
            ("position", json!({ "game": "mnk:3,3,3" })),
            ("values", json!({ "game": "mnk:3,3,3" })),
            ("cancel", json!({})),
        ] {
            assert_eq!(session.post(name, &body).0, 401, "{id} {name}");
        }
    }
    assert_eq!(session.response("nothing", &json!({})).status, 401);
    session.id = own;
    assert_eq!(session.response("nothing", &json!({})).status, 404);
    is_alive(&server);
}

#[test]
fn foreign_hosts_and_pages_are_refused() {
    let server = Server::start(serve::Options::default());
    let own = format!("http://{}", server.address);
    let status = |headers: &[(&str, &str)]| server.request("POST", "/api/session", headers, "{}").status;
    assert_eq!(status(&[]), 200);
    assert_eq!(status(&[("origin", &own), ("sec-fetch-site", "same-origin")]), 200);
    for host in ["evil.example", "evil.example:80", "192.168.0.3", ""] {
        assert_eq!(status(&[("host", host)]), 421, "{host}");
        assert_eq!(server.request("GET", "/", &[("host", host)], "").status, 421, "{host}");
    }
    for origin in ["http://evil.example", "null", "http://localhost:1", "file://"] {
        assert_eq!(status(&[("origin", origin)]), 403, "{origin}");
    }
    assert_eq!(status(&[("sec-fetch-site", "cross-site")]), 403);
    assert_eq!(
        server.request("OPTIONS", "/api/session", &[("origin", "http://evil.example")], "").status,
        403
    );
    let preflight = server.request("OPTIONS", "/api/session", &[], "");
    assert!(preflight.header("access-control-allow-origin").is_none());
    is_alive(&server);
}

#[test]
fn no_path_leads_anywhere_else() {
    let server = Server::start(serve::Options::default());
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/js/../../Cargo.toml",
        "/js/%2e%2e/index.html",
        "/index.html/",
        "/api/../index.html",
        "/nothing",
        "/INDEX.HTML",
        "/js",
    ] {
        assert_eq!(server.request("GET", path, &[], "").status, 404, "{path}");
    }
    assert_eq!(server.request("DELETE", "/", &[], "").status, 405);
    assert_eq!(server.request("GET", "/api/position", &[], "").status, 405);
    is_alive(&server);
}

#[test]
fn nonsense_on_the_wire_closes_the_connection() {
    let server = Server::start(serve::Options::default());
    for bytes in [
        &b"\0\0\0\0\r\n\r\n"[..],
        b"GET / HTTP/9.9\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"GET /\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let answer = server.raw(bytes);
        assert!(
            answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"),
            "{}",
            String::from_utf8_lossy(&answer)
        );
    }
    // No host at all.
    assert!(server.raw(b"GET / HTTP/1.1\r\nconnection: close\r\n\r\n").starts_with(b"HTTP/1.1 421"));
    is_alive(&server);
}

#[test]
fn a_client_that_does_not_read_holds_up_nobody_and_is_given_up() {
    let options =
        serve::Options { threads: 1, patience: Duration::from_millis(500), ..serve::Options::default() };
    let server = Server::start(options);
    let session = server.session();
    // One long answer after another, none of them read: more than the system keeps for a connection.
    let mut stream = server.connect();
    let body = json!({ "game": "amazons:11,11" }).to_string();
    let count = 100;
    for _ in 0..count {
        let headers = [("morpion-session", session.id.as_str()), ("connection", "keep-alive")];
        send(&mut stream, "POST", "/api/position", &headers, &body, server.address);
    }
    // A computation whose answer nobody reads, on the only thread for computations.
    let mut silent = server.connect();
    let around = json!({ "game": "mnk:15,15,5", "moves": ["a1"], "most": 500, "down": 3, "values": false });
    send(
        &mut silent,
        "POST",
        "/api/around",
        &[("morpion-session", session.id.as_str())],
        &around.to_string(),
        server.address,
    );
    let other = server.session();
    assert_eq!(other.done("values", &json!({ "game": "mnk:3,3,3" }))["complete"], json!(true));
    is_alive(&server);
    // When the server has had enough, it closes the connection, and hears no more; all that can be read then is what was
    // under way.
    stream.set_write_timeout(Some(Duration::from_millis(100))).expect("a timeout");
    let (begin, mut heard) = (Instant::now(), true);
    while heard {
        assert!(begin.elapsed() < PATIENCE, "the connection is still open");
        std::thread::sleep(Duration::from_millis(50));
        heard = match stream.write_all(b"\r\n") {
            Ok(()) => true,
            Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
        };
    }
    let (mut read, one) =
        (Vec::new(), session.response("position", &json!({ "game": "amazons:11,11" })).body.len());
    let _ = stream.read_to_end(&mut read);
    assert!(read.len() < count * one, "{} bytes of {}", read.len(), count * one);
}

#[test]
fn a_client_that_reads_byte_by_byte_gets_its_answer() {
    let server = Server::start(serve::Options::default());
    let mut stream = server.connect();
    send(&mut stream, "POST", "/api/session", &[], "{}", server.address);
    let mut answer = Vec::new();
    let mut byte = [0];
    while stream.read(&mut byte).expect("a byte") == 1 {
        answer.push(byte[0]);
        if answer.len() < 4 {
            std::thread::sleep(Duration::from_millis(200));
        }
    }
    assert!(answer.starts_with(b"HTTP/1.1 200"));
    // One that sends only half of what it announced keeps its own connection busy, and no other.
    let mut half = server.connect();
    half.write_all(format!("POST /api/session HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{{", server.address).as_bytes())
        .expect("it is sent");
    is_alive(&server);
    drop(half);
}

/// A client that is slow to send is given up, and tells no other what to wait for.
#[test]
fn clients_that_are_slow_to_send_are_given_up() {
    // Long enough for all others to send what they have to say, also where the machine stands still for a while.
    let time = Duration::from_secs(5);
    let server =
        Server::start(serve::Options { head_time: time, body_time: time, ..serve::Options::default() });
    let head = format!("POST /api/session HTTP/1.1\r\nhost: {}\r\n", server.address);
    let body = format!("{head}content-type: application/json\r\ncontent-length: 2\r\n\r\n{{");
    let begin = Instant::now();
    let slow =
        [("", ""), (head.as_str(), "HTTP/1.1 408"), (body.as_str(), "HTTP/1.1 408")].map(|(sent, status)| {
            let mut stream = server.connect();
            stream.write_all(sent.as_bytes()).expect("it is sent");
            (stream, sent, status)
        });
    is_alive(&server);
    for (mut stream, sent, status) in slow {
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("the connection is closed, not broken");
        let answer = String::from_utf8_lossy(&answer);
        assert!(begin.elapsed() >= time, "{sent}: {:?}", begin.elapsed());
        assert!(answer.is_empty() || !status.is_empty() && answer.starts_with(status), "{sent}: {answer}");
    }
}

/// Where all places are taken, others wait until one is free, and are answered then.
#[test]
fn connections_beyond_the_most_wait_for_a_place() {
    let server = Server::start(serve::Options { connections: 2, ..serve::Options::default() });
    let held = [server.connect(), server.connect()];
    // Both are taken once both have an answer.
    for mut stream in &held {
        let head = format!("GET /icon.svg HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
        stream.write_all(head.as_bytes()).expect("it is sent");
        assert!(stream.read(&mut [0; 16]).expect("an answer") > 0);
    }
    let mut third = server.connect();
    send(&mut third, "POST", "/api/session", &[], "{}", server.address);
    third.set_read_timeout(Some(Duration::from_millis(500))).expect("a timeout");
    assert!(third.read(&mut [0; 16]).is_err(), "there is no place yet");
    drop(held);
    third.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let mut answer = Vec::new();
    third.read_to_end(&mut answer).expect("an answer");
    assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    is_alive(&server);
}
