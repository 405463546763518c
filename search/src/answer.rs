//! What a search found.

use game::{Value, Verdict};

use crate::Halt;

/// What a search found out about a position.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The value for the player to move is at least this.
    pub least: Value,
    /// The value for the player to move is at most this.
    pub most: Value,
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
    /// Nothing is known: the opponent may win at once, or the player to move.
    pub(crate) fn unknown(nodes: u64, seconds: f64, stopped: Option<Halt>) -> Answer<M> {
        let (least, most) = (Value::loss(0), Value::win(0));
        Answer { least, most, best: None, line: Vec::new(), nodes, seconds, stopped }
    }

    /// The value, if it is known, distance and all.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        (self.least == self.most).then_some(self.least)
    }

    /// Win, draw or loss, if that is known; the distance may not be.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        (self.least.verdict == self.most.verdict).then_some(self.least.verdict)
    }

    /// The same, with nothing said of moves.
    #[must_use]
    pub fn without_moves(&self) -> Answer<()> {
        let Answer { least, most, nodes, seconds, stopped, .. } = *self;
        Answer { least, most, best: None, line: Vec::new(), nodes, seconds, stopped }
    }

    /// The same about other moves.
    pub(crate) fn map<T>(self, mv: impl Fn(M) -> T) -> Answer<T> {
        let Answer { least, most, best, line, nodes, seconds, stopped } = self;
        Answer {
            least,
            most,
            best: best.map(&mv),
            line: line.into_iter().map(mv).collect(),
            nodes,
            seconds,
            stopped,
        }
    }

    /// The same, one ply earlier, for the same player.
    pub(crate) fn farther(self) -> Answer<M> {
        Answer { least: farther(self.least), most: farther(self.most), ..self }
    }

    /// The same, one ply earlier, for the opponent.
    pub(crate) fn before(self) -> Answer<M> {
        Answer { least: farther(self.most.reversed()), most: farther(self.least.reversed()), ..self }
    }
}

/// One ply earlier; draws have no distance.
fn farther(value: Value) -> Value {
    if value.verdict == Verdict::Draw { value } else { value.farther() }
}
