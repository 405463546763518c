//! Grids of cells, and the marks in them.

use crate::{letters, square};

/// A grid of cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    /// Its name among several, such as `layer b`; empty if it is the only one.
    pub name: String,
    /// Its place among several grids: how many are to the left of it, and how many above.
    pub place: (usize, usize),
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// What the columns are called, from left to right. Empty if that need not be shown: several grids that make one
    /// board have the names at its border alone.
    pub column_names: Vec<String>,
    /// What the rows are called, from top to bottom. Empty if that need not be shown.
    pub row_names: Vec<String>,
    /// The cells, row by row, from the top left.
    pub cells: Vec<Cell>,
    /// Whether marks fall: then one cell at most of a column can be marked, and pointing anywhere in the column means
    /// it.
    pub falls: bool,
    /// Whether anything in it can be picked now.
    pub active: bool,
    /// What became of the grid as a whole, where grids can be won: the mark of the winner.
    pub mark: Option<Mark>,
}

/// A cell of a grid.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// Its name, different for each cell of a position.
    pub name: String,
    /// What stands in it.
    pub mark: Option<Mark>,
    /// Whether it belongs to a line that has ended the game.
    pub lit: bool,
}

/// What stands in a cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// How it is drawn: a letter, or a few.
    pub text: String,
    /// Whose it is.
    pub role: Role,
}

/// The owner of a mark, so that marks can be coloured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// One of the first player, or what is usually drawn as such.
    First,
    /// One of the second player, or what is usually drawn as such.
    Second,
    /// Of no player, or of both.
    Neutral,
    /// Of no player, and in the way of both.
    Blocked,
}

impl Mark {
    /// Returns a mark that is drawn like this.
    #[must_use]
    pub fn new(text: impl Into<String>, role: Role) -> Mark {
        Mark { text: text.into(), role }
    }
}

impl Grid {
    /// Returns a grid of squares that are named as in chess, given what stands in each column and row, counted from the
    /// lower left.
    ///
    /// ```
    /// let grid = game::look::Grid::squares(3, 2, |_, _| None);
    /// assert_eq!(grid.cells[0].name, "a2");
    /// assert_eq!(grid.row_names, ["2", "1"]);
    /// assert_eq!(grid.column_names, ["a", "b", "c"]);
    /// ```
    #[must_use]
    pub fn squares(columns: usize, rows: usize, mark: impl Fn(usize, usize) -> Option<Mark>) -> Grid {
        let places = (0..rows).rev().flat_map(|row| (0..columns).map(move |column| (column, row)));
        let cell = |(column, row)| Cell { name: square(column, row), mark: mark(column, row), lit: false };
        Grid {
            name: String::new(),
            place: (0, 0),
            columns,
            rows,
            column_names: (0..columns).map(letters).collect(),
            row_names: (1..=rows).rev().map(|row| row.to_string()).collect(),
            cells: places.map(cell).collect(),
            falls: false,
            active: true,
            mark: None,
        }
    }

    /// Returns the same grid in which marks fall; its columns are called 1, 2, 3, ….
    #[must_use]
    pub fn falling(self) -> Grid {
        let column_names = (1..=self.columns).map(|column| column.to_string()).collect();
        Grid { column_names, falls: true, ..self }
    }

    /// Returns the same grid, in which something can be picked or not.
    #[must_use]
    pub fn active(self, active: bool) -> Grid {
        Grid { active, ..self }
    }

    /// Returns the same grid with these squares lit, given by column and row, counted from the lower left.
    #[must_use]
    pub fn lit(mut self, lit: impl Fn(usize, usize) -> bool) -> Grid {
        let (columns, rows) = (self.columns, self.rows);
        for (number, cell) in self.cells.iter_mut().enumerate() {
            cell.lit = lit(number % columns, rows - 1 - number / columns);
        }
        self
    }
}
