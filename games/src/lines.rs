//! Knowledge about games of lines: who still has lines to fill.

use crate::bits::Bits;

/// The lines of a board, and what they say about a position.
///
/// A line that holds marks of both sides is dead. A line still open to a side is worth more the fuller it is: each mark
/// more makes it eight times as valuable to the side ahead, and a move is the more promising the more open lines, and
/// the fuller, it adds to or kills.
#[derive(Clone, Debug)]
pub struct OpenLines<B> {
    lines: Vec<B>,
    /// The lines through each bit.
    through: Vec<Vec<B>>,
}

/// No score reaches this, however many lines there are.
const LIMIT: i64 = 999_999;

impl<B: Bits> OpenLines<B> {
    /// The given lines.
    #[must_use]
    pub fn new(lines: Vec<B>) -> OpenLines<B> {
        let through =
            (0..B::WIDTH).map(|bit| lines.iter().copied().filter(|line| line.has(bit)).collect()).collect();
        OpenLines { lines, through }
    }

    /// The lines.
    #[must_use]
    pub fn lines(&self) -> &[B] {
        &self.lines
    }

    /// How much better the open lines of one side are than those of the other.
    #[must_use]
    pub fn balance(&self, own: B, other: B) -> i32 {
        let worth = |mine: B, theirs: B| -> i64 {
            let open = self.lines.iter().filter(|&&line| (line & theirs).is_empty());
            open.map(|&line| eightfold((line & mine).count())).sum()
        };
        (worth(own, other) - worth(other, own)).clamp(-LIMIT, LIMIT) as i32
    }

    /// How much a mark on this square would add to the own open lines and take from the other's.
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

/// 8ⁿ, as far as it matters.
fn eightfold(n: u32) -> i64 {
    1 << (3 * n.min(6))
}
