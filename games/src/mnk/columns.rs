//! Numbering the positions of an upright board, column by column.

use std::ops::Range;
use std::sync::Arc;

use super::bitmap;
use super::board::Board;
use super::weights::Weights;
use crate::bits::Bits;

/// How many fillings of columns that stand side by side are listed in one table: tables must stay in the cache.
const LISTED: u64 = 1 << 13;

/// A column of height h holds from none to h marks of two kinds, one above the other: 2^(h+1) − 1 possibilities. They
/// are numbered by the kinds as binary digits behind a leading one, so that the empty column is 1, less one.
///
/// In other words: the n-th mark from below adds 2^n if it is an x, and twice as much if it is an o. So the number of a
/// board is a sum over its marks, and a move is one addition.
#[derive(Clone, Debug)]
pub(super) struct Columns<B> {
    w: u32,
    h: u32,
    /// The possibilities of one column.
    base: u64,
    pub(super) weights: Weights,
    /// The marks x and o of some columns side by side, by their part of the number; columns on the left first. Empty if
    /// one column has too many possibilities to be listed. Clones share them.
    tables: Arc<[Vec<(B, B)>]>,
    /// The possibilities of all columns together, if 64 bits can number them.
    size: Option<u64>,
}

impl<B: Bits> Columns<B> {
    pub(super) fn new(board: &Board<B>) -> Columns<B> {
        let (w, h, _) = board.size();
        let base = 1u64.checked_shl(h + 1).map(|n| n - 1);
        let size = base.and_then(|base| base.checked_pow(w));
        let mut columns = Columns { w, h, base: 0, weights: Weights::default(), tables: Arc::new([]), size };
        // Without a size there is no index, and the rest is not used.
        if let (Some(base), Some(_)) = (base, size) {
            columns.base = base;
            let squares = (0..w).flat_map(|i| (0..h).map(move |j| (i, j)));
            columns.weights = squares.map(|(i, j)| (bitmap::encode(w, h, i, j), base.pow(i) << j)).collect();
            let at_once = LISTED.ilog(base);
            if at_once > 0 {
                columns.tables = (0..w)
                    .step_by(at_once as usize)
                    .map(|first| {
                        let some = first..w.min(first + at_once);
                        let codes = 0..base.pow(some.end - first);
                        codes.map(|code| columns.filling(some.clone(), code)).collect()
                    })
                    .collect();
            }
        }
        columns
    }

    /// Returns how many numbers there are, if 64 bits hold them.
    pub(super) fn size(&self) -> Option<u64> {
        self.size
    }

    /// Returns the marks x and o of a number below the size.
    #[inline]
    pub(super) fn position(&self, mut index: u64) -> (B, B) {
        if self.tables.is_empty() {
            return self.filling(0..self.w, index);
        }
        let (mut x, mut o) = (B::ZERO, B::ZERO);
        for table in &*self.tables {
            let listed = table.len() as u64;
            let (more_x, more_o) = table[(index % listed) as usize];
            x |= more_x;
            o |= more_o;
            index /= listed;
        }
        (x, o)
    }

    /// Returns the marks x and o that a number means in some columns.
    fn filling(&self, columns: Range<u32>, mut index: u64) -> (B, B) {
        let (mut x, mut o) = (B::ZERO, B::ZERO);
        for i in columns {
            let code = index % self.base + 1;
            index /= self.base;
            for j in 0..code.ilog2() {
                let side = if code >> j & 1 == 0 { &mut x } else { &mut o };
                *side = bitmap::update(self.w, self.h, *side, i, j);
            }
        }
        (x, o)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn the_whole_range_is_used_once(w: u32, h: u32, size: u64) {
        let board: Board<u64> = Board::new(w, h, 2);
        let columns = Columns::new(&board);
        assert_eq!(columns.size(), Some(size));
        for index in 0..size {
            let (x, o) = columns.position(index);
            assert_eq!(x & o, 0);
            let taken = x | o;
            assert_eq!(taken & !(taken << 1 | board.bottom()), 0, "a mark hangs in the air");
            assert_eq!(columns.weights.index(x, o), index);
        }
    }

    #[test]
    fn every_number_is_a_position() {
        the_whole_range_is_used_once(4, 2, 7 * 7 * 7 * 7);
        // Two tables, and the second of fewer columns.
        the_whole_range_is_used_once(5, 3, 15 * 15 * 15 * 15 * 15);
        // A column that is too tall for a table.
        the_whole_range_is_used_once(1, 14, (1 << 15) - 1);
    }

    #[test]
    fn boards_too_large_for_64_bits_say_so() {
        assert_eq!(Columns::<u64>::new(&Board::new(7, 7, 4)).size(), Some(255u64.pow(7)));
        assert_eq!(Columns::<u128>::new(&Board::new(9, 8, 4)).size(), None);
        assert_eq!(Columns::<u128>::new(&Board::new(1, 62, 4)).size(), Some((1 << 63) - 1));
        assert_eq!(Columns::<u128>::new(&Board::new(1, 63, 4)).size(), None);
    }
}
