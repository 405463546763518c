//! Where the squares of a board are drawn.

/// A grid whose cells are squares or holes. Columns are counted from the left and rows from below, both from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    columns: u32,
    rows: u32,
    /// The square of each cell, if it is not a hole: column i and row j at rows·i + j.
    squares: Vec<Option<u16>>,
    /// The column and the row of each square.
    places: Vec<(u32, u32)>,
}

impl Drawing {
    /// Returns a board without holes, whose squares are numbered column by column, each from below.
    ///
    /// ```
    /// use games::positional::Drawing;
    /// let board = Drawing::rectangle(4, 3);
    /// assert_eq!(board.at(1, 2), Some(5));
    /// assert_eq!(board.place(5), (1, 2));
    /// ```
    #[must_use]
    pub fn rectangle(columns: u32, rows: u32) -> Drawing {
        Drawing::new((0..columns).flat_map(|i| (0..rows).map(move |j| (i, j))).collect())
    }

    /// Returns the grid that holds these places, one for each square, all different; holes are in between.
    #[must_use]
    pub fn new(places: Vec<(u32, u32)>) -> Drawing {
        let columns = places.iter().map(|&(i, _)| i + 1).max().unwrap_or(0);
        let rows = places.iter().map(|&(_, j)| j + 1).max().unwrap_or(0);
        let mut squares = vec![None; (columns * rows) as usize];
        for (square, &(i, j)) in (0..).zip(&places) {
            squares[(rows * i + j) as usize] = Some(square);
        }
        Drawing { columns, rows, squares, places }
    }

    /// Returns the number of columns and of rows.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.columns, self.rows)
    }

    /// Returns the number of squares.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.places.len()
    }

    /// Returns the square in a column and a row; none where there is a hole, or nothing at all.
    #[must_use]
    pub fn at(&self, column: u32, row: u32) -> Option<u16> {
        let inside = column < self.columns && row < self.rows;
        if inside { self.squares[(self.rows * column + row) as usize] } else { None }
    }

    /// Returns the column and the row of a square.
    #[must_use]
    pub fn place(&self, square: u16) -> (u32, u32) {
        self.places[usize::from(square)]
    }

    /// Returns whether every cell is a square.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.places.len() == self.squares.len()
    }

    /// Returns what the squares are called by their places, as in chess.
    #[must_use]
    pub fn chess_names(&self) -> Vec<String> {
        self.places.iter().map(|&(i, j)| game::square(i as usize, j as usize)).collect()
    }

    /// Returns every line of k squares in a row, across, up or diagonally.
    #[must_use]
    pub fn in_a_row(&self, k: u32) -> Vec<Vec<u16>> {
        let square = |i: i64, j: i64| self.at(u32::try_from(i).ok()?, u32::try_from(j).ok()?);
        let line = |(i, j): (u32, u32), (di, dj): (i64, i64)| -> Option<Vec<u16>> {
            (0..i64::from(k)).map(|m| square(i64::from(i) + m * di, i64::from(j) + m * dj)).collect()
        };
        let from = |&place: &(u32, u32)| DIRECTIONS.into_iter().filter_map(move |along| line(place, along));
        self.places.iter().flat_map(from).collect()
    }
}

/// Across, up, and the two diagonals.
pub(super) const DIRECTIONS: [(i64, i64); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
