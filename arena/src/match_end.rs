//! How a match ended, and why.

use std::fmt;
use std::str::FromStr;

use game::{Outcome, Player as Side};

/// Why a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The game itself ended.
    Rules,
    /// A player's time ran out.
    Time,
    /// A program made an illegal move.
    Illegal,
    /// A program broke down.
    Crash,
    /// A player gave up.
    Resignation,
    /// Both called it a draw.
    Agreement,
    /// The value of the position is known.
    Adjudication,
    /// It took more moves than agreed: a draw.
    Length,
    /// A player left, or the match was stopped: unfinished.
    Left,
}

impl Reason {
    /// All of them, with the words they are written by.
    pub const WORDS: [(Reason, &'static str); 9] = [
        (Reason::Rules, "by the rules"),
        (Reason::Time, "on time"),
        (Reason::Illegal, "by an illegal move"),
        (Reason::Crash, "by a crash"),
        (Reason::Resignation, "by resignation"),
        (Reason::Agreement, "by agreement"),
        (Reason::Adjudication, "by adjudication"),
        (Reason::Length, "by length"),
        (Reason::Left, "left"),
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = Reason::WORDS.iter().find(|(reason, _)| reason == self);
        f.write_str(found.map_or("", |(_, words)| words))
    }
}

/// How a match ended. Written and read as text:
///
/// ```
/// use arena::{MatchEnd, Reason};
/// use game::{Outcome, Player};
///
/// let ending = MatchEnd { outcome: Some(Outcome::Win(Player::First)), reason: Reason::Time };
/// assert_eq!(ending.to_string(), "first wins on time");
/// assert_eq!("first wins on time".parse(), Ok(ending));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MatchEnd {
    /// Who has won, or a draw; `None` if the game was left unfinished.
    pub outcome: Option<Outcome>,
    /// Why it is over.
    pub reason: Reason,
}

impl MatchEnd {
    /// Returns a loss of `loser`.
    #[must_use]
    pub fn lost(loser: Side, reason: Reason) -> MatchEnd {
        MatchEnd { outcome: Some(Outcome::Win(loser.other())), reason }
    }

    /// Returns a draw.
    #[must_use]
    pub fn draw(reason: Reason) -> MatchEnd {
        MatchEnd { outcome: Some(Outcome::Draw), reason }
    }

    /// Left unfinished.
    pub const LEFT: MatchEnd = MatchEnd { outcome: None, reason: Reason::Left };
}

/// Outcomes and their words.
pub(crate) const OUTCOMES: [(Option<Outcome>, &str); 4] = [
    (Some(Outcome::Win(Side::First)), "first wins"),
    (Some(Outcome::Win(Side::Second)), "second wins"),
    (Some(Outcome::Draw), "draw"),
    (None, "unfinished"),
];

impl fmt::Display for MatchEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = OUTCOMES.iter().find(|(outcome, _)| *outcome == self.outcome);
        write!(f, "{} {}", found.map_or("", |(_, words)| words), self.reason)
    }
}

impl FromStr for MatchEnd {
    type Err = String;

    fn from_str(text: &str) -> Result<MatchEnd, String> {
        let read = || {
            let (outcome, rest) =
                OUTCOMES.iter().find_map(|(outcome, words)| Some((*outcome, text.strip_prefix(words)?)))?;
            let (reason, _) = Reason::WORDS.iter().find(|(_, words)| *words == rest.trim())?;
            Some(MatchEnd { outcome, reason: *reason })
        };
        read().ok_or_else(|| format!("`{}` is not a result", game::shortened(text)))
    }
}
