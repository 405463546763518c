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

/// Makes keys. The lines of one position are mostly those of the one before, so it remembers what they add to a key.
pub(super) struct Keys<'s, const N: usize> {
    symmetries: &'s Symmetries,
    /// For each side the lines that are remembered, each at a place that follows from its squares.
    lines: [Vec<BitSet<N>>; 2],
    /// What the line at each place adds to the sum of each image.
    parts: [Vec<u128>; 2],
    /// The sum of each image.
    sums: Vec<u128>,
}

/// The numbers that are remembered for each side. With 8 symmetries that is 1024 lines, and 128 KiB.
const REMEMBERED: usize = 8192;
/// What makes the keys of the breaker's lines differ from those of the maker's.
const SALTS: [u128; 2] = [0, 0x5bd1_e995_9e37_79b9 << 17];

impl<'s, const N: usize> Keys<'s, N> {
    pub(super) fn new(symmetries: &'s Symmetries) -> Keys<'s, N> {
        let count = symmetries.maps.len();
        let places = (REMEMBERED / count).max(1).next_power_of_two();
        let sides = [Side::Maker, Side::Breaker];
        Keys {
            symmetries,
            lines: sides.map(|_| vec![BitSet::EMPTY; places]),
            parts: sides.map(|_| vec![0; places * count]),
            sums: vec![0; count],
        }
    }

    /// Returns the key that a position shares with its images.
    pub(super) fn of(&mut self, position: &Position<N>) -> Key {
        self.sums.fill(0);
        for side in [Side::Maker, Side::Breaker] {
            for &line in position.lines(side) {
                self.add(side, line);
            }
        }
        let sums = self.sums.iter().enumerate();
        let (symmetry, least) = sums.min_by_key(|(_, sum)| **sum).map_or((0, 0), |(at, sum)| (at, *sum));
        let rest = 2 * u128::from(position.moves) + position.turn as u128;
        // Zero is kept for places in the table that are empty.
        Key { bits: mix(least ^ mix(rest + 1)).max(1), symmetry }
    }

    /// Adds a line to the sums.
    #[inline]
    fn add(&mut self, side: Side, line: BitSet<N>) {
        let lines = &mut self.lines[side as usize];
        let word = line.words().into_iter().fold(0u64, |all, word| all.rotate_left(23) ^ word);
        let place = (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & (lines.len() - 1);
        let count = self.sums.len();
        let parts = &mut self.parts[side as usize][place * count..(place + 1) * count];
        if lines[place] != line {
            lines[place] = line;
            self.symmetries.weigh(line, SALTS[side as usize], parts);
        }
        for (sum, part) in self.sums.iter_mut().zip(parts) {
            *sum = sum.wrapping_add(*part);
        }
    }
}

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

    /// Computes what a line adds to the sum of each image.
    //
    // All images at once: the codes of one square under all symmetries lie side by side, so that the inner loop runs
    // over consecutive memory.
    fn weigh<const N: usize>(&self, line: BitSet<N>, salt: u128, parts: &mut [u128]) {
        parts.fill(salt);
        for square in line {
            let codes = &self.codes[square * parts.len()..(square + 1) * parts.len()];
            for (part, code) in parts.iter_mut().zip(codes) {
                *part = part.wrapping_add(*code);
            }
        }
        parts.iter_mut().for_each(|part| *part = mix(*part));
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
