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
    let mut sum = lines.iter().map(|line| weight(line.count())).sum::<u64>();
    if sum >= FILLED {
        return None;
    }
    let mut zone = BitSet::union(lines);
    let mut weights = Weights([[0; 64]; N]);
    lines.iter().for_each(|&line| weights.add(line, weight(line.count())));
    if turn == Side::Maker && sum + weights.heaviest() >= FILLED {
        return None;
    }
    let mut lightest: Vec<usize> = zone.into_iter().collect();
    sort_by_weight(&mut lightest, weights.0.as_flattened());
    for square in lightest {
        // Without the square, the lines through it weigh more.
        let (mut more, mut heavier) = (0, weights);
        for line in lines.iter().filter(|line| line.contains(square)) {
            let free = *line & zone;
            let extra = weight(free.count() - 1) - weight(free.count());
            more += extra;
            if turn == Side::Maker {
                heavier.add(free, extra);
            }
        }
        heavier.0.as_flattened_mut()[square] = 0;
        let next = if turn == Side::Maker { heavier.heaviest() } else { 0 };
        if sum + more + next < FILLED {
            (sum, weights, zone) = (sum + more, heavier, zone.without(square));
        }
    }
    Some(zone)
}

/// The weight of the lines through each square.
#[derive(Clone, Copy)]
struct Weights<const N: usize>([[u64; 64]; N]);

impl<const N: usize> Weights<N> {
    fn add(&mut self, line: BitSet<N>, weight: u64) {
        for square in line {
            self.0[square / 64][square % 64] += weight;
        }
    }

    fn heaviest(&self) -> u64 {
        self.0.as_flattened().iter().copied().max().unwrap_or(0)
    }
}

/// Sorts squares, the lightest first: a function for boards of any size, so that it is compiled once.
fn sort_by_weight(squares: &mut [usize], weights: &[u64]) {
    squares.sort_by_key(|&square| weights[square]);
}
