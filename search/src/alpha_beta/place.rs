//! Where in the tree a search is, and what it wants to know there.

use crate::score::nearer;

/// An open interval of scores: what lies inside is wanted exactly, and of the rest only on which side it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// Whether the score is at least this bound, and nothing else.
    #[inline]
    pub(crate) const fn at_least(bound: i32) -> Window {
        Window { alpha: bound - 1, beta: bound }
    }

    /// The window for the position after a move, whose score belongs to the opponent unless the same player moves again.
    #[inline]
    pub(crate) const fn after(self, again: bool) -> Window {
        if again {
            Window { alpha: nearer(self.alpha), beta: nearer(self.beta) }
        } else {
            Window { alpha: nearer(-self.beta), beta: nearer(-self.alpha) }
        }
    }
}

/// Where in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Moves below the root.
    pub(crate) ply: u32,
    /// Moves to look ahead from here; [`FOREVER`](crate::table::FOREVER) if to the end of the game.
    pub(crate) depth: u32,
    /// Whether a listed move led here: see [`Knowledge::end`](crate::Knowledge::end).
    pub(crate) quiet: bool,
}

impl Place {
    /// The root of a search of this depth.
    pub(crate) const fn root(depth: u32) -> Place {
        Place { ply: 0, depth, quiet: false }
    }

    /// Whether no move has been made.
    #[inline]
    pub(crate) const fn is_root(self) -> bool {
        self.ply == 0
    }

    /// One move on.
    #[inline]
    pub(crate) const fn next(self) -> Place {
        let depth = if self.depth == crate::table::FOREVER { self.depth } else { self.depth - 1 };
        Place { ply: self.ply + 1, depth, quiet: true }
    }

    /// The same place, with so many fewer plies to look ahead, but one at least.
    #[inline]
    pub(crate) const fn shallower(self, plies: u32) -> Place {
        let room = if self.depth == crate::table::FOREVER { 0 } else { self.depth.saturating_sub(1) };
        Place { depth: self.depth - if plies < room { plies } else { room }, ..self }
    }

    /// The same place, with so many more plies to look ahead.
    #[inline]
    pub(crate) const fn deeper(self, plies: u32) -> Place {
        let room = crate::table::FOREVER.saturating_sub(self.depth + 1);
        Place { depth: self.depth + if plies < room { plies } else { room }, ..self }
    }
}
