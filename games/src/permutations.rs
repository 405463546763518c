//! Permutations of a few things, numbered without gaps.

/// The most things that are permuted here. All orders of 16 things are fewer than 2⁴⁵, and of 12 fewer than 2³²: orders
/// are numbered by as many bits as an address has.
pub(crate) const MOST: usize = if usize::BITS < 64 { 12 } else { 16 };

/// Where each thing goes; those beyond the number of things in question stay where they are.
pub(crate) type Permutation = [u8; MOST];

/// Returns the permutation that leaves everything in its place. Its number is 0.
pub(crate) fn identity() -> Permutation {
    std::array::from_fn(|thing| thing as u8)
}

/// How many permutations of `n` things there are.
pub(crate) fn count(n: usize) -> usize {
    (1..=n).product()
}

/// Returns the number of a permutation, in lexicographic order: its Lehmer code, whose digits say how many of the later
/// things go before each thing.
pub(crate) fn number(to: &[u8]) -> usize {
    to.iter().enumerate().fold(0, |number, (thing, place)| {
        let later = &to[thing + 1..];
        number * (to.len() - thing) + later.iter().filter(|&other| other < place).count()
    })
}

/// Returns the permutation of `n` things with the given number: the inverse of [`number`].
pub(crate) fn nth(n: usize, mut number: usize) -> Permutation {
    let mut to = identity();
    for thing in (0..n).rev() {
        let places = n - thing;
        let place = (number % places) as u8;
        number /= places;
        // The later things were placed as if this one were not there: make room for it.
        for other in &mut to[thing + 1..n] {
            *other += u8::from(*other >= place);
        }
        to[thing] = place;
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_number_is_a_permutation_of_its_own() {
        for n in 0..=6 {
            let all: Vec<Permutation> = (0..count(n)).map(|k| nth(n, k)).collect();
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), count(n));
            assert!(all.is_sorted());
            assert!(all.iter().enumerate().all(|(k, to)| number(&to[..n]) == k));
            assert!(all.iter().all(|to| to[..n].iter().collect::<HashSet<_>>().len() == n));
            assert_eq!(all[0], identity());
        }
    }

    #[test]
    fn sixteen_things_are_not_too_many() {
        assert_eq!(count(MOST), 20_922_789_888_000);
        let last = nth(MOST, count(MOST) - 1);
        assert!(last.iter().rev().copied().eq(0..16));
        assert_eq!(number(&last), count(MOST) - 1);
    }
}
