//! Boards drawn as grids of characters, and read again.

use game::ParseError;

use crate::bits::Bits;

/// The labels below the columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    /// a, b, c, …
    Letters,
    /// 1, 2, 3, …
    Numbers,
}

/// Draws a board of `w` columns and `h` rows, the last row on top, with the names of rows and columns.
///
/// ```
/// use games::grid::{Labels, draw};
/// let board = draw(3, 2, Labels::Letters, |i, j| if (i, j) == (1, 1) { 'x' } else { '.' });
/// assert_eq!(board, "2 . x .\n1 . . .\n  a b c");
/// ```
pub fn draw(w: u32, h: u32, labels: Labels, cell: impl Fn(u32, u32) -> char) -> String {
    let margin = h.to_string().len();
    let names: Vec<String> = (0..w)
        .map(|i| match labels {
            Labels::Letters => game::letters(i as usize),
            Labels::Numbers => (i + 1).to_string(),
        })
        .collect();
    let cell_width = names.iter().map(String::len).max().expect("a board has a column");
    let mut text = String::new();
    for j in (0..h).rev() {
        text += &format!("{:>margin$}", j + 1);
        for i in 0..w {
            text += &format!(" {:>cell_width$}", cell(i, j));
        }
        text.push('\n');
    }
    text += &" ".repeat(margin);
    for name in names {
        text += &format!(" {name:>cell_width$}");
    }
    text
}

/// Reads a board drawn by [`draw`]: the cells by `[column][row]`. Row and column names may be left out, and so may the
/// spaces; every cell must be one of `marks`, in upper or lower case.
///
/// # Errors
/// If the board does not have the right size, a cell is not one of the marks, or a row or the columns are named otherwise
/// than they are drawn.
pub fn read(w: u32, h: u32, marks: &str, text: &str) -> Result<Vec<Vec<char>>, ParseError> {
    let expected = || format!("{h} rows of {w} characters out of `{marks}` are wanted");
    let mut rows: Vec<Vec<char>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let cells = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let row: Vec<char> = cells.chars().filter(|c| !c.is_whitespace()).map(|c| mark(c, marks)).collect();
        if is_digits(line) || rows.len() == h as usize {
            let is_row = row.len() == w as usize && row.iter().all(|&c| marks.contains(c));
            check_other_line(w, number, line, is_row)?;
            continue;
        }
        if let Some(at) = row.iter().position(|&c| !marks.contains(c)) {
            let typed = cells.char_indices().filter(|(_, c)| !c.is_whitespace()).nth(at);
            let (place, bad) = typed.expect("a cell is a character of its line");
            let column = line.chars().count() - cells[place..].chars().count() + 1;
            let problem = format!("line {number}, column {column}: {bad:?} is not a mark");
            return Err(ParseError::new(problem, expected()));
        }
        if row.len() != w as usize {
            let found = row.len();
            let cells = if found == 1 { "cell" } else { "cells" };
            return Err(ParseError::new(format!("line {number}: {found} {cells}"), expected()));
        }
        check_row_name(number, &line[..line.len() - cells.len()], h - rows.len() as u32)?;
        rows.push(row);
    }
    if rows.len() != h as usize {
        let found = rows.len();
        let rows = if found == 1 { "row" } else { "rows" };
        return Err(ParseError::new(format!("the board has {found} {rows}"), expected()));
    }
    rows.reverse();
    Ok((0..w as usize).map(|i| rows.iter().map(|row| row[i]).collect()).collect())
}

/// Returns the mark that a character stands for: a mark may also be typed in upper case, unless that is another mark.
pub(crate) fn mark(typed: char, marks: &str) -> char {
    let lower = typed.to_ascii_lowercase();
    if !marks.contains(typed) && marks.contains(lower) { lower } else { typed }
}

/// Checks the name that stands before a row, if there is one.
pub(crate) fn check_row_name(line: usize, name: &str, row: u32) -> Result<(), ParseError> {
    let name = name.trim();
    if name.is_empty() || name == row.to_string() {
        return Ok(());
    }
    let help = "rows are counted from the bottom, and the top row comes first; their numbers may be left out";
    Err(ParseError::new(format!("line {line}: row {name} stands in the place of row {row}"), help))
}

