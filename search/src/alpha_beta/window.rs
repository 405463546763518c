//! Windows, and places in the tree.

use super::table::FOREVER;
use crate::score::{LONGEST, one_ply_shorter, win_in};

/// An open interval of scores: a score inside is wanted exactly, and of any other only on which side it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// Asks whether a score is a win.
    pub(crate) const WON: Window = Window::at_least(win_in(LONGEST));

    /// Returns the null window that asks whether the score is at least `bound`.
    #[inline]
    pub(crate) const fn at_least(bound: i32) -> Window {
        Window { alpha: bound - 1, beta: bound }
    }

    /// Returns the window for the position after a move, whose score belongs to the opponent unless the same player
    /// moves again.
    #[inline]
    pub(crate) const fn after(self, again: bool) -> Window {
        if again {
            Window { alpha: one_ply_shorter(self.alpha), beta: one_ply_shorter(self.beta) }
        } else {
            Window { alpha: one_ply_shorter(-self.beta), beta: one_ply_shorter(-self.alpha) }
        }
    }
}

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The number of moves from the root.
    pub(crate) ply: u32,
    /// The number of plies to look ahead from here; [`FOREVER`] for all of them.
    pub(crate) depth: u32,
    /// Whether a listed move led here: see [`Knowledge::end`](crate::Knowledge::end).
    pub(crate) quiet: bool,
    /// The number of [loud](crate::Knowledge::list_loud) moves that may follow where no depth is left.
    pub(crate) loud: u32,
}

/// The most loud moves of a line where no depth is left: more find more, and cost the rest of the search its depth.
const MOST_LOUD: u32 = 2;

impl Place {
    /// Returns the root of a search of this depth.
    pub(crate) const fn root(depth: u32) -> Place {
        Place { ply: 0, depth, quiet: false, loud: MOST_LOUD }
    }

    /// Returns whether this is the root.
    #[inline]
    pub(crate) const fn is_root(self) -> bool {
        self.ply == 0
    }

    /// Returns the place after a move.
    #[inline]
    pub(crate) const fn next(self) -> Place {
        // Where no depth is left there are only loud moves.
        let depth = if self.depth == FOREVER { self.depth } else { self.depth.saturating_sub(1) };
        Place { ply: self.ply + 1, depth, quiet: true, ..self }
    }

    /// Returns the place before a loud move, where no depth is left.
    #[inline]
    pub(crate) const fn louder(self) -> Place {
        Place { loud: self.loud - 1, ..self }
    }

    /// Returns the same place with `plies` fewer plies to look ahead, but at least one.
    #[inline]
    pub(crate) const fn shallower(self, plies: u32) -> Place {
        let room = if self.depth == FOREVER { 0 } else { self.depth.saturating_sub(1) };
        Place { depth: self.depth - if plies < room { plies } else { room }, ..self }
    }

    /// Returns the same place with `plies` more plies to look ahead.
    #[inline]
    pub(crate) const fn deeper(self, plies: u32) -> Place {
        let room = FOREVER.saturating_sub(self.depth + 1);
        Place { depth: self.depth + if plies < room { plies } else { room }, ..self }
    }
}
