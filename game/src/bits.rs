//! Sets of small numbers, packed in machine words: squares of a board, or lines by their number.
//!
//! Games use them through [`Bits`], so that the same rules serve boards of one word and of several. Engines that index
//! lists by square use [`BitSet`] itself, as a set of `usize`.

use std::fmt::Debug;
use std::hash::Hash;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr, Sub};

/// An unsigned integer used as a set of small numbers: one machine word where that is enough, several where it is not.
///
/// Games on boards are written once over this trait; which integer serves is decided when the game is made. Shifting by
/// the width or more gives zero for [`BitSet`] and panics for the primitive integers (in debug builds);
/// [`shifted`](Bits::shifted) is safe for any distance.
pub trait Bits:
    Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits.
    const WIDTH: u32;
    /// The empty set.
    const ZERO: Self;

    /// Returns the set of one number, which must be below the width.
    fn bit(index: u32) -> Self;
    /// Returns the number of elements.
    fn count(self) -> u32;
    /// Returns the least number in the set, which must not be empty.
    fn lowest(self) -> u32;
    /// Returns the set without its least number; the empty set stays empty.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// Returns the set as 64 bits if it has no more, and a hash of it otherwise.
    fn hashed(self) -> u64;

    /// Returns bits `4 * place` to `4 * place + 3` as a number; they must be below the width.
    fn nibble(self, place: usize) -> usize;

    /// Returns whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::ZERO
    }

    /// Returns whether a number is in the set.
    #[inline]
    fn has(self, index: u32) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// Returns the set with every number decreased by `distance`; those that would be negative are dropped.
    #[inline]
    #[must_use]
    fn shifted(self, distance: u32) -> Self {
        if distance < Self::WIDTH { self >> distance } else { Self::ZERO }
    }

    /// Returns the numbers in the set, in increasing order.
    #[inline]
    fn iter(self) -> BitsIter<Self> {
        BitsIter(self)
    }
}

/// The numbers in a set of bits, in increasing order.
#[derive(Clone, Debug)]
pub struct BitsIter<B>(B);

impl<B: Bits> Iterator for BitsIter<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let lowest = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(lowest)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }

    // Counting lines of play counts the moves of the last ply without listing them: one instruction for a loop.
    #[inline]
    fn count(self) -> usize {
        self.0.count() as usize
    }
}

impl<B: Bits> ExactSizeIterator for BitsIter<B> {}
impl<B: Bits> FusedIterator for BitsIter<B> {}

macro_rules! word {
    ($word:ty, $set:ident => $hash:expr) => {
        impl Bits for $word {
            const WIDTH: u32 = <$word>::BITS;
            const ZERO: Self = 0;

            #[inline]
            fn bit(index: u32) -> Self {
                1 << index
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                // Does not wait for the number of the bit, as clearing it by a shift would.
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn hashed(self) -> u64 {
                let $set = self;
                $hash
            }

            #[inline]
            fn nibble(self, place: usize) -> usize {
                (self >> (4 * place) & 15) as usize
            }
        }
    };
}

word!(u32, set => u64::from(set));
word!(u64, set => set);
word!(u128, set => hash([set as u64, (set >> 64) as u64]));

/// Returns a hash of some words.
#[inline]
fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0, |hash, word| {
        let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    })
}

/// An integer of `N` words, the least significant first; as a set, numbers below 64·N. `-` is the difference of sets.
///
/// ```
/// use game::bits::BitSet;
/// let squares: BitSet<2> = [3, 70, 100].into_iter().collect();
/// let taken = BitSet::one(70).with(71);
/// assert!((squares - taken).into_iter().eq([3, 100]));
/// assert!(squares.meets(taken) && !taken.within(squares));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitSet<const N: usize>([u64; N]);

impl<const N: usize> BitSet<N> {
    /// The empty set.
    pub const EMPTY: Self = BitSet([0; N]);
    /// The number of numbers that fit.
    pub const CAPACITY: usize = 64 * N;

    /// Returns the set of one number, which must be below the capacity.
    #[inline]
    #[must_use]
    pub fn one(number: usize) -> Self {
        let mut words = [0; N];
        words[number / 64] = 1 << (number % 64);
        BitSet(words)
    }

    /// Returns the set of all numbers below `end`.
    #[must_use]
    pub fn below(end: usize) -> Self {
        (0..end).collect()
    }

    /// Returns the union of some sets.
    #[inline]
    #[must_use]
    pub fn union(sets: &[Self]) -> Self {
        sets.iter().fold(BitSet::EMPTY, |all, &set| all | set)
    }

    /// Returns the words, the least significant first.
    #[inline]
    #[must_use]
    pub fn words(self) -> [u64; N] {
        self.0
    }

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == BitSet::EMPTY
    }

    /// Returns the number of elements.
    #[inline]
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns whether a number is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Returns the set with one more number.
    #[inline]
    #[must_use]
    pub fn with(self, number: usize) -> Self {
        self | BitSet::one(number)
    }

    /// Returns the set without a number.
    #[inline]
    #[must_use]
    pub fn without(self, number: usize) -> Self {
        self - BitSet::one(number)
    }

    /// Returns whether the two sets have a number in common.
    #[inline]
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns whether every number is also in the other set.
    #[inline]
    #[must_use]
    pub fn within(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// Returns the least number, if there is one.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<usize> {
        self.into_iter().next()
    }
}

/// The numbers of a [`BitSet`] set, in increasing order.
//
// Unlike `BitsIter`, it remembers the word that it is in: engines run over sets of eight words.
#[derive(Clone, Debug)]
pub struct Members<const N: usize> {
    rest: [u64; N],
    word: usize,
}

