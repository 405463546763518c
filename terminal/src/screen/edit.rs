//! Setting up a position: its text is edited, and read again as the game reads it.
//!
//! No game is named here. What can stand on a square is learned from the looks of positions, and whether a position
//! makes sense is for [`Notation::parse_board`] to say.

use arena::AnyGame;
use game::look::Look;
use game::{Game, Notation, Random};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::prompt::Edited;
use crate::board::{Board, FREE};

/// What the keys do while a position is set up.
pub(super) const EDITOR_KEYS: &str =
    "letters, Space set  Del clears  Ctrl-U empty  Tab side to move  Ins as text  Enter  Esc";

/// A position that is being set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Editor {
    lines: Vec<Vec<char>>,
    /// The line and the place in it that the cursor is on.
    cursor: (usize, usize),
    /// The places of the squares; none if it is not known which characters are squares, and then all can be edited.
    cells: Vec<(usize, usize)>,
    /// What can stand on a square, as far as that is known.
    marks: Vec<char>,
    /// What was wrong, or what was done.
    pub(super) message: String,
    /// Where the first character was last drawn, for the mouse.
    corner: Position,
}

impl Editor {
    /// Begins with a position, which is drawn like this.
    pub(super) fn new(game: &AnyGame, text: &str, board: &Board) -> Editor {
        let squares = board.areas.iter().filter(|area| area.square.is_some());
        let is_grid = matches!(game.look(&game.initial()), Look::Grids(_));
        let cells: Vec<(usize, usize)> =
            squares.filter(|_| is_grid).map(|area| (area.row, area.column)).collect();
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        // Where there are no squares, editing begins with the first character.
        let cursor = cells.get(cells.len() / 2).copied().unwrap_or((0, 0));
        let message = "set up a position".to_string();
        Editor { lines, cursor, cells, marks: marks(game), message, corner: Position::ORIGIN }
    }

    /// Returns the text as it is now.
    pub(super) fn text(&self) -> String {
        let lines = self.lines.iter().map(|line| line.iter().collect::<String>());
        lines.map(|line| line.trim_end().to_string()).collect::<Vec<String>>().join("\n")
    }

    /// A key was pressed.
    pub(super) fn key(&mut self, key: KeyEvent) -> Edited {
        let has_cells = !self.cells.is_empty();
        match key.code {
            KeyCode::Enter => return Edited::Done,
            KeyCode::Esc => return Edited::Cancelled,
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => self.clear(),
            KeyCode::Char(_) if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {}
            KeyCode::Up => self.go(-1, 0),
            KeyCode::Down => self.go(1, 0),
            KeyCode::Left => self.go(0, -1),
            KeyCode::Right => self.go(0, 1),
            KeyCode::Home => self.cursor.1 = self.ends().0,
            KeyCode::End => self.cursor.1 = self.ends().1,
            KeyCode::Tab | KeyCode::BackTab => self.change_side(),
            KeyCode::Insert => self.edit_as_text(),
            KeyCode::Char(' ') if has_cells => self.put(self.next_mark()),
            KeyCode::Char(letter) if has_cells => self.put(letter),
            KeyCode::Delete | KeyCode::Backspace if has_cells => self.put(FREE),
            KeyCode::Char(letter) => self.insert(letter),
            KeyCode::Delete => self.remove(self.cursor.1),
            KeyCode::Backspace if self.cursor.1 > 0 => {
                self.cursor.1 -= 1;
                self.remove(self.cursor.1);
            }
            _ => {}
        }
        Edited::Typing
    }

    /// The mouse clicked: goes there, or sets the next mark where the cursor is already.
    pub(super) fn click(&mut self, position: Position) {
        let (Some(row), Some(column)) =
            (position.y.checked_sub(self.corner.y), position.x.checked_sub(self.corner.x))
        else {
            return;
        };
        let place = (usize::from(row), usize::from(column));
        let can = if self.cells.is_empty() { self.has(place) } else { self.cells.contains(&place) };
        match can {
            true if place == self.cursor && !self.cells.is_empty() => self.put(self.next_mark()),
            true => self.cursor = place,
            false => {}
        }
    }

    fn has(&self, (row, column): (usize, usize)) -> bool {
        self.lines.get(row).is_some_and(|line| column <= line.len())
    }

