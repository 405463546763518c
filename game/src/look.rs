//! How positions look, as data: what a program draws that shows more than text, and how clicks become moves.
//!
//! A game says in [`Notation::look`](crate::Notation::look) what a position looks like, and in
//! [`Notation::picks`](crate::Notation::picks) what a person points at, one thing after another, to make a move: a free
//! square; a queen, then where it goes, then where it shoots; a heap, then how many. [`Choices`] are the moves of a
//! position with their picks: they say what may be pointed at next.
//!
//! All of it is plain data, to be drawn at once or sent elsewhere.
//!
//! ```
//! use game::look::{Choices, Grid, Look, Mark, Pick, Role};
//!
//! // Two squares side by side; x is on the left one.
//! let x = Mark::new("x", Role::First);
//! let look = Look::Grids(vec![Grid::squares(2, 1, |i, _| (i == 0).then(|| x.clone()))]);
//! let right = Pick::square((2, 1), (1, 0));
//! assert_eq!(look.name_of(&right), "b1");
//!
//! // Either mark may be placed there.
//! let either = |label: &str| vec![right.clone(), Pick::Label(label.to_string())];
//! let choices = Choices { all: vec![('x', either("x")), ('o', either("o"))] };
//! assert_eq!(choices.next(&[]), [right.clone()]);
//! assert_eq!(choices.next(&[right.clone()]).len(), 2);
//! assert_eq!(choices.chosen(&either("o")), Some('o'));
//! ```

mod choices;
mod grid;

pub use choices::Choices;
pub use grid::{Cell, Grid, Mark, Role};

/// What a position looks like.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Look {
    /// The text of the board, and nothing else that is known.
    #[default]
    Text,
    /// One grid of cells, or several.
    Grids(Vec<Grid>),
    /// Heaps, pegs or the like, side by side.
    Heaps(Vec<Heap>),
}

/// A heap of things, or whatever holds several of them in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Heap {
    /// Its name, different for each heap.
    pub name: String,
    /// What it holds.
    pub pieces: Pieces,
}

/// What a heap holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pieces {
    /// A number of equal pieces.
    Alike(usize),
    /// These, from the bottom up.
    Named(Vec<String>),
}

/// Something that a person points at or chooses: a part of a move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pick {
    /// A cell: the number of its grid, and its number in there, both from 0.
    Cell {
        /// The number of the grid.
        grid: usize,
        /// The number of the cell in [`Grid::cells`].
        cell: usize,
    },
    /// A heap, by its number from 0.
    Heap(usize),
    /// One of several words: it is nowhere on the board.
    Label(String),
}

impl Pick {
    /// Returns the pick of a square of the only grid, if [`Grid::squares`] made that: by the columns and rows of the
    /// grid, and the column and row of the square, from the lower left.
    ///
    /// ```
    /// use game::look::Pick;
    /// assert_eq!(Pick::square((3, 3), (0, 2)), Pick::Cell { grid: 0, cell: 0 });
    /// ```
    #[must_use]
    pub fn square((columns, rows): (usize, usize), (column, row): (usize, usize)) -> Pick {
        Pick::Cell { grid: 0, cell: (rows - 1 - row) * columns + column }
    }
}

impl Look {
    /// Returns the grids, if there are any.
    #[must_use]
    pub fn grids(&self) -> &[Grid] {
        match self {
            Look::Grids(grids) => grids,
            Look::Text | Look::Heaps(_) => &[],
        }
    }

    /// Returns the heaps, if there are any.
    #[must_use]
    pub fn heaps(&self) -> &[Heap] {
        match self {
            Look::Heaps(heaps) => heaps,
            Look::Text | Look::Grids(_) => &[],
        }
    }

    /// Returns the cell of a pick, if it is one that there is.
    #[must_use]
    pub fn cell(&self, pick: &Pick) -> Option<&Cell> {
        match *pick {
            Pick::Cell { grid, cell } => self.grids().get(grid)?.cells.get(cell),
            Pick::Heap(_) | Pick::Label(_) => None,
        }
    }

    /// Returns whether there is what a pick points at. A label is always there.
    #[must_use]
    pub fn has(&self, pick: &Pick) -> bool {
        match pick {
            Pick::Cell { .. } => self.cell(pick).is_some(),
            Pick::Heap(heap) => *heap < self.heaps().len(),
            Pick::Label(_) => true,
        }
    }

    /// Returns what a pick is called: the name of the cell or of the heap, or the label; nothing if there is none such.
    #[must_use]
    pub fn name_of(&self, pick: &Pick) -> String {
        match pick {
            Pick::Cell { .. } => self.cell(pick).map_or_else(String::new, |cell| cell.name.clone()),
            Pick::Heap(heap) => self.heaps().get(*heap).map_or_else(String::new, |heap| heap.name.clone()),
            Pick::Label(label) => label.clone(),
        }
    }

    /// Returns the cells and heaps that differ from an earlier look: what the last move has changed.
    #[must_use]
    pub fn changed(&self, before: &Look) -> Vec<Pick> {
        let grids = self.grids().iter().zip(before.grids()).enumerate();
        let cells = grids.flat_map(|(grid, (now, was))| {
            let cells = now.cells.iter().zip(&was.cells).enumerate();
            let other = cells.filter(|(_, (now, was))| now.mark != was.mark);
            other.map(move |(cell, _)| Pick::Cell { grid, cell })
        });
        let heaps = self.heaps().iter().zip(before.heaps()).enumerate();
        let heaps = heaps.filter(|(_, (now, was))| now.pieces != was.pieces);
        cells.chain(heaps.map(|(heap, _)| Pick::Heap(heap))).collect()
    }

    /// Returns which of the things that can be picked is meant by a click: that itself, or, where marks fall, the cell
    /// of the same column.
    #[must_use]
    pub fn meant(&self, options: &[Pick], clicked: &Pick) -> Option<Pick> {
        let column_of = |pick: &Pick| match *pick {
            Pick::Cell { grid, cell } => {
                let found = self.grids().get(grid).filter(|grid| grid.falls)?;
                Some((grid, cell % found.columns.max(1)))
            }
            Pick::Heap(_) | Pick::Label(_) => None,
        };
        let below = || {
            options.iter().find(|&pick| column_of(pick).is_some() && column_of(pick) == column_of(clicked))
        };
        options.iter().find(|&pick| pick == clicked).or_else(below).cloned()
    }
}
