//! Numbering the positions of an upright board, column by column.

use std::sync::Arc;

use super::bitmap;
use super::board::Board;
use crate::bits::Bits;

/// So many possibilities of neighbouring columns are decoded at once, by table.
const PART: u64 = 1 << 13;

/// A column of height h holds from none to h marks of two kinds, one above the other: 2^(h+1) − 1 possibilities. They
/// are numbered by the kinds as binary digits behind a leading one, so that the empty column is 1, less one. So an x in
/// row j of a column adds 2^j, wherever it falls, and an o twice as much.
#[derive(Clone, Debug)]
pub(super) struct Columns<B> {
    w: u32,
    h: u32,
    /// The possibilities of one column.
    base: u64,
    /// Those of all columns together, if 64 bits can number them.
    size: Option<u64>,
    /// What an x adds, by the bit of its square.
    weights: Vec<u64>,
    /// The possibilities of the columns that are decoded at once.
    together: u64,
    /// The marks x and o of each of them, the first columns first; nothing if a column has too many possibilities.
    /// Clones share them.
    parts: Arc<[Vec<(B, B)>]>,
}

impl<B: Bits> Columns<B> {
    pub(super) fn new(board: &Board<B>) -> Columns<B> {
        let (w, h, _) = board.size();
        let base = 1u64.checked_shl(h + 1).map(|n| n - 1);
        let size = base.and_then(|base| base.checked_pow(w));
        // Without a size there is no index, and the rest is not used.
        let base = base.filter(|_| size.is_some()).unwrap_or(0);
        let mut columns = Columns { w, h, base, size, weights: Vec::new(), together: 0, parts: Arc::new([]) };
        if size.is_some() {
            columns.weights = vec![0; (bitmap::encode(w, h, w - 1, h - 1) + 1) as usize];
            for (i, j) in (0..w).flat_map(|i| (0..h).map(move |j| (i, j))) {
                columns.weights[bitmap::encode(w, h, i, j) as usize] = base.pow(i) << j;
            }
            let several = (1..=w).take_while(|&n| base.checked_pow(n).is_some_and(|n| n <= PART)).last();
            if let Some(several) = several {
                columns.together = base.pow(several);
                let part = |first: u32| columns.part(first, w.min(first + several));
                columns.parts = (0..w).step_by(several as usize).map(part).collect();
            }
        }
        columns
    }

    /// The marks that each number stands for whose digits are these columns.
    fn part(&self, first: u32, end: u32) -> Vec<(B, B)> {
        let numbers = 0..self.base.pow(end - first);
        let marks = |mut number: u64| {
            let mut marks = (B::ZERO, B::ZERO);
            for i in first..end {
                self.fill(i, number % self.base + 1, &mut marks);
                number /= self.base;
            }
            marks
        };
        numbers.map(marks).collect()
    }

    /// Puts the marks of a column where they belong.
    fn fill(&self, i: u32, code: u64, (x, o): &mut (B, B)) {
        for j in 0..code.ilog2() {
            let side = if code >> j & 1 == 0 { &mut *x } else { &mut *o };
            *side = bitmap::update(self.w, self.h, *side, i, j);
        }
    }

    pub(super) fn size(&self) -> Option<u64> {
        self.size
    }

    /// Returns what an x on this square adds to the number; an o adds twice as much.
    #[inline]
    pub(super) fn weight(&self, bit: u32) -> u64 {
        self.weights[bit as usize]
    }

    /// Returns the number of a position.
    #[inline]
    pub(super) fn index(&self, x: B, o: B) -> u64 {
        let sum = |set: B| set.iter().map(|bit| self.weight(bit)).sum::<u64>();
        sum(x) + 2 * sum(o)
    }

    /// Returns the marks x and o of a number below the size.
    #[inline]
    pub(super) fn position(&self, mut index: u64) -> (B, B) {
        let (mut x, mut o) = (B::ZERO, B::ZERO);
        for part in &*self.parts {
            let (more_x, more_o) = part[(index % self.together) as usize];
            x |= more_x;
            o |= more_o;
            index /= self.together;
        }
        if self.parts.is_empty() {
            return self.position_of_high_columns(index);
        }
        (x, o)
    }

    /// The same where a column has too many possibilities for a table.
    fn position_of_high_columns(&self, mut index: u64) -> (B, B) {
        let mut marks = (B::ZERO, B::ZERO);
        for i in 0..self.w {
            self.fill(i, index % self.base + 1, &mut marks);
            index /= self.base;
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number as the digits of its columns say.
    fn plain(w: u32, h: u32, x: u64, o: u64) -> u64 {
        let column = |i: u32| {
            let kind = |j: u32| bitmap::read(w, h, o, i, j);
            let height = (0..h).take_while(|&j| bitmap::read(w, h, x | o, i, j)).count() as u32;
            (0..height).rev().fold(1, |code, j| 2 * code + u64::from(kind(j))) - 1
        };
        (0..w).rev().fold(0, |index, i| index * ((2 << h) - 1) + column(i))
    }

    #[test]
    fn the_whole_range_is_used_once() {
        // Tables of several columns, of one, of some and a rest, and none.
        for (w, h) in [(3, 3), (2, 6), (5, 2), (1, 11), (1, 14)] {
            let columns: Columns<u64> = Columns::new(&Board::new(w, h, 2));
            let size = columns.size().unwrap();
            assert_eq!(size, ((2 << h) - 1_u64).pow(w));
            for index in 0..size {
                let (x, o) = columns.position(index);
                assert_eq!(x & o, 0);
                assert_eq!((columns.index(x, o), plain(w, h, x, o)), (index, index));
            }
        }
    }

    #[test]
    fn boards_too_large_for_64_bits_say_so() {
        assert!(Columns::<u64>::new(&Board::new(7, 7, 4)).size().is_some());
        assert_eq!(Columns::<u128>::new(&Board::new(9, 7, 4)).size(), None);
    }
}
