//! Numbers of a few bits each, side by side.

use levels::Result;
use levels::{Input, Output};
use std::io::{Read, Write};

/// A row of numbers, all of the same number of bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Packed {
    words: Vec<u64>,
    bits: u32,
}

impl Packed {
    /// Returns `len` zeros of `bits` bits each, at most 64.
    pub(crate) fn new(len: u64, bits: u32) -> Packed {
        Packed { words: vec![0; words(len, bits) as usize], bits }
    }

    /// Returns the bytes that `len` numbers of `bits` bits take.
    pub(crate) fn bytes_for(len: u64, bits: u32) -> usize {
        // What no `usize` counts fits no memory: the most there is says so.
        usize::try_from(8 * words(len, bits)).unwrap_or(usize::MAX)
    }

    /// Returns the bytes held.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.words.len()
    }

    /// Returns the number at a place.
    #[inline]
    pub(crate) fn get(&self, place: u64) -> u64 {
        if self.bits == 0 {
            return 0;
        }
        let (word, bit) = self.at(place);
        let low = self.words[word] >> bit;
        let high = if bit + self.bits > 64 { self.words[word + 1] << (64 - bit) } else { 0 };
        (low | high) & (u64::MAX >> (64 - self.bits))
    }

    /// Puts a number where there is 0 yet.
    pub(crate) fn set(&mut self, place: u64, number: u64) {
        if self.bits == 0 {
            return;
        }
        let (word, bit) = self.at(place);
        self.words[word] |= number << bit;
        if bit + self.bits > 64 {
            self.words[word + 1] |= number >> (64 - bit);
        }
    }

    fn at(&self, place: u64) -> (usize, u32) {
        let first = place * u64::from(self.bits);
        ((first / 64) as usize, (first % 64) as u32)
    }

    pub(crate) fn write<W: Write>(&self, output: &mut Output<W>) -> Result<()> {
        self.words.iter().try_for_each(|&word| output.number(word))
    }

    pub(crate) fn read<R: Read>(len: u64, bits: u32, input: &mut Input<R>) -> Result<Packed> {
        let bytes = input.take(8 * words(len, bits))?;
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        Ok(Packed { words: bytes.chunks(8).map(word).collect(), bits })
    }
}

/// Returns the words that `len` numbers take. There are fewer than 2³² numbers, so nothing overflows.
fn words(len: u64, bits: u32) -> u64 {
    (len * u64::from(bits)).div_ceil(64)
}

/// Returns the bits that it takes to write the numbers below this one.
pub(crate) fn bits_below(limit: u64) -> u32 {
    u64::BITS - limit.saturating_sub(1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_where_they_were_put() {
        for bits in 0..=64 {
            let mask = if bits == 0 { 0 } else { u64::MAX >> (64 - bits) };
            let number = |place: u64| (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
            let mut packed = Packed::new(100, bits);
            assert_eq!(packed.bytes(), Packed::bytes_for(100, bits));
            (0..100).for_each(|place| packed.set(place, number(place)));
            assert!((0..100).all(|place| packed.get(place) == number(place)), "{bits} bits");
        }
    }

    #[test]
    fn as_many_bits_as_it_takes() {
        assert_eq!([0, 1, 2, 3, 4, 5, 256, 257].map(bits_below), [0, 0, 1, 2, 2, 3, 8, 9]);
    }
}
