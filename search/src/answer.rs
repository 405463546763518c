//! What a search found.

use game::{Value, Verdict, Worth};

use crate::Halt;

/// What a search found out about a position.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// What the position is worth to the player to move.
    pub worth: Worth,
    /// The best move found; `None` if the game is over.
    pub best: Option<M>,
    /// The first plies of best play, at most as many as [`Solver::line`](crate::Solver::line) asked for.
    pub line: Vec<M>,
    /// The number of nodes examined to find the value. Nodes examined to find the [`line`](Answer::line) are not
    /// counted.
    ///
    /// For alpha-beta, a node is a position that the search entered, as is usual for solvers of Connect Four. A
    /// position counts each time it is entered, even if threats or the table settle it at once. A move that wins or
    /// loses at once is recognised without entering the position it leads to, so that position does not count.
    pub nodes: u64,
    /// The time it took, in seconds.
    pub seconds: f64,
    /// Why the search stopped before it was done, if it did.
    pub stopped: Option<Halt>,
}

impl<M> Answer<M> {
    /// Returns an answer without any information; `stopped` says why nothing is known.
    #[must_use]
    pub fn unknown(stopped: Option<Halt>) -> Answer<M> {
        Answer { worth: Worth::UNKNOWN, best: None, line: Vec::new(), nodes: 0, seconds: 0.0, stopped }
    }

    /// Returns the value, if it is proved, with its distance.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.worth.value()
    }

    /// Returns win, draw or loss, if that is proved; the distance may not be.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.worth.verdict()
    }

    /// Returns the same without moves.
    #[must_use]
    pub fn without_moves(&self) -> Answer<()> {
        let Answer { worth, nodes, seconds, stopped, .. } = *self;
        Answer { worth, best: None, line: Vec::new(), nodes, seconds, stopped }
    }

    /// Returns the same about other moves.
    pub(crate) fn map<T>(self, mv: impl Fn(M) -> T) -> Answer<T> {
        let Answer { worth, best, line, nodes, seconds, stopped } = self;
        let line = line.into_iter().map(&mv).collect();
        Answer { worth, best: best.map(mv), line, nodes, seconds, stopped }
    }

    /// Returns the same, one ply earlier, for the same player.
    pub(crate) fn one_ply_longer(self) -> Answer<M> {
        Answer { worth: self.worth.one_ply_longer(), ..self }
    }

    /// Returns the same, one ply earlier, for the opponent.
    pub(crate) fn one_ply_back(self) -> Answer<M> {
        Answer { worth: self.worth.one_ply_back(), ..self }
    }
}
