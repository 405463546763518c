//! Boards as bitmaps: one bit per square, and an empty row and column so that shifts do not wrap around.
//!
//! Square (i, j), column i and row j counted from the lower left, is bit (h + 1)·i + j. A 3×3 board takes 16 bits:
//!
//! ```text
//!    .  .  . .        north      +1
//!    2  6 10 .        east       +(h + 1)
//!    1  5  9 .        northeast  +(h + 2)
//!    0  4  8 .        southeast  +h
//! ```
//!
//! The dotted bits are always zero. All functions take the width `w` and the height `h` of the board first, and work on
//! any integer that holds (w + 1)·(h + 1) bits.
//!
//! ```
//! use games::mnk::bitmap::*;
//! let full: u64 = bitmap(3, 3, "....  111.  111.  111.").unwrap();
//! assert_eq!(full, 1911);
//! assert_eq!(mask::<u64>(3, 3, 1, 1), 32);
//! assert!(has_alignment(3, 3, 3, full));
//! ```

use std::fmt;

use crate::bits::Bits;

/// The number of a bit, or the distance between two.
pub type Offset = u32;

/// The distance, on a board of width w and height h, from a square to the next one in some direction.
pub type Direction = fn(u32, u32) -> Offset;

/// The four directions in which marks may be aligned.
pub const DIRECTIONS: [Direction; 4] = [north, east, northeast, southeast];

/// Returns how many bits a board takes, the empty row and column included; [`u32::MAX`] for more than can be counted,
/// which fits no integer.
#[must_use]
pub const fn size(w: u32, h: u32) -> u32 {
    w.saturating_add(1).saturating_mul(h.saturating_add(1))
}

/// Returns the bit of square (i, j); i may be w and j may be h, in the empty column and row.
#[inline]
#[must_use]
pub const fn encode(_w: u32, h: u32, i: u32, j: u32) -> Offset {
    (h + 1) * i + j
}

/// Returns the square (i, j) of a bit: the inverse of [`encode`].
#[inline]
#[must_use]
pub const fn decode(_w: u32, h: u32, offset: Offset) -> (u32, u32) {
    (offset / (h + 1), offset % (h + 1))
}

/// Returns the board on which (i, j) is the only marked square; i may be w and j may be h, as for [`encode`].
///
/// # Panics
/// If the board does not fit the integer, or the square is not on the board.
#[inline]
#[must_use]
#[track_caller]
pub fn mask<B: Bits>(w: u32, h: u32, i: u32, j: u32) -> B {
    assert!(size(w, h) <= B::WIDTH, "a {w}x{h} board takes {} bits, more than {}", size(w, h), B::WIDTH);
    assert!(i <= w && j <= h, "({i}, {j}) is not on a {w}x{h} board");
    B::bit(encode(w, h, i, j))
}

/// Returns whether square (i, j) is marked.
#[inline]
#[must_use]
pub fn read<B: Bits>(w: u32, h: u32, bitmap: B, i: u32, j: u32) -> bool {
    !(bitmap & mask(w, h, i, j)).is_empty()
}

/// Returns the same board with square (i, j) marked.
#[inline]
#[must_use]
pub fn update<B: Bits>(w: u32, h: u32, bitmap: B, i: u32, j: u32) -> B {
    bitmap | mask(w, h, i, j)
}

/// Returns the distance of one step up.
#[inline]
#[must_use]
pub const fn north(_w: u32, _h: u32) -> Offset {
    1
}

/// Returns the distance of one step to the right.
#[inline]
#[must_use]
pub const fn east(_w: u32, h: u32) -> Offset {
    h + 1
}

/// Returns the distance of one step up and to the right.
#[inline]
#[must_use]
pub const fn northeast(_w: u32, h: u32) -> Offset {
    h + 2
}

/// Returns the distance of one step down and to the right.
#[inline]
#[must_use]
pub const fn southeast(_w: u32, h: u32) -> Offset {
    h
}

/// Returns the board on which every square is marked.
#[must_use]
pub fn full<B: Bits>(w: u32, h: u32) -> B {
    let squares = (0..w).flat_map(|i| (0..h).map(move |j| (i, j)));
    squares.fold(B::ZERO, |all, (i, j)| update(w, h, all, i, j))
}

