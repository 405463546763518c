//! What may be asked of the nine boards.

use game::{Observable, Observe, Words};

use super::{Cell, Nine, Ultimate, has_line};
use crate::observed::{self, MARKS, mark};

/// What a small board may be.
const BOARDS: Words = &["open", "x", "o", "full"];

impl Observe for Ultimate {
    fn observables(&self) -> Vec<Observable<'_, Nine>> {
        let cell = |state: &Nine, i: u32, j: u32| {
            let cell = Cell::at(i as u8, j as u8);
            let [x, o] = state.squares(cell.board());
            mark(x >> cell.square() & 1 == 1, o >> cell.square() & 1 == 1)
        };
        let mut all = observed::board((9, 9), MARKS, cell);
        all.push(
            Observable::word(
                "board",
                "who has won a small board, numbered from the lower left",
                BOARDS,
                |state: &Nine, of| {
                    let [x, o] = state.squares(of[0] as u8).map(has_line);
                    match (x, o, state.is_finished(of[0] as u8)) {
                        (true, ..) => 1,
                        (_, true, _) => 2,
                        (.., true) => 3,
                        _ => 0,
                    }
                },
            )
            .of_number("number", 0..=8),
        );
        all.push(Observable::number(
            "next",
            "the small board to play in; 9 if any will do",
            |state: &Nine, _| state.next.into(),
        ));
        all
    }
}
