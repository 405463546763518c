//! The symmetries of a board, as permutations of its squares.

use crate::bits::Bits;

/// A group of permutations of the bits of `B`, made to be applied fast: four bits at a time, by table.
#[derive(Clone, Debug)]
pub struct Images<B> {
    maps: Vec<Map<B>>,
}

#[derive(Clone, Debug)]
struct Map<B> {
    /// Where each bit goes.
    to: Vec<u32>,
    /// For each group of four bits, where each of the sixteen subsets goes.
    nibbles: Vec<[B; 16]>,
}

impl<B: Bits> Images<B> {
    /// The permutations given as lists: `to[b]` is where bit `b` goes. The first must be the identity.
    ///
    /// # Panics
    /// If there is none, or the first is not the identity.
    #[must_use]
    pub fn new(permutations: Vec<Vec<u32>>) -> Images<B> {
        let is_identity = |map: &Vec<u32>| map.iter().copied().eq(0..map.len() as u32);
        assert!(permutations.first().is_some_and(is_identity), "the identity comes first");
        Images { maps: permutations.into_iter().map(Map::new).collect() }
    }

    /// How many permutations there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.maps.len()
    }

    /// The image of a set of bits.
    #[inline]
    #[must_use]
    pub fn of(&self, set: B, symmetry: usize) -> B {
        self.maps[symmetry].of(set)
    }

    /// The image of one bit.
    #[inline]
    #[must_use]
    pub fn of_bit(&self, bit: u32, symmetry: usize) -> u32 {
        self.maps[symmetry].to[bit as usize]
    }

    /// Which permutation makes a pair of sets least.
    #[inline]
    #[must_use]
    pub fn least_of_two(&self, a: B, b: B) -> usize {
        let mut best = (a, b);
        let mut which = 0;
        for (number, map) in self.maps.iter().enumerate().skip(1) {
            let first = map.of(a);
            if first <= best.0 {
                let pair = (first, map.of(b));
                if pair < best {
                    (best, which) = (pair, number);
                }
            }
        }
        which
    }
}

impl<B: Bits> Map<B> {
    fn new(to: Vec<u32>) -> Map<B> {
        let nibbles = to
            .chunks(4)
            .map(|group| {
                std::array::from_fn(|subset| {
                    let bits = group.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
                    bits.fold(B::ZERO, |set, (_, &bit)| set | B::bit(bit))
                })
            })
            .collect();
        Map { to, nibbles }
    }

    /// Bit by bit where few are set, four bits at a time where many are.
    #[inline]
    fn of(&self, set: B) -> B {
        if (set.count() as usize) * 4 < self.nibbles.len() {
            return set.iter().fold(B::ZERO, |image, bit| image | B::bit(self.to[bit as usize]));
        }
        let nibbles = self.nibbles.iter().enumerate();
        nibbles.fold(B::ZERO, |image, (place, subsets)| image | subsets[set.nibble(place)])
    }
}

/// The symmetries of a w×h rectangle, as maps of (column, row): eight if it is a square, four if not, in this order:
/// identity, left-right, up-down, half turn, and for squares the same four after exchanging columns and rows.
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
