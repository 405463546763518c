//! A board of w columns and h rows on which k in a row count.

use super::bitmap::{self, DIRECTIONS};
use crate::bits::{Bits, BitsIter};
use crate::grid::{self, Labels};
use crate::images::{Images, rectangle};
use game::look::{Grid, Mark, Role};
use game::{ParseError, Pick};

/// A square of a board: the number of its bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(pub u16);

/// The geometry shared by all games of k in a row: immutable, so states need not hold it.
#[derive(Clone, Debug)]
pub struct Board<B> {
    w: u32,
    h: u32,
    k: u32,
    full: B,
    /// The squares on which a row of k may lie: all or none.
    rows: B,
    /// By how much to shift in each round of the test for k in a row, for the four directions. Where k squares do not
    /// fit, another direction is tested twice.
    shifts: Vec<[u32; 4]>,
}

impl<B: Bits> Board<B> {
    /// Makes a board of w×h squares on which k in a row count; k may be larger than the board.
    ///
    /// # Panics
    /// If `B` has too few bits, or w, h or k is 0.
    #[must_use]
    pub fn new(w: u32, h: u32, k: u32) -> Board<B> {
        assert!(w > 0 && h > 0 && k > 0, "a {w}x{h} board with {k} in a row");
        assert!(bitmap::size(w, h) <= B::WIDTH, "a {w}x{h} board does not fit {} bits", B::WIDTH);
        let full = bitmap::full(w, h);
        let fits = [k <= h, k <= w, k <= w.min(h), k <= w.min(h)];
        let steps = DIRECTIONS.map(|direction| direction(w, h));
        let some = fits.iter().position(|&fits| fits);
        // Where nothing fits, no row is looked for, and any step will do.
        let steps: [u32; 4] = std::array::from_fn(|i| steps[if fits[i] { i } else { some.unwrap_or(0) }]);
        let (rows, longest) = if some.is_some() { (full, k) } else { (B::ZERO, 1) };
        let shifts = strides(longest).map(|stride| steps.map(|step| stride * step)).collect();
        Board { w, h, k, full, rows, shifts }
    }

    /// Returns the width, the height, and the number in a row that count.
    #[must_use]
    pub fn size(&self) -> (u32, u32, u32) {
        (self.w, self.h, self.k)
    }

    /// Returns the set of all squares.
    #[inline]
    #[must_use]
    pub fn full(&self) -> B {
        self.full
    }

    /// Returns the squares of the bottom row.
    #[must_use]
    pub fn bottom(&self) -> B {
        (0..self.w).fold(B::ZERO, |row, i| bitmap::update(self.w, self.h, row, i, 0))
    }

    /// Returns whether k of these marks are in a row: the same as [`bitmap::has_alignment`], with the distances worked
    /// out.
    #[inline]
    #[must_use]
    pub fn aligned(&self, marks: B) -> bool {
        // All four directions in one pass, without a branch between them: the four shifts of a round do not depend on
        // each other, so the processor can run them at the same time.
        let mut found = [marks & self.rows; 4];
        for shifts in &self.shifts {
            for (run, &shift) in found.iter_mut().zip(shifts) {
                *run = *run & *run >> shift;
            }
        }
        !(found[0] | found[1] | found[2] | found[3]).is_empty()
    }

    /// Returns whether k of these marks are in a row, with no mark right before or behind them.
    #[must_use]
    pub fn aligned_exactly(&self, marks: B) -> bool {
        let marks = marks & self.rows;
        self.steps().any(|step| {
            let rows = bitmap::runs(marks, self.k, step);
            !(rows & !(rows >> step) & !(marks << step)).is_empty()
        })
    }

    /// Returns the steps of the directions in which k squares fit.
    fn steps(&self) -> impl Iterator<Item = u32> {
        let (w, h, k) = (self.w, self.h, self.k);
        let fits = [k <= h, k <= w, k <= w.min(h), k <= w.min(h)];
        DIRECTIONS.into_iter().zip(fits).filter(|(_, fits)| *fits).map(move |(direction, _)| direction(w, h))
    }

    /// Returns the squares right before and behind a line, in the direction in which it runs.
    pub(super) fn beyond(&self, line: B) -> B {
        let ends = self.steps().filter_map(|step| {
            let is_run = bitmap::runs(line, self.k, step) == line & !(line << step);
            (is_run && !bitmap::runs(line, self.k, step).is_empty())
                .then(|| (line << step | line >> step) & !line & self.full)
        });
        ends.fold(B::ZERO, |all, ends| all | ends)
    }

