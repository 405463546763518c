//! Why something cannot be done in a match.

use std::fmt;

use game::Player as Side;

/// Why something cannot be done in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IllegalAction {
    /// The match is over.
    Over,
    /// It is the other side's turn.
    NotYourTurn(Side),
    /// The move is not legal; here is why, in words.
    Illegal(String),
    /// Nothing was proposed to this side.
    NothingProposed,
    /// The same was proposed since the last move already.
    ProposedAlready,
    /// No move of this side can be taken back.
    NothingToTakeBack,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalAction::Over => f.write_str("the game is over"),
            IllegalAction::NotYourTurn(turn) => write!(f, "it is the {turn} player's turn"),
            IllegalAction::Illegal(why) => f.write_str(why),
            IllegalAction::NothingProposed => f.write_str("there is nothing to answer"),
            IllegalAction::ProposedAlready => f.write_str("that was asked already; make a move first"),
            IllegalAction::NothingToTakeBack => f.write_str("there is no move to take back"),
        }
    }
}

impl std::error::Error for IllegalAction {}
