//! Why there is no answer.

use std::fmt;

use game::{ParseError, SyntaxError};

/// An error in the input, for which there is no answer: the message says what was wrong and what would work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(String);

impl Failure {
    /// Creates a failure. The message says what was wrong and what would work.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure(message.into())
    }

    /// There is no end to the states of the system of this name.
    pub(crate) fn endless(name: &str, why: &str) -> Failure {
        Failure::new(format!(
            "{name} is unbounded, so there is no end to its states: {why}; `check`, `simulate` and \
             `explore --depth 9` work all the same"
        ))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl From<SyntaxError> for Failure {
    fn from(mistake: SyntaxError) -> Failure {
        Failure::new(mistake.to_string())
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        Failure::new(error.to_string())
    }
}
