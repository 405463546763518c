//! What happens in a match.

use std::time::Duration;

use game::Player as Side;

use crate::{MatchEnd, Proposal};

/// Something that happened in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<M> {
    /// A move was made.
    Moved {
        /// Who made it.
        side: Side,
        /// The move.
        mv: M,
        /// How many moves there are now.
        ply: usize,
        /// How long it took.
        spent: Duration,
    },
    /// A move or request was not accepted, and the side is asked again.
    Refused {
        /// Whose it was.
        side: Side,
        /// What was wrong, in words.
        reason: String,
    },
    /// A side asked the other for something.
    Proposed {
        /// Who asked.
        side: Side,
        /// For what.
        proposal: Proposal,
    },
    /// A proposal was granted or refused. A granted take-back has been done.
    Answered {
        /// Who answered.
        side: Side,
        /// What had been asked.
        proposal: Proposal,
        /// Whether it is granted.
        granted: bool,
    },
    /// `n` moves were undone; 0 if only a resignation, a lost clock or the like was taken back.
    Undone(usize),
    /// `n` moves were made again.
    Redone(usize),
    /// It is over.
    Ended(MatchEnd),
}
