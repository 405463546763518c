//! A load test: many sessions play at once while somebody computes, and many sessions are opened and left.
//!
//! `cargo run --release -p morpion-serve --example load -- [SESSIONS] [SECONDS] [LEFT]`, by default 200, 60 and 10000.
//! Every session makes a move a second: it asks for its position, and then for the move of a player of level 3. Prints
//! how long the moves took, whether anything failed, and what memory the process holds before and after.

#![allow(clippy::print_stdout, reason = "its output is the report")]

use std::io::{BufRead, BufReader, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use game::Stop;
use serde_json::{Value, json};
use serve::{Options, Server};

fn main() {
    let number = |at: usize, default: usize| {
        std::env::args().nth(at).map_or(default, |text| text.parse().expect("a number"))
    };
    let (sessions, seconds, left) = (number(1, 200), number(2, 60), number(3, 10_000));
    let options = Options { port: 0, ..Options::default() };
    let server = Server::bind(builtin::catalogue("morpion"), &options).expect("a free port");
    let (address, stop) = (server.address(), Stop::new());
    std::thread::scope(|scope| {
        scope.spawn(|| server.run(&stop));
        play(address, sessions, Duration::from_secs(seconds as u64));
        open_and_leave(address, left);
        stop.stop();
    });
}

/// Lets many sessions play while one computes, and prints how long their moves took.
fn play(address: SocketAddr, sessions: usize, time: Duration) {
    let (end, times, errors) = (Instant::now() + time, Mutex::new(Vec::new()), AtomicUsize::new(0));
    let analyses = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut client = Client::open(address).expect("a session");
            while Instant::now() < end {
                let left = end.saturating_duration_since(Instant::now()).as_secs_f64().max(0.1);
                client
                    .last("values", &json!({ "game": "connect:7,6,4", "seconds": left }))
                    .expect("an analysis");
                analyses.fetch_add(1, Ordering::Relaxed);
            }
        });
        for number in 0..sessions {
            let (times, errors) = (&times, &errors);
            let begin = Duration::from_secs_f64(number as f64 / sessions as f64);
            scope.spawn(move || {
                std::thread::sleep(begin);
                let mut taken = Vec::new();
                if player(address, number, end, &mut taken).is_err() {
                    errors.fetch_add(1, Ordering::Relaxed);
                }
                times.lock().expect("no thread panics").extend(taken);
            });
        }
    });
    let mut times = times.into_inner().expect("no thread panics");
    times.sort();
    let part = |of_thousand: usize| times[(times.len() - 1) * of_thousand / 1000].as_secs_f64() * 1000.0;
    println!(
        "{sessions} sessions, {} moves in {} s, {} analyses beside them, {} errors",
        times.len(),
        time.as_secs(),
        analyses.load(Ordering::Relaxed),
        errors.load(Ordering::Relaxed)
    );
    println!(
        "a move takes {:.1} ms (median), {:.1} ms (p99), {:.1} ms (p99.9), {:.1} ms (most)",
        part(500),
        part(990),
        part(999),
        part(1000)
    );
}

/// Plays one game after another, a move a second.
fn player(address: SocketAddr, number: usize, end: Instant, taken: &mut Vec<Duration>) -> Result<()> {
    let mut client = Client::open(address)?;
    let game = ["mnk:3,3,3", "connect:7,6,4", "mnk:5,5,4", "nim:3,4,5"][number % 4];
    let mut moves: Vec<Value> = Vec::new();
    while Instant::now() < end {
        let begin = Instant::now();
        let position = client.last("position", &json!({ "game": game, "moves": moves }))?;
        if !position["over"].is_null() {
            moves.clear();
            continue;
        }
        let asked = Instant::now();
        let moved = client.last("move", &json!({ "game": game, "moves": moves, "player": "level:3" }))?;
        taken.push(asked.elapsed());
        let mv = moved["done"]["move"].clone();
        if !mv.is_string() {
            return Err(std::io::Error::other(moved.to_string()));
        }
        moves.push(mv);
        std::thread::sleep(Duration::from_secs(1).saturating_sub(begin.elapsed()));
    }
    Ok(())
}

/// Opens many sessions, uses each once, and leaves it; prints the memory before and after.
fn open_and_leave(address: SocketAddr, count: usize) {
    let open = |count: usize| {
        for _ in 0..count {
            let mut client = Client::open(address).expect("a session");
            client.last("position", &json!({ "game": "mnk:3,3,3" })).expect("a position");
        }
    };
    // What is there once for all, such as threads and tables, is there after these.
    open(200);
    let before = resident();
    let middle = {
        open(count / 2);
        resident()
    };
    open(count - count / 2);
    println!(
        "{count} sessions opened and left: {before} KiB before, {middle} KiB after half of them, {} KiB after all",
        resident()
    );
}

/// The memory that the process holds, in KiB.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// A client with one connection and one session.
struct Client {
    address: SocketAddr,
    session: String,
    reader: BufReader<TcpStream>,
}

impl Client {
    fn open(address: SocketAddr) -> Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let mut client = Client { address, session: String::new(), reader: BufReader::new(stream) };
        let answer = client.last("session", &json!({}))?;
        client.session = answer["session"].as_str().unwrap_or_default().to_string();
        Ok(client)
    }

    /// Sends a request, and returns its answer or the last event.
    fn last(&mut self, name: &str, body: &Value) -> Result<Value> {
        let body = body.to_string();
        let head = format!(
            "POST /api/{name} HTTP/1.1\r\nhost: {}\r\nmorpion-session: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            self.session,
            body.len()
        );
        self.reader.get_mut().write_all(head.as_bytes())?;
        let body = self.body()?;
        let line = body.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty()).unwrap_or_default();
        Ok(serde_json::from_slice(line)?)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.reader.read_line(&mut line)?;
        Ok(line.trim_end().to_lowercase())
    }

    fn body(&mut self) -> Result<Vec<u8>> {
        let status = self.line()?;
        if !status.starts_with("http/1.1 200") {
            return Err(std::io::Error::other(status));
        }
        let mut length = None;
        loop {
            let line = self.line()?;
            if line.is_empty() {
                break;
            }
            length = line.strip_prefix("content-length: ").and_then(|length| length.parse().ok()).or(length);
        }
        if let Some(length) = length {
            let mut body = vec![0; length];
            self.reader.read_exact(&mut body)?;
            return Ok(body);
        }
        let mut body = Vec::new();
        loop {
            let size = usize::from_str_radix(&self.line()?, 16).map_err(std::io::Error::other)?;
            let mut chunk = vec![0; size + 2];
            self.reader.read_exact(&mut chunk)?;
            if size == 0 {
                return Ok(body);
            }
            body.extend_from_slice(&chunk[..size]);
        }
    }
}
