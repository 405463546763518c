//! What a command answers.

use std::fmt;

use game::ParseError;
use games::registry::SpecError;
use serde_json::Value;

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

    /// The JSON on one line.
    pub fn json_line(&self) -> String {
        self.json.to_string()
    }
}

/// Why there is no answer: something was wrong with the question.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// A failure that says what was wrong and what would work.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::new(error.to_string())
    }
}

impl From<dd::Error> for Failure {
    fn from(error: dd::Error) -> Failure {
        Failure::new(error.to_string())
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        Failure::new(error.to_string())
    }
}
