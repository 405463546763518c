//! Positional boards drawn and read.
//!
//! Where squares are named as in chess, the board is a grid with the names of columns and rows, and holes are `#`; more
//! than two axes are drawn layer by layer. Where they have names of their own, a free square is drawn as its name, and
//! nothing is drawn in holes.

use game::look::{Cell, Grid, Mark, Role};
use game::{ParseError, Pick, Player, shortened};

use super::drawing::Layer;
use super::{Drawing, Plan};
use crate::grid::{self, Labels};

/// What may stand in a cell of a grid.
const MARKS: &str = ".xo";
/// The same with holes.
const MARKS_AND_HOLES: &str = ".xo#";

/// Who holds a square.
type Holder<'a> = &'a dyn Fn(u16) -> Option<Player>;

/// The cells of a layer, row by row, from the top left: column and row in the whole drawing, and the square.
fn cells(drawing: &Drawing, layer: &Layer) -> impl Iterator<Item = (u32, u32, Option<u16>)> {
    let ((w, h), (left, below)) = (drawing.layer_size(), layer.corner);
    let places = (below..below + h).rev().flat_map(move |j| (left..left + w).map(move |i| (i, j)));
    places.map(|(i, j)| (i, j, drawing.at(i, j)))
}

/// The cells of a drawing of one layer.
fn all_cells(drawing: &Drawing) -> Vec<(u32, u32, Option<u16>)> {
    drawing.layers().iter().flat_map(|layer| cells(drawing, layer)).collect()
}

fn mark(player: Player) -> &'static str {
    match player {
        Player::First => "x",
        Player::Second => "o",
    }
}

/// Returns how a square may be typed besides its name.
pub(super) fn spellings(plan: &Plan, square: u16) -> Vec<String> {
    let coordinates = plan.drawing().coordinates(square).iter().map(u32::to_string).collect::<Vec<String>>();
    if plan.is_labelled() { vec![coordinates.join(" ")] } else { Vec::new() }
}

/// Draws the board: layers side by side, and in bands below each other.
pub(super) fn draw(plan: &Plan, holder: Holder<'_>) -> String {
    if !plan.is_labelled() {
        return draw_names(plan, holder);
    }
    let drawing = plan.drawing();
    let (w, h) = drawing.layer_size();
    let mut bands: Vec<Vec<String>> = Vec::new();
    for Layer { heading, place, corner } in drawing.layers() {
        let board = grid::draw(w, h, Labels::Letters, |i, j| {
            match drawing.at(corner.0 + i, corner.1 + j).map(holder) {
                None => '#',
                Some(None) => '.',
                Some(Some(Player::First)) => 'x',
                Some(Some(Player::Second)) => 'o',
            }
        });
        bands.resize(place.1 as usize + 1, Vec::new());
        bands[place.1 as usize]
            .push(heading.map_or_else(|| board.clone(), |heading| format!("{heading}\n{board}")));
    }
    bands.iter().map(|band| side_by_side(band)).collect::<Vec<String>>().join("\n\n")
}

