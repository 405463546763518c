//! Positional games, as diagrams.

use game::{Player, Symmetry};

use super::Positional;
use crate::bits::Bits;
use crate::diagram::{Marked, only_own, symbolic_by_marks};
use crate::marks::Marks;
use crate::mnk::Square;

symbolic_by_marks!([B: Bits] Positional<B>);

/// All squares in a single row, in the order that suits the drawing.
impl<B: Bits> Marked for Positional<B> {
    type Squares = B;

    fn size(&self) -> (u32, u32) {
        (self.order.len() as u32, 1)
    }

    fn bit(&self, column: u32, _: u32) -> u32 {
        self.order[column as usize].into()
    }

    /// The order is chosen already: where one square counts as a row, squares are read from the first to the last.
    fn in_a_row(&self) -> u32 {
        1
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
        if self.plan.filled_by().counts(mover) { only_own(mover) } else { &[] }
    }

    fn winner(&self, next: Player) -> Player {
        next.other()
    }

    fn image_of_bit(&self, bit: u32, symmetry: usize) -> u32 {
        self.image_of_action(Square(bit as u16), symmetry).0.into()
    }
}
