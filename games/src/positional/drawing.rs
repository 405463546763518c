//! Where the squares of a board are drawn.

/// A grid whose cells are squares or holes. Columns are counted from the left and rows from below, both from 0.
///
/// A cube of more than two axes is drawn in layers, each a grid of its own; together they are still one grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    columns: u32,
    rows: u32,
    /// The square of each cell, if it is not a hole: column i and row j at rows·i + j.
    squares: Vec<Option<u16>>,
    /// The column and the row of each square.
    places: Vec<(u32, u32)>,
    /// Of a cube, how many cells are along each axis, and the number of axes.
    cube: Option<(u32, u32)>,
}

/// A part of a drawing that is shown as a grid of its own.
pub(super) struct Layer {
    /// What stands above it: what the names of its squares have after column and row. None where there are at most two
    /// axes.
    pub(super) heading: Option<String>,
    /// Its place among the layers, counted from the upper left.
    pub(super) place: (u32, u32),
    /// The column and the row of its lower left cell.
    pub(super) corner: (u32, u32),
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
        // Without places there is nothing to draw.
        let columns = places.iter().map(|&(i, _)| i + 1).max().unwrap_or(0);
        let rows = places.iter().map(|&(_, j)| j + 1).max().unwrap_or(0);
        let mut squares = vec![None; (columns * rows) as usize];
        for (square, &(i, j)) in (0..).zip(&places) {
            squares[(rows * i + j) as usize] = Some(square);
        }
        Drawing { columns, rows, squares, places, cube: None }
    }

    /// Returns a cube of n cells along each of d axes: one row, one grid, or layers. Those along the third axis stand
    /// side by side, all others below each other. Cell (c₀, c₁, …) is square c₀ + c₁·n + c₂·n² + ….
    ///
    /// ```
    /// use games::positional::Drawing;
    /// let qubic = Drawing::cube(4, 3);
    /// assert_eq!(qubic.size(), (16, 4));
    /// assert_eq!(qubic.chess_names()[37], "b2c");
    /// assert_eq!(qubic.place(37), (2 * 4 + 1, 1));
    /// ```
    ///
    /// # Panics
    /// If n or d is 0, or there are more cells than can be counted.
    #[must_use]
    pub fn cube(n: u32, d: u32) -> Drawing {
        assert!(n > 0 && d > 0, "a cube has cells");
        let (height, across) = (if d == 1 { 1 } else { n }, if d <= 2 { 1 } else { n });
        let cells = n.checked_pow(d).expect("the cells can be counted");
        let bands = cells / (n * height * across);
        let place = |cell: u32| {
            let (i, j, layer) = (cell % n, cell / n % height, cell / (n * height));
            (layer % across * n + i, (bands - 1 - layer / across) * height + j)
        };
        Drawing { cube: Some((n, d)), ..Drawing::new((0..cells).map(place).collect()) }
    }

    /// Returns how many cells are along each axis, and the number of axes, if this is a cube.
    #[must_use]
    pub fn cube_size(&self) -> Option<(u32, u32)> {
        self.cube
    }

    /// Returns the number of columns and of rows of each layer.
    pub(super) fn layer_size(&self) -> (u32, u32) {
        match self.cube {
            Some((n, d)) if d > 1 => (n, n),
            _ => (self.columns, self.rows),
        }
    }

    /// Returns the layers, those along the third axis first.
    pub(super) fn layers(&self) -> Vec<Layer> {
        let (w, h) = self.layer_size();
        let is_headed = self.cube.is_some_and(|(_, d)| d > 2);
        let places = (0..self.rows / h).flat_map(|band| (0..self.columns / w).map(move |i| (i, band)));
        let layer = |(i, band): (u32, u32)| {
            let corner = (i * w, self.rows - (band + 1) * h);
            let heading = is_headed.then(|| {
                let first = self.at(corner.0, corner.1).expect("cubes have no holes");
                format!("layer {}", name(&self.coordinates(first)[2..]))
            });
            Layer { heading, place: (i, band), corner }
        };
        places.map(layer).collect()
    }

    /// Returns the coordinates of a square: its column and row, or one for each axis of a cube.
    #[must_use]
    pub fn coordinates(&self, square: u16) -> Vec<u32> {
        match self.cube {
            Some((n, d)) => (0..d).map(|axis| u32::from(square) / n.pow(axis) % n).collect(),
            None => {
                let (i, j) = self.place(square);
                vec![i, j]
            }
        }
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

    /// Returns what the squares are called by their coordinates, as in chess: letters and numbers in turn, `b2` on a
    /// plane, `b2c` in space, `b2c1` beyond.
    #[must_use]
    pub fn chess_names(&self) -> Vec<String> {
        (0..self.squares() as u16).map(|square| name(&self.coordinates(square))).collect()
    }

    /// Returns every line of k squares in a row, across, up or diagonally.
    #[must_use]
    pub fn in_a_row(&self, k: u32) -> Vec<Vec<u16>> {
        // Before the first column or row there is no square.
        let square = |i: i64, j: i64| self.at(u32::try_from(i).ok()?, u32::try_from(j).ok()?);
        let line = |(i, j): (u32, u32), (di, dj): (i64, i64)| -> Option<Vec<u16>> {
            (0..i64::from(k)).map(|m| square(i64::from(i) + m * di, i64::from(j) + m * dj)).collect()
        };
        let from = |&place: &(u32, u32)| DIRECTIONS.into_iter().filter_map(move |along| line(place, along));
        self.places.iter().flat_map(from).collect()
    }
}

/// Returns letters and numbers in turn, one for each coordinate.
fn name(coordinates: &[u32]) -> String {
    let part = |(axis, &c): (usize, &u32)| match axis % 2 {
        0 => game::letters(c as usize),
        _ => (c + 1).to_string(),
    };
    coordinates.iter().enumerate().map(part).collect()
}

/// Across, up, and the two diagonals.
pub(super) const DIRECTIONS: [(i64, i64); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
