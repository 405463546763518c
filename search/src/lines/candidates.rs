//! The moves worth trying, and their order.

use std::cmp::Reverse;

use game::bits::BitSet;

use super::position::{Position, Side};
use super::potential;

/// The moves that a side may still try, and the squares that refute the others.
pub(super) struct Candidates<const N: usize> {
    left: BitSet<N>,
    /// The squares that suffice for all refutations so far.
    refuted_in: BitSet<N>,
    order: Order,
    companions: Vec<BitSet<N>>,
}

/// How promising a square is: the weight of the lines through it, and if that is the same, the weight of the squares on
/// those of the maker. The second is worth a factor of two on (7,7,5), and keeps the order from depending on how
/// squares are numbered.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    weight: u64,
    neighbours: u64,
}

impl<const N: usize> Candidates<N> {
    pub(super) fn new(position: &Position<N>) -> Candidates<N> {
        let companions = position.companions();
        Candidates {
            left: position.squares(),
            refuted_in: BitSet::EMPTY,
            order: Order::of(position),
            companions,
        }
    }

    /// Returns the moves that are not refuted.
    pub(super) fn left(&self) -> BitSet<N> {
        self.left
    }

    /// Returns the order of all squares.
    pub(super) fn order(&self) -> &Order {
        &self.order
    }

    /// Returns the squares that suffice to refute all moves that are refuted.
    pub(super) fn refuted_in(&self) -> BitSet<N> {
        self.refuted_in
    }

    /// Returns the most promising of some squares; of two that are alike, one that has no better companion.
    pub(super) fn heaviest_of(&self, squares: BitSet<N>) -> Option<usize> {
        squares.into_iter().max_by_key(|&square| {
            let rank = self.order.0[square];
            (rank.weight, Reverse(self.companions[square].count()), rank.neighbours)
        })
    }

    /// Returns the squares that have no better companion, the most promising first.
    pub(super) fn by_rank(&self) -> Vec<usize> {
        let better = |square: usize, other: usize| {
            other != square && (other < square || !self.companions[other].contains(square))
        };
        let is_best = |&square: &usize| {
            !(self.companions[square] & self.left).into_iter().any(|other| better(square, other))
        };
        let mut squares: Vec<usize> = self.left.into_iter().filter(is_best).collect();
        self.sort(&mut squares);
        squares
    }

    /// Sorts squares, the most promising first.
    pub(super) fn sort(&self, squares: &mut [usize]) {
        // A function for boards of any size, so that it is compiled once.
        fn by_rank(squares: &mut [usize], ranks: &[Rank]) {
            squares.sort_by_key(|&square| Reverse(ranks[square]));
        }
        by_rank(squares, &self.order.0);
    }

    /// Learns that a move is refuted inside a zone. So is every move outside the zone, because the same refutation
    /// works; and every move that has the refuted one for a companion, with the two squares exchanged.
    pub(super) fn refute(&mut self, square: usize, zone: BitSet<N>) {
        self.refuted_in |= zone;
        self.left = (self.left & zone).without(square);
        for other in self.left {
            if self.companions[other].contains(square) {
                self.left = self.left.without(other);
                self.refuted_in = self.refuted_in.with(square);
            }
        }
    }
}

/// All squares in the order in which certificates number moves: the most promising first, and of equals the highest.
pub(super) struct Order(Vec<Rank>);

impl Order {
    /// Returns the order by the open lines of both sides.
    pub(super) fn of<const N: usize>(position: &Position<N>) -> Order {
        let weights = weights(position);
        let weights = weights.as_flattened();
        let mut ranks: Vec<Rank> = weights.iter().map(|&weight| Rank { weight, neighbours: 0 }).collect();
        for &line in position.lines(Side::Maker) {
            let together: u64 = line.into_iter().map(|square| weights[square] >> HALF).sum();
            for square in line {
                ranks[square].neighbours += together * (potential::weight(line.count()) >> HALF);
            }
        }
        Order(ranks)
    }

    /// Returns the first of some squares.
    pub(super) fn heaviest_of<const N: usize>(&self, squares: BitSet<N>) -> Option<usize> {
        squares.into_iter().max_by_key(|&square| (self.0[square], square))
    }
}

/// Returns how many squares come before this one in the order.
pub(super) fn place<const N: usize>(position: &Position<N>, square: usize) -> usize {
    let weights = weights(position);
    let weights = weights.as_flattened();
    let own = weights[square];
    let heavier = weights.iter().filter(|&&weight| weight > own).count();
    // Seldom does another weigh the same.
    if weights.iter().filter(|&&weight| weight == own).count() == 1 {
        return heavier;
    }
    let Order(ranks) = Order::of(position);
    let own = (ranks[square], square);
    ranks.iter().enumerate().filter(|&(other, &rank)| (rank, other) > own).count()
}

/// Returns the weight of the lines of both sides through each square.
fn weights<const N: usize>(position: &Position<N>) -> [[u64; 64]; N] {
    let mut weights = [[0; 64]; N];
    for &line in [Side::Maker, Side::Breaker].into_iter().flat_map(|side| position.lines(side)) {
        let weight = potential::weight(line.count());
        line.into_iter().for_each(|square| weights[square / 64][square % 64] += weight);
    }
    weights
}

/// The bits that are left out where two weights are multiplied, so that the product fits.
const HALF: u32 = 22;
