//! k in a row on a torus: what leaves the board on one side comes in on the other.

use super::Drawing;
use super::drawing::DIRECTIONS;

/// Returns every line of k squares in a row, across, up or diagonally, that holds no square twice.
///
/// ```
/// use games::positional::{Drawing, wrapped};
/// // Every square begins a line in each of four directions.
/// assert_eq!(wrapped(&Drawing::rectangle(5, 5), 3).len(), 4 * 25);
/// ```
#[must_use]
pub fn wrapped(board: &Drawing, k: u32) -> Vec<Vec<u16>> {
    let (w, h) = board.size();
    let along = |from: u32, by: i64, size: u32| (i64::from(from) + by).rem_euclid(i64::from(size)) as u32;
    let mut lines = Vec::new();
    for square in 0..board.squares() as u16 {
        let (i, j) = board.place(square);
        for (di, dj) in DIRECTIONS {
            let squares = (0..i64::from(k)).map(|m| board.at(along(i, m * di, w), along(j, m * dj, h)));
            let Some(mut line) = squares.collect::<Option<Vec<u16>>>() else { continue };
            line.sort_unstable();
            if line.windows(2).all(|pair| pair[0] != pair[1]) {
                lines.push(line);
            }
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}
