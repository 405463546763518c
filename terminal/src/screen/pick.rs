//! Where the cursor is, and what is picked with it: one thing after another, until that makes a move.

use arena::AnyMove;
use game::Pick;

use super::app::{App, Mode};
use crate::board::Area;

impl App<'_> {
    /// The areas of the board that can be picked next, in reading order.
    pub(super) fn spots(&self) -> Vec<&Area> {
        let board = self.session.board();
        board.spots(&self.picked).into_iter().map(|number| &board.areas[number]).collect()
    }

    /// The moves to choose from in the list: those that begin with what was picked. None if there is no list.
    pub(super) fn listed(&self) -> Vec<AnyMove> {
        let board = self.session.board();
        if board.has_list() && self.session.table().ending().is_none() {
            board.choices.among(&self.picked)
        } else {
            Vec::new()
        }
    }

    /// Whether the cursor is in the list.
    pub(super) fn is_in_list(&self) -> bool {
        let can = self.session.table().ending().is_none() && self.session.board().has_list();
        can && (self.in_list || self.session.board().spots(&self.picked).is_empty())
    }

    /// Goes from the board to the list, or back, where there are both.
    pub(super) fn change_side(&mut self) {
        self.in_list = !self.in_list && self.session.board().has_list();
    }

    /// The cursor of the board or of the list, and how many places it can be on.
    fn place(&mut self) -> (&mut usize, usize) {
        match self.is_in_list() {
            true => {
                let count = self.listed().len();
                (&mut self.list_cursor, count)
            }
            false => {
                let count = self.spots().len();
                (&mut self.cursor, count)
            }
        }
    }

    /// Moves the cursor `by` places on, or back.
    pub(super) fn skip(&mut self, by: isize) {
        let (cursor, count) = self.place();
        *cursor = cursor.saturating_add_signed(by).min(count.saturating_sub(1));
    }

    /// Moves the cursor to the next spot in a direction.
    pub(super) fn go(&mut self, across: i64, down: i64) {
        if self.is_in_list() {
            return self.skip((across + down) as isize);
        }
        let spots = self.spots();
        let Some(here) = spots.get(self.cursor) else { return };
        let far = |spot: &Area| {
            let x = spot.column as i64 - here.column as i64;
            let y = (spot.row as i64 - here.row as i64) * 2;
            // The lines of heaps are not of the same length.
            let x = if spot.square.is_some() { x } else { 0 };
            let (along, aside) = (x * across + y * down, (x * down).abs() + (y * across).abs());
            (along > 0).then_some(along + 3 * aside)
        };
        let next = spots.iter().enumerate().filter_map(|(place, spot)| Some((far(spot)?, place))).min();
        self.cursor = next.map_or(self.cursor, |(_, place)| place);
    }

    /// Puts the cursor on the spot nearest to the middle.
    pub(super) fn centre(&mut self) {
        if !self.session.board().has_squares() {
            self.cursor = 0;
            return;
        }
        // Where there are no spots, the cursor is on none: 0 is as good as any.
        let spots = self.spots();
        let middle = |at: fn(&Area) -> usize| {
            let places = || spots.iter().map(|spot| at(spot));
            places().min().unwrap_or(0) + places().max().unwrap_or(0)
        };
        let (row, column) = (middle(|spot| spot.row), middle(|spot| spot.column));
        let distance = |spot: &Area| 2 * (2 * spot.row).abs_diff(row) + (2 * spot.column).abs_diff(column);
        let nearest = spots.iter().enumerate().min_by_key(|(_, spot)| distance(spot));
        self.cursor = nearest.map_or(0, |(place, _)| place);
    }

    /// Puts the cursor on what can be picked nearest to where this is picked.
    fn nearest_to(&mut self, pick: &Pick) {
        let board = self.session.board();
        let Some((row, column)) =
            board.area_of(pick).map(|area| (board.areas[area].row, board.areas[area].column))
        else {
            return;
        };
        let distance = |spot: &Area| 2 * spot.row.abs_diff(row) + spot.column.abs_diff(column);
        let spots = self.spots();
        let nearest = spots.iter().enumerate().min_by_key(|(_, spot)| distance(spot));
        // Where there are no spots, the cursor is on none: 0 is as good as any.
        self.cursor = nearest.map_or(0, |(place, _)| place);
    }

    /// Forgets what was picked.
    pub(super) fn drop_picks(&mut self) {
        self.picked.clear();
        if matches!(self.mode, Mode::Choosing(..)) {
            self.mode = Mode::Board;
        }
        self.keep_cursors();
    }

    /// Sees that the cursors are on something, when the board has changed.
    pub(super) fn keep_cursors(&mut self) {
        self.cursor = self.cursor.min(self.spots().len().saturating_sub(1));
        self.list_cursor = self.list_cursor.min(self.listed().len().saturating_sub(1));
    }

    /// Takes the last pick back; whether there was one.
    pub(super) fn go_back(&mut self) -> bool {
        let Some(last) = self.picked.pop() else { return false };
        self.mode = Mode::Board;
        self.list_cursor = 0;
        self.nearest_to(&last);
        true
    }

    /// The moves under the cursor.
    pub(super) fn here(&self) -> Vec<AnyMove> {
        if self.is_in_list() {
            return self.listed().get(self.list_cursor).copied().into_iter().collect();
        }
        self.spots().get(self.cursor).map_or_else(Vec::new, |spot| self.moves_of(spot))
    }

    /// The moves that can be made by picking this next.
    pub(super) fn moves_of(&self, spot: &Area) -> Vec<AnyMove> {
        let picked: Vec<Pick> = self.picked.iter().chain([&spot.pick]).cloned().collect();
        self.session.board().choices.among(&picked)
    }

    /// Picks what is under the cursor, or plays it where that is a move of the list.
    pub(super) fn play_here(&mut self) {
        if !self.session.waits_for_a_person() {
            return self.refuse();
        }
        if self.is_in_list() {
            if let [mv] = self.here()[..] {
                self.play(mv);
            }
            return;
        }
        match self.spots().get(self.cursor).map(|spot| spot.pick.clone()) {
            Some(pick) => self.choose(&pick),
            None => self.message = "nothing can be played here".to_string(),
        }
    }

    /// Picks something that can be picked; plays, if that makes a move, and asks, if what is next is nowhere on the
    /// board.
    pub(super) fn choose(&mut self, pick: &Pick) {
        if !self.session.waits_for_a_person() {
            return self.refuse();
        }
        self.mode = Mode::Board;
        self.picked.push(pick.clone());
        let choices = &self.session.board().choices;
        if let Some(mv) = choices.chosen(&self.picked) {
            return self.play(mv);
        }
        let next = choices.next(&self.picked);
        let elsewhere = next.iter().all(|pick| matches!(pick, Pick::Label(_)));
        self.list_cursor = 0;
        match &next[..] {
            [only] if elsewhere => self.choose(only),
            _ if elsewhere => self.mode = Mode::Choosing(next, 0),
            _ => self.nearest_to(pick),
        }
    }

    /// The mouse points at an area of the board, and clicks perhaps. A click on what can only be picked first begins
    /// anew.
    pub(super) fn point(&mut self, area: usize, clicks: bool) {
        let board = self.session.board();
        let Some(pick) = board.areas.get(area).map(|area| area.pick.clone()) else { return };
        let (here, anew) = (board.meant(&self.picked, &pick), board.meant(&[], &pick));
        match (here, anew) {
            (Some(meant), _) => {
                self.in_list = false;
                self.nearest_to(&meant);
                if clicks {
                    self.choose(&meant);
                }
            }
            (None, Some(meant)) if clicks => {
                self.picked.clear();
                self.nearest_to(&meant);
                self.choose(&meant);
            }
            _ if clicks && !self.session.waits_for_a_person() => self.refuse(),
            _ => {}
        }
    }

    /// Plays a move.
    pub(super) fn play(&mut self, mv: AnyMove) {
        self.mode = Mode::Board;
        self.picked.clear();
        let picks = self.session.board().choices.all.iter().find(|(known, _)| *known == mv);
        let on_board =
            |picks: &[Pick]| picks.iter().rev().find(|pick| !matches!(pick, Pick::Label(_))).cloned();
        let place = picks.and_then(|(_, picks)| on_board(picks));
        if let Err(why) = self.session.play(mv) {
            self.message = why;
            return;
        }
        self.list_cursor = 0;
        if let Some(pick) = place {
            self.nearest_to(&pick);
        }
    }
}
