//! Why something cannot be done in a match.

use std::fmt;

use game::Player as Side;

/// Why something cannot be done in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Objection {
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

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objection::Over => f.write_str("the game is over"),
            Objection::NotYourTurn(turn) => write!(f, "it is the {turn} player's turn"),
            Objection::Illegal(why) => f.write_str(why),
            Objection::NothingProposed => f.write_str("there is nothing to answer"),
            Objection::ProposedAlready => f.write_str("that was asked already; make a move first"),
            Objection::NothingToTakeBack => f.write_str("there is no move to take back"),
        }
    }
}

impl std::error::Error for Objection {}
