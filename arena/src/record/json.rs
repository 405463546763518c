//! Records as JSON: a line for each move, so that they can be compared, and damage has a place.

use std::time::Duration;

use game::{Outcome, Player as Side, shortened};
use serde_json::{Map, Value, json};

use super::text::{TITLE, is_move, is_other_header};
use super::{Entry, Record};
use crate::duration::LONGEST;
use crate::{MatchEnd, Reason, TimeControl};

impl Record {
    /// Returns the record as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let moves = self.moves.iter().map(|entry| {
            let mut object =
                json!({ "move": entry.text, "seconds": entry.spent.as_millis() as f64 / 1000.0 });
            if let Some(comment) = &entry.comment {
                object["comment"] = comment.as_str().into();
            }
            object
        });
        json!({
            "format": TITLE,
            "game": self.game,
            "players": self.players,
            "time": self.time.map(|time| time.to_string()),
            "start": self.start,
            "opening": self.opening,
            "headers": self.headers.iter().map(|(name, value)| json!([name, value])).collect::<Vec<_>>(),
            "moves": moves.collect::<Vec<_>>(),
            "result": self.ending.map(|ending| ending_json(&ending)),
        })
    }

    /// The record as JSON, laid out for reading: what is said about the game first, and then a line for each move.
    pub(super) fn json_text(&self) -> String {
        let json = self.to_json();
        let line = |name: &str| format!("  \"{name}\": {}", json[name]);
        let moves = json["moves"].as_array().map_or(&[][..], Vec::as_slice);
        let moves: Vec<String> = moves.iter().map(|entry| format!("\n    {entry}")).collect();
        let end = if moves.is_empty() { "" } else { "\n  " };
        let mut lines: Vec<String> = HEAD.iter().copied().map(line).collect();
        lines.push(format!("  \"moves\": [{}{end}]", moves.join(",")));
        lines.push(line("result"));
        format!("{{\n{}\n}}", lines.join(",\n"))
    }

    /// Reads what [`to_json`](Record::to_json) wrote.
    ///
    /// # Errors
    /// If something is missing or of the wrong kind: with its place, such as `moves[3]`.
    pub fn from_json(value: &Value) -> Result<Record, String> {
        read_value(value).map_err(|flaw| flaw.problem)
    }
}

/// What stands before the moves, in the order in which it is written.
const HEAD: [&str; 7] = ["format", "game", "players", "time", "start", "opening", "headers"];

/// What is wrong with a record as JSON, and in which part of it.
pub(super) struct Flaw {
    /// The part.
    pub(super) key: &'static str,
    /// Which of the moves, counted from 0, if it is about one.
    pub(super) number: Option<usize>,
    pub(super) problem: String,
}

impl Flaw {
    fn new(key: &'static str, problem: impl Into<String>) -> Flaw {
        Flaw { key, number: None, problem: problem.into() }
    }
}

pub(super) fn read_value(value: &Value) -> Result<Record, Flaw> {
    let object = value.as_object().ok_or_else(|| Flaw::new("", "a record is a JSON object"))?;
    let flaw = |key: &'static str| move |problem: String| Flaw::new(key, problem);
    if text(object, "format").map_err(flaw("format"))? != TITLE {
        return Err(Flaw::new("format", format!("`format` must be \"{TITLE}\"")));
    }
    let list = |key: &'static str| {
        let list = object.get(key).and_then(Value::as_array);
        list.ok_or_else(|| Flaw::new(key, format!("`{key}` is not a list")))
    };
    let game = text(object, "game").map_err(flaw("game"))?;
    if game.is_empty() {
        return Err(Flaw::new("game", "`game` says nothing"));
    }
    let opening = object.get("opening").map_or(Some(0), Value::as_u64).map(|moves| moves as usize);
    let moves = list("moves")?.iter().enumerate().map(|(number, value)| {
        entry(value, number).map_err(|problem| Flaw { key: "moves", number: Some(number), problem })
    });
    Ok(Record {
        game: game.to_string(),
        players: pair(list("players")?, "players", player).map_err(flaw("players"))?,
        time: pair(list("time")?, "time", time).map_err(flaw("time"))?,
        start: optional_text(object.get("start"), "start").map_err(flaw("start"))?,
        opening: opening.ok_or_else(|| Flaw::new("opening", "`opening` is not a number of moves"))?,
        headers: list("headers")?.iter().map(header).collect::<Result<_, _>>().map_err(flaw("headers"))?,
        moves: moves.collect::<Result<_, _>>()?,
        ending: match object.get("result") {
            None | Some(Value::Null) => None,
            Some(value) => Some(ending_from_json(value).map_err(flaw("result"))?),
        },
    })
}