/// Returns the squares from which `k` marks in a row go in the given direction, in O(log k) operations. Every square of
/// the board begins an alignment of none.
#[must_use]
pub fn alignments<B: Bits>(w: u32, h: u32, k: u32, direction: Direction, bitmap: B) -> B {
    if k == 0 { full(w, h) } else { runs(bitmap, k, direction(w, h)) }
}

/// Returns whether there are `k` marks in a row anywhere, in any direction.
#[must_use]
pub fn has_alignment<B: Bits>(w: u32, h: u32, k: u32, bitmap: B) -> bool {
    DIRECTIONS.iter().any(|&direction| !alignments(w, h, k, direction, bitmap).is_empty())
}

/// Returns the bits from which `k` bits in a row, each `step` after the one before, are set. `k` must not be 0.
///
/// A run of m bits followed, d ≤ m steps on, by another is a run of m + d bits: so each round doubles the length, and
/// the last goes just far enough. Two operations a round, ⌈log₂ k⌉ rounds.
#[inline]
#[must_use]
pub fn runs<B: Bits>(bitmap: B, k: u32, step: Offset) -> B {
    let mut found = bitmap;
    let mut length = 1;
    while length < k {
        let stride = length.min(k - length);
        found = found & found.shifted(stride.saturating_mul(step));
        length += stride;
    }
    found
}

/// Reads a board from text: (w + 1)·(h + 1) characters, the top row first, `1` for a mark, `0` or `.` for none. White
/// space is ignored. The empty row at the top and the empty column at the right are part of the text.
///
/// # Errors
/// If there are too few or too many characters, or one is neither `0`, `1` nor `.`, or a mark is outside the board.
pub fn bitmap<B: Bits>(w: u32, h: u32, text: &str) -> Result<B, BitmapError> {
    let mut marks = Vec::new();
    let mut count = 0;
    for (line, row) in text.lines().enumerate() {
        for (column, found) in row.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
            let place = Place { line: line + 1, column: column + 1 };
            match found {
                '0' | '.' => {}
                '1' => marks.push((count, place)),
                _ => return Err(BitmapError::Character { found, place }),
            }
            count += 1;
        }
    }
    if count != size(w, h) as usize {
        return Err(BitmapError::Length { found: count, w, h });
    }
    let columns = w as usize + 1;
    marks.into_iter().try_fold(B::ZERO, |board, (number, place)| {
        let (i, j) = ((number % columns) as u32, h - (number / columns) as u32);
        if i == w || j == h {
            Err(BitmapError::Outside { i, j, place })
        } else {
            Ok(update(w, h, board, i, j))
        }
    })
}

/// Writes a board as [`bitmap`] reads it: `h + 1` lines, `.` and `1`.
#[must_use]
pub fn text<B: Bits>(w: u32, h: u32, bitmap: B) -> String {
    let line = |j| (0..=w).map(|i| if read(w, h, bitmap, i, j) { '1' } else { '.' }).collect();
    (0..=h).rev().map(line).collect::<Vec<String>>().join("\n")
}

/// The place of a character in a text, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character within the line.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is not a bitmap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BitmapError {
    /// Too few or too many characters.
    Length {
        /// How many there are.
        found: usize,
        /// The width of the board.
        w: u32,
        /// Its height.
        h: u32,
    },
    /// A character that is neither `0`, `1` nor `.`.
    Character {
        /// The character.
        found: char,
        /// Where it stands.
        place: Place,
    },
    /// A mark in the empty row or column.
    Outside {
        /// Its column.
        i: u32,
        /// Its row.
        j: u32,
        /// Where it stands in the text.
        place: Place,
    },
}

impl fmt::Display for BitmapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BitmapError::Length { found, w, h } => write!(
                f,
                "the text has {found} characters where a {w}x{h} board needs {} ({} lines of {}: an empty row on top, \
                 an empty column on the right)",
                size(*w, *h),
                h + 1,
                w + 1,
            ),
            BitmapError::Character { found, place } => {
                write!(f, "{found:?} at {place} is neither '0', '1' nor '.'")
            }
            BitmapError::Outside { i, j, place } => {
                write!(f, "the mark at {place} is square ({i}, {j}), in the row or column that stays empty")
            }
        }
    }
}

impl std::error::Error for BitmapError {}