    /// The first and the last place of the line that the cursor can be on.
    fn ends(&self) -> (usize, usize) {
        let row = self.cursor.0;
        let columns = || self.cells.iter().filter(|cell| cell.0 == row).map(|cell| cell.1);
        match (columns().min(), columns().max()) {
            (Some(first), Some(last)) => (first, last),
            _ => (0, self.lines.get(row).map_or(0, Vec::len)),
        }
    }

    /// Moves the cursor: to the next square in a direction, or by a character where there are no squares.
    fn go(&mut self, down: isize, across: isize) {
        let (row, column) = self.cursor;
        if self.cells.is_empty() {
            let row = row.saturating_add_signed(down).min(self.lines.len().saturating_sub(1));
            let width = self.lines.get(row).map_or(0, Vec::len);
            self.cursor = (row, column.saturating_add_signed(across).min(width));
            return;
        }
        let far = |&(to_row, to_column): &(usize, usize)| {
            let (y, x) = (to_row as isize - row as isize, to_column as isize - column as isize);
            let (along, aside) = (y * down + x * across, (y * across).abs() + (x * down).abs());
            (along > 0 && (down != 0 || aside == 0)).then_some((along, aside))
        };
        let next = self.cells.iter().filter_map(|cell| Some((far(cell)?, *cell))).min();
        self.cursor = next.map_or(self.cursor, |(_, cell)| cell);
    }

    /// What comes after the mark under the cursor when Space is pressed.
    fn next_mark(&self) -> char {
        let (row, column) = self.cursor;
        let now = self.lines[row][column];
        let place = self.marks.iter().position(|mark| *mark == now);
        // After the last mark, and after what is no mark, the square is free again.
        place.and_then(|place| self.marks.get(place + 1)).copied().unwrap_or(FREE)
    }

    fn put(&mut self, letter: char) {
        let (row, column) = self.cursor;
        self.lines[row][column] = letter;
    }

    fn insert(&mut self, letter: char) {
        let (row, column) = self.cursor;
        if let Some(line) = self.lines.get_mut(row) {
            line.insert(column.min(line.len()), letter);
            self.cursor.1 = column + 1;
        }
    }

    fn remove(&mut self, column: usize) {
        if let Some(line) = self.lines.get_mut(self.cursor.0)
            && column < line.len()
        {
            line.remove(column);
        }
    }

    /// From now on every character can be edited: some games write more than their squares.
    fn edit_as_text(&mut self) {
        self.cells.clear();
        self.message = "every character can be edited now".to_string();
    }

    /// Empties all squares.
    fn clear(&mut self) {
        for &(row, column) in &self.cells {
            self.lines[row][column] = FREE;
        }
    }

    /// Lets the other side move, where the text says whose turn it is.
    fn change_side(&mut self) {
        match other_side(&self.text()) {
            Some(text) => {
                self.lines = text.lines().map(|line| line.chars().collect()).collect();
                self.message = "the other side is to move".to_string();
            }
            None => self.message = "who is to move follows from what is on the board".to_string(),
        }
    }

    /// Draws the text in the middle of an area.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        // An empty text has no width.
        let width = self.lines.iter().map(Vec::len).max().unwrap_or(0) as u16;
        let height = self.lines.len() as u16;
        self.corner = Position {
            x: area.x + area.width.saturating_sub(width) / 2,
            y: area.y + area.height.saturating_sub(height) / 2,
        };
        let corner = self.corner;
        let at = |row: usize, column: usize| Position {
            x: corner.x.saturating_add(column as u16),
            y: corner.y.saturating_add(row as u16),
        };
        for (row, line) in self.lines.iter().enumerate() {
            for (column, letter) in
                line.iter().enumerate().filter(|(column, _)| area.contains(at(row, *column)))
            {
                frame.buffer_mut()[at(row, column)].set_char(*letter);
            }
        }
        let cursor = at(self.cursor.0, self.cursor.1);
        if area.contains(cursor) {
            frame.buffer_mut()[cursor].set_style(Style::new().add_modifier(Modifier::REVERSED));
        }
    }
}

