//! k in a row as a board of lines.

use game::{FilledBy, LineBoard, Lines, Player};

use super::bitmap;
use super::board::Square;
use super::placement::Placement;
use super::rules::{Mnk, Rule};
use crate::bits::Bits;
use crate::marks::Marks;

/// Squares are numbered column by column, without the gaps that bitmaps have: the number of the square in column i and
/// row j is h·i + j. There is no such board where marks fall or where k in a row lose.
impl<B: Bits, F: Placement<B>> Lines for Mnk<B, F> {
    fn line_board(&self) -> Option<LineBoard> {
        let filled_by = match self.rule() {
            _ if F::FALLS => return None,
            Rule::Misere => return None,
            Rule::Normal | Rule::Exact => FilledBy::Either,
            Rule::Weak => FilledBy::First,
        };
        let (w, h, _) = self.board().size();
        let squares = (w * h) as usize;
        let images = self.board().images(F::FALLS);
        let image = |square, number| self.square_of(Square(images.of_bit(self.bit(square), number) as u16));
        let lines = self.board().lines();
        let beyond = lines.iter().map(|&line| self.squares_of(self.board().beyond(line)));
        Some(LineBoard {
            squares,
            beyond: if self.rule() == Rule::Exact { beyond.collect() } else { Vec::new() },
            lines: lines.into_iter().map(|line| self.squares_of(line)).collect(),
            filled_by,
            symmetries: (0..images.count())
                .map(|number| (0..squares).map(|square| image(square, number)).collect())
                .collect(),
        })
    }

    fn holder(&self, state: &Marks<B>, square: usize) -> Option<Player> {
        state.holder(self.bit(square))
    }

    fn move_of(&self, square: usize) -> Square {
        Square(self.bit(square) as u16)
    }

    fn square_of(&self, mv: Square) -> usize {
        let (i, j) = self.board().place(mv);
        let (_, h, _) = self.board().size();
        (h * i + j) as usize
    }
}

impl<B: Bits, F: Placement<B>> Mnk<B, F> {
    /// Returns the bit of a numbered square.
    fn bit(&self, square: usize) -> u32 {
        let (w, h, _) = self.board().size();
        let square = square as u32;
        bitmap::encode(w, h, square / h, square % h)
    }

    fn squares_of(&self, set: B) -> Vec<usize> {
        set.iter().map(|bit| self.square_of(Square(bit as u16))).collect()
    }
}
