//! Why a request gets no answer.

use std::fmt;

use catalogue::Failure;
use game::{ParseError, SyntaxError};
use serde_json::{Value, json};

/// What kind of refusal it is, so that a transport can say so in its own way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The request is not written as the protocol asks: a field is missing, unknown or of the wrong type.
    Malformed,
    /// There is no request of this name.
    Unknown,
    /// The request is understood, and what it says is wrong: no such game, an illegal move, a claim without sense.
    Wrong,
    /// The request, or what it asks for, is larger than is allowed here.
    TooLarge,
    /// It is not allowed here at all.
    Forbidden,
}

impl Kind {
    /// Returns the status code of HTTP that says the same.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Kind::Malformed => 400,
            Kind::Forbidden => 403,
            Kind::Unknown => 404,
            Kind::TooLarge => 413,
            Kind::Wrong => 422,
        }
    }
}

/// A part of a text that is wrong, counted in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The text.
    pub text: String,
    /// The first character that is wrong.
    pub start: usize,
    /// The character behind the last one that is wrong; the same as `start` where something is missing.
    pub end: usize,
    /// The line and the column, counted from 1, if the text is a line of a longer one.
    pub line: Option<(usize, usize)>,
}

/// Why a request gets no answer: what is wrong, where, and what would work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What kind of refusal it is.
    pub kind: Kind,
    /// What is wrong, in words.
    pub error: String,
    /// Where, if it is about a part of a text.
    pub place: Option<Place>,
    /// What would work, if that is known.
    pub help: Option<String>,
}

impl Refusal {
    /// Creates a refusal of this kind.
    pub fn new(kind: Kind, error: impl Into<String>) -> Refusal {
        Refusal { kind, error: error.into(), place: None, help: None }
    }

    /// Creates the refusal of a request that says something wrong.
    pub(crate) fn wrong(error: impl Into<String>) -> Refusal {
        Refusal::new(Kind::Wrong, error)
    }

    /// Creates the refusal of a request that is not written as it should be.
    pub(crate) fn malformed(error: impl Into<String>) -> Refusal {
        Refusal::new(Kind::Malformed, error)
    }

    /// Adds what would work.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Refusal {
        self.help = Some(help.into()).filter(|help| !help.is_empty());
        self
    }

    /// Adds the bytes of a text that are wrong.
    #[must_use]
    pub(crate) fn at(mut self, text: &str, bytes: &std::ops::Range<usize>) -> Refusal {
        let characters = |end: usize| text.char_indices().take_while(|(at, _)| *at < end).count();
        let (start, end) = (characters(bytes.start), characters(bytes.end));
        self.place = Some(Place { text: text.to_string(), start, end, line: None });
        self
    }

    /// Returns the refusal as the protocol writes it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut object = json!({ "error": self.error });
        if let Some(Place { text, start, end, line }) = &self.place {
            object["place"] = json!({ "text": text, "start": start, "end": end });
            if let Some((line, column)) = line {
                object["place"]["line"] = json!(line);
                object["place"]["column"] = json!(column);
            }
        }
        if let Some(help) = &self.help {
            object["help"] = json!(help);
        }
        object
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

impl std::error::Error for Refusal {}

impl From<SyntaxError> for Refusal {
    fn from(mistake: SyntaxError) -> Refusal {
        let mut refusal =
            Refusal::wrong(mistake.problem).help(mistake.help).at(&mistake.text, &mistake.place);
        if let Some(place) = &mut refusal.place {
            place.line = mistake.line;
        }
        refusal
    }
}

impl From<ParseError> for Refusal {
    fn from(error: ParseError) -> Refusal {
        Refusal::wrong(error.problem).help(error.help)
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        Refusal::wrong(failure.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_characters() {
        let refusal: Refusal =
            SyntaxError::new("é = x", 5..6, "`x` is not a number", "for example é = 3").into();
        let json = refusal.to_json();
        assert_eq!(json["place"], json!({ "text": "é = x", "start": 4, "end": 5 }));
        assert_eq!((json["error"].as_str(), json["help"].is_string()), (Some("`x` is not a number"), true));
    }
}
