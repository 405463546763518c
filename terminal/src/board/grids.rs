//! Drawings of grids: alone, side by side under their names, or as parts of one large board.

use game::look::{Cell, Grid, Pick};

use super::{Area, Board, FREE, Square, Words, write};

/// Where the grids are in the drawing.
struct Plan<'a> {
    grids: &'a [Grid],
    /// Whether they are parts of one board: some of them have no names of columns or rows of their own.
    joined: bool,
    /// How many characters a cell has.
    cell: usize,
    /// For each place across: where the grids begin, and how many characters the names of rows take.
    across: Vec<(usize, usize)>,
    /// For each place down: the first line.
    down: Vec<usize>,
    width: usize,
    height: usize,
}

/// Draws grids; whose turn it is stands below those that make one board.
pub(super) fn draw(grids: &[Grid], turn: Option<&str>) -> Board {
    let plan = Plan::new(grids);
    let mut lines = vec![Vec::new(); plan.height];
    let (mut areas, mut words) = (Vec::new(), Vec::new());
    for (number, grid) in grids.iter().enumerate() {
        plan.draw_names(&mut lines, grid);
        let (row, title) = (plan.down[grid.place.1], plan.title(grid).chars().count());
        words.push(Words { row, column: plan.across[grid.place.0].0, width: title });
        for (place, cell) in grid.cells.iter().enumerate() {
            let (row, column) = plan.place(grid, place);
            let text = cell.mark.as_ref().map_or_else(|| FREE.to_string(), |mark| mark.text.clone());
            let width = text.chars().count().max(1);
            write(&mut lines[row], column + 1 - width, &text);
            let pick = Pick::Cell { grid: number, cell: place };
            areas.push(Area { pick, row, column, width, square: Some(square(grids, grid, cell)) });
        }
    }
    if plan.joined {
        plan.draw_borders(&mut lines);
        lines.push(Vec::new());
        lines.extend(results(grids));
        lines.push(outlook(grids, turn).chars().collect());
        let below = (plan.height..).zip(&lines[plan.height..]);
        words.extend(below.map(|(row, line)| Words { row, column: 0, width: line.len() }));
    }
    Board { words, ..Board::bare(lines, areas, plan.width) }
}

fn square(grids: &[Grid], grid: &Grid, cell: &Cell) -> Square {
    let open = grid.active || grids.iter().all(|grid| !grid.active);
    let won = grid.mark.as_ref().map(|mark| mark.role);
    Square { mark: cell.mark.as_ref().map(|mark| mark.role), lit: cell.lit, open, won }
}

