//! What a command answers.

pub use catalogue::Failure;
use catalogue::Opened;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::args::Start;

/// What a command found, for people and for programs.
pub struct Answer {
    /// For people.
    pub text: String,
    /// For programs: one object.
    pub json: Value,
    /// Whether that is all of it, or what was known when a limit was reached.
    pub complete: bool,
}

impl Answer {
    /// An answer with nothing left out.
    pub fn complete(text: String, json: Value) -> Answer {
        Answer { text, json, complete: true }
    }

    /// The answer where a file could not be written after all: that is said, and the answer is not lost.
    pub fn unwritten(mut self, why: &Failure) -> Answer {
        self.text += &format!("\nNot written: {why}\n");
        self.json["unwritten"] = why.to_string().into();
        self.json["complete"] = false.into();
        self.complete = false;
        self
    }

    /// The JSON on one line.
    pub fn json_line(&self) -> String {
        self.json.to_string()
    }
}

/// A result as one JSON object, with the name of the game, and where it begins if a command takes that.
pub fn object(opened: &Opened, from: Option<&Start>, found: &impl Serialize) -> Value {
    let mut all = match serde_json::to_value(found) {
        Ok(Value::Object(all)) => all,
        _ => unreachable!("results are structs of texts, numbers and lists, so they become objects"),
    };
    all.insert("game".to_string(), opened.to_string().into());
    if let Some(from) = from {
        all.insert("moves".to_string(), from.moves.clone().into());
        all.extend(from.drawn.get().map(|board| ("board".to_string(), board.clone().into())));
    }
    Value::Object(all)
}

/// Something more to say in an object.
pub fn with(mut object: Value, more: Map<String, Value>) -> Value {
    if let Value::Object(all) = &mut object {
        all.extend(more);
    }
    object
}
