//! Which variables words have, and where each value leads.

use crate::{Error, Result};

/// The shape of words: the levels, the number of values at each, and the level to which each value leads.
///
/// A word begins at level 0 and ends at the level after the last. A value may skip levels: in a column of Connect Four,
/// nothing can be above an empty square, so that value leads to the next column.
///
/// ```
/// use levels::Shape;
/// let two_columns = Shape::new(vec![vec![2, 1, 1], vec![2, 2, 2], vec![4, 3, 3], vec![4, 4, 4]])?;
/// assert_eq!(two_columns.levels_of(&[1, 0, 0]), Some(vec![0, 1, 2]));
/// assert_eq!(two_columns.levels_of(&[1, 0]), None); // it does not reach the end
/// # levels::Result::Ok(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Where each value of each level leads, one level after another.
    to: Vec<u32>,
    /// Where the values of each level begin, and where those of the last end.
    first: Vec<u32>,
}

impl Shape {
    /// Returns the shape in which value `v` of level `l` leads to level `to[l][v]`.
    ///
    /// # Errors
    /// If a level has no value, or one of them does not lead further down.
    pub fn new(to: Vec<Vec<usize>>) -> Result<Shape> {
        let levels = to.len();
        let wrong = |level: usize, next: &usize| *next <= level || *next > levels;
        for (level, next) in to.iter().enumerate() {
            if next.is_empty() || next.iter().any(|next| wrong(level, next)) {
                return Err(Error::OutOfRange { what: format!("where the values of level {level} lead") });
            }
        }
        Ok(Shape::flat(to.into_iter().map(|next| next.into_iter().map(|next| next as u32).collect())))
    }

    fn flat(levels: impl Iterator<Item = Vec<u32>>) -> Shape {
        let mut shape = Shape { to: Vec::new(), first: vec![0] };
        for next in levels {
            shape.to.extend(next);
            shape.first.push(shape.to.len() as u32);
        }
        shape
    }

    /// Returns the shape of `levels` levels with `values` values each (at least one), none skipped.
    #[must_use]
    pub fn uniform(levels: usize, values: usize) -> Shape {
        Shape::flat((1..=levels as u32).map(|next| vec![next; values.max(1)]))
    }

    /// Returns the number of levels.
    #[must_use]
    pub fn levels(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns the number of values at a level.
    #[inline]
    #[must_use]
    pub fn values(&self, level: usize) -> usize {
        (self.first[level + 1] - self.first[level]) as usize
    }

    /// Returns the level to which a value leads.
    #[inline]
    #[must_use]
    pub fn next(&self, level: usize, value: u32) -> usize {
        self.to[(self.first[level] + value) as usize] as usize
    }

    /// The levels that a value may lead to, each once.
    pub(crate) fn targets(&self, level: usize) -> Vec<usize> {
        let mut targets: Vec<usize> =
            (0..self.values(level) as u32).map(|value| self.next(level, value)).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// Returns the level of each letter of a word, or `None` if it is not of this shape.
    #[must_use]
    pub fn levels_of(&self, word: &[u32]) -> Option<Vec<usize>> {
        let mut levels = Vec::with_capacity(word.len());
        let mut level = 0;
        for &value in word {
            if level == self.levels() || value as usize >= self.values(level) {
                return None;
            }
            levels.push(level);
            level = self.next(level, value);
        }
        (level == self.levels()).then_some(levels)
    }
}
