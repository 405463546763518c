//! Rows of bits, one for every index of a window.

use std::sync::atomic::{AtomicU64, Ordering};

/// A window of the indices has as many sections of the same length as a word has bits, or fewer.
pub(crate) const SECTIONS: u64 = 64;

/// A bit for every index of a window, which several threads set.
pub(crate) struct Bits {
    /// The index of the first bit.
    first: u64,
    bits: Vec<AtomicU64>,
    /// Whether several threads set them.
    shared: bool,
    /// An index without its lowest bits, so many, is the number of its section.
    shift: u32,
}

impl Bits {
    /// No bit set, for at most so many words, of indices below this size.
    pub(crate) fn new(words: usize, size: u64, shared: bool) -> Bits {
        let bits = (0..words).map(|_| AtomicU64::new(0)).collect();
        let most = size.saturating_sub(1);
        let shift = (u64::BITS - most.leading_zeros()).saturating_sub(SECTIONS.trailing_zeros());
        Bits { first: 0, bits, shared, shift }
    }

    /// Moves a window in which no bit is set: from this index on, or from the last before it that is the first of a word.
    pub(crate) fn move_to(&mut self, low: u64) {
        self.first = low / 64 * 64;
    }

    /// Whoever looks at states marks here what follows them.
    pub(crate) fn marks(&self) -> Marks<'_> {
        Marks { bits: self, sections: 0 }
    }

    /// The sections between two indices, the second not among them: a bit for each.
    pub(crate) fn sections(&self, low: u64, high: u64) -> u64 {
        let (first, last) = (low >> self.shift, (high - 1) >> self.shift);
        (u64::MAX << first) & (u64::MAX >> (SECTIONS - 1 - last))
    }

    /// Takes back a mark, if there is one.
    pub(crate) fn clear(&self, index: u64) {
        let place = index.wrapping_sub(self.first);
        let word = usize::try_from(place / 64).ok().and_then(|word| self.bits.get(word));
        if let Some(word) = word {
            word.fetch_and(!(1 << (place % 64)), Ordering::Relaxed);
        }
    }

    /// Takes back all marks but those between two indices, the second not among them.
    pub(crate) fn clear_outside(&mut self, low: u64, high: u64) {
        let words = self.bits.len();
        let place =
            |index: u64| usize::try_from((index - self.first) / 64).map_or(words, |word| word.min(words));
        let (begin, end) = (place(low), place(high));
        let mut cut = |word: usize, mask: u64| {
            if let Some(word) = self.bits.get_mut(word) {
                *word.get_mut() &= mask;
            }
        };
        cut(begin, u64::MAX << (low % 64));
        cut(end, (1 << (high % 64)) - 1);
        self.bits[..begin].iter_mut().for_each(|word| *word.get_mut() = 0);
        self.bits[(end + 1).min(words)..].iter_mut().for_each(|word| *word.get_mut() = 0);
    }

    /// Takes back the marks of the indices between two, the second not among them, and appends them in order, until there
    /// are so many. Returns where to go on.
    pub(crate) fn take(&self, low: u64, high: u64, most: usize, indices: &mut Vec<u64>) -> u64 {
        let words = |index: u64| ((index - self.first) / 64) as usize;
        for word in words(low)..words(high - 1) + 1 {
            let begin = self.first + 64 * word as u64;
            let mut here = u64::MAX << low.saturating_sub(begin);
            if high - begin < 64 {
                here &= (1 << (high - begin)) - 1;
            }
            let all = self.bits[word].load(Ordering::Relaxed);
            let mut marked = all & here;
            if marked == 0 {
                continue;
            }
            if indices.len() + 64 > most {
                return begin.max(low);
            }
            // Two threads may take from two ends of the same word.
            self.bits[word].fetch_and(!marked, Ordering::Relaxed);
            while marked != 0 {
                indices.push(begin + u64::from(marked.trailing_zeros()));
                marked &= marked - 1;
            }
        }
        high
    }
}

/// Marks states that follow others, as far as they lie in the window.
pub struct Marks<'a> {
    bits: &'a Bits,
    /// The sections in which there were any, in the window or not.
    pub(crate) sections: u64,
}

impl Marks<'_> {
    /// Marks a state by its index, which is below the [size](crate::Space::size) of the space.
    #[inline]
    pub fn mark(&mut self, index: u64) {
        let Bits { first, bits, shared, shift } = self.bits;
        self.sections |= 1_u64.wrapping_shl((index >> shift) as u32);
        let place = index.wrapping_sub(*first);
        let Some(word) = bits.get((place / 64) as usize) else { return };
        let (known, bit) = (word.load(Ordering::Relaxed), 1 << (place % 64));
        // Alone, a plain store spares the branch.
        if !shared {
            word.store(known | bit, Ordering::Relaxed);
        } else if known & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_marked_in_a_window_is_taken_in_order_and_once() {
        for shared in [false, true] {
            let mut bits = Bits::new(3, 1000, shared);
            bits.move_to(70);
            let mut marks = bits.marks();
            [255, 70, 64, 63, 256, 999, 128, 70, 0].iter().for_each(|&index| marks.mark(index));
            let sections = marks.sections;
            // Sixteen indices a section.
            assert_eq!(sections, 1 << 15 | 1 << 4 | 1 << 3 | 1 << 16 | 1 << 62 | 1 << 8 | 1);
            assert_eq!(bits.sections(63, 64), 1 << 3);
            assert_eq!(bits.sections(63, 81), 1 << 3 | 1 << 4 | 1 << 5);
            assert_eq!(bits.sections(0, 1000), u64::MAX >> 1);
            let mut taken = Vec::new();
            bits.clear(128);
            bits.clear(2000);
            assert_eq!(bits.take(65, 256, 1000, &mut taken), 256);
            assert_eq!(taken, [70, 255]);
            assert_eq!(bits.take(64, 256, 1000, &mut taken), 256);
            assert_eq!(taken, [70, 255, 64]);
            // What lies in the row and outside of the window is not for the next window.
            for outside in [64, 129, 130, 255] {
                bits.marks().mark(outside);
            }
            bits.clear_outside(65, 130);
            assert_eq!(bits.take(64, 256, 1000, &mut taken), 256);
            assert_eq!(taken, [70, 255, 64, 129]);
        }
    }

    #[test]
    fn no_more_is_taken_than_there_is_room_for() {
        let mut bits = Bits::new(4, 256, false);
        (0..256).for_each(|index| bits.marks().mark(index));
        let (mut taken, mut from, mut rounds) = (Vec::new(), 10, 0);
        while from < 200 {
            let mut some = Vec::new();
            from = bits.take(from, 200, 130, &mut some);
            assert!(some.len() <= 130);
            taken.extend(some);
            rounds += 1;
        }
        assert!(taken.iter().copied().eq(10..200) && rounds == 2, "{rounds} rounds");
        bits.clear_outside(200, 256);
        bits.clear_outside(0, 230);
        assert_eq!(bits.take(0, 256, 1000, &mut taken), 256);
        assert_eq!(taken.len(), 220);
    }
}
