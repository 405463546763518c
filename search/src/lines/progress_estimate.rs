//! How much of a search is done.

use super::position::Side;

/// Deeper than this, a move is too small a share to be counted.
const DEEPEST: usize = 10;

/// An estimate of how much of a search is done: the maker's moves that are settled at each position on the way to the
/// present one. One of the breaker's moves is enough, so those are not counted.
#[derive(Clone, Default, Debug)]
pub(super) struct ProgressEstimate {
    depth: usize,
    /// The number of moves that were open at first, and the number that still are.
    levels: Vec<(u32, u32)>,
}

impl ProgressEstimate {
    /// Enters a position with `moves` moves to be settled.
    pub(super) fn enter(&mut self, turn: Side, moves: u32) {
        if turn == Side::Breaker {
            return;
        }
        if self.depth < DEEPEST {
            self.levels.push((moves, moves));
        }
        self.depth += 1;
    }

    /// Learns that `moves` of them are still open.
    pub(super) fn left(&mut self, turn: Side, moves: u32) {
        if turn == Side::Maker
            && self.depth <= DEEPEST
            && let Some((_, left)) = self.levels.last_mut()
        {
            *left = moves;
        }
    }

    /// Leaves the position.
    pub(super) fn leave(&mut self, turn: Side) {
        if turn == Side::Maker {
            self.depth -= 1;
            self.levels.truncate(self.depth);
        }
    }

    /// Returns the share of the first position's moves that are settled, the one being searched counted in part.
    pub(super) fn settled(&self) -> f64 {
        let mut weight = 1.0;
        let mut sum = 0.0;
        for &(all, left) in &self.levels {
            let all = f64::from(all.max(1));
            sum += weight * (all - f64::from(left)) / all;
            weight /= all;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::{ProgressEstimate, Side::Breaker, Side::Maker};

    #[test]
    fn halves_of_halves_are_quarters() {
        let mut estimate = ProgressEstimate::default();
        estimate.enter(Maker, 4);
        estimate.left(Maker, 2);
        assert!((estimate.settled() - 0.5).abs() < 1e-9);
        estimate.enter(Breaker, 7);
        estimate.left(Breaker, 6);
        estimate.enter(Maker, 2);
        estimate.left(Maker, 1);
        assert!((estimate.settled() - 0.625).abs() < 1e-9);
        estimate.leave(Maker);
        assert!((estimate.settled() - 0.5).abs() < 1e-9);
        (0..100).for_each(|_| estimate.enter(Maker, 2));
        assert!((estimate.settled() - 0.5).abs() < 1e-9);
        (0..100).for_each(|_| estimate.leave(Maker));
        estimate.left(Maker, 0);
        assert!((estimate.settled() - 1.0).abs() < 1e-9);
    }
}
