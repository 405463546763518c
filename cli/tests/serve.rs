//! `morpion serve`, from outside.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything takes here.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that does not outlive its test.
struct Program(Child);

impl Program {
    fn start(args: &[&str]) -> Program {
        let mut program = Command::new(env!("CARGO_BIN_EXE_morpion"));
        program.arg("serve").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Program(program.spawn().expect("the program starts"))
    }

    /// Reads the first line: the address, without `http://` and the last `/`.
    fn address(&mut self) -> String {
        let mut line = String::new();
        BufReader::new(self.0.stdout.as_mut().expect("it is piped")).read_line(&mut line).expect("a line");
        let address = line.trim_end().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        address.unwrap_or_else(|| panic!("the first line is the address: {line}")).to_string()
    }

    /// Waits for the end, and returns the exit code.
    fn end(&mut self) -> Option<i32> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().expect("it is ours") {
                return status.code();
            }
            assert!(begin.elapsed() < PATIENCE, "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the answer to one request.
fn ask(address: &str, request: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let length = body.len();
    let head = format!(
        "{request} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

#[test]
fn the_page_is_served_until_control_c() {
    let mut program = Program::start(&["--port", "0", "--read-only"]);
    let address = program.address();
    let page = ask(&address, "GET /", "");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>morpion</title>"), "{page}");
    let session = ask(&address, "POST /api/session", "{}");
    assert!(session.contains("\"read_only\":true"), "{session}");
    let sent = Command::new("kill").args(["-INT", &program.0.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    assert_eq!(program.end(), Some(0), "it was asked to stop, and has");
}

#[test]
fn a_port_that_is_taken_is_told() {
    let mut first = Program::start(&["--port", "0"]);
    let address = first.address();
    let port = address.rsplit(':').next().expect("a port");
    let mut second = Program::start(&["--port", port]);
    assert_ne!(second.end(), Some(0));
    let mut text = String::new();
    second.0.stderr.take().expect("it is piped").read_to_string(&mut text).expect("text");
    assert!(text.contains(&format!("cannot serve on 127.0.0.1:{port}")), "{text}");
    assert!(text.contains("--port 0"), "{text}");
}