/// Checks a line that is not one of the rows: the names of the columns in their order, or a text of the game's own, such
/// as who is to move, which the game reads.
fn check_other_line(w: u32, number: usize, line: &str, is_row: bool) -> Result<(), ParseError> {
    let letters: Vec<String> = (0..w as usize).map(game::letters).collect();
    let numbers: Vec<String> = (1..=w).map(|number| number.to_string()).collect();
    let text = line.to_lowercase();
    let typed: String = text.split_whitespace().collect();
    let is_name = |word: &str| letters.iter().chain(&numbers).any(|name| name == word);
    if typed == letters.concat() || typed == numbers.concat() {
        return Ok(());
    }
    if is_row {
        return Err(ParseError::new(format!("line {number}: one row too many"), "the top row comes first"));
    }
    // As many names as columns are meant for the columns; fewer may say who is to move.
    if text.split_whitespace().count() != w as usize || !text.split_whitespace().all(is_name) {
        return Ok(());
    }
    let problem = format!("line {number}: the columns are named `{}`", line.trim());
    Err(ParseError::new(problem, "from the left they are a, b, c, … or 1, 2, 3, …; the line may be left out"))
}

fn is_digits(line: &str) -> bool {
    line.chars().all(|c| c.is_ascii_digit() || c.is_whitespace())
}

/// Reads a board drawn by [`draw`] as sets: for each mark its squares, where column i and row j is bit w·j + i.
///
/// ```
/// let [empty, x]: [u64; 2] = games::grid::read_sets(2, 2, ['.', 'x'], "x .\n. x").unwrap();
/// assert_eq!((empty, x), (0b1001, 0b0110));
/// ```
///
/// # Errors
/// As for [`read`].
pub fn read_sets<B: Bits, const N: usize>(
    w: u32,
    h: u32,
    marks: [char; N],
    text: &str,
) -> Result<[B; N], ParseError> {
    let columns = read(w, h, &String::from_iter(marks), text)?;
    let mut sets = [B::ZERO; N];
    for square in 0..w * h {
        let cell = columns[(square % w) as usize][(square / w) as usize];
        if let Some(number) = marks.iter().position(|&mark| mark == cell) {
            sets[number] |= B::bit(square);
        }
    }
    Ok(sets)
}

/// Returns how a square may be typed besides its name: column and row counted from zero.
#[must_use]
pub fn coordinates(i: u32, j: u32) -> String {
    format!("{i} {j}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_reads_back() {
        for labels in [Labels::Letters, Labels::Numbers] {
            for (w, h) in [(1, 1), (3, 3), (7, 6), (12, 11), (21, 21)] {
                let cell = |i: u32, j: u32| ['.', 'x', 'o'][((i * 5 + j * 3) % 3) as usize];
                let cells = read(w, h, ".xo", &draw(w, h, labels, cell)).unwrap();
                for i in 0..w {
                    for j in 0..h {
                        assert_eq!(cells[i as usize][j as usize], cell(i, j));
                    }
                }
            }
        }
    }

    #[test]
    fn a_bare_board_reads_too_and_mistakes_are_named() {
        assert_eq!(read(2, 2, ".x", "x.\n..").unwrap(), [['.', 'x'], ['.', '.']]);
        assert_eq!(read(2, 2, ".x", "x.\n.").unwrap_err().problem, "line 2: 1 cell");
        assert_eq!(read(2, 2, ".x", "x.\n.q").unwrap_err().problem, "line 2, column 2: 'q' is not a mark");
        assert_eq!(read(2, 2, ".x", "x.").unwrap_err().problem, "the board has 1 row");
    }

    #[test]
    fn a_row_or_column_with_the_name_of_another_is_refused() {
        let problem = |text: &str| read(2, 3, ".x", text).unwrap_err().problem;
        assert_eq!(problem("1 x .\n2 . .\n3 . ."), "line 1: row 1 stands in the place of row 3");
        assert_eq!(problem("3 x .\n2 . .\n2 . ."), "line 3: row 2 stands in the place of row 1");
        assert_eq!(problem("3x.\n..\n..\nb a"), "line 4: the columns are named `b a`");
        assert_eq!(problem("..\n..\n..\n2 1"), "line 4: the columns are named `2 1`");
        assert_eq!(problem("..\n..\n..\n.."), "line 4: one row too many");
        // What else a game writes below its board is for the game to read; names may look like marks.
        assert!(read(2, 3, ".x", "x.\n..\n..\na b\nx to move").is_ok());
        assert!(read(2, 3, ".x", "x.\n..\n..\nb").is_ok());
        assert!(read(2, 1, ".ab", "b a\na b").is_ok());
        // Some of the names may be left out.
        assert!(read(2, 3, ".x", "3 x .\n\n  . .\n1 . .\n  A B").is_ok());
        assert!(read(2, 3, ".x", "x.\n..\n..\n1 2\n").is_ok());
    }

    #[test]
    fn marks_may_be_capitals_unless_those_are_other_marks() {
        assert_eq!(read(2, 1, ".x", "X.").unwrap(), [['x'], ['.']]);
        assert_eq!(read(2, 1, ".xX", "Xx").unwrap(), [['X'], ['x']]);
        assert_eq!(read(2, 1, ".x", "1 x Q").unwrap_err().problem, "line 1, column 5: 'Q' is not a mark");
    }
}
