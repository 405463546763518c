//! What may be asked of the squares.

use game::{Observable, Observe, Player, Words};

use super::Positional;
use crate::bits::Bits;
use crate::marks::Marks;
use crate::observed::{MARKS, board_named};

/// What may be in a cell of a drawing with holes.
const WITH_HOLES: Words = &["empty", "x", "o", "hole"];

/// `cell(column,row)` is what is drawn there; a square may also be called by its name, or as in chess.
impl<B: Bits> Observe for Positional<B> {
    fn observables(&self) -> Vec<Observable<'_, Marks<B>>> {
        let (plan, drawing) = (&*self.plan, self.plan.drawing());
        let cell = |state: &Marks<B>, i, j| match drawing.at(i, j).map(|square| state.holder(square.into())) {
            Some(None) => 0,
            Some(Some(Player::First)) => 1,
            Some(Some(Player::Second)) => 2,
            None => 3,
        };
        let named = |name: &str| {
            let square = plan.names().iter().position(|own| own.eq_ignore_ascii_case(name))?;
            Some(drawing.place(square as u16))
        };
        let words = if drawing.is_full() { MARKS } else { WITH_HOLES };
        board_named(drawing.size(), words, cell, named)
    }
}
