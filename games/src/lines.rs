//! Knowledge about games of lines: who still has lines to fill.

use std::sync::Arc;

use crate::bits::Bits;

/// The lines of a board, and an evaluation of positions by them.
///
/// A line that holds marks of both sides is dead. A line still open to a side is worth more the fuller it is: each mark
/// more makes it eight times as valuable to the side ahead, and a move is the more promising the more open lines, and
/// the fuller, it adds to or kills. Clones share the lines.
#[derive(Clone, Debug)]
pub struct OpenLines<B> {
    lines: Arc<[B]>,
    /// The lines through each bit.
    through: Arc<[Vec<B>]>,
}

/// No score reaches this, however many lines there are.
const LIMIT: i64 = 999_999;

impl<B: Bits> OpenLines<B> {
    /// Makes an evaluation by the given lines.
    #[must_use]
    pub fn new(lines: Vec<B>) -> OpenLines<B> {
        let mut through = vec![Vec::new(); B::WIDTH as usize];
        for &line in &lines {
            line.iter().for_each(|bit| through[bit as usize].push(line));
        }
        through.iter_mut().for_each(Vec::shrink_to_fit);
        OpenLines { lines: lines.into(), through: through.into() }
    }

    /// Returns the lines.
    #[must_use]
    pub fn lines(&self) -> &[B] {
        &self.lines
    }

    /// Returns by how much the open lines of one side are better than those of the other.
    #[must_use]
    pub fn balance(&self, own: B, other: B) -> i32 {
        let worth = |mine: B, theirs: B| -> i64 {
            let open = self.lines.iter().filter(|&&line| (line & theirs).is_empty());
            open.map(|&line| eightfold((line & mine).count())).sum()
        };
        (worth(own, other) - worth(other, own)).clamp(-LIMIT, LIMIT) as i32
    }

    /// Returns by how much a mark on this square would improve the own open lines and spoil the opponent's.
    #[must_use]
    pub fn weight(&self, own: B, other: B, square: u32) -> i32 {
        let weight = |line: &B| match ((*line & own).is_empty(), (*line & other).is_empty()) {
            (true, true) => 2,
            (false, true) => 2 * eightfold((*line & own).count()),
            (true, false) => eightfold((*line & other).count()),
            (false, false) => 0,
        };
        self.through[square as usize].iter().map(weight).sum::<i64>().min(LIMIT) as i32
    }
}

/// Returns 8ⁿ, limited so that sums do not overflow.
fn eightfold(n: u32) -> i64 {
    1 << (3 * n.min(6))
}
