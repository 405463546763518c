//! Words in ascending order, each once.

use crate::store::coding::Word;

/// The most bits that are looked at in one pass: as many counters as stay in the nearest cache.
const DIGIT: u32 = 9;

/// Sorts the words from this place on, and drops those that are there already.
///
/// By digits, the least first: a pass reads the words in order and writes to at most 512 places. Three passes for the
/// positions of (4,4,4) take less time than looking each of them up in a table that fits the second cache.
pub(crate) fn sort_and_deduplicate<W: Word>(words: &mut Vec<W>, from: usize) {
    let Some(tail) = words.get_mut(from..) else { return };
    let all = tail.iter().fold(0, |all, word| all | word.value());
    let bits = u64::BITS - all.leading_zeros();
    let passes = bits.div_ceil(DIGIT);
    let width = bits.div_ceil(passes.max(1));
    let mut other = tail.to_vec();
    let (mut here, mut there) = (tail, &mut *other);
    for pass in 0..passes {
        by_digit(here, there, pass * width, width);
        std::mem::swap(&mut here, &mut there);
    }
    if passes % 2 == 1 {
        // The words are in the other vector, which is what `here` stands for now.
        there.copy_from_slice(here);
    }
    deduplicate(words, from);
}

/// Writes words in the order of one digit; of equal ones the first stays first.
fn by_digit<W: Word>(words: &[W], sorted: &mut [W], shift: u32, width: u32) {
    let digit = |word: W| (word.value() >> shift & ((1 << width) - 1)) as usize % (1 << DIGIT);
    let mut places = [0; 1 << DIGIT];
    for &word in words {
        places[digit(word)] += 1;
    }
    let mut sum = 0;
    for place in &mut places {
        sum += std::mem::replace(place, sum);
    }
    for &word in words {
        let place: &mut usize = &mut places[digit(word)];
        sorted[*place] = word;
        *place += 1;
    }
}

/// Drops every word that equals the one before it, from this place on.
fn deduplicate<W: Word>(words: &mut Vec<W>, from: usize) {
    let mut end = from;
    for place in from..words.len() {
        if end == from || words[place] != words[end - 1] {
            words[end] = words[place];
            end += 1;
        }
    }
    words.truncate(end);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use game::Random;

    use super::*;

    #[test]
    fn what_is_sorted_is_the_set_in_order_and_what_lies_before_is_as_it_was() {
        let mut random = Random::new(3);
        for bits in [0, 1, 8, 9, 10, 18, 19, 27, 40, 64] {
            for length in [0, 1, 2, 100, 5000] {
                let mut word = || random.next() & (u64::MAX >> (64 - bits.max(1)));
                let before = [word(), word(), word()];
                let words: Vec<u64> = (0..length).map(|_| if bits == 0 { 0 } else { word() }).collect();
                let mut sorted = [&before[..], &words].concat();
                sort_and_deduplicate(&mut sorted, before.len());
                let plain: BTreeSet<u64> = words.into_iter().collect();
                assert_eq!(sorted[..before.len()], before);
                assert!(sorted[before.len()..].iter().eq(&plain), "{bits} bits, {length} words");
            }
        }
    }
}
