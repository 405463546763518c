//! What the keys and the mouse do.

use game::Pick;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use super::app::{App, Mode, Question};

/// The keys, and what they do.
pub(super) const KEYS: [(&str, &str); 16] = [
    ("arrows", "move the cursor"),
    ("Enter, Space", "play there, or pick it"),
    ("Esc", "take back what was picked"),
    ("Tab", "to the list of moves, and back"),
    ("1 to 9", "play into this column, where marks fall"),
    (":", "type a move"),
    ("u, r", "undo, redo"),
    ("h", "hints: what each move is worth"),
    ("+, -", "stronger, weaker engine"),
    ("d", "propose a draw"),
    ("R", "resign"),
    ("s", "save the game"),
    ("n", "new game"),
    ("mouse", "click on a square or a move to play it"),
    ("?", "this help"),
    ("q, Esc", "leave"),
];

/// What is asked about a draw or a file is answered with `y` only: Enter may have been meant for something before.
fn code_is_yes(code: KeyCode) -> bool {
    matches!(code, KeyCode::Char('y' | 'Y'))
}

impl App<'_> {
    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.leave_now();
        }
        // Nothing else is meant by keys with Ctrl or Alt.
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return;
        }
        match std::mem::replace(&mut self.mode, Mode::Board) {
            Mode::Board => self.board_key(key.code),
            Mode::Typing(text) => self.text_key(key.code, text, Mode::Typing, App::play_text),
            Mode::Saving(text) => self.text_key(key.code, text, Mode::Saving, App::save),
            Mode::Choosing(options, place) => self.choosing_key(key.code, options, place),
            Mode::Help => {}
            Mode::Asking(question @ Question::Draw(_)) if code_is_yes(key.code) => self.confirmed(question),
            Mode::Asking(question @ Question::Draw(_)) => self.denied(question),
            Mode::Asking(question) if matches!(key.code, KeyCode::Char('y' | 'q') | KeyCode::Enter) => {
                self.confirmed(question);
            }
            Mode::Asking(question) => self.denied(question),
            Mode::Replacing(place) if code_is_yes(key.code) => self.save_now(&place),
            Mode::Replacing(place) => self.mode = Mode::Saving(place),
        }
    }

    fn board_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Left => self.go(-1, 0),
            KeyCode::Right => self.go(1, 0),
            KeyCode::Up => self.go(0, -1),
            KeyCode::Down => self.go(0, 1),
            KeyCode::PageUp => self.skip(-10),
            KeyCode::PageDown => self.skip(10),
            KeyCode::Home => self.skip(isize::MIN),
            KeyCode::End => self.skip(isize::MAX),
            KeyCode::Tab | KeyCode::BackTab => self.change_side(),
            KeyCode::Enter | KeyCode::Char(' ') => self.play_here(),
            KeyCode::Char(':' | '/') => self.mode = Mode::Typing(String::new()),
            KeyCode::Esc | KeyCode::Backspace if self.go_back() => {}
            KeyCode::Char(digit @ '1'..='9') => self.drop_into(digit),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('h') => self.hints = !self.hints,
            KeyCode::Char('+' | '=') => self.change_level(1),
            KeyCode::Char('-') => self.change_level(-1),
            KeyCode::Char('d') => self.propose_draw(),
            KeyCode::Char('R') => self.unless_idle(Question::Resign),
            KeyCode::Char('s') => self.mode = Mode::Saving("game.txt".to_string()),
            KeyCode::Char('n') => self.unless_idle(Question::BeginAgain),
            KeyCode::Char('?') | KeyCode::F(1) => self.mode = Mode::Help,
            KeyCode::Char('q') | KeyCode::Esc => self.unless_idle(Question::Leave),
            _ => {}
        }
    }

    fn text_key(
        &mut self,
        code: KeyCode,
        mut text: String,
        mode: fn(String) -> Mode,
        done: fn(&mut Self, &str),
    ) {
        const LONGEST: usize = 200;
        match code {
            KeyCode::Enter if text.trim().is_empty() => {}
            KeyCode::Enter => done(self, &text),
            KeyCode::Esc => {}
            KeyCode::Backspace => {
                text.pop();
                self.mode = mode(text);
            }
            KeyCode::Char(letter) if text.len() < LONGEST => {
                text.push(letter);
                self.mode = mode(text);
            }
            _ => self.mode = mode(text),
        }
    }

    fn choosing_key(&mut self, code: KeyCode, options: Vec<Pick>, place: usize) {
        let last = options.len().saturating_sub(1);
        match code {
            KeyCode::Up | KeyCode::Left => self.mode = Mode::Choosing(options, place.saturating_sub(1)),
            KeyCode::Down | KeyCode::Right => self.mode = Mode::Choosing(options, (place + 1).min(last)),
            KeyCode::Enter | KeyCode::Char(' ') => {
                if let Some(pick) = options.get(place) {
                    self.choose(pick);
                }
            }
            KeyCode::Esc | KeyCode::Backspace => {
                self.go_back();
            }
            _ => self.mode = Mode::Choosing(options, place),
        }
    }

    /// Plays into the column of this name, where marks fall.
    fn drop_into(&mut self, digit: char) {
        if let Some(pick) = self.session.board().in_column(&digit.to_string()) {
            self.in_list = false;
            self.picked.clear();
            self.choose(&pick);
        }
    }

    /// The mouse did something.
    pub fn mouse(&mut self, mouse: MouseEvent) {
        let position = Position { x: mouse.column, y: mouse.row };
        let at = |areas: &[Rect]| areas.iter().position(|area| area.contains(position));
        let clicks = match mouse.kind {
            MouseEventKind::Moved => false,
            MouseEventKind::Down(MouseButton::Left) => true,
            MouseEventKind::Down(MouseButton::Right) => {
                if matches!(self.mode, Mode::Board | Mode::Choosing(..)) {
                    self.go_back();
                }
                return;
            }
            _ => return,
        };
        match &self.mode {
            Mode::Choosing(options, _) => {
                let place = at(&self.choices);
                let Some((place, pick)) = place.and_then(|place| Some((place, options.get(place)?))) else {
                    return;
                };
                match clicks {
                    true => self.choose(&pick.clone()),
                    false => self.mode = Mode::Choosing(options.clone(), place),
                }
            }
            Mode::Board => match (at(&self.rows), at(&self.areas)) {
                (Some(row), _) => self.point_at_list(row, clicks),
                (None, Some(area)) => self.point(area, clicks),
                (None, None) => {}
            },
            _ => {}
        }
    }

    fn point_at_list(&mut self, row: usize, clicks: bool) {
        (self.in_list, self.list_cursor) = (true, row);
        if clicks {
            self.play_here();
        }
    }
}