/// Puts drawings of equal height next to each other.
fn side_by_side(drawings: &[String]) -> String {
    if let [drawing] = drawings {
        return drawing.clone();
    }
    let width = drawings.iter().flat_map(|drawing| drawing.lines()).map(str::len).max();
    let width = width.expect("a band has a layer, and a layer a row");
    let mut lines = vec![String::new(); drawings[0].lines().count()];
    for drawing in drawings {
        for (line, part) in lines.iter_mut().zip(drawing.lines()) {
            *line += &format!("{part:<width$}   ");
        }
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<&str>>().join("\n")
}

/// Draws the board with the names of its squares.
fn draw_names(plan: &Plan, holder: Holder<'_>) -> String {
    let width = plan.names().iter().map(String::len).max().expect("a plan has squares");
    let drawn = |square: Option<u16>| {
        let Some(square) = square else { return String::new() };
        let name = &plan.names()[usize::from(square)];
        holder(square).map_or_else(|| name.clone(), |player| mark(player).to_string())
    };
    let cell = |(_, _, square)| format!("{:<width$}", drawn(square));
    let cells: Vec<String> = all_cells(plan.drawing()).into_iter().map(cell).collect();
    let rows = cells.chunks(plan.drawing().size().0 as usize);
    rows.map(|row| row.join(" ").trim_end().to_string()).collect::<Vec<String>>().join("\n")
}

/// Returns the layers as grids, with the squares of lines lit. Where the game is not over, those with a free square are
/// active.
pub(super) fn grids(
    plan: &Plan,
    holder: Holder<'_>,
    is_lit: &dyn Fn(u16) -> bool,
    is_open: bool,
) -> Vec<Grid> {
    let drawing = plan.drawing();
    let (w, h) = drawing.layer_size();
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
    let layers = drawing.layers();
    let several = layers.len() > 1;
    let grid = |layer: Layer| {
        let free = cells(drawing, &layer)
            .any(|(_, _, square)| square.is_some_and(|square| holder(square).is_none()));
        let shown = cells(drawing, &layer).map(cell).collect();
        let mut grid = Grid { cells: shown, ..Grid::squares(w as usize, h as usize, |_, _| None) };
        if !plan.is_labelled() {
            grid = Grid { column_names: Vec::new(), row_names: Vec::new(), ..grid };
        }
        if let Some(heading) = layer.heading.filter(|_| several) {
            (grid.name, grid.place) = (heading, (layer.place.0 as usize, layer.place.1 as usize));
        }
        grid.active(is_open && free)
    };
    layers.into_iter().map(grid).collect()
}

/// Returns the pick of a square.
pub(super) fn pick(plan: &Plan, square: u16) -> Pick {
    let drawing = plan.drawing();
    let ((columns, rows), (w, h), (i, j)) = (drawing.size(), drawing.layer_size(), drawing.place(square));
    // Layers are counted from the upper left.
    let (across, down) = (i / w, (rows - 1 - j) / h);
    let cell = (h - 1 - j % h) * w + i % w;
    Pick::Cell { grid: (down * (columns / w) + across) as usize, cell: cell as usize }
}

/// Reads who holds each square from a drawing.
pub(super) fn read(plan: &Plan, text: &str) -> Result<Vec<Option<Player>>, ParseError> {
    match plan.drawing().layers().first() {
        _ if !plan.is_labelled() => read_names(plan, text),
        Some(Layer { heading: Some(_), .. }) => read_layers(plan.drawing(), text),
        _ => read_grid(plan, text),
    }
}

fn read_grid(plan: &Plan, text: &str) -> Result<Vec<Option<Player>>, ParseError> {
    let drawing = plan.drawing();
    let (w, h) = drawing.size();
    let cells = grid::read(w, h, if drawing.is_full() { MARKS } else { MARKS_AND_HOLES }, text)?;
    let is_hole = |i: u32, j: u32| cells[i as usize][j as usize] == '#';
    let wrong = all_cells(drawing).into_iter().find(|&(i, j, square)| is_hole(i, j) != square.is_none());
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

/// Reads a drawing of layers. No heading and no name of a column is like a mark: layers have at most eight columns.
fn read_layers(drawing: &Drawing, text: &str) -> Result<Vec<Option<Player>>, ParseError> {
    let ((width, height), (w, h)) = (drawing.size(), drawing.layer_size());
    let wrong = |problem| {
        let layers = width / w;
        let help =
            format!("{height} rows of {layers} layers with {w} characters out of `{MARKS}` each are wanted");
        ParseError::new(problem, help)
    };
    let mut rows: Vec<Vec<char>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let cells = line.chars().filter(|c| !c.is_whitespace() && !c.is_ascii_digit());
        let row: Vec<char> = cells.map(|c| grid::mark(c, MARKS)).collect();
        match row.iter().find(|&&c| !MARKS.contains(c)) {
            _ if !row.iter().any(|&c| MARKS.contains(c)) => {
                check_heading(drawing, number, line, rows.len() as u32 / h)?;
            }
            Some(c) => return Err(wrong(format!("line {number}: {c:?} is not a mark"))),
            None if row.len() != width as usize => {
                return Err(wrong(format!("line {number}: {} cells", row.len())));
            }
            None => {
                for name in line.split(|c: char| !c.is_ascii_digit()) {
                    grid::check_row_name(number, name, h - rows.len() as u32 % h)?;
                }
                rows.push(row);
            }
        }
    }
    if rows.len() != height as usize {
        return Err(wrong(format!("the drawing has {} rows", rows.len())));
    }
    let holder = |square| {
        let (i, j) = drawing.place(square);
        player(rows[(height - 1 - j) as usize][i as usize])
    };
    Ok((0..drawing.squares() as u16).map(holder).collect())
}

/// Checks the headings of layers in the line before a band of them, if there are any.
fn check_heading(drawing: &Drawing, number: usize, line: &str, band: u32) -> Result<(), ParseError> {
    let words = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let layers = drawing.layers().into_iter().filter(|layer| layer.place.1 == band);
    let headings: Vec<String> = layers.filter_map(|layer| layer.heading).collect();
    let (typed, expected) = (words(line), headings.join(" "));
    if !typed.starts_with("layer") || typed == expected {
        return Ok(());
    }
    let problem = format!("line {number}: `{typed}` stands in the place of `{expected}`");
    Err(ParseError::new(problem, "layers are drawn in their order; the headings may be left out"))
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
    let cells = all_cells(plan.drawing());
    let squares: Vec<u16> = cells.into_iter().filter_map(|(_, _, square)| square).collect();
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
