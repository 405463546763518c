//! Whether a state is an end, and of what kind.

use crate::{Outcome, Player};

/// Whether and how a state of a game or of any other system has ended.
///
/// ```
/// use game::{Ending, Outcome, Player};
/// assert_eq!(Ending::from(None), Ending::Open);
/// assert_eq!(Ending::Won(Player::First).outcome(), Some(Outcome::Win(Player::First)));
/// ```
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
    /// All endings. Their order is the code that diagrams write for them.
    pub const ALL: [Ending; 5] =
        [Ending::Open, Ending::Won(Player::First), Ending::Won(Player::Second), Ending::Drawn, Ending::Final];

    /// Returns how a game has ended; `None` while it goes on, and for a system without players.
    #[inline]
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Ending::Won(player) => Some(Outcome::Win(player)),
            Ending::Drawn => Some(Outcome::Draw),
            Ending::Open | Ending::Final => None,
        }
    }
}

impl From<Option<Outcome>> for Ending {
    #[inline]
    fn from(outcome: Option<Outcome>) -> Ending {
        match outcome {
            None => Ending::Open,
            Some(Outcome::Win(player)) => Ending::Won(player),
            Some(Outcome::Draw) => Ending::Drawn,
        }
    }
}
