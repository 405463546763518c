//! What the games of marks and lines have in common as diagrams.
//!
//! A cell is a variable: empty, x or o. Playing is one relation, whichever the cell; "there is a line" is one
//! automaton, whose state is what is left of each line that has only marks of one kind so far.

mod cells;
mod lines;
mod marked;
mod order;
mod place;
mod stacked;

pub(crate) use cells::Cells;
pub use lines::{Lines, Rest, Seen};
pub(crate) use marked::symbolic_by_marks;
pub use marked::{Marked, Ordered};
pub use order::Order;
pub use place::{Phase, Place, TakeBack};
pub use stacked::{Stacked, Standing};

use game::Player;
use symbolic::Direct;

/// Nothing on a cell.
pub(crate) const EMPTY: u32 = 0;
/// A mark of the first player, or an x.
pub(crate) const X: u32 = 1;
/// A mark of the second player, or an o.
pub(crate) const O: u32 = 2;

/// The result of [`Lines`] where there is no line.
pub(crate) const NO_LINE: u32 = 1;

/// Returns the mark of a player whose marks are its own.
pub(crate) fn own(player: Player) -> u32 {
    match player {
        Player::First => X,
        Player::Second => O,
    }
}

/// Returns the mark of a player whose marks are its own, as the only one to choose from.
pub(crate) fn only_own(player: Player) -> &'static [u32] {
    match player {
        Player::First => &[X],
        Player::Second => &[O],
    }
}

/// Unfinished positions of players who mark cells of their own in turn: no line, and as many marks as there should be.
pub(crate) fn own_marks(lines: Lines) -> Direct<Lines> {
    let count = lines.cells();
    Direct {
        unfinished: lines.none(),
        limits: [count.div_ceil(2), count / 2],
        kinds: 1 << (2 * X) | 2 << (2 * O),
        ply: |[x, o]| match x.checked_sub(o)? {
            0 => Some(2 * o),
            1 => Some(2 * o + 1),
            _ => None,
        },
    }
}

/// Unfinished positions where it does not matter who made which mark.
pub(crate) fn any_marks(lines: Lines) -> Direct<Lines> {
    let count = lines.cells();
    Direct {
        unfinished: lines.none(),
        limits: [count, 0],
        kinds: 1 << (2 * X) | 1 << (2 * O),
        ply: |[marks, _]| Some(marks),
    }
}
