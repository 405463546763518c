//! The generators of boards.

use game::{SyntaxError, letters, square};
use rustc_hash::FxHashMap;

use super::parse::{Names, Parser};
use super::source::{Place, Word};
use crate::model::{Board, Cell, Shape};

/// The largest number of cells.
const MOST_CELLS: usize = 4096;

/// A cell before the neighbours are known.
type Row = Vec<Option<u32>>;

/// A board, and the pieces at the start.
pub(super) type Setup = (Board, Vec<u32>);

/// Reads the board.
pub(super) fn read(parser: &mut Parser<'_, '_>, names: &mut Names) -> Result<Setup, SyntaxError> {
    let generator = match parser.peek() {
        Some(Word::Name(name)) => &**name,
        _ => "",
    };
    let is_call = matches!(parser.tokens.get(1), Some(token) if token.word == Word::Mark("("));
    let place = parser.place();
    let (mut board, pieces) = match (generator, is_call) {
        ("rectangle", true) => rectangle(parser, names)?,
        ("hexagon", true) => hexagon(parser, names)?,
        ("cuboid", true) => cuboid(parser, names)?,
        _ => graph(parser, names)?,
    };
    parser.finish("the board ends here")?;
    if board.cells.is_empty() {
        return Err(parser.items.wrong(
            place,
            "the board has no cells",
            "name a piece for each, as in [e, e]",
        ));
    }
    board.pieces = names.pieces.clone();
    board.directions = names.directions.clone();
    let directions = board.directions.len();
    board.cells.iter_mut().for_each(|cell| cell.neighbours.resize(directions, None));
    Ok((board, pieces))
}

/// Reads the name of the generator, the bracket and the directions.
fn directions<const N: usize>(
    parser: &mut Parser<'_, '_>,
    names: &mut Names,
    help: &str,
) -> Result<[u32; N], SyntaxError> {
    parser.at += 1;
    parser.need("(", help)?;
    let mut found = [0; N];
    for (number, direction) in found.iter_mut().enumerate() {
        let (name, place) = parser.name("the name of a direction", help)?;
        *direction = names.direction(name, place, parser.items)?;
        if *direction as usize != number {
            return Err(parser.items.wrong(place, format!("`{name}` is a direction already"), help));
        }
        parser.need(",", help)?;
    }
    Ok(found)
}

/// Reads a row, `[piece, piece, …]`; a place without a piece has no cell.
fn row(parser: &mut Parser<'_, '_>, names: &Names) -> Result<Option<Row>, SyntaxError> {
    let help = "a row is pieces with commas between them, as in [e, x, e]; nothing between commas is no cell";
    let place = parser.place();
    if !parser.take("[") {
        return Ok(None);
    }
    let mut found = Vec::new();
    loop {
        let piece = if let Some(Word::Name(name)) = parser.peek() {
            let piece = names.piece(name, parser.place(), parser.items)?;
            parser.at += 1;
            Some(piece)
        } else {
            None
        };
        found.push(piece);
        if parser.take("]") {
            break;
        }
        parser.need(",", help)?;
    }
    if found.len() == 1 && found[0].is_none() {
        return Err(parser.items.wrong(place, "this row is empty", help));
    }
    Ok(Some(found))
}

/// Reads rows, at least one.
fn rows(parser: &mut Parser<'_, '_>, names: &Names) -> Result<Vec<(Row, Place)>, SyntaxError> {
    let mut found = Vec::new();
    loop {
        let place = parser.place();
        let Some(row) = row(parser, names)? else { break };
        found.push((row, place));
    }
    if found.is_empty() {
        return Err(parser.expected("a row of the board", "for example [e, e, e]"));
    }
    Ok(found)
}

/// Lays out cells by coordinates; `beside` says where a direction leads, as far as there is a cell.
fn lay_out<const N: usize>(
    parser: &Parser<'_, '_>,
    place: Place,
    found: &[((i32, i32, i32), u32)],
    name: impl Fn((i32, i32, i32)) -> (String, u32, u32),
    beside: impl Fn((i32, i32, i32)) -> [(i32, i32, i32); N],
) -> Result<(Vec<Cell>, Vec<u32>), SyntaxError> {
    if found.len() > MOST_CELLS {
        let problem = format!("the board has {} cells", found.len());
        return Err(parser.items.wrong(place, problem, format!("at most {MOST_CELLS}")));
    }
    let numbers: FxHashMap<_, u32> = found.iter().map(|(at, _)| *at).zip(0..).collect();
    let cell = |&(at, _): &((i32, i32, i32), u32)| {
        let neighbours = beside(at).iter().map(|to| numbers.get(to).copied()).collect();
        let (name, column, row) = name(at);
        Cell { name, column, row, neighbours }
    };
    Ok((found.iter().map(cell).collect(), found.iter().map(|(_, piece)| *piece).collect()))
}