fn player(value: &Value) -> Result<String, String> {
    Ok(value.as_str().ok_or("`players` holds no texts")?.to_string())
}

fn time(value: &Value) -> Result<TimeControl, String> {
    let time = value.as_str().ok_or("`time` holds no texts")?;
    time.parse::<TimeControl>().map_err(|mistake| format!("`time`: {}", mistake.problem))
}

/// An ending, as records and tournaments write it.
pub(crate) fn ending_json(ending: &MatchEnd) -> Value {
    let outcome = match ending.outcome {
        None => "unfinished",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(Side::First)) => "first",
        Some(Outcome::Win(Side::Second)) => "second",
    };
    json!({ "outcome": outcome, "reason": ending.reason.to_string() })
}

/// Reads what [`ending_json`] wrote.
pub(crate) fn ending_from_json(value: &Value) -> Result<MatchEnd, String> {
    let outcome = match value.get("outcome").and_then(Value::as_str) {
        Some("unfinished") => None,
        Some("draw") => Some(Outcome::Draw),
        Some("first") => Some(Outcome::Win(Side::First)),
        Some("second") => Some(Outcome::Win(Side::Second)),
        _ => return Err("`outcome` must be first, second, draw or unfinished".to_string()),
    };
    let words = value.get("reason").and_then(Value::as_str);
    let found = Reason::WORDS.iter().find(|(_, known)| Some(*known) == words);
    let (reason, _) = found.ok_or_else(|| format!("`reason` says {words:?}, which is not a reason"))?;
    Ok(MatchEnd { outcome, reason: *reason })
}

fn text<'a>(object: &'a Map<String, Value>, name: &str) -> Result<&'a str, String> {
    object.get(name).and_then(Value::as_str).ok_or_else(|| format!("`{name}` is not a text"))
}

fn optional_text(value: Option<&Value>, name: &str) -> Result<Option<String>, String> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(format!("`{name}` is not a text")),
    }
}

fn pair<T>(list: &[Value], name: &str, read: impl Fn(&Value) -> Result<T, String>) -> Result<[T; 2], String> {
    match list {
        [first, second] => Ok([read(first)?, read(second)?]),
        _ => Err(format!("`{name}` must have two parts")),
    }
}

fn header(value: &Value) -> Result<(String, String), String> {
    let parts = value.as_array().map(Vec::as_slice);
    match parts {
        Some([Value::String(name), Value::String(_)]) if !is_other_header(name) => {
            Err(format!("`headers`: `{}` is not the name of a header", shortened(name)))
        }
        Some([Value::String(name), Value::String(value)]) => Ok((name.clone(), value.clone())),
        _ => Err("`headers` must hold pairs of texts".to_string()),
    }
}

pub(super) fn entry(value: &Value, number: usize) -> Result<Entry, String> {
    let object = value.as_object().ok_or_else(|| format!("`moves[{number}]` is not an object"))?;
    let place = |problem: String| format!("`moves[{number}]`: {problem}");
    let seconds = object.get("seconds").map_or(Some(0.0), Value::as_f64);
    // In whole milliseconds every time up to the longest is exact.
    let milliseconds = seconds.map(|seconds| (seconds * 1000.0).round());
    let longest = LONGEST.as_millis() as f64;
    let spent = milliseconds.filter(|time| (0.0..=longest).contains(time));
    let spent = spent.map(|time| Duration::from_millis(time as u64));
    let text = text(object, "move").map_err(place)?;
    if !is_move(text) {
        return Err(place(format!("`{}` is not a move", shortened(text))));
    }
    Ok(Entry {
        text: text.to_string(),
        spent: spent.ok_or_else(|| place("`seconds` is not a time".to_string()))?,
        comment: optional_text(object.get("comment"), "comment").map_err(place)?,
    })
}
