//! The cells of a board in the order of its variables.

use symbolic::levels::{Mapping, Shape};

use super::lines::Beginning;
use super::{EMPTY, Lines, O, Place, X};
use crate::bits::Bits;

/// The cells of a board, one variable each. Made for every look-up, so it holds no more than that takes.
#[derive(Clone)]
pub(crate) struct Cells {
    /// The bit of each level.
    bits: Vec<u32>,
    /// The cells of a column, if above an empty one there is nothing.
    height: Option<usize>,
    /// How many marks there are to choose from.
    marks: usize,
}

impl Cells {
    /// Cells on a table, in this order.
    pub(crate) fn table(bits: Vec<u32>, marks: usize) -> Cells {
        Cells { bits, height: None, marks }
    }

    /// Cells that are columns of `height` cells, one after another, each from the bottom up: above an empty one there
    /// is nothing.
    pub(crate) fn upright(bits: Vec<u32>, height: usize) -> Cells {
        Cells { bits, height: Some(height), marks: 2 }
    }

    pub(crate) fn shape(&self) -> Shape {
        let values = 1 + self.marks as u32;
        let next = |level: usize| (0..values).map(|value| self.next(level, value)).collect();
        let shape = Shape::new((0..self.bits.len()).map(next).collect());
        shape.expect("every value leads further down")
    }

    /// Returns the level that a value leads to.
    fn next(&self, level: usize, value: u32) -> usize {
        match self.height {
            Some(height) if value == EMPTY => (level / height + 1) * height,
            _ => level + 1,
        }
    }

    /// Returns the automaton that looks for lines of these marks.
    pub(crate) fn lines<B: Bits>(&self, lines: &[B], watched: &[u32]) -> Lines {
        let mut level_of = vec![0; B::WIDTH as usize];
        for (level, &bit) in (0..).zip(&self.bits) {
            level_of[bit as usize] = level;
        }
        let mut from = vec![Beginning::default(); self.bits.len()];
        for line in lines {
            let mut cells: Vec<u16> = line.iter().map(|bit| level_of[bit as usize]).collect();
            cells.sort_unstable();
            if let Some((&first, rest)) = cells.split_first() {
                from[usize::from(first)].push(rest);
            }
        }
        Lines { shape: self.shape(), from, watched: watched.to_vec(), none: false }
    }

    /// Returns the relation that places one of these marks.
    pub(crate) fn place(&self, marks: &[u32]) -> Place {
        Place { marks: marks.to_vec(), shape: self.shape() }
    }

    /// Returns the word of a board with these marks.
    pub(crate) fn encode<B: Bits>(&self, x: B, o: B) -> Vec<u32> {
        let mut word = Vec::with_capacity(self.bits.len());
        let mut level = 0;
        while let Some(&bit) = self.bits.get(level) {
            let value = if x.has(bit) {
                X
            } else if o.has(bit) {
                O
            } else {
                EMPTY
            };
            word.push(value);
            level = self.next(level, value);
        }
        word
    }

    /// Returns the marks of a word.
    pub(crate) fn decode<B: Bits>(&self, word: &[u32]) -> Option<(B, B)> {
        let (mut x, mut o) = (B::ZERO, B::ZERO);
        for (level, &value) in self.shape().levels_of(word)?.into_iter().zip(word) {
            let mark = B::bit(self.bits[level]);
            match value {
                X => x |= mark,
                O => o |= mark,
                _ => {}
            }
        }
        Some((x, o))
    }

    /// Returns the map of words for a map of bits.
    pub(crate) fn mapping(&self, to: impl Fn(u32) -> u32) -> Mapping {
        let level_of = |bit: u32| {
            let level = self.bits.iter().position(|&other| other == bit);
            level.expect("a symmetry maps cells to cells")
        };
        Mapping::of_levels(self.bits.iter().map(|&bit| level_of(to(bit))).collect())
    }
}
