//! Which positions are the same but for a symmetry of the board, and a key for each.

use game::bits::BitSet;
use game::{LineBoard, Random};

use super::position::{Position, Side};

/// The symmetries of a board, and a random number for each image of each square.
pub(super) struct Symmetries {
    /// Where each square goes.
    maps: Vec<Vec<usize>>,
    inverses: Vec<usize>,
    /// The codes of the images of square 0 under each symmetry, then those of square 1, and so on.
    codes: Vec<u128>,
}

/// The key of a position, and the symmetry that led to it.
///
/// Keys are 128 bits of a hash of the open lines: among n positions two different ones share a key with a chance of
/// less than n² / 2¹²⁹, so one in 10²⁰ for a thousand million positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub(super) bits: u128,
    pub(super) symmetry: usize,
}

/// The number of symmetries for which keys need no memory of their own: a square has 8, a torus of 8×8 has 512.
const FEW: usize = 16;

impl Symmetries {
    pub(super) fn new(board: &LineBoard) -> Symmetries {
        let mut maps = board.symmetries.clone();
        let mut inverses: Vec<Option<usize>> = maps.iter().map(|map| inverse(&maps, map)).collect();
        if maps.is_empty() || inverses.iter().any(Option::is_none) {
            maps = vec![(0..board.squares).collect()];
            inverses = vec![Some(0)];
        }
        let mut random = Random::new(0x006c_696e_6573);
        let square: Vec<u128> = (0..board.squares).map(|_| wide(random.next(), random.next())).collect();
        let codes = (0..board.squares).flat_map(|at| maps.iter().map(move |map| (map, at)));
        let codes = codes.map(|(map, at)| square[map[at]]).collect();
        Symmetries { maps, inverses: inverses.into_iter().flatten().collect(), codes }
    }

    /// Returns the key that a position shares with its images.
    //
    // All images are hashed at once, line by line: the codes of one square under all symmetries lie side by side, so
    // that the inner loop runs over consecutive memory.
    pub(super) fn key<const N: usize>(&self, position: &Position<N>) -> Key {
        let count = self.maps.len();
        let (mut few, mut many) = ([0u128; 2 * FEW], Vec::new());
        let room = if count <= FEW {
            &mut few[..2 * count]
        } else {
            many.resize(2 * count, 0u128);
            &mut many[..]
        };
        let (sums, line_codes) = room.split_at_mut(count);
        for (side, salt) in [(Side::Maker, 0), (Side::Breaker, 0x5bd1_e995_9e37_79b9 << 17)] {
            for &line in position.lines(side) {
                self.add(line, salt, line_codes, sums);
            }
        }
        let (symmetry, least) =
            sums.iter().enumerate().min_by_key(|(_, sum)| **sum).map_or((0, 0), |(at, sum)| (at, *sum));
        let rest = 2 * u128::from(position.moves) + position.turn as u128;
        // Zero is kept for places in the table that are empty.
        Key { bits: mix(least ^ mix(rest + 1)).max(1), symmetry }
    }

    #[inline]
    fn add<const N: usize>(&self, line: BitSet<N>, salt: u128, line_codes: &mut [u128], sums: &mut [u128]) {
        line_codes.fill(salt);
        let count = line_codes.len();
        for square in line {
            let codes = &self.codes[square * count..(square + 1) * count];
            for (sum, code) in line_codes.iter_mut().zip(codes) {
                *sum = sum.wrapping_add(*code);
            }
        }
        for (sum, code) in sums.iter_mut().zip(line_codes) {
            *sum = sum.wrapping_add(mix(*code));
        }
    }

    /// Returns the image of a set in the position that the key stands for.
    pub(super) fn to_key<const N: usize>(&self, key: Key, set: BitSet<N>) -> BitSet<N> {
        self.image(key.symmetry, set)
    }

    /// Returns the set that has this image in the position that the key stands for.
    pub(super) fn undo_key<const N: usize>(&self, key: Key, set: BitSet<N>) -> BitSet<N> {
        self.image(self.inverses[key.symmetry], set)
    }

    /// Returns the image of one square in the position that the key stands for.
    pub(super) fn square_to_key(&self, key: Key, square: usize) -> usize {
        self.maps[key.symmetry][square]
    }

    /// Returns the number of the symmetry that takes a position to another, given the symmetries that take each to the
    /// key that they share; `None` if the symmetries are no group.
    pub(super) fn between(&self, from: usize, to: usize) -> Option<usize> {
        let back = &self.maps[self.inverses[to]];
        let joins = |map: &Vec<usize>| self.maps[from].iter().zip(map).all(|(&at, &end)| back[at] == end);
        self.maps.iter().position(joins)
    }

    /// Returns the image of a set under a symmetry.
    pub(super) fn image<const N: usize>(&self, symmetry: usize, set: BitSet<N>) -> BitSet<N> {
        let map = &self.maps[symmetry];
        set.into_iter().map(|square| map[square]).collect()
    }
}

/// Returns the number of the map that undoes this one, if it is there.
fn inverse(maps: &[Vec<usize>], map: &[usize]) -> Option<usize> {
    let undoes = |other: &Vec<usize>| map.iter().enumerate().all(|(at, &to)| other.get(to) == Some(&at));
    maps.iter().position(undoes)
}

fn wide(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// Returns a permutation of 128 bits that spreads each over all of them.
#[inline]
pub(super) fn mix(code: u128) -> u128 {
    let (mut high, mut low) = ((code >> 64) as u64, code as u64);
    high ^= scatter(low);
    low = low.wrapping_add(scatter(high));
    high ^= scatter(low.rotate_left(32));
    wide(high, low)
}

/// The finaliser of `SplitMix64`.
#[inline]
fn scatter(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
