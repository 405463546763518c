//! A move, and why it was chosen.

use game::{Value, Verdict, Worth};

use crate::{Choice, Halt};

/// Why a move was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The game is over, and there is no move.
    Over,
    /// It fills a line.
    Wins,
    /// The other side would fill a line here.
    Stops,
    /// It wins by force: every move on the way threatens to win.
    Forces {
        /// The length of the forced line; the win may be shorter.
        plies: u32,
    },
    /// It has the best score of a search of limited depth.
    Seems {
        /// The depth of the search in plies; 0 if there was no time for it.
        plies: u32,
        /// How good the position looks to the player who moves now. Few of the moves were searched, so however high it
        /// is, it is a guess.
        score: i32,
    },
}

/// A move chosen within limits, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision<M> {
    /// The move; none if the game is over.
    pub best: Option<M>,
    /// Why it was chosen.
    pub why: Why,
    /// The forced line if there is one, to the end: a reply that loses sooner is left out.
    pub line: Vec<M>,
    /// The number of positions examined.
    pub nodes: u64,
    /// Why the search did not go on; none if there was nothing left to find.
    pub stopped: Option<Halt>,
}

impl Why {
    /// Returns what this says of the position for the player to move: only forced wins are proved.
    #[must_use]
    pub fn worth(self) -> Worth {
        match self {
            Why::Over => Worth::UNKNOWN,
            Why::Wins => Worth::Proved(Value::win(1)),
            Why::Stops => Worth::Guess(0),
            // Another defence may take longer than the one in the line.
            Why::Forces { .. } => Worth::between(Value::of(Verdict::Win), Value::win(1)),
            Why::Seems { score, .. } => Worth::Guess(score),
        }
    }

    /// Returns the depth of the search in plies.
    fn plies(self) -> u32 {
        match self {
            Why::Over | Why::Stops => 0,
            Why::Wins => 1,
            Why::Forces { plies } | Why::Seems { plies, .. } => plies,
        }
    }
}

/// Drops the reason.
impl<M> From<Decision<M>> for Choice<M> {
    fn from(decision: Decision<M>) -> Choice<M> {
        let Decision { best, why, nodes, stopped, .. } = decision;
        Choice { best, worth: why.worth(), plies: why.plies(), nodes, stopped }
    }
}

impl<M> Decision<M> {
    /// Returns a decision that took no search.
    pub(super) fn at_once(best: Option<M>, why: Why) -> Decision<M> {
        Decision { best, why, line: Vec::new(), nodes: 0, stopped: None }
    }

    /// Returns the same about other moves.
    pub(super) fn map<T>(self, mv: impl Fn(M) -> T) -> Decision<T> {
        let Decision { best, why, line, nodes, stopped } = self;
        Decision { best: best.map(&mv), why, line: line.into_iter().map(mv).collect(), nodes, stopped }
    }
}
