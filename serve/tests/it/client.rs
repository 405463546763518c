//! A server for a test, and a client that speaks HTTP by itself. Every answer is checked against the description of the
//! server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use game::Stop;
use serde_json::{Value, json};

use crate::schema;

/// No answer takes as long as this.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A server that runs until it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(crate) fn start(options: serve::Options) -> Server {
        let options = serve::Options { port: 0, ..options };
        let server = serve::Server::bind(builtin::catalogue("morpion"), &options).expect("a free port");
        let (address, stop) = (server.address(), Stop::new());
        let stopped = stop.clone();
        Server { address, stop, thread: Some(std::thread::spawn(move || server.run(&stopped))) }
    }

    /// Connects.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Opens a session.
    pub(crate) fn session(&self) -> Session<'_> {
        let mut session = Session { server: self, id: String::new() };
        let (status, answer) = session.post("session", &json!({}));
        assert_eq!(status, 200, "{answer}");
        session.id = answer["session"].as_str().expect("a name").to_string();
        session
    }

    /// Sends bytes, and returns whatever comes back.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // The server may close the connection before all was sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Sends a request with these headers, and returns its status and body.
    pub(crate) fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let mut stream = self.connect();
        send(&mut stream, method, path, headers, body, self.address);
        Response::read(&mut BufReader::new(stream))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends in peace");
        }
    }
}

/// Sends a request. A header that is given replaces the usual one.
pub(crate) fn send(
    stream: &mut TcpStream,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
    to: SocketAddr,
) {
    let (host, length) = (to.to_string(), body.len().to_string());
    let usual = [
        ("host", host.as_str()),
        ("content-type", "application/json"),
        ("content-length", length.as_str()),
        ("connection", "close"),
    ];
    let is_given = |name: &str| headers.iter().any(|(given, _)| *given == name);
    let mut text = format!("{method} {path} HTTP/1.1\r\n");
    for (name, value) in usual.iter().filter(|(name, _)| !is_given(name)).chain(headers) {
        text += &format!("{name}: {value}\r\n");
    }
    stream.write_all((text + "\r\n" + body).as_bytes()).expect("the request is sent");
}

/// What came back.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    /// Reads the head of a response.
    pub(crate) fn head(reader: &mut impl BufRead) -> Response {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a status");
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("a header");
            match line.trim_end().split_once(": ") {
                Some((name, value)) => headers.push((name.to_lowercase(), value.to_string())),
                None => break,
            }
        }
        Response {
            status: status.unwrap_or_else(|| panic!("not a response: {line:?}")),
            headers,
            body: Vec::new(),
        }
    }

    fn read(reader: &mut impl BufRead) -> Response {
        let mut response = Response::head(reader);
        if response.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = chunk(reader) {
                response.body.extend(chunk);
            }
        } else {
            reader.read_to_end(&mut response.body).expect("a body");
        }
        response
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

/// The next chunk of a body; `None` at its end, or where the connection ends.
fn chunk(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let size = usize::from_str_radix(line.trim(), 16).ok().filter(|size| *size > 0)?;
    let mut bytes = vec![0; size + 2];
    reader.read_exact(&mut bytes).ok()?;
    bytes.truncate(size);
    Some(bytes)
}

/// A session of a client.
pub(crate) struct Session<'s> {
    pub(crate) server: &'s Server,
    pub(crate) id: String,
}

impl Session<'_> {
    /// Sends a request of the protocol. Returns the status and the answer, or the last event of a stream.
    pub(crate) fn post(&self, name: &str, body: &Value) -> (u16, Value) {
        let response = self.response(name, body);
        if response.header("content-type") != Some("application/x-ndjson") {
            let answer = response.json();
            schema::check_answer(name, response.status, &answer);
            return (response.status, answer);
        }
        let text = String::from_utf8(response.body).expect("text");
        let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        events.iter().for_each(|event| schema::check_event(name, event));
        (response.status, events.last().expect("there is a last event").clone())
    }

    /// Sends a request, and returns the answer that must be there.
    pub(crate) fn done(&self, name: &str, body: &Value) -> Value {
        let (status, last) = self.post(name, body);
        assert_eq!(status, 200, "{name}: {last}");
        last["done"].clone()
    }

    pub(crate) fn response(&self, name: &str, body: &Value) -> Response {
        let headers = [("morpion-session", self.id.as_str())];
        self.server.request("POST", &format!("/api/{name}"), &headers, &body.to_string())
    }

    /// Begins a request that takes long.
    pub(crate) fn begin(&self, name: &str, body: &Value) -> Events {
        self.try_begin(name, body).expect("it is accepted")
    }

    /// Begins a request that takes long; `None` if the session has expired.
    pub(crate) fn try_begin(&self, name: &str, body: &Value) -> Option<Events> {
        let mut stream = self.server.connect();
        let headers = [("morpion-session", self.id.as_str())];
        send(&mut stream, "POST", &format!("/api/{name}"), &headers, &body.to_string(), self.server.address);
        let mut reader = BufReader::new(stream);
        let head = Response::head(&mut reader);
        assert!([200, 401].contains(&head.status), "{name}: {}", head.status);
        (head.status == 200).then(|| Events { name: name.to_string(), reader, left: String::new() })
    }
}

/// The events of a request, as they come.
pub(crate) struct Events {
    name: String,
    reader: BufReader<TcpStream>,
    left: String,
}

impl Iterator for Events {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        while !self.left.contains('\n') {
            self.left += &String::from_utf8(chunk(&mut self.reader)?).expect("text");
        }
        let (line, rest) = self.left.split_once('\n').expect("a line");
        let event = serde_json::from_str(line).expect("JSON");
        self.left = rest.to_string();
        schema::check_event(&self.name, &event);
        Some(event)
    }
}
