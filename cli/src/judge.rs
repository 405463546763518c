//! `morpion judge`: whether moves keep the value, line by line.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write, stdin, stdout};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use arena::error_text;
use catalogue::Catalogue;
use game::Stop;
use protocol::{Ceilings, Refusal, Service};
use serde_json::{Map, Value, json};

use crate::answer::Failure;
use crate::signals::interrupt;
use crate::units;

/// Arguments of `judge`.
#[derive(clap::Args)]
pub struct JudgeArgs {
    /// The game, for lines that do not name one
    pub game: Option<String>,
    /// Use at most this much memory for a line, for example 500M or 4G
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = units::parse_bytes)]
    pub memory: usize,
    /// Spend at most this time on a line, for example 90s or 5m
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = units::parse_time)]
    pub time: Duration,
}

/// The most bytes of a line.
const LONGEST: u64 = 1 << 20;

/// The lines that are read ahead.
const WAITING: usize = 16;
/// How often it is looked whether to stop.
const PAUSE: Duration = Duration::from_millis(50);
/// What would have been a line.
const EXAMPLE: &str =
    "a line is a JSON object, for example {\"game\": \"ttt\", \"moves\": [\"a1\"], \"move\": \"b2\"}";

/// What was judged so far.
#[derive(Default)]
struct Score {
    kept: u64,
    lost: u64,
    unknown: u64,
    refused: u64,
}

impl Score {
    /// Adds what was found in a line.
    fn add(&mut self, answer: &Value) {
        let count = |name: &str| answer["score"][name].as_u64().expect("an answer has a score");
        self.kept += count("kept");
        self.lost += count("lost");
        self.unknown += count("unknown");
    }

    fn json(&self) -> Value {
        let Score { kept, lost, unknown, refused } = self;
        json!({ "kept": kept, "lost": lost, "unknown": unknown, "refused": refused })
    }
}

/// Answers lines until there are no more.
pub fn run(args: &JudgeArgs, games: &Catalogue) -> Result<ExitCode, Failure> {
    if let Some(game) = &args.game {
        games.open(game)?;
    }
    let ceilings = Ceilings { time: args.time, memory: args.memory, ..Ceilings::default() };
    let service = Service::with_files(games.clone(), ceilings);
    let (stop, mut score) = (interrupt(), Score::default());
    let lines = lines();
    let mut number = 0u64;
    while !stop.is_stopped() {
        let line = match lines.recv_timeout(PAUSE) {
            Ok(line) => line?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(ExitCode::SUCCESS),
        };
        number += 1;
        if line.as_ref().is_ok_and(|line| line.trim().is_empty()) {
            continue;
        }
        let (id, answer) = match line {
            Ok(line) => answer(&service, &line, args.game.as_deref(), &stop),
            Err(refusal) => (None, Err(refusal)),
        };
        match write(&told((number, id), answer, &mut score)) {
            Ok(()) => {}
            // A reader who has seen enough is no error.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
            Err(error) => {
                return Err(Failure::new(format!("cannot write the answer: {}", error_text(&error))));
            }
        }
    }
    Ok(ExitCode::from(1))
}

/// Reads lines in a thread of its own: who waits for one can stop waiting.
fn lines() -> Receiver<Result<Result<String, Refusal>, Failure>> {
    let (sender, lines) = sync_channel(WAITING);
    std::thread::spawn(move || {
        let mut input = BufReader::new(stdin());
        while let Some(line) = read(&mut input).transpose() {
            let is_last = line.is_err();
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
    lines
}

/// Reads a line; none at the end of the input.
fn read(input: &mut impl BufRead) -> Result<Option<Result<String, Refusal>>, Failure> {
    let mut bytes = Vec::new();
    let unreadable = |error: &std::io::Error| {
        Failure::new(format!("cannot read the standard input: {}", error_text(error)))
    };
    let read =
        input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).map_err(|error| unreadable(&error))?;
    if read == 0 {
        return Ok(None);
    }
    let mut is_whole = bytes.ends_with(b"\n") || (bytes.len() as u64) < LONGEST;
    let was_whole = is_whole;
    while !is_whole {
        // The rest of a line that is too long is passed over.
        let mut rest = Vec::new();
        let read =
            input.by_ref().take(LONGEST).read_until(b'\n', &mut rest).map_err(|error| unreadable(&error))?;
        is_whole = read == 0 || rest.ends_with(b"\n");
    }
    Ok(Some(if was_whole {
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    } else {
        Err(Refusal::new(protocol::Kind::TooLarge, format!("a line has at most {LONGEST} bytes")))
    }))
}

/// Answers a line. The mark of the asker's own in it comes back, whatever the answer.
fn answer(
    service: &Service,
    line: &str,
    game: Option<&str>,
    stop: &Stop,
) -> (Option<Value>, Result<Value, Refusal>) {
    let malformed = |error: String| (None, Err(Refusal::new(protocol::Kind::Malformed, error).help(EXAMPLE)));
    let mut body = match serde_json::from_str::<Value>(line) {
        Ok(body) => body,
        Err(error) => return malformed(format!("the line is not JSON: {error}")),
    };
    let Some(fields) = body.as_object_mut() else {
        return malformed("the line is not an object".to_string());
    };
    if let (Some(game), false) = (game, fields.contains_key("game")) {
        fields.insert("game".to_string(), game.into());
    }
    let id = fields.remove("id");
    if id.as_ref().is_some_and(is_changed) {
        return malformed("`id` is a number that would not come back as it is; a text would".to_string());
    }
    split_moves(fields);
    (id, service.answer("judge", &body, stop, &|_| {}))
}

/// Whether an integer was too large to be read exactly.
fn is_changed(id: &Value) -> bool {
    // Neither kind of integer: the number is a fraction, or has become one.
    id.as_f64().is_some_and(|number| id.is_f64() && number.abs() >= 2f64.powi(53))
}

/// Takes moves that are given as one text for a list of them.
fn split_moves(fields: &mut Map<String, Value>) {
    if let Some(text) = fields.get("moves").and_then(Value::as_str) {
        let moves: Vec<&str> = text.split([' ', ',']).filter(|mv| !mv.is_empty()).collect();
        fields.insert("moves".to_string(), moves.into());
    }
}

/// What is said about a line of this number and mark, with the score so far.
fn told((number, id): (u64, Option<Value>), answer: Result<Value, Refusal>, score: &mut Score) -> Value {
    let mut told = match answer {
        Ok(answer) => {
            score.add(&answer);
            answer
        }
        Err(refusal) => {
            score.refused += 1;
            refusal.to_json()
        }
    };
    told["line"] = number.into();
    if let Some(id) = id {
        told["id"] = id;
    }
    told["score"] = score.json();
    told
}

fn write(answer: &Value) -> std::io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{answer}")?;
    out.flush()
}
