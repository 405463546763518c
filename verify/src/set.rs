//! Sets of squares.

use std::array::from_fn;
use std::iter;

/// Squares below 64·N: a bit for each. Sets are in order by their first word, then by their second, and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Set<const N: usize>([u64; N]);

impl<const N: usize> Set<N> {
    pub(crate) const NONE: Set<N> = Set([0; N]);

    pub(crate) fn of(squares: impl IntoIterator<Item = usize>) -> Set<N> {
        squares.into_iter().fold(Set::NONE, Set::with)
    }

    pub(crate) fn or(self, other: Set<N>) -> Set<N> {
        Set(from_fn(|at| self.0[at] | other.0[at]))
    }

    pub(crate) fn and(self, other: Set<N>) -> Set<N> {
        Set(from_fn(|at| self.0[at] & other.0[at]))
    }

    pub(crate) fn minus(self, other: Set<N>) -> Set<N> {
        Set(from_fn(|at| self.0[at] & !other.0[at]))
    }

    pub(crate) fn with(mut self, square: usize) -> Set<N> {
        self.0[square / 64] |= 1 << (square % 64);
        self
    }

    pub(crate) fn without(self, square: usize) -> Set<N> {
        self.minus(Set::NONE.with(square))
    }

    pub(crate) fn has(self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 == 1
    }

    pub(crate) fn is_within(self, other: Set<N>) -> bool {
        self.minus(other) == Set::NONE
    }

    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the squares in order.
    pub(crate) fn squares(mut self) -> impl Iterator<Item = usize> {
        iter::from_fn(move || {
            let at = self.0.iter().position(|&word| word > 0)?;
            let lowest = self.0[at].trailing_zeros() as usize;
            self.0[at] &= self.0[at] - 1;
            Some(64 * at + lowest)
        })
    }

    /// Returns where a relabelling takes these squares.
    pub(crate) fn renamed(self, map: &[usize]) -> Set<N> {
        Set::of(self.squares().map(|square| map[square]))
    }
}
