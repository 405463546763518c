//! Sets of squares, packed in words.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// A set of numbers below 64·N: squares, or lines by their number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Set<const N: usize>([u64; N]);

impl<const N: usize> Set<N> {
    pub(super) const EMPTY: Set<N> = Set([0; N]);
    /// The number of numbers that fit.
    pub(super) const CAPACITY: usize = 64 * N;

    #[inline]
    pub(super) fn one(number: usize) -> Set<N> {
        let mut words = [0; N];
        words[number / 64] = 1 << (number % 64);
        Set(words)
    }

    /// Returns all numbers below `end`.
    pub(super) fn below(end: usize) -> Set<N> {
        (0..end).fold(Set::EMPTY, |set, number| set | Set::one(number))
    }

    #[inline]
    pub(super) fn has(self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self == Set::EMPTY
    }

    #[inline]
    pub(super) fn meets(self, other: Set<N>) -> bool {
        !(self & other).is_empty()
    }

    /// Returns whether every member is one of the other set.
    #[inline]
    pub(super) fn within(self, other: Set<N>) -> bool {
        (self - other).is_empty()
    }

    #[inline]
    #[must_use]
    pub(super) fn with(self, number: usize) -> Set<N> {
        self | Set::one(number)
    }

    #[inline]
    #[must_use]
    pub(super) fn without(self, number: usize) -> Set<N> {
        self - Set::one(number)
    }

    /// Returns the least member, if there is one.
    #[inline]
    pub(super) fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }
}

/// The members, in increasing order.
impl<const N: usize> Iterator for Members<N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < N {
            let word = &mut self.rest.0[self.word];
            if *word != 0 {
                let member = 64 * self.word + word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(member);
            }
            self.word += 1;
        }
        None
    }
}

/// An iterator over the members of a set.
pub(super) struct Members<const N: usize> {
    rest: Set<N>,
    word: usize,
}

impl<const N: usize> IntoIterator for Set<N> {
    type Item = usize;
    type IntoIter = Members<N>;

    #[inline]
    fn into_iter(self) -> Members<N> {
        Members { rest: self, word: 0 }
    }
}

impl<const N: usize> FromIterator<usize> for Set<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Set<N> {
        numbers.into_iter().fold(Set::EMPTY, Set::with)
    }
}

macro_rules! wordwise {
    ($trait:ident, $method:ident, $word:expr) => {
        impl<const N: usize> $trait for Set<N> {
            type Output = Set<N>;

            #[inline]
            fn $method(self, other: Set<N>) -> Set<N> {
                Set(std::array::from_fn(|i| $word(self.0[i], other.0[i])))
            }
        }
    };
}

wordwise!(BitAnd, bitand, |a, b| a & b);
wordwise!(BitOr, bitor, |a, b| a | b);
wordwise!(Sub, sub, |a: u64, b: u64| a & !b);

impl<const N: usize> BitOrAssign for Set<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Set<N>) {
        *self = *self | other;
    }
}

/// Returns all members of some sets.
pub(super) fn union<const N: usize>(sets: &[Set<N>]) -> Set<N> {
    sets.iter().fold(Set::EMPTY, |all, &set| all | set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Numbers = BTreeSet<usize>;

    fn numbers() -> impl Strategy<Value = Numbers> {
        prop::collection::btree_set(0..128usize, 0..20)
    }

    fn set(numbers: &Numbers) -> Set<2> {
        numbers.iter().copied().collect()
    }

    proptest! {
        #[test]
        fn sets_behave_as_sets(a in numbers(), b in numbers(), n in 0..128usize) {
            let (x, y) = (set(&a), set(&b));
            prop_assert!(x.into_iter().eq(a.iter().copied()));
            prop_assert_eq!(x & y, set(&(&a & &b)));
            prop_assert_eq!(x | y, set(&(&a | &b)));
            prop_assert_eq!(x - y, set(&(&a - &b)));
            prop_assert_eq!(x.count() as usize, a.len());
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert_eq!(x.within(y), a.is_subset(&b));
            prop_assert_eq!(x.meets(y), !a.is_disjoint(&b));
            prop_assert_eq!(x.has(n), a.contains(&n));
            prop_assert_eq!(x.first(), a.first().copied());
            prop_assert!(x.with(n).has(n) && !x.without(n).has(n));
            prop_assert!(Set::<2>::below(n).into_iter().eq(0..n));
        }
    }
}
