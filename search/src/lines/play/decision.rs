//! A move, and why.

use crate::Halt;

/// Why a move was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The game is over, and there is no move.
    Over,
    /// It fills a line.
    Wins,
    /// The other side would fill a line here.
    Stops,
    /// It wins by force, in so many plies at most: every move on the way threatens to win.
    Forces {
        /// The length of the forced line.
        plies: u32,
    },
    /// It came out best when looking ahead.
    Seems {
        /// How many plies ahead; none if there was no time to look.
        plies: u32,
        /// How good the position looks then to whoever moves now: more than a million either way if the end was seen.
        score: i32,
    },
}

/// A move chosen in the time there was, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision<M> {
    /// The move; none if the game is over.
    pub best: Option<M>,
    /// Why this one.
    pub why: Why,
    /// The forced line if there is one, to the end: a reply that loses sooner is left out.
    pub line: Vec<M>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// Why the search did not go on; none if there was nothing left to find out.
    pub stopped: Option<Halt>,
}

impl<M> Decision<M> {
    /// A decision that took no search.
    pub(super) fn at_once(best: Option<M>, why: Why) -> Decision<M> {
        Decision { best, why, line: Vec::new(), nodes: 0, stopped: None }
    }

    /// The same about other moves.
    pub(super) fn map<T>(self, mv: impl Fn(M) -> T) -> Decision<T> {
        let Decision { best, why, line, nodes, stopped } = self;
        Decision { best: best.map(&mv), why, line: line.into_iter().map(mv).collect(), nodes, stopped }
    }
}