impl<const N: usize> Iterator for Members<N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < N {
            let word = &mut self.rest[self.word];
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

impl<const N: usize> IntoIterator for BitSet<N> {
    type Item = usize;
    type IntoIter = Members<N>;

    #[inline]
    fn into_iter(self) -> Members<N> {
        Members { rest: self.0, word: 0 }
    }
}

impl<const N: usize> FromIterator<usize> for BitSet<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        numbers.into_iter().fold(BitSet::EMPTY, BitSet::with)
    }
}

impl<const N: usize> Default for BitSet<N> {
    fn default() -> Self {
        BitSet::EMPTY
    }
}

impl<const N: usize> Ord for BitSet<N> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for BitSet<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! wordwise {
    ($trait:ident, $method:ident, $word:expr) => {
        impl<const N: usize> $trait for BitSet<N> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                BitSet(std::array::from_fn(|i| $word(self.0[i], other.0[i])))
            }
        }
    };
}

wordwise!(BitAnd, bitand, |a, b| a & b);
wordwise!(BitOr, bitor, |a, b| a | b);
wordwise!(BitXor, bitxor, |a, b| a ^ b);
wordwise!(Sub, sub, |a: u64, b: u64| a & !b);

impl<const N: usize> BitOrAssign for BitSet<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for BitSet<N> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const N: usize> Shr<u32> for BitSet<N> {
    type Output = Self;

    #[inline]
    fn shr(self, distance: u32) -> Self {
        let (words, bits) = ((distance / 64) as usize, distance % 64);
        // Beyond the last word all bits are clear.
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        BitSet(std::array::from_fn(|i| {
            // The upper part is shifted in two steps: 64 - 0 would be too far.
            (word(i + words) >> bits) | ((word(i + words + 1) << 1) << (63 - bits))
        }))
    }
}

impl<const N: usize> Shl<u32> for BitSet<N> {
    type Output = Self;

    #[inline]
    fn shl(self, distance: u32) -> Self {
        let (words, bits) = ((distance / 64) as usize, distance % 64);
        // Below the first word all bits are clear.
        let word = |i: Option<usize>| i.and_then(|i| self.0.get(i)).copied().unwrap_or(0);
        BitSet(std::array::from_fn(|i| {
            let from = i.checked_sub(words);
            let below = i.checked_sub(words + 1);
            (word(from) << bits) | ((word(below) >> 1) >> (63 - bits))
        }))
    }
}

impl<const N: usize> Bits for BitSet<N> {
    const WIDTH: u32 = 64 * N as u32;
    const ZERO: Self = BitSet::EMPTY;

    #[inline]
    fn bit(index: u32) -> Self {
        BitSet::one(index as usize)
    }

    #[inline]
    fn count(self) -> u32 {
        BitSet::count(self)
    }

    #[inline]
    fn lowest(self) -> u32 {
        let mut below = 0;
        for word in self.0 {
            if word != 0 {
                return below + word.trailing_zeros();
            }
            below += 64;
        }
        below
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline]
    fn hashed(self) -> u64 {
        hash(self.0)
    }

    #[inline]
    fn nibble(self, place: usize) -> usize {
        (self.0[place / 16] >> (4 * (place % 16)) & 15) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Numbers = BTreeSet<usize>;

    fn as_u128(wide: BitSet<2>) -> u128 {
        u128::from(wide.0[0]) | u128::from(wide.0[1]) << 64
    }

    fn as_wide(x: u128) -> BitSet<2> {
        BitSet([x as u64, (x >> 64) as u64])
    }

    fn numbers() -> impl Strategy<Value = Numbers> {
        prop::collection::btree_set(0..128usize, 0..20)
    }

    fn set(numbers: &Numbers) -> BitSet<2> {
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
            prop_assert_eq!(BitSet::union(&[x, y]), x | y);
            prop_assert_eq!(x.within(y), a.is_subset(&b));
            prop_assert_eq!(x.meets(y), !a.is_disjoint(&b));
            prop_assert_eq!(x.contains(n), a.contains(&n));
            prop_assert_eq!(x.first(), a.first().copied());
            prop_assert!(x.with(n).contains(n) && !x.without(n).contains(n));
            prop_assert!(BitSet::<2>::below(n).into_iter().eq(0..n));
        }

        #[test]
        fn two_words_behave_as_one_of_128_bits(x: u128, y: u128, n in 0u32..128) {
            let (a, b) = (as_wide(x), as_wide(y));
            prop_assert_eq!(as_u128(a & b), x & y);
            prop_assert_eq!(as_u128(a | b), x | y);
            prop_assert_eq!(as_u128(a ^ b), x ^ y);
            prop_assert_eq!(as_u128(!a), !x);
            prop_assert_eq!(as_u128(a >> n), x >> n);
            prop_assert_eq!(as_u128(a << n), x << n);
            prop_assert_eq!(a.cmp(&b), x.cmp(&y));
            prop_assert_eq!(a.count(), x.count_ones());
            prop_assert_eq!(as_u128(a.without_lowest()), x & x.wrapping_sub(1));
            prop_assert_eq!(as_u128(BitSet::bit(n)), 1u128 << n);
            prop_assert_eq!(a.has(n), x.has(n));
            prop_assert!(a.iter().eq(x.iter()));
            prop_assert_eq!(a.iter().len(), x.count_ones() as usize);
        }
    }

    #[test]
    fn far_shifts_leave_nothing() {
        assert_eq!(u64::MAX.shifted(64), 0);
        assert_eq!(as_wide(u128::MAX).shifted(200), BitSet::ZERO);
        assert_eq!(as_u128(as_wide(u128::MAX) >> 128), 0);
        assert_eq!(as_u128(as_wide(u128::MAX) << 128), 0);
    }
}
