//! Positional boards drawn and read.
//!
//! Where squares are named as in chess, the board is a grid with the names of columns and rows, and holes are `#`. Where
//! they have names of their own, a free square is drawn as its name, and nothing is drawn in holes.

use game::look::{Cell, Grid, Mark, Role};
use game::{ParseError, Pick, Player, shortened};

use super::Plan;
use crate::grid::{self, Labels};

/// What may stand in a cell of a grid.
const MARKS: &str = ".xo";
/// The same with holes.
const MARKS_AND_HOLES: &str = ".xo#";

impl Plan {
    /// Returns the cells of the drawing, row by row, from the top left.
    fn cells(&self) -> impl Iterator<Item = (u32, u32, Option<u16>)> {
        let (w, h) = self.drawing().size();
        let places = (0..h).rev().flat_map(move |j| (0..w).map(move |i| (i, j)));
        places.map(|(i, j)| (i, j, self.drawing().at(i, j)))
    }
}

fn mark(player: Player) -> &'static str {
    match player {
        Player::First => "x",
        Player::Second => "o",
    }
}

/// Returns how a square may be typed besides its name.
pub(super) fn spellings(plan: &Plan, square: u16) -> Vec<String> {
    let (i, j) = plan.drawing().place(square);
    if plan.is_labelled() { vec![grid::coordinates(i, j)] } else { Vec::new() }
}

/// Draws the board.
pub(super) fn draw(plan: &Plan, holder: impl Fn(u16) -> Option<Player>) -> String {
    let (w, h) = plan.drawing().size();
    if plan.is_labelled() {
        return grid::draw(w, h, Labels::Letters, |i, j| match plan.drawing().at(i, j).map(&holder) {
            None => '#',
            Some(None) => '.',
            Some(Some(Player::First)) => 'x',
            Some(Some(Player::Second)) => 'o',
        });
    }
    let width = plan.names().iter().map(String::len).max().unwrap_or(1);
    let drawn = |square: Option<u16>| {
        let Some(square) = square else { return String::new() };
        let name = &plan.names()[usize::from(square)];
        holder(square).map_or_else(|| name.clone(), |player| mark(player).to_string())
    };
    let cells: Vec<String> =
        plan.cells().map(|(_, _, square)| format!("{:<width$}", drawn(square))).collect();
    let rows = cells.chunks(w as usize).map(|row| row.join(" ").trim_end().to_string());
    rows.collect::<Vec<String>>().join("\n")
}

/// Returns the board as a grid, with the squares of lines lit.
pub(super) fn grid(
    plan: &Plan,
    holder: impl Fn(u16) -> Option<Player>,
    is_lit: impl Fn(u16) -> bool,
) -> Grid {
    let (w, h) = plan.drawing().size();
    let grid = Grid::squares(w as usize, h as usize, |_, _| None);
    let cell = |(i, j, square): (u32, u32, Option<u16>)| match square {
        None => Cell {
            name: format!("hole {}", game::square(i as usize, j as usize)),
            mark: Some(Mark::new("#", Role::Blocked)),
            lit: false,
        },
        Some(square) => {
            let role = |player| if player == Player::First { Role::First } else { Role::Second };
            Cell {
                name: plan.names()[usize::from(square)].clone(),
                mark: holder(square).map(|player| Mark::new(mark(player), role(player))),
                lit: is_lit(square),
            }
        }
    };
    let cells = plan.cells().map(cell).collect();
    if plan.is_labelled() {
        return Grid { cells, ..grid };
    }
    Grid { cells, column_names: Vec::new(), row_names: Vec::new(), ..grid }
}

/// Returns the pick of a square.
pub(super) fn pick(plan: &Plan, square: u16) -> Pick {
    let ((w, h), (i, j)) = (plan.drawing().size(), plan.drawing().place(square));
    Pick::square((w as usize, h as usize), (i as usize, j as usize))
}

/// Reads who holds each square from a drawing.
pub(super) fn read(plan: &Plan, text: &str) -> Result<Vec<Option<Player>>, ParseError> {
    if plan.is_labelled() { read_grid(plan, text) } else { read_names(plan, text) }
}

fn read_grid(plan: &Plan, text: &str) -> Result<Vec<Option<Player>>, ParseError> {
    let drawing = plan.drawing();
    let (w, h) = drawing.size();
    let cells = grid::read(w, h, if drawing.is_full() { MARKS } else { MARKS_AND_HOLES }, text)?;
    let wrong =
        plan.cells().find(|&(i, j, square)| (cells[i as usize][j as usize] == '#') != square.is_none());
    if let Some((i, j, square)) = wrong {
        let name = game::square(i as usize, j as usize);
        let problem = if square.is_some() { "is a square" } else { "is a hole" };
        return Err(ParseError::new(
            format!("{name} {problem}"),
            "holes, and nothing else, are drawn as `#`",
        ));
    }
    let holder = |square| {
        let (i, j) = drawing.place(square);
        player(cells[i as usize][j as usize])
    };
    Ok((0..drawing.squares() as u16).map(holder).collect())
}

fn player(mark: char) -> Option<Player> {
    match mark {
        'x' | 'X' => Some(Player::First),
        'o' | 'O' => Some(Player::Second),
        _ => None,
    }
}

fn read_names(plan: &Plan, text: &str) -> Result<Vec<Option<Player>>, ParseError> {
    let help = "squares are drawn row by row from above: x, o, or for a free one its name or a point";
    let typed: Vec<&str> = text.split_whitespace().collect();
    let squares: Vec<u16> = plan.cells().filter_map(|(_, _, square)| square).collect();
    if typed.len() != squares.len() {
        let problem = format!("{} squares are drawn, and there are {}", typed.len(), squares.len());
        return Err(ParseError::new(problem, help));
    }
    let mut held = vec![None; squares.len()];
    for (typed, square) in typed.into_iter().zip(squares) {
        let name = &plan.names()[usize::from(square)];
        held[usize::from(square)] = match typed {
            "x" | "X" => Some(Player::First),
            "o" | "O" => Some(Player::Second),
            "." => None,
            own if own.eq_ignore_ascii_case(name) => None,
            other => {
                let problem = format!("`{}` stands in the place of `{name}`", shortened(other));
                return Err(ParseError::new(problem, help));
            }
        };
    }
    Ok(held)
}
