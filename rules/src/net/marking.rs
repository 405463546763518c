//! Markings in few bits.

use std::fmt;

/// A marking: how many tokens each place holds.
///
/// It is a row of bits, place after place. An empty place is `0`; n tokens, where n has L binary digits, are L times `1`,
/// a `0`, and the last L − 1 digits of n, the lowest first. So one token is `10`, two are `1100`, three `1101`; and the
/// empty places behind the last token need not be written. The code of a marking is unique, and no bound on the tokens
/// has to be known.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Marking(Words);

/// The bits, the lowest of the first word first, without words of zeros at the end.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Words {
    /// Up to two words.
    Few([u64; 2]),
    /// More words than two.
    Many(Box<[u64]>),
}

impl Marking {
    /// Returns the marking with these tokens: places in ascending order, each once; the others are empty.
    pub fn new(tokens: impl IntoIterator<Item = (u32, u64)>) -> Marking {
        let mut writer = Writer::default();
        tokens.into_iter().for_each(|(place, tokens)| writer.put(place, tokens));
        writer.done()
    }

    /// Returns the places that are not empty, in ascending order, with their tokens.
    #[inline]
    #[must_use]
    pub fn tokens(&self) -> Tokens<'_> {
        Tokens { words: self.words(), at: 0, place: 0 }
    }

    /// Returns how many tokens a place holds.
    #[must_use]
    pub fn at(&self, place: u32) -> u64 {
        self.tokens()
            .find(|&(marked, _)| marked >= place)
            .filter(|&(marked, _)| marked == place)
            .map_or(0, |at| at.1)
    }

    /// Returns the heap memory that it takes, in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        match &self.0 {
            Words::Few(_) => 0,
            Words::Many(words) => ::game::allocated(size_of_val(&**words)),
        }
    }

    #[inline]
    fn words(&self) -> &[u64] {
        match &self.0 {
            Words::Few(words) => words,
            Words::Many(words) => words,
        }
    }
}

/// The places with their tokens.
impl fmt::Debug for Marking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.tokens()).finish()
    }
}

/// The places of a marking that are not empty. Made by [`Marking::tokens`].
#[derive(Clone)]
pub struct Tokens<'a> {
    words: &'a [u64],
    /// The next bit to be read.
    at: usize,
    /// The place that it belongs to.
    place: u32,
}

impl Tokens<'_> {
    /// The bits from the next one on, with zeros behind the end.
    #[inline]
    fn window(&self) -> u64 {
        let (word, shift) = (self.at / 64, self.at % 64);
        let bits = |word: usize| self.words.get(word).copied().unwrap_or(0);
        // Twice, since a word cannot be shifted by all of its bits.
        bits(word) >> shift | (bits(word + 1) << 1) << (63 - shift)
    }
}

impl Iterator for Tokens<'_> {
    type Item = (u32, u64);

    #[inline]
    fn next(&mut self) -> Option<(u32, u64)> {
        let mut window = self.window();
        while window == 0 {
            self.at += 64;
            if self.at >= 64 * self.words.len() {
                return None;
            }
            self.place += 64;
            window = self.window();
        }
        let empty = window.trailing_zeros();
        self.place += empty;
        self.at += empty as usize;
        let digits = self.window().trailing_ones();
        self.at += digits as usize + 1;
        let low = self.window() & ((1 << (digits - 1)) - 1);
        self.at += digits as usize - 1;
        self.place += 1;
        Some((self.place - 1, 1 << (digits - 1) | low))
    }
}

/// Writes a marking, place after place.
#[derive(Default)]
pub(super) struct Writer {
    few: [u64; 2],
    /// What comes behind the first two words.
    more: Vec<u64>,
    at: usize,
    place: u32,
}

impl Writer {
    /// Adds some bits, at most 64 of them.
    #[inline]
    fn bits(&mut self, bits: u64, count: usize) {
        let (word, shift) = (self.at / 64, self.at % 64);
        self.at += count;
        // A word that would be zero is not made, so that the last one is not.
        let (here, beyond) = (bits << shift, bits >> 1 >> (63 - shift));
        if here != 0 {
            *self.word(word) |= here;
        }
        if beyond != 0 {
            *self.word(word + 1) |= beyond;
        }
    }

    #[inline]
    fn word(&mut self, word: usize) -> &mut u64 {
        if word < 2 {
            return &mut self.few[word];
        }
        if self.more.len() < word - 1 {
            self.more.resize(word - 1, 0);
        }
        &mut self.more[word - 2]
    }

    /// Puts tokens on a place behind all that were put before.
    #[inline]
    pub(super) fn put(&mut self, place: u32, tokens: u64) {
        if tokens == 0 {
            return;
        }
        self.at += (place - self.place) as usize;
        self.place = place + 1;
        let digits = 64 - tokens.leading_zeros() as usize;
        assert!(digits < 64, "no marking holds 2^63 tokens");
        self.bits((1 << digits) - 1, digits + 1);
        if digits > 1 {
            self.bits(tokens & ((1 << (digits - 1)) - 1), digits - 1);
        }
    }

    /// The marking.
    #[inline]
    pub(super) fn done(self) -> Marking {
        if self.more.is_empty() {
            return Marking(Words::Few(self.few));
        }
        // The last word is not zero.
        Marking(Words::Many(self.few.into_iter().chain(self.more).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::game::Random;

    #[test]
    fn what_is_written_is_read() {
        let mut random = Random::new(1);
        for round in 0..20_000 {
            let places = 1 + random.below(if round % 2 == 0 { 20 } else { 400 });
            let (dense, large) = (random.below(4), random.below(63) as u32);
            let tokens: Vec<u64> = (0..places)
                .map(|_| {
                    if random.below(dense + 1) > 0 || round % 7 == 0 {
                        random.next() >> (63 - large)
                    } else {
                        0
                    }
                })
                .map(|tokens| tokens & ((1 << 62) - 1))
                .collect();
            let marked: Vec<(u32, u64)> =
                (0..).zip(tokens.iter().copied()).filter(|&(_, tokens)| tokens > 0).collect();
            let marking = Marking::new(marked.iter().copied());
            assert_eq!(marking.tokens().collect::<Vec<_>>(), marked);
            assert_eq!(marking, Marking::new((0..).zip(tokens.iter().copied())), "{tokens:?}");
            let place = random.below(places);
            assert_eq!(marking.at(place as u32), tokens[place]);
            assert_ne!(marking.words().last().filter(|_| marking.words().len() > 2), Some(&0), "{tokens:?}");
        }
    }

    #[test]
    fn small_markings_need_no_heap() {
        let safe = Marking::new((0..64).map(|place| (place, 1)));
        assert_eq!((safe.heap_bytes(), size_of::<Marking>()), (0, 24));
        assert!(Marking::new((0..65).map(|place| (place, 1))).heap_bytes() > 0);
        assert_eq!(format!("{:?}", Marking::new([(1, 2), (3, 1)])), "{1: 2, 3: 1}");
    }
}
