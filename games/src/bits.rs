//! Sets of small numbers, packed in machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// An unsigned integer used as a set of small numbers: one machine word where that is enough, several where it is not.
///
/// All games on boards are written once over this trait; which integer serves is decided when the game is made, by
/// [`with_bits!`](crate::with_bits). Shifting by the width or more gives zero for [`Wide`] and panics for the primitive
/// integers (in debug builds); [`shifted`](Bits::shifted) is safe for any distance.
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

/// An integer of `N` words, the least significant first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Wide([0; N])
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! wordwise {
    ($trait:ident, $method:ident) => {
        impl<const N: usize> $trait for Wide<N> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for (word, theirs) in self.0.iter_mut().zip(other.0) {
                    *word = word.$method(theirs);
                }
                self
            }
        }
    };
}

wordwise!(BitAnd, bitand);
wordwise!(BitOr, bitor);
wordwise!(BitXor, bitxor);

impl<const N: usize> BitOrAssign for Wide<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const N: usize> Shr<u32> for Wide<N> {
    type Output = Self;

    #[inline]
    fn shr(self, distance: u32) -> Self {
        let (words, bits) = ((distance / 64) as usize, distance % 64);
        // Beyond the last word all bits are clear.
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Wide(std::array::from_fn(|i| {
            // The upper part is shifted in two steps: 64 - 0 would be too far.
            (word(i + words) >> bits) | ((word(i + words + 1) << 1) << (63 - bits))
        }))
    }
}

impl<const N: usize> Shl<u32> for Wide<N> {
    type Output = Self;

    #[inline]
    fn shl(self, distance: u32) -> Self {
        let (words, bits) = ((distance / 64) as usize, distance % 64);
        // Below the first word all bits are clear.
        let word = |i: Option<usize>| i.and_then(|i| self.0.get(i)).copied().unwrap_or(0);
        Wide(std::array::from_fn(|i| {
            let from = i.checked_sub(words);
            let below = i.checked_sub(words + 1);
            (word(from) << bits) | ((word(below) >> 1) >> (63 - bits))
        }))
    }
}

impl<const N: usize> Bits for Wide<N> {
    const WIDTH: u32 = 64 * N as u32;
    const ZERO: Self = Wide([0; N]);

    #[inline]
    fn bit(index: u32) -> Self {
        let mut words = [0; N];
        words[(index / 64) as usize] = 1 << (index % 64);
        Wide(words)
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
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

/// The widest set that [`with_bits!`](crate::with_bits) offers.
pub const WIDEST: u32 = 512;

/// Evaluates an expression with the type name `$bits` standing for the narrowest integer of at least `$width` bits.
///
/// ```
/// use games::bits::Bits;
/// let width = games::with_bits!(100, B => B::WIDTH);
/// assert_eq!(width, 128);
/// ```
///
/// Whatever is done is compiled for each of the integers. With `few:` in front there are only the narrowest and the
/// widest: for games that are seldom played on large boards.
///
/// # Panics
/// If more than [`WIDEST`](crate::bits::WIDEST) bits are wanted.
#[macro_export]
macro_rules! with_bits {
    (few: $width:expr, $bits:ident => $body:expr) => {{
        let width: u32 = $width;
        assert!(width <= $crate::bits::WIDEST, "{width} bits are more than there are");
        if width <= 64 {
            type $bits = u64;
            $body
        } else {
            type $bits = $crate::bits::Wide<8>;
            $body
        }
    }};
    ($width:expr, $bits:ident => $body:expr) => {{
        let width: u32 = $width;
        if width <= 64 {
            type $bits = u64;
            $body
        } else {
            $crate::with_bits!(wide: width, $bits => $body)
        }
    }};
    (wide: $width:expr, $bits:ident => $body:expr) => {{
        let width: u32 = $width;
        assert!(width <= $crate::bits::WIDEST, "{width} bits are more than there are");
        if width <= 128 {
            type $bits = u128;
            $body
        } else {
            type $bits = $crate::bits::Wide<8>;
            $body
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn as_u128(wide: Wide<2>) -> u128 {
        u128::from(wide.0[0]) | u128::from(wide.0[1]) << 64
    }

    fn as_wide(x: u128) -> Wide<2> {
        Wide([x as u64, (x >> 64) as u64])
    }

    proptest! {
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
            prop_assert_eq!(as_u128(Wide::bit(n)), 1u128 << n);
            prop_assert_eq!(a.has(n), x.has(n));
            prop_assert!(a.iter().eq(x.iter()));
            prop_assert_eq!(a.iter().len(), x.count_ones() as usize);
        }
    }

    #[test]
    fn far_shifts_leave_nothing() {
        assert_eq!(u64::MAX.shifted(64), 0);
        assert_eq!(as_wide(u128::MAX).shifted(200), Wide::ZERO);
        assert_eq!(as_u128(as_wide(u128::MAX) >> 128), 0);
        assert_eq!(as_u128(as_wide(u128::MAX) << 128), 0);
    }

    #[test]
    fn the_narrowest_integer_is_chosen() {
        for (wanted, given) in [(1, 64), (64, 64), (65, 128), (129, 512), (512, 512)] {
            assert_eq!(with_bits!(wanted, B => B::WIDTH), given);
            assert_eq!(with_bits!(few: wanted, B => B::WIDTH), if wanted <= 64 { 64 } else { WIDEST });
        }
    }
}
