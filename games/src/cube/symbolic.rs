//! The cube, as diagrams.

use game::{Player, Symmetry};

use super::Cube;
use crate::bits::Bits;
use crate::diagram::{Marked, only_own, symbolic_by_marks};
use crate::mnk::{Marks, Square};

symbolic_by_marks!([B: Bits] Cube<B>);

/// The cells in columns along the first axis.
impl<B: Bits> Marked for Cube<B> {
    type Squares = B;

    fn size(&self) -> (u32, u32) {
        (self.space.cells() / self.space.n, self.space.n)
    }

    fn bit(&self, column: u32, row: u32) -> u32 {
        column * self.space.n + row
    }

    fn in_a_row(&self) -> u32 {
        self.space.n
    }

    fn all_lines(&self) -> Vec<B> {
        self.lines()
    }

    fn marks(state: &Marks<B>) -> (B, B) {
        state.by_player()
    }

    fn of_marks(x: B, o: B) -> Marks<B> {
        Marks::of_players(x, o)
    }

    fn placed(&self, mover: Player) -> &'static [u32] {
        only_own(mover)
    }

    fn watched(&self, mover: Player) -> &'static [u32] {
        if self.filled_by.counts(mover) { only_own(mover) } else { &[] }
    }

    fn winner(&self, next: Player) -> Player {
        next.other()
    }

    fn image_of_bit(&self, bit: u32, symmetry: usize) -> u32 {
        self.image_of_action(Square(bit as u16), symmetry).0.into()
    }
}