    /// Returns every line of k squares.
    #[must_use]
    pub fn lines(&self) -> Vec<B> {
        let mut lines = Vec::new();
        for direction in DIRECTIONS {
            let step = direction(self.w, self.h);
            let starts = bitmap::alignments(self.w, self.h, self.k, direction, self.full);
            for start in starts.iter() {
                lines.push((0..self.k).fold(B::ZERO, |line, n| line | B::bit(start + n * step)));
            }
        }
        // A line of one square is the same in every direction.
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Returns the symmetries of the rectangle; of those only left-right where marks fall.
    #[must_use]
    pub fn images(&self, falls: bool) -> Images<B> {
        let (w, h) = (self.w, self.h);
        let bits = bitmap::size(w, h);
        let maps = rectangle(w, h);
        let permutation = |map: &dyn Fn(u32, u32) -> (u32, u32)| -> Vec<u32> {
            (0..bits)
                .map(|bit| {
                    let (i, j) = bitmap::decode(w, h, bit);
                    let (i, j) = if i < w && j < h { map(i, j) } else { (i, j) };
                    bitmap::encode(w, h, i, j)
                })
                .collect()
        };
        let count = if falls { 2 } else { maps.len() };
        Images::new(maps[..count].iter().map(|map| permutation(map)).collect())
    }

    /// Returns the column and row of a square.
    #[must_use]
    pub fn place(&self, square: Square) -> (u32, u32) {
        bitmap::decode(self.w, self.h, u32::from(square.0))
    }

    /// Returns the name of a square, as in `b2`.
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        let (i, j) = self.place(square);
        game::square(i as usize, j as usize)
    }

    /// Draws the marks.
    #[must_use]
    pub fn draw(&self, x: B, o: B, labels: Labels) -> String {
        grid::draw(self.w, self.h, labels, |i, j| {
            if bitmap::read(self.w, self.h, x, i, j) {
                'x'
            } else if bitmap::read(self.w, self.h, o, i, j) {
                'o'
            } else {
                '.'
            }
        })
    }

    /// Returns the marks as a grid: x and o with these roles. Where the game is over, the squares of a line are lit.
    pub(super) fn grid(&self, x: B, o: B, [first, second]: [Role; 2], line: Option<B>) -> Grid {
        let has = |set: B, i: usize, j: usize| bitmap::read(self.w, self.h, set, i as u32, j as u32);
        let grid = Grid::squares(self.w as usize, self.h as usize, |i, j| {
            let mark = |(set, text, role)| has(set, i, j).then(|| Mark::new(text, role));
            [(x, "x", first), (o, "o", second)].into_iter().find_map(mark)
        });
        grid.active(line.is_none()).lit(|i, j| line.is_some_and(|line| has(line, i, j)))
    }

    /// Returns the pick of a square.
    pub(super) fn pick(&self, square: Square) -> Pick {
        let (i, j) = self.place(square);
        Pick::square((self.w as usize, self.h as usize), (i as usize, j as usize))
    }

    /// Returns the squares of all lines that these marks fill.
    pub(super) fn filled(&self, marks: B) -> B {
        let filled = self.lines().into_iter().filter(|&line| line & marks == line);
        filled.fold(B::ZERO, |all, line| all | line)
    }

    /// Reads the marks x and o from a drawing.
    ///
    /// # Errors
    /// If the drawing is no such board.
    pub fn read(&self, text: &str) -> Result<(B, B), ParseError> {
        let cells = grid::read(self.w, self.h, ".xo", text)?;
        let marks = |mark| {
            let mut set = B::ZERO;
            for (i, column) in (0..).zip(&cells) {
                for (j, _) in (0..).zip(column).filter(|(_, c)| **c == mark) {
                    set = bitmap::update(self.w, self.h, set, i, j);
                }
            }
            set
        };
        Ok((marks('x'), marks('o')))
    }
}

/// Returns the number of steps by which the runs are moved in each round of [`bitmap::runs`]: 1, 2, 4, …, and what is
/// left of k.
fn strides(k: u32) -> impl Iterator<Item = u32> {
    let lengths = std::iter::successors(Some(1), |length| Some(2 * length));
    lengths.take_while(move |&length| length < k).map(move |length| length.min(k - length))
}

/// The squares of a set, in increasing order of their bits.
#[derive(Clone, Debug)]
pub struct Squares<B>(BitsIter<B>);

impl<B: Bits> Squares<B> {
    /// Iterates over the squares of this set.
    #[inline]
    pub fn of(set: B) -> Squares<B> {
        Squares(set.iter())
    }
}

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.next().map(|bit| Square(bit as u16))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    fn count(self) -> usize {
        self.0.count()
    }
}

impl<B: Bits> ExactSizeIterator for Squares<B> {}