fn coordinate(number: usize) -> i32 {
    i32::try_from(number).expect("the text is not that long")
}

fn unsigned(number: i32) -> u32 {
    u32::try_from(number).expect("coordinates of cells are not negative")
}

fn rectangle(parser: &mut Parser<'_, '_>, names: &mut Names) -> Result<Setup, SyntaxError> {
    let help = "rectangle(up, down, left, right, [e, e] [e, e])";
    let place = parser.place();
    directions::<4>(parser, names, help)?;
    let rows = rows(parser, names)?;
    parser.need(")", help)?;
    let mut found = Vec::new();
    for (y, (row, place)) in rows.iter().enumerate() {
        if row.len() != rows[0].0.len() {
            let problem = format!("this row has {} places, the first has {}", row.len(), rows[0].0.len());
            return Err(parser.items.wrong(*place, problem, "all rows have the same length"));
        }
        let cells = row.iter().enumerate().filter_map(|(x, piece)| Some((x, (*piece)?)));
        found.extend(cells.map(|(x, piece)| ((coordinate(x), coordinate(y), 0), piece)));
    }
    let height = rows.len();
    let name = |(x, y, _): (i32, i32, i32)| {
        (square(unsigned(x) as usize, height - 1 - unsigned(y) as usize), unsigned(x), unsigned(y))
    };
    let beside = |(x, y, z)| [(x, y - 1, z), (x, y + 1, z), (x - 1, y, z), (x + 1, y, z)];
    let (cells, pieces) = lay_out(parser, place, &found, name, beside)?;
    Ok((Board { shape: Shape::Rectangle, cells, ..Board::default() }, pieces))
}

/// Rows that grow by one, then shrink by one. Columns are counted in half cells, so that a neighbour in the next row is
/// one half to the left or to the right.
fn hexagon(parser: &mut Parser<'_, '_>, names: &mut Names) -> Result<Setup, SyntaxError> {
    let help = "hexagon(NW, NE, E, SE, SW, W, [e, e] [e, e, e] [e, e])";
    let place = parser.place();
    directions::<6>(parser, names, help)?;
    let rows = rows(parser, names)?;
    parser.need(")", help)?;
    let mut shrinks = false;
    for pair in rows.windows(2) {
        let ((before, _), (row, place)) = (&pair[0], &pair[1]);
        let wanted = if shrinks { "one shorter" } else { "one shorter or longer" };
        if row.len() + 1 == before.len() {
            shrinks = true;
        } else if shrinks || row.len() != before.len() + 1 {
            let problem = format!("this row should be {wanted} than the one before");
            return Err(parser.items.wrong(*place, problem, help));
        }
    }
    let widest = rows.iter().map(|(row, _)| row.len()).max().expect("there is a row");
    let mut found = Vec::new();
    for (y, (row, _)) in rows.iter().enumerate() {
        let cells = row.iter().enumerate().filter_map(|(x, piece)| Some((x, (*piece)?)));
        let shifted = |x: usize| coordinate(widest - row.len() + 2 * x);
        found.extend(cells.map(|(x, piece)| ((shifted(x), coordinate(y), 0), piece)));
    }
    let height = rows.len();
    let lengths: Vec<usize> = rows.iter().map(|(row, _)| row.len()).collect();
    let name = |(x, y, _): (i32, i32, i32)| {
        let (x, y) = (unsigned(x), unsigned(y));
        let number = (x as usize + lengths[y as usize] - widest) / 2;
        (square(number, height - 1 - y as usize), x, y)
    };
    let beside = |(x, y, z)| {
        [
            (x - 1, y - 1, z),
            (x + 1, y - 1, z),
            (x + 2, y, z),
            (x + 1, y + 1, z),
            (x - 1, y + 1, z),
            (x - 2, y, z),
        ]
    };
    let (cells, pieces) = lay_out(parser, place, &found, name, beside)?;
    Ok((Board { shape: Shape::Hexagon, cells, ..Board::default() }, pieces))
}

