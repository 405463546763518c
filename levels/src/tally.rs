//! What is added up along the words on the way down.

use num_bigint::BigUint;

/// A quantity that every state of a sweep has: the sum over all words that lead there.
pub trait Tally: Sized {
    /// Returns the tally of the empty word.
    fn one() -> Self;
    /// Returns the tally of no word.
    fn none() -> Self;
    /// Adds what `before` becomes when its words go on with a value. Returns false if the sum is too large to hold.
    fn join(&mut self, before: &Self, level: usize, value: u32) -> bool;
    /// Adds another tally. Returns false if the sum is too large to hold.
    fn add(&mut self, other: &Self) -> bool;
    /// Returns the bytes held on the heap.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// A tally of nothing.
impl Tally for () {
    fn one() {}
    fn none() {}
    fn join(&mut self, (): &(), _: usize, _: u32) -> bool {
        true
    }
    fn add(&mut self, (): &()) -> bool {
        true
    }
}

/// A natural number: the number of words. `u128` is fast, and the sweep ends in an error when it overflows.
pub trait Natural: Tally {
    /// Returns the number, however large.
    fn big(&self) -> BigUint;
    /// Returns whether it is 0.
    fn is_zero(&self) -> bool;
}

impl Tally for u128 {
    fn one() -> u128 {
        1
    }
    fn none() -> u128 {
        0
    }
    #[inline]
    fn join(&mut self, before: &u128, _: usize, _: u32) -> bool {
        self.add(before)
    }
    #[inline]
    fn add(&mut self, other: &u128) -> bool {
        let (sum, over) = self.overflowing_add(*other);
        *self = sum;
        !over
    }
}

impl Natural for u128 {
    fn big(&self) -> BigUint {
        BigUint::from(*self)
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
}

impl Tally for BigUint {
    fn one() -> BigUint {
        BigUint::from(1u32)
    }
    fn none() -> BigUint {
        BigUint::ZERO
    }
    fn join(&mut self, before: &BigUint, _: usize, _: u32) -> bool {
        *self += before;
        true
    }
    fn add(&mut self, other: &BigUint) -> bool {
        *self += other;
        true
    }
    /// The digits, in an array that doubles, and what the allocator adds to it.
    #[inline]
    fn heap_bytes(&self) -> usize {
        match self.bits().div_ceil(64) as usize {
            0 => 0,
            digits => digits.next_power_of_two().max(4) * 8 + 16,
        }
    }
}

impl Natural for BigUint {
    fn big(&self) -> BigUint {
        self.clone()
    }
    fn is_zero(&self) -> bool {
        *self == BigUint::ZERO
    }
}

/// The number of words by how many letters of each kind they have, for up to `A` of the one and `B` of the other kind;
/// words with more are dropped. Value `v` is of kind `KINDS >> 2·v & 3`: 1 for the one, 2 for the other, else neither.
///
/// With it, one sweep counts the words of all weights at once.
#[derive(Clone, Debug)]
pub struct Graded<N> {
    counts: Vec<N>,
    limits: [u32; 2],
    kinds: u64,
    /// Bytes that the numbers hold beside themselves.
    beside: usize,
}

impl<N: Natural + Clone> Graded<N> {
    /// Returns the tally of the empty word, for words with at most `limits` letters of each kind.
    #[must_use]
    pub fn start(limits: [u32; 2], kinds: u64) -> Graded<N> {
        let mut start = Graded { limits, kinds, ..Graded::none() };
        start.make_room();
        start.counts[0] = N::one();
        start.beside = start.counts[0].heap_bytes();
        start
    }

    /// Returns the bytes that a tally with these limits takes, not counting what large numbers hold on the heap.
    #[must_use]
    pub fn bytes_for(limits: [u32; 2]) -> usize {
        let [first, second] = limits.map(|limit| limit as usize + 1);
        first.saturating_mul(second).saturating_mul(size_of::<N>())
    }

    fn make_room(&mut self) {
        let size = (self.limits[0] as usize + 1) * (self.limits[1] as usize + 1);
        self.counts.resize(size, N::none());
    }

    /// Adds what `before` becomes when its words go on with a value of this kind. False if a sum is too large to hold.
    fn accumulate(&mut self, before: &Graded<N>, kind: u64) -> bool {
        if self.counts.is_empty() {
            (self.limits, self.kinds) = (before.limits, before.kinds);
            self.make_room();
        }
        let row = self.limits[1] as usize + 1;
        let shift = match kind {
            1 => row,
            2 => 1,
            _ => 0,
        };
        let (mut fits, mut grown) = (true, 0);
        let sums = self.counts[shift..].iter_mut().zip(&before.counts);
        for (place, (sum, count)) in sums.enumerate() {
            // Of the second kind there are as many as a row has room for.
            if kind != 2 || (place + 1) % row != 0 {
                let had = sum.heap_bytes();
                fits &= sum.add(count);
                grown += sum.heap_bytes() - had;
            }
        }
        self.beside += grown;
        fits
    }

    /// Returns how many words have `first` letters of the one kind and `second` of the other.
    #[must_use]
    pub fn at(&self, first: u32, second: u32) -> BigUint {
        if first > self.limits[0] || second > self.limits[1] {
            return BigUint::ZERO;
        }
        let at = first as usize * (self.limits[1] as usize + 1) + second as usize;
        self.counts.get(at).map_or(BigUint::ZERO, N::big)
    }
}

impl<N: Natural + Clone> Tally for Graded<N> {
    fn one() -> Graded<N> {
        Graded::start([0, 0], 0)
    }

    fn none() -> Graded<N> {
        Graded { counts: Vec::new(), limits: [0, 0], kinds: 0, beside: 0 }
    }

    fn join(&mut self, before: &Graded<N>, _: usize, value: u32) -> bool {
        self.accumulate(before, before.kinds >> (2 * value) & 3)
    }

    fn add(&mut self, other: &Graded<N>) -> bool {
        self.accumulate(other, 0)
    }

    fn heap_bytes(&self) -> usize {
        self.counts.len() * size_of::<N>() + self.beside
    }
}
