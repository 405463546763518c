//! The Erdős–Selfridge potential: where the open lines are few and far from filled, the breaker holds.

use game::bits::BitSet;

use super::position::Side;

/// The weight of a line that is filled. One with n free squares weighs 2ⁿ times less.
pub(super) const FILLED: u64 = 1 << 40;

/// Returns the weight of a line with `free` free squares.
#[inline]
pub(super) fn weight(free: u32) -> u64 {
    FILLED >> free.min(40)
}

/// Adds up the weight of the lines through each square. Returns that of all lines.
pub(super) fn weigh<const N: usize>(lines: &[BitSet<N>], inside: BitSet<N>, weights: &mut [u64]) -> u64 {
    let mut sum = 0;
    for &line in lines {
        let free = line & inside;
        let weight = weight(free.count());
        sum += weight;
        for square in free {
            weights[square] += weight;
        }
    }
    sum
}

/// Returns a zone inside which the breaker holds by taking the heaviest square each time, if the potential says so.
///
/// On the breaker's turn that is so if all lines together weigh less than a filled one: the maker's next move adds no
/// more than the breaker's takes away. On the maker's turn the same must be true after any move. Squares outside the
/// zone are given to the maker, so the zone can be shrunk while the weight allows it.
pub(super) fn zone<const N: usize>(lines: &[BitSet<N>], turn: Side) -> Option<BitSet<N>> {
    let mut zone = BitSet::union(lines);
    if !holds(lines, zone, turn) {
        return None;
    }
    let mut weights = vec![0; BitSet::<N>::CAPACITY];
    weigh(lines, zone, &mut weights);
    let mut lightest: Vec<usize> = zone.into_iter().collect();
    sort_by_weight(&mut lightest, &weights);
    for square in lightest {
        if holds(lines, zone.without(square), turn) {
            zone = zone.without(square);
        }
    }
    Some(zone)
}

/// Sorts squares, the lightest first: a function for boards of any size, so that it is compiled once.
fn sort_by_weight(squares: &mut [usize], weights: &[u64]) {
    squares.sort_by_key(|&square| weights[square]);
}

/// Whether the potential says that the breaker holds if the maker owns everything outside the zone.
fn holds<const N: usize>(lines: &[BitSet<N>], zone: BitSet<N>, turn: Side) -> bool {
    if turn == Side::Breaker {
        return lines.iter().map(|&line| weight((line & zone).count())).sum::<u64>() < FILLED;
    }
    let mut weights = [0; 512];
    let sum = weigh(lines, zone, &mut weights[..BitSet::<N>::CAPACITY]);
    let heaviest = weights[..BitSet::<N>::CAPACITY].iter().max().expect("a board has squares");
    sum + heaviest < FILLED
}
