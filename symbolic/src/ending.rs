//! Whether a position is an end, and of what kind.

use game::{Outcome, Player};

/// Whether and how a position has ended. In diagrams it is a number from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// Play goes on.
    Open,
    /// This player has won.
    Won(Player),
    /// The game is over without a winner.
    Drawn,
    /// The goal of a system without players.
    Final,
}

impl Ending {
    /// All endings, in the order of their codes.
    pub const ALL: [Ending; 5] =
        [Ending::Open, Ending::Won(Player::First), Ending::Won(Player::Second), Ending::Drawn, Ending::Final];

    /// Returns the number that stands for it in a diagram.
    #[must_use]
    pub fn code(self) -> u32 {
        match self {
            Ending::Open => 1,
            Ending::Won(Player::First) => 2,
            Ending::Won(Player::Second) => 3,
            Ending::Drawn => 4,
            Ending::Final => 5,
        }
    }

    /// Returns the ending that a number stands for.
    #[must_use]
    pub fn from_code(code: u32) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.code() == code)
    }
}

impl From<Option<Outcome>> for Ending {
    fn from(outcome: Option<Outcome>) -> Ending {
        match outcome {
            None => Ending::Open,
            Some(Outcome::Win(player)) => Ending::Won(player),
            Some(Outcome::Draw) => Ending::Drawn,
        }
    }
}
