//! What the solver found.

use game::{Value, Verdict};

use super::crew::Halt;

/// The value of a position as far as it is known, for the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// The player to move gets at least this.
    pub low: Verdict,
    /// And at most this.
    pub high: Verdict,
    /// How many plies until the end, if somebody wins and it is known: the winner hurries, the loser holds out.
    pub plies: Option<u32>,
    /// A move that keeps the value, or one that looks good if the solver stopped before it had found one; none if the
    /// game is over, or only the verdict of a draw or a loss was asked for.
    pub best: Option<M>,
    /// How the game goes on if both play their best: to the end if somebody wins, the best move alone if nobody does.
    pub pv: Vec<M>,
    /// How many positions were searched to find the value; those to find moves are not counted, unless it stopped.
    pub nodes: u64,
    /// Why the solver stopped before it had answered all it was asked.
    pub stopped: Option<Halt>,
}

impl<M> Answer<M> {
    /// Nothing is known.
    #[must_use]
    pub fn unknown() -> Answer<M> {
        Answer {
            low: Verdict::Loss,
            high: Verdict::Win,
            plies: None,
            best: None,
            pv: Vec::new(),
            nodes: 0,
            stopped: None,
        }
    }

    /// The same about other moves.
    pub(super) fn map<T>(self, mv: impl Fn(M) -> T) -> Answer<T> {
        let Answer { low, high, plies, best, pv, nodes, stopped } = self;
        Answer { low, high, plies, best: best.map(&mv), pv: pv.into_iter().map(mv).collect(), nodes, stopped }
    }

    /// The value is known now.
    pub(super) fn settle(&mut self, verdict: Verdict) {
        (self.low, self.high) = (verdict, verdict);
    }

    /// The value, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        (self.low == self.high).then_some(Value { verdict: self.low, plies: self.plies })
    }

    /// The same as the answer of a general search that took so long.
    #[must_use]
    pub fn into_search(self, seconds: f64) -> crate::Answer<M> {
        // A win at an unknown distance may be as near as can be, and a loss: but nobody wins before a move of their own.
        let exact = self.value().filter(|value| value.plies.is_some() || value.verdict == Verdict::Draw);
        let end = |verdict, open: Value| if verdict == open.verdict { open } else { Value::of(verdict) };
        crate::Answer {
            least: exact.unwrap_or_else(|| end(self.low, Value::loss(2))),
            most: exact.unwrap_or_else(|| end(self.high, Value::win(1))),
            best: self.best,
            line: self.pv,
            nodes: self.nodes,
            seconds,
            stopped: self.stopped.map(|why| match why {
                Halt::Nodes => crate::Halt::Nodes,
                Halt::Limit(why) => crate::Halt::Stopped(why),
            }),
        }
    }
}
