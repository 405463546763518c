//! Where on the screen each character of a drawing is.

use ratatui::layout::{Position, Rect};

use crate::board::{Area, Board};

/// How far apart neighbouring characters of the drawing are on the screen: across and down. Drawings have a space
/// between squares, so squares are twice as far apart as this across.
const SCALES: [(u16, u16); 3] = [(4, 4), (2, 2), (1, 1)];

/// A drawing on the screen: as large as there is room for, in the middle. Where there is too little room, the part
/// around what is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    corner: Position,
    scale: (u16, u16),
    /// The number of columns and rows that are left out at the beginning.
    hidden: (usize, usize),
}

impl Grid {
    /// The largest that fits, or else what fits of it around this row and column. What is in the middle is as wide as
    /// what is in every position, so that words beside it that come and go move nothing.
    pub(super) fn new(board: &Board, area: Rect, focus: (usize, usize)) -> Grid {
        let (width, height) = (board.width() as u16, board.lines.len() as u16);
        let across =
            |width: u16, x: u16| width.saturating_sub(1).saturating_mul(x).saturating_add(x.max(2) - 1);
        let down = |y: u16| height.saturating_sub(1).saturating_mul(y).saturating_add(1);
        let fits = |&(x, y): &(u16, u16)| {
            let may = board.has_squares() || (x, y) == (1, 1);
            across(width, x) <= area.width && down(y) <= area.height && may
        };
        // Where nothing fits, a part is shown at the smallest scale.
        let scale = SCALES.into_iter().find(fits).unwrap_or((1, 1));
        let (all, down) = (across(width, scale.0), down(scale.1));
        let steady = board.steady_width as u16;
        let middle = if steady > 0 { across(steady, scale.0) } else { all };
        let beside = (area.width.saturating_sub(middle) / 2).min(area.width.saturating_sub(all));
        let corner = Position { x: area.x + beside, y: area.y + area.height.saturating_sub(down) / 2 };
        let part = |focus: usize, size: usize, room: u16| {
            let room = usize::from(room);
            focus.saturating_sub(room / 2).min(size.saturating_sub(room))
        };
        let hidden = match fits(&scale) {
            true => (0, 0),
            false => {
                let (row, column) = focus;
                (part(column, board.width(), area.width), part(row, board.lines.len(), area.height))
            }
        };
        Grid { corner, scale, hidden }
    }

    /// Where a character of the drawing is; beyond any screen if it is left out.
    pub(super) fn place(&self, row: usize, column: usize) -> Position {
        let at = |corner: u16, place: usize, hidden: usize, scale: u16| match place.checked_sub(hidden) {
            Some(place) => corner.saturating_add((place as u16).saturating_mul(scale)),
            None => u16::MAX,
        };
        Position {
            x: at(self.corner.x, column, self.hidden.0, self.scale.0),
            y: at(self.corner.y, row, self.hidden.1, self.scale.1),
        }
    }

    /// What a square takes around its character.
    pub(super) fn square(&self, row: usize, column: usize) -> Rect {
        let Position { x, y } = self.place(row, column);
        let (across, down) = (self.scale.0 - 1, (self.scale.1 - 1) / 2);
        Rect {
            x: x.saturating_sub(across),
            y: y.saturating_sub(down),
            width: 2 * across + 1,
            height: 2 * down + 1,
        }
    }

    /// What an area of the drawing takes.
    pub(super) fn area(&self, area: &Area) -> Rect {
        match area.square {
            Some(_) => self.square(area.row, area.column),
            None => {
                let Position { x, y } = self.place(area.row, area.first());
                Rect { x, y, width: area.width as u16, height: 1 }
            }
        }
    }

    /// Whether there is room for more than a character in a square.
    pub(super) fn is_roomy(&self) -> bool {
        self.scale.0 > 1
    }
}
