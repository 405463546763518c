//! Reproducible randomness.

/// A small generator of random numbers (`SplitMix64`): the same seed gives the same numbers on every machine. Good for
/// random play and tests, useless for secrets.
///
/// ```
/// let mut random = game::Random::new(7);
/// let die = 1 + random.below(6);
/// assert!((1..=6).contains(&die));
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Returns a generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns the next 64 random bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`, or 0 if the bound is 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }

    /// Returns one of the items, each with the same chance, or `None` if there are none. Takes one pass.
    pub fn choose<T>(&mut self, items: impl IntoIterator<Item = T>) -> Option<T> {
        let mut chosen = None;
        for (seen, item) in items.into_iter().enumerate() {
            if self.below(seen + 1) == 0 {
                chosen = Some(item);
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_has_its_chance() {
        let mut random = Random::new(1);
        let mut seen = [0; 5];
        for _ in 0..5000 {
            seen[random.choose(0..5).unwrap()] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        assert_eq!(random.choose(std::iter::empty::<u8>()), None);
        assert_eq!(random.below(0), 0);
    }
}
