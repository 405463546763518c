//! The symmetries of a board, as permutations of its squares.

use std::sync::{Arc, OnceLock};

use crate::bits::Bits;

/// A group of permutations of the bits of `B`, made to be applied fast: four bits at a time, by table. Clones share the
/// tables, which take megabytes on the largest boards.
#[derive(Clone, Debug)]
pub struct Images<B>(Arc<Maps<B>>);

#[derive(Debug)]
struct Maps<B> {
    /// Where each permutation takes each bit.
    to: Vec<Vec<u32>>,
    /// Made when they are first needed: many engines never look at symmetries.
    tables: OnceLock<Vec<Table<B>>>,
}

/// For each group of four bits, where each of the sixteen subsets goes.
type Table<B> = Vec<[B; 16]>;

impl<B: Bits> Images<B> {
    /// Makes a group of the permutations given as lists: `to[b]` is the target of bit `b`. The first must be the
    /// identity.
    ///
    /// # Panics
    /// If there is none, or the first is not the identity.
    #[must_use]
    pub fn new(permutations: Vec<Vec<u32>>) -> Images<B> {
        let is_identity = |map: &Vec<u32>| map.iter().copied().eq(0..map.len() as u32);
        assert!(permutations.first().is_some_and(is_identity), "the identity comes first");
        Images(Arc::new(Maps { to: permutations, tables: OnceLock::new() }))
    }

    /// Returns the number of permutations.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.to.len()
    }

    /// Returns the image of a set of bits.
    #[inline]
    #[must_use]
    pub fn of(&self, set: B, symmetry: usize) -> B {
        self.0.image(set, symmetry, self.0.tables_for(set))
    }

    /// Returns the image of one bit.
    #[inline]
    #[must_use]
    pub fn of_bit(&self, bit: u32, symmetry: usize) -> u32 {
        self.0.to[symmetry][bit as usize]
    }

    /// Returns the permutation whose image of a pair of sets is least.
    #[inline]
    #[must_use]
    pub fn least_of_two(&self, a: B, b: B) -> usize {
        let maps = &*self.0;
        let (for_a, for_b) = (maps.tables_for(a), maps.tables_for(b));
        let mut best = (a, b);
        let mut which = 0;
        for number in 1..maps.to.len() {
            let first = maps.image(a, number, for_a);
            // The second set is mapped only if the first has not decided.
            if first <= best.0 {
                let pair = (first, maps.image(b, number, for_b));
                if pair < best {
                    (best, which) = (pair, number);
                }
            }
        }
        which
    }
}

impl<B: Bits> Maps<B> {
    /// The tables, if many bits are set: where few are, it is faster to go bit by bit.
    #[inline]
    fn tables_for(&self, set: B) -> Option<&[Table<B>]> {
        let nibbles = self.to[0].len().div_ceil(4);
        // A bit is weighed as four look-ups: each bit waits until the one before is cleared, look-ups do not wait.
        let many = set.count() as usize * 4 >= nibbles;
        many.then(|| self.tables.get_or_init(|| self.to.iter().map(|to| table(to)).collect()).as_slice())
    }

    /// Returns the image of a set: bit by bit where few are set, four bits at a time where many are.
    #[inline]
    fn image(&self, set: B, symmetry: usize, tables: Option<&[Table<B>]>) -> B {
        let Some(tables) = tables else {
            let to = &self.to[symmetry];
            return set.iter().fold(B::ZERO, |image, bit| image | B::bit(to[bit as usize]));
        };
        let nibbles = tables[symmetry].iter().enumerate();
        nibbles.fold(B::ZERO, |image, (place, subsets)| image | subsets[set.nibble(place)])
    }
}

fn table<B: Bits>(to: &[u32]) -> Table<B> {
    let subsets = |group: &[u32]| {
        std::array::from_fn(|subset| {
            let bits = group.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
            bits.fold(B::ZERO, |set, (_, &bit)| set | B::bit(bit))
        })
    };
    to.chunks(4).map(subsets).collect()
}

/// Returns the symmetries of a w×h rectangle, as maps of (column, row): eight if it is a square, four if not, in this
/// order: identity, left-right, up-down, half turn, and for squares the same four after exchanging columns and rows.
#[must_use]
pub fn rectangle(w: u32, h: u32) -> Vec<impl Fn(u32, u32) -> (u32, u32)> {
    let count = if w == h { 8 } else { 4 };
    (0..count)
        .map(move |g| {
            move |i: u32, j: u32| {
                let (i, j) = if g & 4 == 0 { (i, j) } else { (j, i) };
                let i = if g & 1 == 0 { i } else { w - 1 - i };
                let j = if g & 2 == 0 { j } else { h - 1 - j };
                (i, j)
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_square_has_eight_symmetries_and_they_are_a_group() {
        let maps = rectangle(4, 4);
        let table = |f: &dyn Fn(u32, u32) -> (u32, u32)| -> Vec<(u32, u32)> {
            (0..16).map(|n| f(n % 4, n / 4)).collect()
        };
        let all: HashSet<_> = maps.iter().map(|m| table(m)).collect();
        assert_eq!(all.len(), 8);
        for f in &maps {
            for g in &maps {
                let both = table(&|i, j| {
                    let (i, j) = f(i, j);
                    g(i, j)
                });
                assert!(all.contains(&both));
            }
        }
        assert_eq!(rectangle(4, 3).len(), 4);
    }

    #[test]
    fn clones_share_their_tables() {
        let images: Images<u64> = Images::new(vec![(0..8).collect(), (0..8).rev().collect()]);
        let clone = images.clone();
        assert!(images.0.tables.get().is_none(), "they are not made before they are needed");
        assert_eq!(clone.of(0b1011_0001, 1), 0b1000_1101);
        assert!(images.0.tables.get().is_some());
    }

    #[test]
    fn tables_agree_with_permuting_bit_by_bit() {
        let reversal: Vec<u32> = (0..50).rev().collect();
        let images: Images<u64> = Images::new(vec![(0..50).collect(), reversal.clone()]);
        let mut random = game::Random::new(3);
        for _ in 0..1000 {
            let set = random.next() & ((1 << 50) - 1);
            let slow = set.iter().fold(0, |image, bit| image | 1 << reversal[bit as usize]);
            assert_eq!(images.of(set, 1), slow);
            assert_eq!(images.of(set, 0), set);
        }
    }
}
