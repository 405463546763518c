//! What may be asked of the cells.

use game::{Observable, Observe};

use super::{Cube, text};
use crate::bits::Bits;
use crate::mnk::Marks;
use crate::observed::{MARKS, mark};

/// What the axes are called.
const AXES: [&str; 9] = ["i", "j", "k", "l", "m", "n", "p", "q", "r"];

impl<B: Bits> Observe for Cube<B> {
    fn observables(&self) -> Vec<Observable<'_, Marks<B>>> {
        let (n, d) = self.size();
        let at = move |state: &Marks<B>, cell: u32| {
            let (x, o) = state.by_player();
            mark(x.has(cell), o.has(cell))
        };
        let number = move |of: &[i64]| of.iter().rev().fold(0, |cell, &c| cell * n + c as u32);
        let cell =
            Observable::word("cell", "what is in a cell, by its coordinates", MARKS, move |state, of| {
                at(state, number(of))
            })
            .or(&"a1a1a1a1a"[..d as usize], move |name| {
                let name = name.to_lowercase();
                let coordinates = |cell| self.space.coordinates(cell);
                let cell = (0..self.space.cells()).find(|&cell| text::name(coordinates(cell)) == name)?;
                Some(coordinates(cell).map(i64::from).collect())
            });
        let axes = AXES.iter().take(d as usize);
        let cell = axes.fold(cell, |cell, axis| cell.of_number(axis, 0..=i64::from(n) - 1));
        let count = Observable::number("count", "how many cells have it", move |state, of| {
            (0..self.space.cells()).filter(|&cell| at(state, cell) as i64 == of[0]).count() as i64
        });
        vec![cell, count.of_word("mark", MARKS)]
    }
}
