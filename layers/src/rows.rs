//! Rows of words in order.

/// Sorts rows of so many words, and drops those that are there already.
pub(crate) fn sort(width: usize, words: &mut Vec<u64>) {
    match width {
        1 if is_dense(words) => by_bits(words),
        1 => explore::sort_words(words),
        2 => sort_arrays::<2>(words),
        3 => sort_arrays::<3>(words),
        4 => sort_arrays::<4>(words),
        5 => sort_arrays::<5>(words),
        _ => unreachable!("states have up to 4 words, and one more with a number"),
    }
}

/// Whether there are so many numbers between the least and the most that a bit for each takes less than they do.
fn is_dense(words: &[u64]) -> bool {
    let bounds = words.iter().fold((u64::MAX, 0), |(least, most), &word| (word.min(least), word.max(most)));
    bounds.1.saturating_sub(bounds.0) / 64 < words.len() as u64
}

/// Sorts numbers by a row of bits.
fn by_bits(words: &mut Vec<u64>) {
    let Some(&least) = words.iter().min() else { return };
    let most = words.iter().max().expect("there is a least");
    let mut bits = vec![0u64; ((most - least) / 64) as usize + 1];
    for word in &*words {
        let place = word - least;
        bits[(place / 64) as usize] |= 1 << (place % 64);
    }
    words.clear();
    for (number, &row) in bits.iter().enumerate() {
        let mut left = row;
        while left != 0 {
            words.push(least + 64 * number as u64 + u64::from(left.trailing_zeros()));
            left &= left - 1;
        }
    }
}

fn sort_arrays<const W: usize>(words: &mut Vec<u64>) {
    let (rows, rest) = words.as_chunks_mut::<W>();
    debug_assert!(rest.is_empty(), "rows are whole");
    rows.sort_unstable();
    let mut kept = 0;
    for row in 0..rows.len() {
        if kept == 0 || rows[row] != rows[kept - 1] {
            rows[kept] = rows[row];
            kept += 1;
        }
    }
    words.truncate(kept * W);
}

/// Keeps only the rows from the first bound on and below the second, if there is one, from a place on.
pub(crate) fn clip(width: usize, words: &mut Vec<u64>, from: usize, (low, high): (&[u64], Option<&[u64]>)) {
    let inside = |row: &[u64]| row >= low && high.is_none_or(|high| row < high);
    let mut kept = from;
    for row in (from..words.len()).step_by(width) {
        if inside(&words[row..row + width]) {
            words.copy_within(row..row + width, kept);
            kept += width;
        }
    }
    words.truncate(kept);
}

/// Drops the rows that another slice has, both in order: those of the slice that are passed are not looked at again.
/// `place` is where to go on in the rows, and what is kept so far ends at `kept`.
pub(crate) struct Subtraction<'a> {
    width: usize,
    words: &'a mut Vec<u64>,
    place: usize,
    kept: usize,
}

impl<'a> Subtraction<'a> {
    pub(crate) fn new(width: usize, words: &'a mut Vec<u64>) -> Self {
        Subtraction { width, words, place: 0, kept: 0 }
    }

    /// Drops the next rows of the other side.
    pub(crate) fn drop_all(&mut self, others: &[u64]) {
        for other in others.chunks_exact(self.width) {
            while self.place < self.words.len() {
                let row = self.place..self.place + self.width;
                match self.words[row.clone()].cmp(other) {
                    std::cmp::Ordering::Greater => break,
                    std::cmp::Ordering::Equal => {
                        self.place += self.width;
                        break;
                    }
                    std::cmp::Ordering::Less => {
                        self.words.copy_within(row, self.kept);
                        self.place += self.width;
                        self.kept += self.width;
                    }
                }
            }
        }
    }

    /// Keeps all that is left.
    pub(crate) fn finish(self) {
        let length = self.words.len();
        self.words.copy_within(self.place.., self.kept);
        self.words.truncate(length - (self.place - self.kept));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use game::Random;

    use super::*;

    #[test]
    fn rows_are_sorted_and_each_is_there_once() {
        let mut random = Random::new(7);
        for width in [1, 2, 4] {
            for bits in [3, 9, 64] {
                for rows in [0, 1, 700] {
                    let words: Vec<u64> = (0..rows * width).map(|_| random.next() >> (64 - bits)).collect();
                    let plain: BTreeSet<&[u64]> = words.chunks(width).collect();
                    let mut sorted = words.clone();
                    sort(width, &mut sorted);
                    assert!(sorted.chunks(width).eq(plain), "{rows} rows of {width} words of {bits} bits");
                }
            }
        }
    }

    #[test]
    fn what_others_have_is_dropped() {
        let mut rows = vec![1, 1, 1, 2, 3, 0, 4, 4];
        let mut subtraction = Subtraction::new(2, &mut rows);
        subtraction.drop_all(&[0, 9, 1, 2]);
        subtraction.drop_all(&[3, 1, 4, 4, 5, 5]);
        subtraction.finish();
        assert_eq!(rows, [1, 1, 3, 0]);
        let mut rows = vec![1, 1, 1, 2, 3, 0, 4, 4];
        clip(2, &mut rows, 2, (&[1, 2], Some(&[4, 4])));
        assert_eq!(rows, [1, 1, 1, 2, 3, 0]);
    }
}
