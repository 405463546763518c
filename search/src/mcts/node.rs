//! A position in the tree.

use game::Verdict;

/// A position in the tree, reached by a move. Values belong to the player who made that move.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// The move that led here.
    pub(super) mv: M,
    /// The children, a range of the tree; empty until expanded.
    pub(super) children: std::ops::Range<u32>,
    /// The number of visits; see [`Node::credit`].
    pub(super) visits: u32,
    /// Twice the wins, plus the draws, of the player who moved here.
    points: u32,
    /// What is proved, for the player who moved here.
    pub(super) proved: Proved,
    /// Whether the player to move here is the one who moved here.
    pub(super) again: bool,
}

/// At this number of visits both they and the points are halved: that changes no mean, and nothing overflows.
const MOST_VISITS: u32 = 1 << 30;

impl<M> Node<M> {
    pub(super) fn new(mv: M) -> Node<M> {
        Node { mv, children: 0..0, visits: 0, points: 0, proved: Proved::NOTHING, again: false }
    }

    /// Counts a random game that ended so for the player who moved here.
    pub(super) fn credit(&mut self, verdict: Verdict) {
        if self.visits >= MOST_VISITS {
            self.visits /= 2;
            self.points /= 2;
        }
        self.visits += 1;
        self.points += verdict as u32;
    }

    /// Returns how good the move is, from 0 to 1: no better and no worse than is proved.
    pub(super) fn mean(&self) -> f64 {
        let mean = f64::from(self.points) / 2.0 / f64::from(self.visits.max(1));
        let Proved { least, most } = self.proved;
        mean.clamp(f64::from(least as u8) / 2.0, f64::from(most as u8) / 2.0)
    }

    /// Returns how much it is worth another visit: for good results, and for few visits yet.
    pub(super) fn interest(&self, exploration: f64) -> f64 {
        if self.visits == 0 {
            return f64::INFINITY;
        }
        self.mean() + exploration / f64::from(self.visits).sqrt()
    }
}

/// What is proved of a position for one of the players: the value lies between these, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proved {
    pub(super) least: Verdict,
    pub(super) most: Verdict,
}

impl Proved {
    pub(super) const NOTHING: Proved = Proved { least: Verdict::Loss, most: Verdict::Win };

    pub(super) const fn exactly(verdict: Verdict) -> Proved {
        Proved { least: verdict, most: verdict }
    }

    pub(super) fn verdict(self) -> Option<Verdict> {
        (self.least == self.most).then_some(self.least)
    }

    /// Returns the same, seen by the opponent.
    pub(super) const fn reversed(self) -> Proved {
        Proved { least: self.most.reversed(), most: self.least.reversed() }
    }

    /// Returns what the best of the moves of one player is worth, if these are their values.
    pub(super) fn best(moves: impl Iterator<Item = Proved>) -> Option<Proved> {
        moves.reduce(|a, b| Proved { least: a.least.max(b.least), most: a.most.max(b.most) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_kept_however_many_the_visits() {
        let mut node = Node::new(());
        (node.visits, node.points) = (MOST_VISITS, 2 * MOST_VISITS);
        for _ in 0..1000 {
            node.credit(Verdict::Win);
        }
        assert!((node.mean() - 1.0).abs() < 1e-9 && node.visits < MOST_VISITS);
        node.credit(Verdict::Loss);
        assert!(node.mean() < 1.0);
    }

    #[test]
    fn a_mean_keeps_to_what_is_proved() {
        let mut node = Node::new(());
        node.credit(Verdict::Loss);
        assert_eq!(node.mean(), 0.0);
        node.proved.least = Verdict::Draw;
        assert_eq!(node.mean(), 0.5);
        node.credit(Verdict::Win);
        node.credit(Verdict::Win);
        assert!(node.mean() > 0.6);
        node.proved = Proved::exactly(Verdict::Draw);
        assert_eq!(node.mean(), 0.5);
    }
}
