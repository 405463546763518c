//! Numbering the positions of an upright board, column by column.

use super::bitmap;
use super::board::Board;
use crate::bits::Bits;

/// A column of height h holds from none to h marks of two kinds, one above the other: 2^(h+1) − 1 possibilities. They
/// are numbered by the kinds as binary digits behind a leading one, so that the empty column is 1, less one.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    w: u32,
    h: u32,
    /// The possibilities of one column.
    base: u64,
    /// Those of all columns together, if 64 bits can number them.
    size: Option<u64>,
}

impl Columns {
    pub(super) fn new<B: Bits>(board: &Board<B>) -> Columns {
        let (w, h, _) = board.size();
        let base = 1u64.checked_shl(h + 1).map(|n| n - 1);
        let size = base.and_then(|base| base.checked_pow(w));
        // Without a size there is no index, and the base is not used.
        Columns { w, h, base: base.unwrap_or(0), size }
    }

    pub(super) fn size(&self) -> Option<u64> {
        self.size
    }

    pub(super) fn index<B: Bits>(&self, x: B, o: B) -> u64 {
        (0..self.w).rev().fold(0, |index, i| index * self.base + self.column(x, o, i))
    }

    fn column<B: Bits>(&self, x: B, o: B, i: u32) -> u64 {
        let height = (0..self.h).take_while(|&j| bitmap::read(self.w, self.h, x | o, i, j)).count() as u32;
        (0..height).rev().fold(1, |code, j| 2 * code + u64::from(bitmap::read(self.w, self.h, o, i, j))) - 1
    }

    pub(super) fn position<B: Bits>(&self, mut index: u64) -> (B, B) {
        let (mut x, mut o) = (B::ZERO, B::ZERO);
        for i in 0..self.w {
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
