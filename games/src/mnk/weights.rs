//! The number of a position as a sum over its marks.

use crate::bits::Bits;

/// What an x adds to the number of a position, by the bit of its square; an o adds twice as much.
#[derive(Clone, Default, Debug)]
pub(super) struct Weights(Vec<u64>);

impl FromIterator<(u32, u64)> for Weights {
    fn from_iter<I: IntoIterator<Item = (u32, u64)>>(squares: I) -> Weights {
        let mut weights = Vec::new();
        for (bit, weight) in squares {
            let bit = bit as usize;
            if weights.len() <= bit {
                weights.resize(bit + 1, 0);
            }
            weights[bit] = weight;
        }
        Weights(weights)
    }
}

impl Weights {
    /// Returns what an x on this square adds.
    #[inline]
    pub(super) fn of(&self, bit: u32) -> u64 {
        self.0[bit as usize]
    }

    /// Returns the number of a position.
    #[inline]
    pub(super) fn index<B: Bits>(&self, x: B, o: B) -> u64 {
        let sum = |set: B| set.iter().map(|bit| self.of(bit)).sum::<u64>();
        sum(x) + 2 * sum(o)
    }
}
