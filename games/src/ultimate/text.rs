//! The nine small boards, drawn and read.

use game::ParseError;

use crate::grid;
use crate::marks::turn_after;

use super::{ANY, Cell, FULL, Nine, has_line, won};

/// Where the small boards are, in words.
pub(super) const PLACES: [&str; 9] =
    ["bottom left", "bottom", "bottom right", "left", "middle", "right", "top left", "top", "top right"];

/// The marks of the players.
const MARKS: [char; 2] = ['x', 'o'];

/// What may stand in a square.
const CELLS: &str = ".xo";

/// Draws the whole board, what became of the small ones, and where play goes on.
pub(super) fn draw(state: &Nine) -> String {
    let players = &state.marks;
    let mut text = String::new();
    for row in (0..9).rev() {
        text += &(row + 1).to_string();
        for column in 0..9 {
            text += if column % 3 == 0 && column > 0 { " | " } else { " " };
            text.push(mark(players, Cell::at(column, row)));
        }
        text += if row % 3 == 0 && row > 0 { "\n  ------+-------+------\n" } else { "\n" };
    }
    format!("{text}  a b c   d e f   g h i\n\n{}\n{}", results(players), outlook(state))
}

fn mark(players: &[[u16; 9]; 2], cell: Cell) -> char {
    let marked = |marks: &[u16; 9]| marks[usize::from(cell.board())] >> cell.square() & 1 == 1;
    players.iter().zip(MARKS).find(|(marks, _)| marked(marks)).map_or('.', |(_, mark)| mark)
}

/// Returns the results of the small boards: won by x or o, drawn, or not finished.
fn results(players: &[[u16; 9]; 2]) -> String {
    let result = |board: usize| {
        let winner = players.iter().zip(MARKS).find(|(marks, _)| has_line(marks[board]));
        let drawn = players[0][board] | players[1][board] == FULL;
        winner.map_or(if drawn { '=' } else { '.' }, |(_, mark)| mark)
    };
    let row = |first: usize| format!("{} {} {}", result(first), result(first + 1), result(first + 2));
    format!("boards  {}\n        {}\n        {}", row(6), row(3), row(0))
}

/// Returns who is to move, and where; or how the game ended.
fn outlook(state: &Nine) -> String {
    let mover = MARKS[state.turn.index()];
    let over = if state.next == ANY { state.result() } else { None };
    match (over.map(game::Outcome::winner), PLACES.get(usize::from(state.next))) {
        (Some(Some(winner)), _) => format!("{} has won", MARKS[winner.index()]),
        (Some(None), _) => "the game is drawn".to_string(),
        (None, Some(place)) => format!("{mover} to move in the {place} board"),
        (None, None) => format!("{mover} to move in any board"),
    }
}

/// Reads a board as [`draw`] draws it. What became of the small boards follows from the marks, and may be left out.
pub(super) fn read(text: &str) -> Result<Nine, ParseError> {
    let marks = read_marks(text)?;
    check_results(text, &marks)?;
    let turn = turn_after(count(&marks[0]), count(&marks[1]))?;
    if let Some(board) = (0..9).find(|&board| marks.iter().all(|player| has_line(player[board]))) {
        return Err(ParseError::new(
            format!("both have won the {} board", PLACES[board]),
            "a small board is finished when it is won",
        ));
    }
    let state = Nine { marks, next: ANY, turn };
    if has_line(won(&marks[turn.index()])) {
        return Err(ParseError::new(
            "the game was over before the last mark",
            "play stops when three small boards in a row are won",
        ));
    }
    match state.result() {
        Some(_) => Ok(state),
        None => Ok(Nine { next: read_next(text, &state)?, ..state }),
    }
}

fn count(marks: &[u16; 9]) -> u32 {
    marks.iter().map(|squares| squares.count_ones()).sum()
}

/// Returns the marks x and o in the lines that have nine of them.
fn read_marks(text: &str) -> Result<[[u16; 9]; 2], ParseError> {
    let is_frame = |c: char| c.is_whitespace() || c.is_ascii_digit() || c == '|';
    let mut rows: Vec<Vec<char>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let cells = line.chars().filter(|&c| !is_frame(c)).map(|c| grid::mark(c, CELLS));
        let row: Vec<char> = cells.collect();
        if row.len() == 9 && row.iter().all(|&c| CELLS.contains(c)) {
            let name: String = line.trim_start().chars().take_while(char::is_ascii_digit).collect();
            // A tenth row is reported below.
            if let Some(expected @ 1..) = 9u32.checked_sub(rows.len() as u32) {
                grid::check_row_name(number, &name, expected)?;
            }
            rows.push(row);
        }
    }
    if rows.len() != 9 {
        return Err(ParseError::new(
            format!("the board has {} rows of nine", rows.len()),
            "nine rows of nine characters out of `.xo` are wanted",
        ));
    }
    let mut players = [[0; 9]; 2];
    for (row, line) in (0..).zip(rows.iter().rev()) {
        for (column, &c) in (0..).zip(line) {
            let cell = Cell::at(column, row);
            for (marks, _) in players.iter_mut().zip(MARKS).filter(|&(_, mark)| mark == c) {
                marks[usize::from(cell.board())] |= 1 << cell.square();
            }
        }
    }
    Ok(players)
}

/// Checks the three lines that say what became of the small boards, if they are there.
fn check_results(text: &str, marks: &[[u16; 9]; 2]) -> Result<(), ParseError> {
    let ink = |line: &str| line.to_lowercase().split_whitespace().collect::<String>();
    let lines = (1..).zip(text.lines()).skip_while(|(_, line)| !line.trim_start().starts_with("boards"));
    for ((number, line), seen) in lines.zip(results(marks).lines()) {
        if ink(line) != ink(seen) {
            let problem = format!("line {number}: `{}` is not what became of the small boards", line.trim());
            return Err(ParseError::new(problem, format!("by the marks above it is `{}`", seen.trim())));
        }
    }
    Ok(())
}

/// Returns the small board to play in, out of a line such as `x to move in the top left board`.
fn read_next(text: &str, state: &Nine) -> Result<u8, ParseError> {
    let mover = MARKS[state.turn.index()];
    let wrong = |problem: String| {
        let help = format!("say `{mover} to move in the {} board`, or `in any board`", PLACES[0]);
        ParseError::new(problem, help)
    };
    let words = |line: &str| line.split_whitespace().collect::<Vec<&str>>().join(" ");
    let line = text.lines().map(words).find(|line| line.contains(" to move in "));
    let line = line.ok_or_else(|| wrong("nothing says in which board to play".to_string()))?;
    let place =
        line.strip_prefix(&format!("{mover} to move in ")).and_then(|rest| rest.strip_suffix(" board"));
    let place = place.ok_or_else(|| wrong(format!("`{line}` is not understood")))?;
    if place == "any" {
        return Ok(ANY);
    }
    let named =
        place.strip_prefix("the ").and_then(|name| (0..).zip(PLACES).find(|(_, known)| *known == name));
    match named {
        None => Err(wrong(format!("there is no board `{place}`"))),
        Some((board, name)) if state.is_finished(board) => {
            Err(wrong(format!("the {name} board is finished")))
        }
        Some((board, _)) => Ok(board),
    }
}
