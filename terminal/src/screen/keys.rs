//! What the keys and the mouse do.

use game::{Pick, Player as Side};
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use super::app::{App, Mode, Question};
use super::prompt::{Edited, Prompt};
use crate::Session;

/// The keys that do something here, and what they do.
pub(super) fn keys_of(session: &Session<'_>) -> Vec<(&'static str, &'static str)> {
    let (is_puzzle, is_watched) = (session.is_puzzle(), session.is_watched());
    let has_engine = !is_puzzle && Side::BOTH.into_iter().any(|side| !session.is_person(side));
    let has_person = !is_puzzle && !is_watched;
    let all = [
        ("arrows", "move the cursor", !is_watched),
        ("Enter, Space", "play there, or pick it", !is_watched),
        ("Esc", "undo a pick", !is_watched),
        ("Tab", "go to the list of moves, and back", !is_watched && session.board().has_list()),
        ("1 to 9", "play in this column", session.board().falls() && !is_watched),
        (":", "type a move", !is_watched),
        ("u, r", "undo, redo", !is_watched),
        ("h", "hints: what each move is worth", !is_puzzle),
        ("h", "hints: how far the solution is after each move", is_puzzle),
        ("+, -", "stronger, weaker engine", has_engine && !is_watched),
        ("←, →", "when it is over: look through it; Home, End", !is_watched),
        ("←, →", "look through it, or make one move; Home, End", is_watched),
        ("Space, +, -", "pause, faster, slower", is_watched),
        ("e", "set up a position", true),
        ("d", "propose a draw", has_person),
        ("R", "resign", has_person),
        ("s", "save the game", true),
        ("n", "new game", !is_puzzle),
        ("n", "begin again", is_puzzle),
        ("mouse", "click on a square or a move to play it", !is_watched),
        ("?", "this help", true),
        ("q, Esc", "leave", true),
    ];
    all.into_iter().filter(|(.., works)| *works).map(|(key, what, _)| (key, what)).collect()
}

/// Questions are answered with `y` only: Enter, or a second `q`, may have been meant for something else.
fn code_is_yes(code: KeyCode) -> bool {
    matches!(code, KeyCode::Char('y' | 'Y'))
}

impl App<'_> {
    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        // Only where text is typed do keys with Ctrl or Alt mean anything.
        let with_others = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        if with_others && !matches!(self.mode, Mode::Typing(_) | Mode::Saving(_) | Mode::Editing(_)) {
            return;
        }
        match std::mem::replace(&mut self.mode, Mode::Board) {
            Mode::Board => self.board_key(key.code),
            Mode::Typing(prompt) => self.text_key(key, prompt, Mode::Typing, App::play_text),
            Mode::Saving(prompt) => self.text_key(key, prompt, Mode::Saving, App::save),
            Mode::Choosing(options, place) => self.choosing_key(key.code, options, place),
            Mode::Help => {}
            Mode::Editing(mut editor) => match editor.key(key) {
                Edited::Done => self.set_up(editor),
                Edited::Cancelled => self.message = "the game goes on".to_string(),
                Edited::Typing => self.mode = Mode::Editing(editor),
            },
            Mode::Asking(question) if code_is_yes(key.code) => self.confirmed(question),
            Mode::Asking(question) => self.denied(question),
            Mode::Replacing(place) if code_is_yes(key.code) => self.save_now(&place),
            Mode::Replacing(place) => self.mode = Mode::Saving(Prompt::offering(&place)),
        }
    }

    fn board_key(&mut self, code: KeyCode) {
        if self.session.is_looked_through() && self.browsing_key(code) {
            return;
        }
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
            KeyCode::Char(':' | '/') => self.mode = Mode::Typing(Prompt::default()),
            KeyCode::Esc | KeyCode::Backspace if self.go_back() => {}
            KeyCode::Char(digit @ '1'..='9') => self.drop_into(digit),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('h') => self.hints = !self.hints,
            KeyCode::Char('+' | '=') => self.change_level(1),
            KeyCode::Char('-') => self.change_level(-1),
            KeyCode::Char('e') => self.edit(),
            KeyCode::Char('d') => self.propose_draw(),
            KeyCode::Char('R') if self.session.is_puzzle() => self.resign(),
            KeyCode::Char('R') => self.unless_idle(Question::Resign),
            KeyCode::Char('s') => self.mode = Mode::Saving(Prompt::offering("game.txt")),
            KeyCode::Char('n') => self.unless_idle(Question::BeginAgain),
            KeyCode::Char('?') | KeyCode::F(1) => self.mode = Mode::Help,
            KeyCode::Char('q') | KeyCode::Esc => self.unless_idle(Question::Leave),
            _ => {}
        }
    }

    /// What keys do where a game is looked through. Whether this is one of them.
    fn browsing_key(&mut self, code: KeyCode) -> bool {
        let goes_on = self.session.table().ending().is_none();
        let is_watched = self.session.is_watched();
        match code {
            KeyCode::Left => self.browse(-1),
            KeyCode::Right => self.browse(1),
            KeyCode::PageUp => self.browse(-10),
            KeyCode::PageDown => self.browse(10),
            KeyCode::Home => self.browse(isize::MIN),
            KeyCode::End => self.browse(isize::MAX),
            KeyCode::Char('u') | KeyCode::Backspace if is_watched => self.browse(-1),
            KeyCode::Char('r') if is_watched => self.browse(1),
            KeyCode::Char(' ') if goes_on => self.toggle_pause(),
            KeyCode::Char('+' | '=') if goes_on => self.change_speed(1),
            KeyCode::Char('-') if goes_on => self.change_speed(-1),
            _ => return false,
        }
        true
    }

    fn text_key(
        &mut self,
        key: KeyEvent,
        mut prompt: Prompt,
        mode: fn(Prompt) -> Mode,
        done: fn(&mut Self, &str),
    ) {
        match prompt.key(key) {
            Edited::Done if prompt.text().trim().is_empty() => {}
            Edited::Done => done(self, &prompt.text()),
            Edited::Cancelled => {}
            Edited::Typing => self.mode = mode(prompt),
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

    /// Handles an event of the mouse.
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
        if let Mode::Editing(editor) = &mut self.mode {
            if clicks {
                editor.click(position);
            }
            return;
        }
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
