//! Why a search stopped before it was done.

use std::fmt;

use game::Stopped;

/// Why a search stopped before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A position occurred twice. The game may then go on for ever, and a search that only looks ahead cannot tell what
    /// such a game is worth.
    Repetition,
    /// The board has more squares than the engine takes on, so nothing was searched.
    TooLarge,
    /// A limit was reached.
    Stopped(Stopped),
}

impl From<Stopped> for Halt {
    fn from(why: Stopped) -> Halt {
        Halt::Stopped(why)
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Repetition => f.write_str("a position came twice, so the game may go on for ever"),
            Halt::TooLarge => f.write_str("the board is too large to be solved"),
            Halt::Stopped(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for Halt {}
