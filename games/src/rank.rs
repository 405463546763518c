//! Numbering the positions of a board without gaps.

use crate::bits::Bits;

/// Numbers the pairs of disjoint sets of squares in which the first set has as many squares as the second, or one more:
/// by the number of stones, then by the first set, then by the second among the squares the first leaves.
#[derive(Clone, Debug)]
pub(crate) struct Rank<B> {
    squares: Vec<B>,
    /// `choose[n][r]`: subsets of r out of n, or `None` where that does not fit. Empty if there is no size.
    choose: Vec<Vec<Option<u64>>>,
    /// The least number with each number of stones; one more entry at the end for the size. `None` if it does not fit.
    first: Option<Vec<u64>>,
}

const SIZED: &str = "positions are numbered only where there is a size, and then all binomials fit";

impl<B: Bits> Rank<B> {
    /// Numbers positions on these squares.
    #[must_use]
    pub(crate) fn new(board: B) -> Rank<B> {
        let squares: Vec<B> = board.iter().map(B::bit).collect();
        let choose = pascal(squares.len());
        let mut rank = Rank { squares, choose, first: None };
        rank.first = rank.layers();
        if rank.first.is_none() {
            // Nothing is numbered, and on the largest boards the triangle takes megabytes.
            rank.choose = Vec::new();
        }
        rank
    }

    fn layers(&self) -> Option<Vec<u64>> {
        let n = self.squares.len();
        let mut first = vec![0u64];
        for stones in 0..=n {
            let x = stones.div_ceil(2);
            let layer = self.choose[n][x]?.checked_mul(self.choose[n - x][stones - x]?)?;
            first.push(first[stones].checked_add(layer)?);
        }
        Some(first)
    }

    /// How many positions there are, if 64 bits can number them.
    #[must_use]
    pub(crate) fn size(&self) -> Option<u64> {
        self.first.as_ref().and_then(|first| first.last().copied())
    }

    /// Returns the number of a position. The size must be known.
    #[must_use]
    pub(crate) fn index(&self, x: B, o: B) -> u64 {
        let first = self.first.as_ref().expect(SIZED);
        let n = self.squares.len();
        let (xs, os) = (x.count() as usize, o.count() as usize);
        let of_x = self.subset_rank(x, B::ZERO);
        let of_o = self.subset_rank(o, x);
        first[xs + os] + of_x * self.chosen(n - xs, os) + of_o
    }

    /// Returns the position of a number below the size.
    #[must_use]
    pub(crate) fn position(&self, index: u64) -> (B, B) {
        let first = self.first.as_ref().expect(SIZED);
        let n = self.squares.len();
        let stones = first.partition_point(|&start| start <= index) - 1;
        let xs = stones.div_ceil(2);
        let rest = index - first[stones];
        let each = self.chosen(n - xs, stones - xs);
        let x = self.subset(rest / each, xs, B::ZERO);
        (x, self.subset(rest % each, stones - xs, x))
    }

    fn chosen(&self, n: usize, r: usize) -> u64 {
        self.choose[n][r].expect(SIZED)
    }

    /// Returns the rank of a set among the sets of its size that avoid the `taken` squares: the sum of the binomials of
    /// its members (colexicographic order).
    fn subset_rank(&self, set: B, taken: B) -> u64 {
        let (mut rank, mut members) = (0, 0);
        let free = self.squares.iter().filter(|&&square| (square & taken).is_empty());
        for (place, &square) in free.enumerate() {
            if !(square & set).is_empty() {
                members += 1;
                rank += self.chosen_or_none(place, members);
            }
        }
        rank
    }

    fn subset(&self, mut rank: u64, mut members: usize, taken: B) -> B {
        let free: Vec<B> = self.squares.iter().copied().filter(|&s| (s & taken).is_empty()).collect();
        let mut set = B::ZERO;
        for (place, &square) in free.iter().enumerate().rev() {
            let below = self.chosen_or_none(place, members);
            if members > 0 && rank >= below {
                rank -= below;
                members -= 1;
                set |= square;
            }
        }
        set
    }

    fn chosen_or_none(&self, n: usize, r: usize) -> u64 {
        if r > n { 0 } else { self.chosen(n, r) }
    }
}

/// Returns Pascal's triangle.
fn pascal(rows: usize) -> Vec<Vec<Option<u64>>> {
    let mut triangle: Vec<Vec<Option<u64>>> = vec![vec![Some(1)]];
    for n in 1..=rows {
        let above = &triangle[n - 1];
        let row = (0..=n).map(|r| match r {
            0 => Some(1),
            r if r == n => Some(1),
            r => above[r - 1].zip(above[r]).and_then(|(a, b)| a.checked_add(b)),
        });
        let row = row.collect();
        triangle.push(row);
    }
    triangle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_range_is_used_once() {
        let rank: Rank<u64> = Rank::new(0b111_0111_0111);
        // Sum over plies of 9! / (x! o! e!).
        assert_eq!(rank.size(), Some(6046));
        for index in 0..6046 {
            let (x, o) = rank.position(index);
            assert_eq!(x & o, 0);
            assert!(x.count() == o.count() || x.count() == o.count() + 1);
            assert_eq!(rank.index(x, o), index);
        }
    }

    #[test]
    fn boards_too_large_for_64_bits_say_so() {
        assert!(Rank::new((1u64 << 40) - 1).size().is_some());
        let without_size = Rank::new((1u64 << 49) - 1);
        assert_eq!((without_size.size(), without_size.choose.len()), (None, 0));
    }
}
