//! The two sides of a game.

use std::fmt;

/// One of the two sides. The first player is the one to move in the initial position of most games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// Who moves first: x, white, A, Order.
    First,
    /// Who moves second: o, black, B, Chaos.
    Second,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// Returns the player to move after `ply` moves of a game in which the players alternate.
    #[must_use]
    pub const fn at_ply(ply: u32) -> Player {
        if ply.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// Returns 0 for the first player, 1 for the second: an index into a pair.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}
