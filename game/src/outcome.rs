//! How a finished game ended.

use std::fmt;

use crate::{Player, Value};

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player has won, the other has lost.
    Win(Player),
    /// Neither player has won.
    Draw,
}

impl Outcome {
    /// Returns the value of the outcome for `player`, at distance zero.
    #[must_use]
    pub const fn value_for(self, player: Player) -> Value {
        match self {
            Outcome::Draw => Value::draw(0),
            Outcome::Win(winner) if winner as u8 == player as u8 => Value::win(0),
            Outcome::Win(_) => Value::loss(0),
        }
    }

    /// Returns the winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => write!(f, "{player} wins"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}
