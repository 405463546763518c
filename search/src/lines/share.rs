//! How much of the work is done.

use super::position::Side;

/// Nobody wants to know about moves deeper than that.
const DEEPEST: usize = 10;

/// The maker's moves settled at each position on the way to the present one. Of the breaker's moves one is enough, so
/// they are not counted.
#[derive(Clone, Default, Debug)]
pub(super) struct Share {
    depth: usize,
    /// How many moves were open at first, and how many of them still are.
    levels: Vec<(u32, u32)>,
}

impl Share {
    /// Comes to a position with so many moves to be settled.
    pub(super) fn enter(&mut self, turn: Side, moves: u32) {
        if turn == Side::Breaker {
            return;
        }
        if self.depth < DEEPEST {
            self.levels.push((moves, moves));
        }
        self.depth += 1;
    }

    /// So many of them are still open.
    pub(super) fn left(&mut self, turn: Side, moves: u32) {
        if turn == Side::Maker
            && self.depth <= DEEPEST
            && let Some((_, left)) = self.levels.last_mut()
        {
            *left = moves;
        }
    }

    /// Is done with the position.
    pub(super) fn leave(&mut self, turn: Side) {
        if turn == Side::Maker {
            self.depth -= 1;
            self.levels.truncate(self.depth);
        }
    }

    /// Which share of the first position's moves is settled, the one in work counted by how far it has got.
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
    use super::{Share, Side::Breaker, Side::Maker};

    #[test]
    fn halves_of_halves_are_quarters() {
        let mut share = Share::default();
        share.enter(Maker, 4);
        share.left(Maker, 2);
        assert!((share.settled() - 0.5).abs() < 1e-9);
        share.enter(Breaker, 7);
        share.left(Breaker, 6);
        share.enter(Maker, 2);
        share.left(Maker, 1);
        assert!((share.settled() - 0.625).abs() < 1e-9);
        share.leave(Maker);
        assert!((share.settled() - 0.5).abs() < 1e-9);
        (0..100).for_each(|_| share.enter(Maker, 2));
        assert!((share.settled() - 0.5).abs() < 1e-9);
        (0..100).for_each(|_| share.leave(Maker));
        share.left(Maker, 0);
        assert!((share.settled() - 1.0).abs() < 1e-9);
    }
}
