//! Sets of squares, packed in machine words.

/// A set of squares with numbers below 64·N.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Set<const N: usize>([u64; N]);

impl<const N: usize> Set<N> {
    pub(crate) const EMPTY: Set<N> = Set([0; N]);

    pub(crate) fn one(square: usize) -> Set<N> {
        Set(std::array::from_fn(|at| if at == square / 64 { 1 << (square % 64) } else { 0 }))
    }

    pub(crate) fn has(self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 != 0
    }

    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn within(self, other: Set<N>) -> bool {
        self.0.iter().zip(other.0).all(|(a, b)| a & !b == 0)
    }

    pub(crate) fn and(self, other: Set<N>) -> Set<N> {
        Set(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    pub(crate) fn or(self, other: Set<N>) -> Set<N> {
        Set(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    pub(crate) fn minus(self, other: Set<N>) -> Set<N> {
        Set(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    pub(crate) fn squares(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let at = self.0.iter().position(|&word| word != 0)?;
            let lowest = self.0[at].trailing_zeros() as usize;
            self.0[at] &= self.0[at] - 1;
            Some(64 * at + lowest)
        })
    }

    pub(crate) fn union(sets: &[Set<N>]) -> Set<N> {
        sets.iter().fold(Set::EMPTY, |all, &set| all.or(set))
    }
}

impl<const N: usize> FromIterator<usize> for Set<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Set<N> {
        squares.into_iter().fold(Set::EMPTY, |set, square| set.or(Set::one(square)))
    }
}