/// What can stand on a square: nothing, and every mark that is seen in a random game.
fn marks(game: &AnyGame) -> Vec<char> {
    const PLIES: usize = 40;
    let (mut found, mut state, mut random) = (vec![FREE], game.initial(), Random::new(1));
    for _ in 0..PLIES {
        let look = game.look(&state);
        let marks = look.grids().iter().flat_map(|grid| &grid.cells).filter_map(|cell| cell.mark.as_ref());
        for letter in marks.filter_map(|mark| only(&mark.text)) {
            if !found.contains(&letter) {
                found.push(letter);
            }
        }
        if game.outcome(&state).is_some() {
            break;
        }
        match random.choose(game.moves(&state)) {
            Some(mv) => game.play(&mut state, mv),
            None => break,
        }
    }
    found
}

/// The only letter of a text.
fn only(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// The same position with the other side to move, if the text says whose turn it is.
fn other_side(text: &str) -> Option<String> {
    const NAMES: [[&str; 2]; 4] = [["x", "o"], ["first", "second"], ["white", "black"], ["w", "b"]];
    let pairs = NAMES.into_iter().flat_map(|[one, other]| [(one, other), (other, one)]);
    let changed = |(one, other): (&str, &str)| {
        let phrase = format!("{one} to move");
        let begins = |place: &usize| !text[..*place].ends_with(char::is_alphanumeric);
        let place = text.match_indices(&phrase).map(|(place, _)| place).find(begins)?;
        Some(format!("{}{other}{}", &text[..place], &text[place + one.len()..]))
    };
    pairs.into_iter().find_map(changed)
}

#[cfg(test)]
mod tests {
    use games::mnk::{Mnk, Rule};
    use games::nim::Nim;

    use super::*;

    fn press(editor: &mut Editor, code: KeyCode) -> Edited {
        editor.key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    fn editor(game: &AnyGame) -> Editor {
        let start = game.initial();
        Editor::new(game, &game.board_text(&start), &Board::new(game, &start, None, &start))
    }

    #[test]
    fn squares_are_set_and_the_position_is_read_as_the_game_reads_it() {
        let game = AnyGame::new(Mnk::<u64>::new(3, 3, 3, Rule::Normal));
        let mut editor = editor(&game);
        // Space goes through the marks; letters set them; Delete takes them away.
        press(&mut editor, KeyCode::Char(' '));
        assert_eq!(editor.text(), "3 . . .\n2 . x .\n1 . . .\n  a b c");
        press(&mut editor, KeyCode::Up);
        press(&mut editor, KeyCode::Left);
        press(&mut editor, KeyCode::Char('o'));
        press(&mut editor, KeyCode::End);
        press(&mut editor, KeyCode::Char(' '));
        assert_eq!(editor.text(), "3 o . x\n2 . x .\n1 . . .\n  a b c");
        assert!(game.parse_board(&editor.text()).is_ok());
        for _ in 0..2 {
            press(&mut editor, KeyCode::Char(' '));
        }
        press(&mut editor, KeyCode::Home);
        press(&mut editor, KeyCode::Delete);
        assert_eq!(editor.text(), "3 . . .\n2 . x .\n1 . . .\n  a b c");
        press(&mut editor, KeyCode::Tab);
        assert_eq!(editor.message, "who is to move follows from what is on the board");
        editor.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert_eq!(editor.text(), game.board_text(&game.initial()));
        assert_eq!(press(&mut editor, KeyCode::Enter), Edited::Done);
    }

    #[test]
    fn heaps_are_edited_as_text_and_the_other_side_may_move() {
        let game = AnyGame::new(Nim::new(&[3, 4], false));
        let mut editor = editor(&game);
        press(&mut editor, KeyCode::Tab);
        assert!(editor.text().ends_with("second to move"), "{}", editor.text());
        press(&mut editor, KeyCode::End);
        for _ in 0..5 {
            press(&mut editor, KeyCode::Backspace);
        }
        press(&mut editor, KeyCode::Char('1'));
        let state = game.parse_board(&editor.text());
        assert!(state.is_ok(), "{:?}\n{}", state, editor.text());
    }

    #[test]
    fn sides_have_names_of_their_own() {
        assert_eq!(other_side("x to move in any board").as_deref(), Some("o to move in any board"));
        assert_eq!(other_side("a 3\nsecond to move").as_deref(), Some("a 3\nfirst to move"));
        assert_eq!(other_side("3 . x\nbox to move"), None);
        assert_eq!(other_side("3 . x"), None);
    }
}
