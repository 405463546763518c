//! The stones on the board of a manager.

use std::collections::BTreeMap;

use game::shortened;

use crate::board::{Board, parse_place};

/// A stone on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stone {
    pub(super) cell: usize,
    /// Whether it is the engine's own.
    pub(super) is_own: bool,
}

/// The stones on a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Stones(BTreeMap<usize, bool>);

impl Stones {
    /// Adds a stone, on a free cell.
    pub(super) fn put(&mut self, stone: Stone) -> Result<(), String> {
        if self.0.contains_key(&stone.cell) {
            return Err("there is a stone already".to_string());
        }
        self.0.insert(stone.cell, stone.is_own);
        Ok(())
    }

    /// Takes a stone away.
    pub(super) fn take(&mut self, cell: usize) -> Result<(), String> {
        self.0.remove(&cell).map(|_| ()).ok_or_else(|| "there is no stone".to_string())
    }

    /// Draws the board as the game reads it, with the engine to move.
    pub(super) fn drawing(&self, board: Board) -> Result<String, String> {
        let own = self.0.values().filter(|is_own| **is_own).count();
        let other = self.0.len() - own;
        let marks = match other.checked_sub(own) {
            Some(0) => ["x", "o"],
            Some(1) => ["o", "x"],
            _ => {
                return Err(format!(
                    "it is not my turn: {own} stones are mine and {other} the other's, where they should have as many \
                     as I, or one more"
                ));
            }
        };
        let cell = |cell: usize| self.0.get(&cell).map_or(".", |is_own| marks[usize::from(!is_own)]);
        let row = |row: usize| {
            let first = row * board.columns as usize;
            let cells: Vec<&str> = (first..first + board.columns as usize).map(cell).collect();
            cells.join(" ") + "\n"
        };
        Ok((0..board.rows as usize).map(row).collect())
    }
}

/// Reads a line of a board: column, row, and 1 for a stone of the engine or 2 for one of the other.
pub(super) fn read(line: &str) -> Result<((u32, u32), bool), String> {
    let wrong = || format!("`{}` is not column,row,1 or column,row,2, and not DONE", shortened(line));
    let (place, whose) = line.rsplit_once(',').ok_or_else(wrong)?;
    let is_own = match whose.trim() {
        "1" => true,
        "2" => false,
        _ => return Err(wrong()),
    };
    Ok((parse_place(place).ok_or_else(wrong)?, is_own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_fewer_stones_moves() {
        let board = Board { columns: 3, rows: 2, exact: false };
        let mut stones = Stones::default();
        assert_eq!(stones.drawing(board).as_deref(), Ok(". . .\n. . .\n"));
        stones.put(Stone { cell: 4, is_own: false }).unwrap();
        assert_eq!(stones.drawing(board).as_deref(), Ok(". . .\n. x .\n"));
        stones.put(Stone { cell: 0, is_own: true }).unwrap();
        assert_eq!(stones.drawing(board).as_deref(), Ok("x . .\n. o .\n"));
        stones.put(Stone { cell: 1, is_own: true }).unwrap();
        assert!(stones.drawing(board).is_err() && stones.put(Stone { cell: 1, is_own: true }).is_err());
        assert!(stones.take(1).is_ok() && stones.take(1).is_err());
    }

    #[test]
    fn lines_of_a_board_are_read() {
        assert_eq!(read("3,4,1"), Ok(((3, 4), true)));
        assert_eq!(read("3, 4, 2"), Ok(((3, 4), false)));
        assert!(read("3,4,3").is_err() && read("3,4").is_err() && read("").is_err());
    }
}
