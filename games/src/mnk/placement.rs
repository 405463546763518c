//! Where marks may be placed, and how much of that the compiler knows.
//!
//! Every engine asks at every position whether there are k in a row and which squares are free. On a board of any size
//! that takes distances and masks out of memory; on one whose size the compiler knows they are constants, and the game
//! is as fast as if it had been written for that board alone. The registry uses [`FixedSize`] for the boards played
//! most.

use std::fmt::Debug;

use super::bitmap;
use super::board::Board;
use super::threats::completing;
use crate::bits::Bits;

/// Where marks may be placed on a board of k in a row, and how much of the board the compiler knows.
pub trait Placement<B: Bits>: Clone + Debug + Send + Sync {
    /// Whether marks fall to the lowest free square of their column.
    const FALLS: bool;

    /// Returns the squares that may be marked, if these are taken.
    fn free(&self, board: &Board<B>, taken: B) -> B;

    /// Returns whether k of these marks are in a row.
    #[inline]
    fn aligned(&self, board: &Board<B>, marks: B) -> bool {
        board.aligned(marks)
    }

    /// Returns the squares, on the board or off it, that would complete a row of k of these marks; with gravity, all that
    /// may be free: no mark is above a free square.
    #[inline]
    fn completing(&self, board: &Board<B>, marks: B) -> B {
        let (w, h, k) = board.size();
        let along = |direction: bitmap::Direction| completing(marks, k, direction(w, h));
        bitmap::DIRECTIONS.into_iter().fold(B::ZERO, |found, direction| found | along(direction))
    }

    /// Returns the squares above these, in their columns.
    #[inline]
    fn above(&self, board: &Board<B>, squares: B) -> B {
        let (mut last, mut above) = (squares, B::ZERO);
        while !last.is_empty() {
            last = last << 1 & board.full();
            above |= last;
        }
        above
    }

    /// Returns the same board with left and right exchanged.
    #[inline]
    fn mirrored(&self, board: &Board<B>, marks: B) -> B {
        let (w, h, _) = board.size();
        mirrored(marks, w, h)
    }

    /// Returns whether these squares can be the ones taken: with gravity none is above a free one.
    fn can_hold(&self, board: &Board<B>, taken: B) -> bool {
        !Self::FALLS || (taken & !(board.bottom() | taken << 1)).is_empty()
    }
}

/// A board that lies flat: any free square may be marked.
#[derive(Clone, Copy, Debug)]
pub struct Flat;

impl<B: Bits> Placement<B> for Flat {
    const FALLS: bool = false;

    #[inline]
    fn free(&self, board: &Board<B>, taken: B) -> B {
        board.full() & !taken
    }
}

/// A board that stands upright: a mark falls to the lowest free square of its column.
#[derive(Clone, Copy, Debug)]
pub struct Gravity<B> {
    bottom: B,
}

impl<B: Bits> Gravity<B> {
    pub(super) fn new(board: &Board<B>) -> Gravity<B> {
        Gravity { bottom: board.bottom() }
    }
}

impl<B: Bits> Placement<B> for Gravity<B> {
    const FALLS: bool = true;

    #[inline]
    fn free(&self, board: &Board<B>, taken: B) -> B {
        board.full() & !taken & (self.bottom | taken << 1)
    }
}

/// A board whose size the compiler knows: `W`×`H` squares, `K` in a row; marks fall or not.
#[derive(Clone, Copy, Debug)]
pub struct FixedSize<const W: u32, const H: u32, const K: u32, const FALLS: bool>;

impl<const W: u32, const H: u32, const K: u32, const FALLS: bool> FixedSize<W, H, K, FALLS> {
    const BOTTOM: u64 = {
        assert!(bitmap::size(W, H) <= 64, "the board does not fit one word");
        assert!(1 <= K && K <= W && K <= H, "K squares do not fit the board in every direction");
        let (mut row, mut i) = (0, 0);
        while i < W {
            row |= 1 << bitmap::encode(W, H, i, 0);
            i += 1;
        }
        row
    };
    // Computed here once: in `free` and `aligned` these are operands of instructions, not loads from memory.
    const FULL: u64 = Self::BOTTOM * ((1 << H) - 1);
}

macro_rules! fixed_size {
    ($word:ty) => {
        impl<const W: u32, const H: u32, const K: u32, const FALLS: bool> Placement<$word>
            for FixedSize<W, H, K, FALLS>
        {
            const FALLS: bool = FALLS;

            #[inline]
            fn free(&self, _: &Board<$word>, taken: $word) -> $word {
                const { assert!(bitmap::size(W, H) <= <$word>::BITS, "the board does not fit the word") };
                let free = Self::FULL as $word & !taken;
                if FALLS { free & (Self::BOTTOM as $word | taken << 1) } else { free }
            }

            #[inline]
            fn aligned(&self, _: &Board<$word>, marks: $word) -> bool {
                let [north, east, northeast, southeast] =
                    bitmap::DIRECTIONS.map(|direction| bitmap::runs(marks, K, direction(W, H)));
                north | east | northeast | southeast != 0
            }

            #[inline]
            fn completing(&self, _: &Board<$word>, marks: $word) -> $word {
                let upwards =
                    if FALLS { on_top::<$word>(marks, K) } else { completing(marks, K, bitmap::north(W, H)) };
                upwards
                    | completing(marks, K, bitmap::east(W, H))
                    | completing(marks, K, bitmap::northeast(W, H))
                    | completing(marks, K, bitmap::southeast(W, H))
            }

            #[inline]
            fn above(&self, _: &Board<$word>, squares: $word) -> $word {
                // In each column: the bit on top of it less the squares is the lowest of them, and what none is on above.
                let rest = ((Self::BOTTOM << H) as $word) - squares;
                (squares ^ rest) & Self::FULL as $word
            }

            #[inline]
            fn mirrored(&self, _: &Board<$word>, marks: $word) -> $word {
                mirrored(marks, W, H)
            }
        }
    };
}

fixed_size!(u32);
fixed_size!(u64);

/// Returns the bits that would complete a run of `k` upwards, on top of the others.
#[inline]
fn on_top<B: Bits>(marks: B, k: u32) -> B {
    (1..k).fold(!B::ZERO, |below, _| (below & marks) << 1)
}

/// Exchanges columns, each with the bit above it.
#[inline]
fn mirrored<B: Bits>(marks: B, w: u32, h: u32) -> B {
    let column = !(!B::ZERO << (h + 1));
    let moved = |i: u32| (marks >> ((h + 1) * i) & column) << ((h + 1) * (w - 1 - i));
    (0..w).fold(B::ZERO, |image, i| image | moved(i))
}
