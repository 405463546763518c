//! What may be asked of the squares.

use game::{Observable, Observe, Player, Words};

use super::Positional;
use crate::bits::Bits;
use crate::marks::Marks;
use crate::observed::{MARKS, board_named};

/// What may be in a cell of a drawing with holes.
const WITH_HOLES: Words = &["empty", "x", "o", "hole"];

/// What the axes of a cube are called.
const AXES: [&str; 9] = ["i", "j", "k", "l", "m", "n", "p", "q", "r"];

/// `cell(column,row)` is what is drawn there; a square may also be called by its name, or as in chess. In a cube there
/// are as many coordinates as axes.
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
        if let Some((n, d)) = drawing.cube_size() {
            return self.of_cube(n, d);
        }
        let words = if drawing.is_full() { MARKS } else { WITH_HOLES };
        board_named(drawing.size(), words, cell, named)
    }
}

impl<B: Bits> Positional<B> {
    fn of_cube(&self, n: u32, d: u32) -> Vec<Observable<'_, Marks<B>>> {
        let at = |state: &Marks<B>, cell: u32| match state.holder(cell) {
            None => 0,
            Some(Player::First) => 1,
            Some(Player::Second) => 2,
        };
        let number = move |of: &[i64]| of.iter().rev().fold(0, |cell, &c| cell * n + c as u32);
        let named = |name: &str| {
            let cell = self.plan.names().iter().position(|own| own.eq_ignore_ascii_case(name))?;
            Some(self.plan.drawing().coordinates(cell as u16).into_iter().map(i64::from).collect())
        };
        let cell =
            Observable::word("cell", "what is in a cell, by its coordinates", MARKS, move |state, of| {
                at(state, number(of))
            })
            .or(&"a1a1a1a1a"[..d as usize], named);
        let cell =
            AXES[..d as usize].iter().fold(cell, |cell, axis| cell.of_number(axis, 0..=i64::from(n) - 1));
        let count = Observable::number("count", "how many cells have it", move |state, of| {
            (0..n.pow(d)).filter(|&cell| at(state, cell) as i64 == of[0]).count() as i64
        });
        vec![cell, count.of_word("mark", MARKS)]
    }
}
