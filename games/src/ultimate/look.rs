//! The nine small boards as grids.

use game::look::{Grid, Mark, Role};
use game::{Outcome, Pick, Player, square};

use super::text::PLACES;
use super::{Cell, FULL, LINES, Nine, has_line, won};

/// Returns a grid for each small board, in the order of their numbers. Names of columns and rows are at the border of
/// the whole board.
pub(super) fn grids(state: &Nine, outcome: Option<Outcome>) -> Vec<Grid> {
    let lit = lit(state, outcome);
    let grid = |board: u8| {
        let [x, o] = state.squares(board);
        let has = |set: u16, i: usize, j: usize| set >> (3 * j + i) & 1 == 1;
        let mut grid = Grid::squares(3, 3, |i, j| match (has(x, i, j), has(o, i, j)) {
            (true, _) => Some(of_player(Player::First)),
            (_, true) => Some(of_player(Player::Second)),
            _ => None,
        });
        let whole = |i: usize, j: usize| (usize::from(board % 3) * 3 + i, usize::from(board / 3) * 3 + j);
        for (number, cell) in grid.cells.iter_mut().enumerate() {
            let (column, row) = whole(number % 3, 2 - number / 3);
            cell.name = square(column, row);
        }
        grid.name = format!("{} board", PLACES[usize::from(board)]);
        grid.place = (usize::from(board % 3), usize::from(2 - board / 3));
        let (left, low) = (grid.place.0 == 0, grid.place.1 == 2);
        grid.column_names = (0..3).filter(|_| low).map(|i| game::letters(whole(i, 0).0)).collect();
        grid.row_names = (0..3).rev().filter(|_| left).map(|j| (whole(0, j).1 + 1).to_string()).collect();
        grid.mark = if has_line(x) {
            Some(of_player(Player::First))
        } else if has_line(o) {
            Some(of_player(Player::Second))
        } else {
            (x | o == FULL).then(|| Mark::new("=", Role::Neutral))
        };
        let active = outcome.is_none() && state.open(board) != 0;
        grid.active(active).lit(|i, j| has(lit[usize::from(board)], i, j))
    };
    (0..9).map(grid).collect()
}

/// Returns the pick of a cell.
pub(super) fn pick(cell: Cell) -> Pick {
    let (column, row) = (usize::from(cell.square() % 3), usize::from(cell.square() / 3));
    Pick::Cell { grid: cell.board().into(), cell: (2 - row) * 3 + column }
}

fn of_player(player: Player) -> Mark {
    match player {
        Player::First => Mark::new("x", Role::First),
        Player::Second => Mark::new("o", Role::Second),
    }
}

/// Returns the squares that win the game, by small board: the lines in those that make up a line.
fn lit(state: &Nine, outcome: Option<Outcome>) -> [u16; 9] {
    let mut lit = [0; 9];
    let Some(Outcome::Win(winner)) = outcome else { return lit };
    let marks = &state.marks[winner.index()];
    let filled =
        |set: u16| LINES.into_iter().filter(|line| set & line == *line).fold(0, |all, line| all | line);
    let boards = filled(won(marks));
    for (board, lit) in lit.iter_mut().enumerate().filter(|(board, _)| boards >> board & 1 == 1) {
        *lit = filled(marks[board]);
    }
    lit
}