fn cuboid(parser: &mut Parser<'_, '_>, names: &mut Names) -> Result<Setup, SyntaxError> {
    let help = "cuboid(up, down, left, right, front, back, [[e, e] [e, e]] [[e, e] [e, e]])";
    let place = parser.place();
    directions::<6>(parser, names, help)?;
    let mut layers: Vec<Vec<Row>> = Vec::new();
    let mut start = parser.place();
    while parser.take("[") {
        let rows = rows(parser, names)?;
        parser.need("]", help)?;
        let size = |rows: &[Row]| (rows.len(), rows[0].len());
        let layer: Vec<Row> = rows.into_iter().map(|(row, _)| row).collect();
        let fits = layer.iter().all(|row| row.len() == layer[0].len())
            && layers.first().is_none_or(|first| size(first) == size(&layer));
        if !fits {
            let problem = "this layer has another shape than the first";
            return Err(parser.items.wrong(start, problem, "all layers are rectangles of the same size"));
        }
        layers.push(layer);
        start = parser.place();
    }
    if layers.is_empty() {
        return Err(parser.expected("a layer of the board", help));
    }
    parser.need(")", help)?;
    let mut found = Vec::new();
    for (z, layer) in layers.iter().enumerate() {
        for (y, row) in layer.iter().enumerate() {
            let cells = row.iter().enumerate().filter_map(|(x, piece)| Some((x, (*piece)?)));
            found.extend(cells.map(|(x, piece)| ((coordinate(x), coordinate(y), coordinate(z)), piece)));
        }
    }
    let height = layers[0].len();
    let name = |(x, y, z): (i32, i32, i32)| {
        let (x, y, z) = (unsigned(x), unsigned(y), unsigned(z));
        let name = format!("{}{}{}", letters(x as usize), height - y as usize, letters(z as usize));
        (name, x, z * u32::try_from(height + 1).expect("few rows") + y)
    };
    let beside = |(x, y, z)| {
        [(x, y - 1, z), (x, y + 1, z), (x - 1, y, z), (x + 1, y, z), (x, y, z + 1), (x, y, z - 1)]
    };
    let (cells, pieces) = lay_out(parser, place, &found, name, beside)?;
    Ok((Board { shape: Shape::Cuboid, cells, ..Board::default() }, pieces))
}

/// Cells by name, each with its piece and its neighbours: `a [e] {right: b} b [e] {left: a}`.
fn graph(parser: &mut Parser<'_, '_>, names: &mut Names) -> Result<Setup, SyntaxError> {
    let help = "rectangle(…), hexagon(…), cuboid(…), or cells such as a [e] {right: b} b [e] {left: a}";
    let (mut cells, mut pieces, mut targets) = (Vec::new(), Vec::new(), Vec::new());
    let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
    while parser.peek().is_some() {
        let (name, place) = parser.name("the name of a cell", help)?;
        let number = u32::try_from(cells.len()).expect("the text is not that long");
        if numbers.insert(name, number).is_some() || cells.len() >= MOST_CELLS {
            let help = format!("every cell has its own name, and there are at most {MOST_CELLS}");
            return Err(parser.items.wrong(place, format!("`{name}` is one cell too many"), help));
        }
        parser.need("[", help)?;
        let (piece, at) = parser.name("the name of a piece", help)?;
        pieces.push(names.piece(piece, at, parser.items)?);
        parser.need("]", help)?;
        parser.need("{", help)?;
        while !parser.take("}") {
            let (direction, at) = parser.name("the name of a direction", help)?;
            let direction = names.direction(direction, at, parser.items)?;
            parser.need(":", help)?;
            let (target, place) = parser.name("the name of a cell", help)?;
            targets.push((number, direction, target, place));
            if !matches!(parser.peek(), Some(Word::Mark("}"))) {
                parser.need(",", help)?;
            }
        }
        cells.push(Cell { name: name.to_string(), column: 0, row: number, neighbours: Vec::new() });
    }
    for (from, direction, target, place) in targets {
        let Some(&to) = numbers.get(target) else {
            let problem = format!("there is no cell `{target}`");
            return Err(parser.items.wrong(place, problem, "name a cell of this board"));
        };
        let neighbours = &mut cells[from as usize].neighbours;
        if neighbours.len() <= direction as usize {
            neighbours.resize(direction as usize + 1, None);
        }
        if neighbours[direction as usize].replace(to).is_some() {
            let problem = "this direction leads to another cell already";
            return Err(parser.items.wrong(place, problem, "each direction leads to one cell at most"));
        }
    }
    Ok((Board { shape: Shape::Graph, cells, ..Board::default() }, pieces))
}
