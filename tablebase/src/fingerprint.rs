//! Fingerprints of texts: the same on every machine and in every release, since files hold them.

use game::Random;

/// Returns the fingerprint of a text: 64 bits that depend on the seed.
///
/// The sum begins as the mixed seed. It takes in the bytes of the text eight at a time, the first as the lowest, the
/// last ones filled up with zeros: each time the eight are added to it by exclusive or, and it is mixed. The number of
/// bytes comes last. Mixing is the finaliser of `SplitMix64`, which takes no two numbers to the same.
///
/// ```
/// assert_eq!(tablebase::fingerprint(0, ""), 0xa706_dd2f_4d19_7e6f);
/// assert_ne!(tablebase::fingerprint(0, "a"), tablebase::fingerprint(1, "a"));
/// ```
#[must_use]
pub fn fingerprint(seed: u64, text: &str) -> u64 {
    let eight = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let sum = text.as_bytes().chunks(8).map(eight).fold(mix(seed), |sum, word| mix(sum ^ word));
    mix(sum ^ text.len() as u64)
}

/// The first number of `SplitMix64` from this seed.
const fn mix(number: u64) -> u64 {
    Random::new(number).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_never_change() {
        // The first two numbers of SplitMix64 from 0 are its published test.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
        let known = [(0, "x"), (7, "x"), (0, "eight by"), (0, "longer than eight bytes: è")];
        let found = known.map(|(seed, text)| fingerprint(seed, text));
        assert_eq!(
            found,
            [0x2656_076e_9264_3737, 0xc55d_db57_750f_99d0, 0x951a_bf3b_37ec_7eb1, 0x42ae_0786_93d4_03d6]
        );
    }

    #[test]
    fn texts_of_zeros_differ() {
        let zeros: Vec<String> = (0..40).map(|len| "\0".repeat(len)).collect();
        let mut found: Vec<u64> = zeros.iter().map(|text| fingerprint(3, text)).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 40);
    }
}
