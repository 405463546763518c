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
    /// Whether everything was done: that is the exit code. If not, a limit was reached or a file was not written.
    pub complete: bool,
}

impl Answer {
    /// Creates an answer with nothing left out.
    pub fn complete(text: String, json: Value) -> Answer {
        Answer { text, json, complete: true }
    }

    /// Adds why a file could not be written after all. The key `complete` of the JSON is about the answer, not the
    /// file.
    pub fn unwritten(mut self, why: &Failure) -> Answer {
        self.text += &format!("\nNot written: {why}\n");
        self.json["unwritten"] = why.to_string().into();
        self.complete = false;
        self
    }

    /// Returns the JSON on one line.
    pub fn json_line(&self) -> String {
        self.json.to_string()
    }
}

/// Returns a result as one JSON object, with the name of the game, and where it begins if a command takes that.
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
