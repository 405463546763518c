//! What a search found.

use game::{Value, Verdict, Worth};

use crate::Halt;

/// What a search found out about a position.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// What the position is worth to the player to move.
    pub worth: Worth,
    /// The best move found; none if the game is over.
    pub best: Option<M>,
    /// Best play from here on, as far as it was asked for and followed.
    pub line: Vec<M>,
    /// How many nodes were examined to find the value; those to follow the line are not counted.
    ///
    /// For alpha-beta a node is a position that the search entered, as solvers of Connect Four commonly count: whether
    /// its moves were tried, or it was settled at a glance or by the table, and each time that it was. A move that wins
    /// at once, or loses at once, is seen without entering the position it leads to, and does not count.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Why the search stopped before it was done, if it did.
    pub stopped: Option<Halt>,
}

impl<M> Answer<M> {
    /// Nothing is known, for this reason.
    #[must_use]
    pub fn unknown(stopped: Option<Halt>) -> Answer<M> {
        Answer { worth: Worth::UNKNOWN, best: None, line: Vec::new(), nodes: 0, seconds: 0.0, stopped }
    }

    /// The value, if it is known, distance and all.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.worth.value()
    }

    /// Win, draw or loss, if that is known; the distance may not be.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.worth.verdict()
    }

    /// The same, with nothing said of moves.
    #[must_use]
    pub fn without_moves(&self) -> Answer<()> {
        let Answer { worth, nodes, seconds, stopped, .. } = *self;
        Answer { worth, best: None, line: Vec::new(), nodes, seconds, stopped }
    }

    /// The same about other moves.
    pub(crate) fn map<T>(self, mv: impl Fn(M) -> T) -> Answer<T> {
        let Answer { worth, best, line, nodes, seconds, stopped } = self;
        let line = line.into_iter().map(&mv).collect();
        Answer { worth, best: best.map(mv), line, nodes, seconds, stopped }
    }

    /// The same, one ply earlier, for the same player.
    pub(crate) fn farther(self) -> Answer<M> {
        Answer { worth: self.worth.farther(), ..self }
    }

    /// The same, one ply earlier, for the opponent.
    pub(crate) fn before(self) -> Answer<M> {
        Answer { worth: self.worth.before(), ..self }
    }
}
