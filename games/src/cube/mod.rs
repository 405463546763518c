//! Tic-tac-toe in any number of dimensions: n^d cells, and n in a row win. It is a [positional game](crate::positional)
//! drawn in layers.

mod entry;
mod group;

pub use entry::Cubes;

use crate::bits::{Bits, WIDEST};
use crate::positional::{Drawing, Plan, Positional};

/// The most cells.
pub const MOST_CELLS: u32 = WIDEST;
/// The most dimensions: with two cells along each axis, these fill [`MOST_CELLS`].
pub const MOST_DIMENSIONS: u32 = 9;

/// Returns the number of cells, n^d, or `None` if n or d is 0 or either is too large.
///
/// ```
/// assert_eq!(games::cube::cells(4, 3), Some(64));
/// assert_eq!(games::cube::cells(9, 3), None);
/// ```
#[must_use]
pub const fn cells(n: u32, d: u32) -> Option<u32> {
    if n == 0 || d == 0 || d > MOST_DIMENSIONS {
        return None;
    }
    match n.checked_pow(d) {
        Some(cells) if cells <= MOST_CELLS => Some(cells),
        _ => None,
    }
}

/// Returns tic-tac-toe on n^d cells: whoever fills a line from side to side wins, along an axis or along a diagonal of
/// any number of axes. Cell (c₀, c₁, …) is square c₀ + c₁·n + c₂·n² + ….
///
/// Its symmetries take lines to lines; there are more than those of the geometric cube, 192 of 4×4×4. Where there would
/// be more than 400, a subgroup keeps their tables small.
///
/// ```
/// let qubic = games::cube::plan(4, 3);
/// assert_eq!((qubic.lines().len(), qubic.symmetries().len()), (76, 192));
/// ```
///
/// # Panics
/// If [`cells`] gives none.
#[must_use]
pub fn plan(n: u32, d: u32) -> Plan {
    assert!(cells(n, d).is_some(), "{n}^{d} cells are none, or too many");
    Plan::with_group(Drawing::cube(n, d), lines(n, d), group::permutations(n, d))
}

impl<B: Bits> Positional<B> {
    /// Makes the game with n cells along each of d axes.
    ///
    /// ```
    /// use games::positional::Positional;
    /// let qubic: Positional<u64> = Positional::cube(4, 3);
    /// assert_eq!(qubic.lines().len(), 76);
    /// ```
    ///
    /// # Panics
    /// If n or d is 0, d is more than [`MOST_DIMENSIONS`], or `B` has fewer than n^d bits.
    #[must_use]
    pub fn cube(n: u32, d: u32) -> Positional<B> {
        Positional::new(plan(n, d))
    }
}

/// Returns the coordinates of a cell, the first axis first.
fn coordinates(n: u32, d: u32, cell: u32) -> impl Iterator<Item = u32> {
    (0..d).scan(cell, move |rest, _| {
        let coordinate = *rest % n;
        *rest /= n;
        Some(coordinate)
    })
}

/// Returns every line: ((n + 2)^d − n^d) / 2 of them, if n is more than 1.
fn lines(n: u32, d: u32) -> Vec<Vec<u16>> {
    let mut lines = Vec::new();
    for direction in directions(d) {
        let step = direction.iter().rev().fold(0, |step, &along| step * n as i32 + along);
        let line = |start: u32| (0..n as i32).map(|m| (start as i32 + m * step) as u16).collect();
        lines.extend((0..n.pow(d)).filter(|&cell| begins(n, &direction, cell)).map(line));
    }
    lines
}

/// Returns one of each pair of opposite directions: the change of each coordinate from one cell to the next. The last
/// that changes grows, so the numbers of the cells do.
fn directions(d: u32) -> impl Iterator<Item = Vec<i32>> {
    let all = (0..3u32.pow(d)).map(move |code| coordinates(3, d, code).map(|c| c as i32 - 1).collect());
    all.filter(|direction: &Vec<i32>| direction.iter().rev().find(|&&along| along != 0) == Some(&1))
}

/// Returns whether a line of n cells in this direction begins here: at 0 where the coordinate grows, at n − 1 where it
/// falls.
fn begins(n: u32, direction: &[i32], cell: u32) -> bool {
    let mut axes = coordinates(n, direction.len() as u32, cell).zip(direction);
    axes.all(|(c, along)| match along {
        1 => c == 0,
        -1 => c == n - 1,
        _ => true,
    })
}
