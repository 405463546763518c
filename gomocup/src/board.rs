//! What the protocol can say of a game: a rectangle on which five in a row win.

use std::fmt;

use catalogue::Opened;

/// The name of the games that the protocol can express, as it is typed.
const FAMILY: &str = "mnk";

/// A board of five in a row. Its cells are counted from the top left, in reading order, as the cells of a
/// [`Grid`](game::look::Grid) are.
///
/// ```
/// use gomocup::Board;
///
/// let games = builtin::catalogue("morpion");
/// let board = Board::of(&games.open("mnk:15,10,5,exact").unwrap()).unwrap();
/// assert_eq!(board, Board { columns: 15, rows: 10, exact: true });
/// assert_eq!(board.to_string(), "mnk:15,10,5,exact");
/// assert!(Board::of(&games.open("connect4").unwrap()).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
    /// Whether more than five in a row count for nothing.
    pub exact: bool,
}

/// Why a game cannot be played through the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotExpressible(String);

impl fmt::Display for NotExpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "programs play five in a row on a free board by the Gomocup protocol, which cannot express {}; use \
             gomoku, {FAMILY}:W,H,5 or {FAMILY}:W,H,5,exact with five columns and rows at least",
            self.0
        )
    }
}

impl std::error::Error for NotExpressible {}

/// The shortest side of a board.
pub(crate) const SHORTEST: u32 = 5;

impl Board {
    /// Returns the board of a game.
    ///
    /// # Errors
    /// If the game is not five in a row on a free board.
    pub fn of(opened: &Opened) -> Result<Board, NotExpressible> {
        let name = opened.to_string();
        Board::read(&name).ok_or(NotExpressible(name))
    }

    fn read(name: &str) -> Option<Board> {
        let (family, parameters) = name.split_once(':')?;
        let parts: Vec<&str> = parameters.split(',').collect();
        let (&[columns, rows, "5"], variant) = parts.split_at_checked(3)? else { return None };
        let exact = match variant {
            [] => false,
            ["exact"] => true,
            _ => return None,
        };
        // `None` for every other game.
        let (columns, rows) = (columns.parse().ok()?, rows.parse().ok()?);
        let fits = family == FAMILY && columns >= SHORTEST && rows >= SHORTEST;
        fits.then_some(Board { columns, rows, exact })
    }

    /// Returns the number of a cell, if it is on the board.
    pub(crate) fn cell(self, (x, y): (u32, u32)) -> Option<usize> {
        (x < self.columns && y < self.rows).then_some((y * self.columns + x) as usize)
    }

    /// Returns the column and row of a cell.
    pub(crate) fn place(self, cell: usize) -> (u32, u32) {
        (cell as u32 % self.columns, cell as u32 / self.columns)
    }

    /// Returns the number of cells.
    pub(crate) fn cells(self) -> usize {
        (self.columns * self.rows) as usize
    }
}

/// The name of the game, as it is typed.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{FAMILY}:{},{},5{}", self.columns, self.rows, if self.exact { ",exact" } else { "" })
    }
}

/// Reads a column and a row, as in `7,12`; `None` if the text is something else.
pub(crate) fn parse_place(text: &str) -> Option<(u32, u32)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_five_in_a_row_can_be_expressed() {
        for name in ["mnk:15,15,5", "mnk:5,5,5", "mnk:20,8,5,exact"] {
            assert_eq!(Board::read(name).map(|board| board.to_string()).as_deref(), Some(name));
        }
        for name in
            ["mnk:15,15,6", "mnk:15,15,5,misere", "mnk:4,9,5", "connect:7,6,5", "ultimate", "nim:5,5,5"]
        {
            assert_eq!(Board::read(name), None, "{name}");
        }
    }

    #[test]
    fn places_are_counted_from_the_top_left() {
        let board = Board { columns: 7, rows: 5, exact: false };
        assert_eq!(board.cell((6, 1)), Some(13));
        assert_eq!(board.place(13), (6, 1));
        assert_eq!((board.cell((7, 0)), board.cell((0, 5))), (None, None));
        assert_eq!(parse_place(" 3 , 4"), Some((3, 4)));
        assert_eq!(parse_place("3;4").or(parse_place("-1,4")), None);
    }
}
