//! States of a fixed width.

use crate::System;
use crate::bits::Bits;

/// States that are written in so many bits, whatever they are.
///
/// With it all states can be kept in sorted files even where 64 bits cannot number them ([`Indexed`](crate::Indexed)).
///
/// ```
/// use game::{Packed, Packing, System};
///
/// /// Two counters below 1000; either may be advanced.
/// struct Counters;
/// # impl System for Counters {
/// #     type Configuration = [u16; 2];
/// #     type Action = usize;
/// #     fn starts(&self) -> impl Iterator<Item = [u16; 2]> { std::iter::once([0, 0]) }
/// #     fn actions(&self, at: &[u16; 2]) -> impl Iterator<Item = usize> { (0..2).filter(|&i| at[i] < 999) }
/// #     fn apply(&self, at: &mut [u16; 2], i: usize) { at[i] += 1; }
/// # }
/// impl Packed for Counters {
///     fn bits(&self) -> usize {
///         20
///     }
///     fn pack(&self, at: &[u16; 2], to: &mut Packing) {
///         at.iter().for_each(|&counter| to.put(counter.into(), 10));
///     }
///     fn unpack(&self, from: &mut Packing) -> [u16; 2] {
///         [0; 2].map(|_: u16| from.take(10) as u16)
///     }
/// }
/// let mut packing = Packing::default();
/// Counters.pack(&[3, 999], &mut packing);
/// assert_eq!(packing.words(), [3 << 54 | 999 << 44]);
/// assert_eq!(Counters.unpack(&mut packing), [3, 999]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the states of `{Self}` have no fixed width",
    note = "implement `game::Packed`: `bits`, `pack` and `unpack`; it is optional, and lets states be kept on disk"
)]
pub trait Packed: System {
    /// Returns how many bits every state takes.
    fn bits(&self) -> usize;

    /// Writes a state: exactly so many bits. States that differ are written differently.
    fn pack(&self, state: &Self::Configuration, to: &mut Packing);

    /// Reads a state that was written.
    fn unpack(&self, from: &mut Packing) -> Self::Configuration;
}

/// Numbers of a few bits each in words of 64 bits, the first in the highest bits: so words are in the order of what was
/// put first.
#[derive(Clone, Debug, Default)]
pub struct Packing {
    words: Vec<u64>,
    /// The number of bits that were put.
    end: usize,
    /// The number of bits that were taken.
    taken: usize,
}

impl Packing {
    /// Returns what these words hold, to be taken.
    #[must_use]
    pub fn of(words: &[u64]) -> Packing {
        Packing { words: words.to_vec(), end: 64 * words.len(), taken: 0 }
    }

    /// Returns the words; what is left of the last is zero.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the number of bits that were put.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.end
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.words.clear();
        (self.end, self.taken) = (0, 0);
    }

    /// Appends a number of at most so many bits.
    ///
    /// # Panics
    /// If it has more, or that is more than 64.
    #[inline]
    pub fn put(&mut self, number: u64, bits: u32) {
        assert!(bits <= 64 && (bits == 64 || number >> bits == 0), "{number} takes more than {bits} bits");
        if bits == 0 {
            return;
        }
        let used = (self.end % 64) as u32;
        if used == 0 {
            self.words.push(0);
        }
        let last = self.words.len() - 1;
        let room = 64 - used;
        if bits <= room {
            self.words[last] |= number << (room - bits);
        } else {
            self.words[last] |= number >> (bits - room);
            self.words.push(number << (64 - (bits - room)));
        }
        self.end += bits as usize;
    }

    /// Takes the next number of so many bits.
    ///
    /// # Panics
    /// If there are not so many left.
    #[inline]
    #[must_use]
    pub fn take(&mut self, bits: u32) -> u64 {
        assert!(self.taken + bits as usize <= self.end, "there are no {bits} bits left");
        if bits == 0 {
            return 0;
        }
        let (word, used) = (self.taken / 64, (self.taken % 64) as u32);
        self.taken += bits as usize;
        let here = self.words[word] << used;
        let room = 64 - used;
        let beyond = if bits <= room { 0 } else { self.words[word + 1] >> room };
        (here | beyond) >> (64 - bits)
    }

    /// Appends a set of squares: a bit for each of those that there are.
    #[inline]
    pub fn put_set<B: Bits>(&mut self, set: B, all: B) {
        for square in all.iter() {
            self.put(set.has(square).into(), 1);
        }
    }

    /// Takes a set of squares.
    #[inline]
    #[must_use]
    pub fn take_set<B: Bits>(&mut self, all: B) -> B {
        let mut set = B::ZERO;
        for square in all.iter() {
            if self.take(1) == 1 {
                set |= B::bit(square);
            }
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn what_is_put_is_taken() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let numbers: Vec<(u64, u32)> = (0..random.below(20))
                .map(|_| {
                    let bits = random.below(65) as u32;
                    (if bits == 0 { 0 } else { random.next() >> (64 - bits) }, bits)
                })
                .collect();
            let mut packing = Packing::default();
            numbers.iter().for_each(|&(number, bits)| packing.put(number, bits));
            let all: usize = numbers.iter().map(|&(_, bits)| bits as usize).sum();
            assert_eq!(packing.words().len(), all.div_ceil(64));
            let mut back = Packing::of(packing.words());
            for (number, bits) in numbers {
                assert_eq!((packing.take(bits), back.take(bits)), (number, number), "{bits} bits");
            }
        }
    }

    #[test]
    fn sets_take_a_bit_for_each_square() {
        let all: u128 = 0b1011 << 90 | 0b110;
        let mut packing = Packing::default();
        packing.put_set(1 << 93 | 0b100, all);
        assert_eq!(packing.words(), [0b01001 << 59]);
        assert_eq!(packing.take_set(all), 1 << 93 | 0b100);
    }
}
