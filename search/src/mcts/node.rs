//! A position in the tree.

use game::Verdict;

/// A position in the tree, reached by a move. Values are those of the player who made it.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// The move that led here.
    pub(super) mv: M,
    /// The children, a range of the tree; empty until expanded.
    pub(super) children: std::ops::Range<u32>,
    /// How often it was visited.
    pub(super) visits: u32,
    /// Twice the wins, plus the draws, of the player who moved here.
    pub(super) points: u32,
    /// What is proved, for the player who moved here.
    pub(super) proved: Option<Verdict>,
    /// Whether the player to move here is the one who moved here.
    pub(super) again: bool,
}

impl<M> Node<M> {
    pub(super) fn new(mv: M) -> Node<M> {
        Node { mv, children: 0..0, visits: 0, points: 0, proved: None, again: false }
    }

    /// How good the move is, from 0 to 1.
    pub(super) fn mean(&self) -> f64 {
        match self.proved {
            Some(Verdict::Win) => 1.0,
            Some(Verdict::Draw) => 0.5,
            Some(Verdict::Loss) => 0.0,
            None => f64::from(self.points) / 2.0 / f64::from(self.visits.max(1)),
        }
    }

    /// What makes it worth another visit: good results, and few visits yet. A loss is never visited again.
    pub(super) fn interest(&self, exploration: f64) -> f64 {
        match self.proved {
            Some(Verdict::Loss) => -1.0,
            _ if self.visits == 0 => f64::INFINITY,
            _ => self.mean() + exploration / f64::from(self.visits).sqrt(),
        }
    }
}
