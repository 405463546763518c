//! A positional game as a board of lines.

use game::{LineBoard, Lines, Player};

use super::Positional;
use crate::bits::Bits;
use crate::marks::Marks;
use crate::mnk::Square;

/// Squares are numbered as in the plan.
impl<B: Bits> Lines for Positional<B> {
    fn line_board(&self) -> Option<LineBoard> {
        let wide = |line: &Vec<u16>| line.iter().map(|&square| usize::from(square)).collect();
        let map = |map: &Vec<u32>| map.iter().map(|&square| square as usize).collect();
        Some(LineBoard {
            beyond: Vec::new(),
            squares: self.plan.drawing().squares(),
            lines: self.plan.lines().iter().map(wide).collect(),
            filled_by: self.plan.filled_by(),
            symmetries: self.plan.symmetries().iter().map(map).collect(),
        })
    }

    fn holder(&self, state: &Marks<B>, square: usize) -> Option<Player> {
        state.holder(square as u32)
    }

    fn move_of(&self, square: usize) -> Square {
        Square(square as u16)
    }

    fn square_of(&self, mv: Square) -> usize {
        usize::from(mv.0)
    }
}
