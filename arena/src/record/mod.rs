//! Records of games: to be read by people, compared line by line, and taken up again.

mod corrupt;
mod file;
mod json;
mod replay;
mod rescue;
mod text;

pub use corrupt::CorruptRecord;
pub(crate) use json::{ending_from_json, ending_json};

pub use replay::Replayed;

use std::time::Duration;

use crate::{MatchEnd, TimeControl};

/// One game as it was played, in words: a reader need not know the rules. [`Record::replay`] makes a
/// [`Match`](crate::Match) of it again, and checks every move.
///
/// As text, one thing to a line:
///
/// ```
/// let text = "\
/// morpion record 1
/// game: mnk:3,3,3
/// first: Ada
/// second: perfect
/// time: 5m+3s
/// event: a rainy afternoon
///
/// 1. b2  [1.5s]  {the centre, of course}
/// 2. a1  [12ms]
/// result: unfinished left
/// ";
/// let record = arena::Record::parse(text).unwrap();
/// assert_eq!(record.players, ["Ada", "perfect"]);
/// assert_eq!(record.moves[0].comment.as_deref(), Some("the centre, of course"));
/// assert_eq!(record.to_string(), text);
/// assert_eq!(arena::Record::from_json(&record.to_json()).unwrap(), record);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The game, as its name is typed.
    pub game: String,
    /// Who played first and second.
    pub players: [String; 2],
    /// The times that were agreed.
    pub time: [TimeControl; 2],
    /// The position it started from, as it is drawn, if that is not the start of the game.
    pub start: Option<String>,
    /// The number of moves that were made before the clocks started.
    pub opening: usize,
    /// Anything else worth noting: date, event, seed. Names are words of letters, digits, `-` and `_`.
    pub headers: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<Entry>,
    /// How it ended; `None` while it goes on.
    pub ending: Option<MatchEnd>,
}

/// A move in a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The move, as it is written in its game.
    pub text: String,
    /// How long it took, to the millisecond.
    pub spent: Duration,
    /// A comment on the move.
    pub comment: Option<String>,
}

impl Record {
    /// Returns a header by its name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Adds a header.
    #[must_use]
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Record {
        self.headers.push((name.into(), value.into()));
        self
    }
}
