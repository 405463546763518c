//! Names of cells, and cubes drawn layer by layer.

use game::look::{Grid, Mark, Role};
use game::{ParseError, Pick};

use super::space::Space;
use crate::bits::Bits;
use crate::grid::{self, Labels};

/// What may stand in a cell.
const MARKS: &str = ".xo";

/// Returns the name of a cell: letters and numbers in turn, one for each axis, as in `b2c`.
pub(super) fn name(coordinates: impl Iterator<Item = u32>) -> String {
    let parts = coordinates.enumerate().map(|(axis, c)| match axis % 2 {
        0 => game::letters(c as usize),
        _ => (c + 1).to_string(),
    });
    parts.collect()
}

impl<B: Bits> Space<B> {
    /// Returns the heading of a layer: what the names of its cells have after column and row.
    fn heading(&self, layer: u32) -> String {
        format!("layer {}", name(self.coordinates(layer * self.n * self.n).skip(2)))
    }

    /// Returns the columns and rows of a layer; in one dimension there is one row.
    fn sides(&self) -> (u32, u32) {
        (self.n, if self.d == 1 { 1 } else { self.n })
    }

    /// Draws the marks: a plane as a grid, more as layers of two dimensions. Those along the third axis stand side by
    /// side, all others below each other.
    pub(super) fn draw(&self, x: B, o: B) -> String {
        let (w, h) = self.sides();
        let layer = |number: u32| {
            grid::draw(w, h, Labels::Letters, |i, j| {
                let cell = number * w * h + j * w + i;
                [(x, 'x'), (o, 'o')].iter().find(|(set, _)| set.has(cell)).map_or('.', |&(_, mark)| mark)
            })
        };
        if self.d <= 2 {
            return layer(0);
        }
        let layers: Vec<u32> = (0..self.cells() / (w * h)).collect();
        let titled = |&number: &u32| format!("{}\n{}", self.heading(number), layer(number));
        let bands =
            layers.chunks(self.n as usize).map(|band| side_by_side(band.iter().map(titled).collect()));
        bands.collect::<Vec<String>>().join("\n\n")
    }

    /// Returns the layers as grids. Where the game is over, the cells of a line are lit.
    pub(super) fn grids(&self, x: B, o: B, line: Option<B>) -> Vec<Grid> {
        let (w, h) = self.sides();
        let layers = self.cells() / (w * h);
        let layer = |number: u32| {
            let cell = |i: usize, j: usize| number * w * h + j as u32 * w + i as u32;
            let mut grid = Grid::squares(w as usize, h as usize, |i, j| {
                let mark =
                    |(set, text, role): (B, &str, Role)| set.has(cell(i, j)).then(|| Mark::new(text, role));
                [(x, "x", Role::First), (o, "o", Role::Second)].into_iter().find_map(mark)
            });
            for (place, shown) in (0..).zip(&mut grid.cells) {
                shown.name = name(self.coordinates(cell((place % w) as usize, (h - 1 - place / w) as usize)));
            }
            if layers > 1 {
                grid.name = self.heading(number);
                grid.place = ((number % self.n) as usize, (number / self.n) as usize);
            }
            let free = (0..w * h).any(|place| !(x | o).has(number * w * h + place));
            grid.active(line.is_none() && free).lit(|i, j| line.is_some_and(|line| line.has(cell(i, j))))
        };
        (0..layers).map(layer).collect()
    }

    /// Returns the pick of a cell.
    pub(super) fn pick(&self, cell: u32) -> Pick {
        let (w, h) = self.sides();
        let (i, j) = (cell % w, cell / w % h);
        Pick::Cell { grid: (cell / (w * h)) as usize, cell: ((h - 1 - j) * w + i) as usize }
    }

    /// Reads the marks x and o from a drawing.
    pub(super) fn read(&self, text: &str) -> Result<(B, B), ParseError> {
        if self.d > 2 {
            return self.read_layers(text);
        }
        let (w, h) = self.sides();
        let cells = grid::read(w, h, MARKS, text)?;
        Ok(self.sets(|cell| cells[(cell % w) as usize][(cell / w) as usize]))
    }

    fn read_layers(&self, text: &str) -> Result<(B, B), ParseError> {
        let n = self.n;
        let (height, width) = (self.cells() / (n * n), n * n);
        let wrong = |problem| {
            let help =
                format!("{height} rows of {n} layers with {n} characters out of `{MARKS}` each are wanted");
            ParseError::new(problem, help)
        };
        let mut rows: Vec<Vec<char>> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let cells = line.chars().filter(|c| !c.is_whitespace() && !c.is_ascii_digit());
            let row: Vec<char> = cells.map(|c| grid::mark(c, MARKS)).collect();
            let strange = row.iter().find(|&&c| !MARKS.contains(c));
            match strange {
                // No heading and no name of a column is like a mark: layers have at most eight columns.
                _ if !row.iter().any(|&c| MARKS.contains(c)) => {
                    self.check_heading(number, line, rows.len())?;
                }
                Some(c) => return Err(wrong(format!("line {number}: {c:?} is not a mark"))),
                None if row.len() != width as usize => {
                    return Err(wrong(format!("line {number}: {} cells", row.len())));
                }
                None => {
                    for name in line.split(|c: char| !c.is_ascii_digit()) {
                        grid::check_row_name(number, name, n - rows.len() as u32 % n)?;
                    }
                    rows.push(row);
                }
            }
        }
        if rows.len() != height as usize {
            return Err(wrong(format!("the drawing has {} rows", rows.len())));
        }
        Ok(self.sets(|cell| {
            let (i, j, layer) = (cell % n, cell / n % n, cell / (n * n));
            let (across, band) = (layer % n, layer / n);
            rows[(band * n + n - 1 - j) as usize][(across * n + i) as usize]
        }))
    }

    /// Checks the headings of layers in the line before this row, if there are any.
    fn check_heading(&self, number: usize, line: &str, row: usize) -> Result<(), ParseError> {
        let words = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
        let band = row as u32 / self.n;
        let layers = (band * self.n..(band + 1) * self.n).map(|layer| self.heading(layer));
        let (typed, expected) = (words(line), words(&layers.collect::<Vec<String>>().join(" ")));
        if !typed.starts_with("layer") || typed == expected {
            return Ok(());
        }
        let problem = format!("line {number}: `{typed}` stands in the place of `{expected}`");
        Err(ParseError::new(problem, "layers are drawn in their order; the headings may be left out"))
    }

    /// Returns the cells marked x and those marked o.
    fn sets(&self, mark: impl Fn(u32) -> char) -> (B, B) {
        let all = |wanted| {
            let cells = (0..self.cells()).filter(|&cell| mark(cell) == wanted);
            cells.fold(B::ZERO, |set, cell| set | B::bit(cell))
        };
        (all('x'), all('o'))
    }
}

/// Puts drawings of equal height next to each other.
fn side_by_side(drawings: Vec<String>) -> String {
    // No drawings take no room.
    let width = drawings.iter().flat_map(|drawing| drawing.lines()).map(str::len).max().unwrap_or(0);
    let height = drawings.iter().map(|drawing| drawing.lines().count()).max().unwrap_or(0);
    let mut lines = vec![String::new(); height];
    for drawing in drawings {
        for (line, part) in lines.iter_mut().zip(drawing.lines()) {
            *line += &format!("{part:<width$}   ");
        }
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<&str>>().join("\n")
}
