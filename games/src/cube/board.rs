//! A cube as a board of lines.

use game::{LineBoard, Lines, Player};

use super::Cube;
use crate::bits::Bits;
use crate::mnk::{Marks, Square};

/// Cells are numbered as their bits are.
impl<B: Bits> Lines for Cube<B> {
    fn line_board(&self) -> Option<LineBoard> {
        let cells = self.space.cells();
        let cell_numbers = |set: B| set.iter().map(|cell| cell as usize).collect();
        let symmetry = |number| (0..cells).map(|cell| self.images.of_bit(cell, number) as usize).collect();
        Some(LineBoard {
            squares: cells as usize,
            lines: self.lines().into_iter().map(cell_numbers).collect(),
            filled_by: self.filled_by,
            symmetries: (0..self.images.count()).map(symmetry).collect(),
        })
    }

    fn holder(&self, state: &Marks<B>, cell: usize) -> Option<Player> {
        state.holder(cell as u32)
    }

    fn move_of(&self, cell: usize) -> Square {
        Square(cell as u16)
    }

    fn square_of(&self, mv: Square) -> usize {
        usize::from(mv.0)
    }
}
