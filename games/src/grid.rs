//! Boards drawn as grids of characters, and read again.

use game::ParseError;

use crate::bits::Bits;

/// What stands below the columns.
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
/// spaces; every cell must be one of `marks`.
///
/// # Errors
/// If the board has not the right size, or a cell is not one of the marks.
pub fn read(w: u32, h: u32, marks: &str, text: &str) -> Result<Vec<Vec<char>>, ParseError> {
    let expected = || format!("{h} rows of {w} characters out of `{marks}` are wanted");
    let mut rows: Vec<Vec<char>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let cells = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let row: Vec<char> = cells.chars().filter(|c| !c.is_whitespace()).collect();
        let is_names = rows.len() == h as usize && !row.iter().all(|&c| marks.contains(c));
        if row.is_empty() || is_names || cells.trim().chars().all(|c| c.is_ascii_digit() || c == ' ') {
            continue;
        }
        if let Some(&bad) = row.iter().find(|&&c| !marks.contains(c)) {
            let before = line.chars().position(|c| c == bad).expect("a cell is a character of its line");
            let problem = format!("line {}, column {}: {bad:?} is no mark", number + 1, before + 1);
            return Err(ParseError::new(problem, expected()));
        }
        if row.len() != w as usize {
            let found = row.len();
            let cells = if found == 1 { "cell" } else { "cells" };
            return Err(ParseError::new(format!("line {}: {found} {cells}", number + 1), expected()));
        }
        rows.push(row);
    }
    if rows.len() != h as usize {
        return Err(ParseError::new(format!("the board has {} rows", rows.len()), expected()));
    }
    rows.reverse();
    Ok((0..w as usize).map(|i| rows.iter().map(|row| row[i]).collect()).collect())
}

/// Reads a board drawn by [`draw`] as sets: for each mark its squares, where column i and row j is bit w·j + i.
///
/// ```
/// let [empty, x]: [u64; 2] = games::grid::read_sets(2, 2, ['.', 'x'], "x .\n. x").unwrap();
/// assert_eq!((empty, x), (0b1001, 0b0110));
/// ```
///
/// # Errors
/// If the board has not the right size, or a cell is not one of the marks.
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

/// The ways to type a square besides its name: column and row counted from zero.
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
        assert_eq!(read(2, 2, ".x", "x.\n.q").unwrap_err().problem, "line 2, column 2: 'q' is no mark");
        assert_eq!(read(2, 2, ".x", "x.").unwrap_err().problem, "the board has 1 rows");
    }
}
