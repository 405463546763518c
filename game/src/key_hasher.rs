//! A quick hasher with a state of 64 bits on every machine.

#[cfg(target_pointer_width = "64")]
use rustc_hash::FxHasher as Hashing;
#[cfg(not(target_pointer_width = "64"))]
use wide::Wide as Hashing;

/// A quick hasher for keys that stand for positions.
///
/// The state of `FxHasher` is as wide as an address. On a machine of 32 bits, as WebAssembly is, that is too narrow for
/// a key: among a million positions some would share one, and values would be wrong. There this hasher computes what
/// `FxHasher` computes on 64 bits, except for strings of bytes. On 64 bits it is `FxHasher`.
pub type KeyHasher = Hashing;

#[cfg(any(test, not(target_pointer_width = "64")))]
mod wide {
    use std::hash::Hasher;

    /// A hasher of 64 bits for machines of fewer.
    #[derive(Clone, Debug, Default)]
    #[cfg_attr(
        target_pointer_width = "64",
        expect(unreachable_pub, reason = "it is public where it is used")
    )]
    pub struct Wide(u64);

    /// The multiplier and the rotation of `FxHasher` on 64 bits.
    const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
    const ROTATION: u32 = 26;

    impl Wide {
        #[inline]
        fn add(&mut self, word: u64) {
            self.0 = self.0.wrapping_add(word).wrapping_mul(FACTOR);
        }
    }

    impl Hasher for Wide {
        #[inline]
        fn write(&mut self, bytes: &[u8]) {
            for part in bytes.chunks(8) {
                self.add(part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
            }
            self.add(bytes.len() as u64);
        }

        #[inline]
        fn write_u8(&mut self, number: u8) {
            self.add(number.into());
        }

        #[inline]
        fn write_u16(&mut self, number: u16) {
            self.add(number.into());
        }

        #[inline]
        fn write_u32(&mut self, number: u32) {
            self.add(number.into());
        }

        #[inline]
        fn write_u64(&mut self, number: u64) {
            self.add(number);
        }

        #[inline]
        fn write_u128(&mut self, number: u128) {
            self.add(number as u64);
            self.add((number >> 64) as u64);
        }

        #[inline]
        fn write_usize(&mut self, number: usize) {
            self.add(number as u64);
        }

        #[inline]
        fn finish(&self) -> u64 {
            self.0.rotate_left(ROTATION)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::wide::Wide;
    use std::collections::HashSet;
    use std::hash::{Hash, Hasher};

    fn wide(thing: impl Hash) -> u64 {
        let mut hasher = Wide::default();
        thing.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn it_computes_what_the_other_computes() {
        let other = |thing: &dyn Fn(&mut rustc_hash::FxHasher)| {
            let mut hasher = rustc_hash::FxHasher::default();
            thing(&mut hasher);
            hasher.finish()
        };
        let numbers = (3u8, 500u16, 70_000u32, 1u64 << 40, 5u128 << 90, 12usize, Some(true));
        assert_eq!(wide(numbers), other(&|hasher| numbers.hash(hasher)));
    }

    #[test]
    fn all_64_bits_count() {
        let upper: HashSet<u64> = (0..1000u64).map(|n| wide((n, 1u64)) >> 32).collect();
        let lower: HashSet<u64> = (0..1000u64).map(|n| wide((n, 1u64)) & 0xffff_ffff).collect();
        assert_eq!((upper.len(), lower.len()), (1000, 1000));
    }

    #[test]
    fn bytes_differ_by_content_and_length() {
        let texts: Vec<Vec<u8>> = (0..40).map(|length| vec![0; length]).collect();
        let hashes: HashSet<u64> = texts.iter().map(wide).collect();
        assert_eq!(hashes.len(), texts.len());
        assert_ne!(wide(b"abcdefgh1"), wide(b"abcdefgh2"));
    }
}