impl<'a> Plan<'a> {
    fn new(grids: &'a [Grid]) -> Plan<'a> {
        let bare = |grid: &Grid| grid.column_names.is_empty() || grid.row_names.is_empty();
        let joined = grids.len() > 1 && grids.iter().any(bare);
        let names = grids.iter().flat_map(|grid| &grid.column_names);
        let marks = grids.iter().flat_map(|grid| &grid.cells).filter_map(|cell| cell.mark.as_ref());
        let widest = names.chain(marks.map(|mark| &mark.text)).map(|text| text.chars().count()).max();
        // A free cell is drawn with one character.
        let cell = widest.unwrap_or(1).max(1);
        let mut plan =
            Plan { grids, joined, cell, across: Vec::new(), down: Vec::new(), width: 0, height: 0 };
        plan.lay_across();
        plan.lay_down();
        plan
    }

    /// Places the grids from left to right. What is not there has no width.
    fn lay_across(&mut self) {
        let count = self.grids.iter().map(|grid| grid.place.0 + 1).max().unwrap_or(0);
        let gap = if self.joined { 2 } else { 3 };
        for place in 0..count {
            let here = || self.grids.iter().filter(|grid| grid.place.0 == place);
            let names = here().flat_map(|grid| &grid.row_names).map(|name| name.chars().count());
            let margin = names.max().unwrap_or(0);
            let body = |grid: &Grid| margin + grid.columns * (self.cell + 1);
            let widths = here().map(|grid| body(grid).max(self.title(grid).chars().count()));
            let begin = if place == 0 { 0 } else { self.width + gap };
            self.width = begin + widths.max().unwrap_or(0);
            self.across.push((begin, margin));
        }
    }

    /// Places the grids from top to bottom. What is not there has no height.
    fn lay_down(&mut self) {
        let count = self.grids.iter().map(|grid| grid.place.1 + 1).max().unwrap_or(0);
        for place in 0..count {
            let here = || self.grids.iter().filter(|grid| grid.place.1 == place);
            let begin = if place == 0 { 0 } else { self.height + 1 };
            let height = |grid: &Grid| {
                usize::from(!self.title(grid).is_empty())
                    + grid.rows
                    + usize::from(!grid.column_names.is_empty())
            };
            self.height = begin + here().map(height).max().unwrap_or(0);
            self.down.push(begin);
        }
    }

    /// What stands above a grid.
    fn title<'g>(&self, grid: &'g Grid) -> &'g str {
        if self.joined { "" } else { &grid.name }
    }

    /// The first line of the cells of a grid.
    fn top(&self, grid: &Grid) -> usize {
        self.down[grid.place.1] + usize::from(!self.title(grid).is_empty())
    }

    /// The line of a cell, and its last character.
    fn place(&self, grid: &Grid, cell: usize) -> (usize, usize) {
        let (begin, margin) = self.across[grid.place.0];
        let (column, row) = (cell % grid.columns, cell / grid.columns);
        (self.top(grid) + row, begin + margin + (column + 1) * (self.cell + 1) - 1)
    }

    fn draw_names(&self, lines: &mut [Vec<char>], grid: &Grid) {
        let (begin, margin) = self.across[grid.place.0];
        let top = self.top(grid);
        if !self.title(grid).is_empty() {
            write(&mut lines[top - 1], begin, self.title(grid));
        }
        for (line, name) in lines[top..].iter_mut().zip(&grid.row_names) {
            write(line, begin, &format!("{name:>margin$}"));
        }
        for (column, name) in grid.column_names.iter().enumerate() {
            let end = self.place(grid, column).1 + 1;
            write(&mut lines[top + grid.rows], end - name.chars().count(), name);
        }
    }

    /// Lines between the parts of a board.
    fn draw_borders(&self, lines: &mut [Vec<char>]) {
        let (_, margin) = self.across.first().expect("borders are drawn between several grids");
        let first = margin + 1;
        let between: Vec<usize> = self.across.iter().skip(1).map(|(begin, _)| begin - 1).collect();
        let cells = self.grids.iter().flat_map(|grid| {
            let top = self.top(grid);
            top..top + grid.rows
        });
        for row in cells {
            for &column in &between {
                write(&mut lines[row], column, "|");
            }
        }
        for &row in self.down.iter().skip(1) {
            let line = &mut lines[row - 1];
            write(line, first, &"-".repeat(self.width.saturating_sub(first)));
            for &column in &between {
                write(line, column, "+");
            }
        }
    }
}

/// What became of the parts of a board, each in its place; no lines if there are no parts.
fn results(grids: &[Grid]) -> Vec<Vec<char>> {
    const TITLE: &str = "boards  ";
    let rows = grids.iter().map(|grid| grid.place.1 + 1).max().unwrap_or(0);
    let mut lines = vec![Vec::new(); rows];
    for grid in grids {
        let text = grid.mark.as_ref().map_or_else(|| FREE.to_string(), |mark| mark.text.clone());
        write(&mut lines[grid.place.1], TITLE.len() + 2 * grid.place.0, &text);
    }
    if let Some(line) = lines.first_mut() {
        write(line, 0, TITLE);
    }
    lines
}

/// Who is to move, and in which part of the board.
fn outlook(grids: &[Grid], turn: Option<&str>) -> String {
    let active: Vec<&Grid> = grids.iter().filter(|grid| grid.active).collect();
    match (turn, &active[..]) {
        (None, _) => String::new(),
        (Some(turn), [grid]) => format!("{turn} to move in the {}", grid.name),
        (Some(turn), _) => format!("{turn} to move in any board"),
    }
}
