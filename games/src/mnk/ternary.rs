//! Numbering the positions of a table, a digit to each square.

use std::sync::Arc;

use super::weights::Weights;
use crate::bits::Bits;

/// How many squares are decoded at once, by table.
const DIGITS: usize = 8;
const PART: u64 = 3u64.pow(DIGITS as u32);

/// A number in base three: each square is a digit, 0 if it is free, 1 if marked x, 2 if marked o.
///
/// Some numbers are of boards that cannot be reached, with five x and no o. What that costs in bits is gained in speed:
/// a mark is one addition, and eight squares are read at once.
#[derive(Clone, Debug)]
pub(super) struct Ternary<B> {
    pub(super) weights: Weights,
    /// The marks x and o that eight digits stand for; the least significant digits first.
    /// Clones share them.
    parts: Arc<[Vec<(B, B)>]>,
    size: Option<u64>,
}

impl<B: Bits> Ternary<B> {
    /// Numbers the positions on these squares.
    pub(super) fn new(board: B) -> Ternary<B> {
        let squares: Vec<u32> = board.iter().collect();
        let size = 3u64.checked_pow(squares.len() as u32);
        if size.is_none() {
            return Ternary { weights: Weights::default(), parts: Arc::new([]), size };
        }
        let weights = (0..).zip(&squares).map(|(place, &bit)| (bit, 3u64.pow(place))).collect();
        let parts = squares.chunks(DIGITS).map(part).collect();
        Ternary { weights, parts, size }
    }

    /// Returns how many numbers there are, if 64 bits hold them.
    pub(super) fn size(&self) -> Option<u64> {
        self.size
    }

    /// Returns the marks x and o of a number below the size.
    #[inline]
    pub(super) fn position(&self, mut index: u64) -> (B, B) {
        let (mut x, mut o) = (B::ZERO, B::ZERO);
        // Eight digits a division: divisions are what decoding takes, and tables of 3^8 pairs stay in the cache.
        for part in &*self.parts {
            let (more_x, more_o) = part[(index % PART) as usize];
            x |= more_x;
            o |= more_o;
            index /= PART;
        }
        (x, o)
    }
}

/// Returns the marks that each number stands for whose digits are these squares.
fn part<B: Bits>(squares: &[u32]) -> Vec<(B, B)> {
    let mut part = vec![(B::ZERO, B::ZERO)];
    for &bit in squares {
        let (free, mark) = (part.clone(), B::bit(bit));
        part.extend(free.iter().map(|&(x, o)| (x | mark, o)));
        part.extend(free.iter().map(|&(x, o)| (x, o | mark)));
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_range_is_used_once() {
        let ternary: Ternary<u64> = Ternary::new(0b111_0111_0111);
        assert_eq!(ternary.size(), Some(19_683));
        for index in 0..19_683 {
            let (x, o) = ternary.position(index);
            assert_eq!(x & o, 0);
            assert_eq!(ternary.weights.index(x, o), index);
        }
    }

    #[test]
    fn boards_too_large_for_64_bits_say_so() {
        assert!(Ternary::new((1u64 << 40) - 1).size().is_some());
        assert_eq!(Ternary::new((1u64 << 41) - 1).size(), None);
    }
}
