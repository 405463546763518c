//! The board, and what lies over it.

use arena::{AnyMove, Hint};
use game::Pick;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::app::{App, Mode, Question};
use super::edit::EDITOR_KEYS;
use super::grid::Grid;
use super::keys::keys_of;
use super::prompt::Prompt;
use super::squares;
use crate::board::Area;
use crate::words::{FAVOURITE, chances_text, hint_sign, hint_text, mark};

/// What stands beside the board takes so much, if there is room for it and the board.
const SIDE: u16 = 30;

impl App<'_> {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let [head, middle, message, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(3),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(frame.area());
        frame.render_widget(
            self.headline(frame.area().width).style(Style::new().add_modifier(Modifier::REVERSED)),
            head,
        );
        let needed = self.session.board().width() as u16 + 2 + SIDE;
        let side = if frame.area().width >= needed.max(2 * SIDE) { SIDE } else { 0 };
        let [board, panel] =
            Layout::horizontal([Constraint::Min(10), Constraint::Length(side)]).areas(middle);
        self.draw_board(frame, board);
        self.rows = self.draw_panel(frame, panel);
        frame.render_widget(self.message_line(), message);
        frame.render_widget(Line::styled(self.short_help(), Style::new().add_modifier(Modifier::DIM)), keys);
        self.draw_over(frame);
    }

    /// The keys that are of most use now.
    fn short_help(&self) -> &'static str {
        let is_over = self.session.table().ending().is_some();
        if matches!(self.mode, Mode::Editing(_)) {
            return EDITOR_KEYS;
        }
        match (is_over, self.session.is_watched()) {
            (true, false) => "← → Home End look through  u undo  n new game  h hints  s save  ? help  q",
            _ if self.session.is_puzzle() && !is_over => {
                "arrows, Enter play  : type  u r undo redo  h hints  s save  n again  ? help  q"
            }
            (true, true) => "← → Home End look through  n new game  h hints  s save  ? help  q leave",
            (false, true) => "Space pause  ← → look through, step  + - speed  h hints  s save  ? help  q",
            (false, false) => {
                "arrows, Enter play  : type  u r undo redo  h hints  + - level  s save  ? help  q"
            }
        }
    }

    fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let block = Block::bordered();
        let inner = block.inner(area);
        frame.render_widget(block, area);
        if let Mode::Editing(editor) = &mut self.mode {
            editor.draw(frame, inner);
            self.areas.clear();
            return;
        }
        let board = self.session.board();
        let focus = self.spots().get(self.cursor).map(|spot| (spot.row, spot.column));
        // Where there is nothing to look at, the upper left corner is shown.
        let focus = focus.or(board.changed.first().copied()).unwrap_or((0, 0));
        let grid = Grid::new(board, inner, focus);
        squares::draw(frame, board, &grid, inner);
        self.draw_picked(frame, &grid, inner);
        self.draw_hints(frame, &grid, inner);
        self.draw_cursor(frame, &grid, inner);
        self.areas = board.areas.iter().map(|area| grid.area(area).intersection(inner)).collect();
    }

    /// What was picked of a move so far.
    fn draw_picked(&self, frame: &mut Frame<'_>, grid: &Grid, inner: Rect) {
        let board = self.session.board();
        for area in self.picked.iter().filter_map(|pick| board.area_of(pick)).map(|area| &board.areas[area]) {
            let style = Style::new().bg(Color::Indexed(54)).add_modifier(Modifier::BOLD);
            frame.buffer_mut().set_style(grid.area(area).intersection(inner), style);
            draw_around(frame, area, grid, inner, ['(', ')']);
        }
    }

    /// What each move is worth, where it would be made.
    fn draw_hints(&self, frame: &mut Frame<'_>, grid: &Grid, inner: Rect) {
        if !self.hints {
            return;
        }
        for spot in self.spots().into_iter().filter(|spot| spot.is_free()) {
            let position = grid.place(spot.row, spot.column);
            let sign = self.sign_of(&self.moves_of(spot));
            if sign.is_empty() || !inner.contains(position) {
                continue;
            }
            let shown = if grid.is_roomy() { &sign[..] } else { &sign[..1] };
            frame.buffer_mut().set_string(position.x, position.y, shown, sign_style(&sign));
        }
    }

    /// What is known of the best of some moves, in a letter or two; a star if one of them is the engine's favourite and
    /// no more is known.
    pub(super) fn sign_of(&self, moves: &[AnyMove]) -> String {
        let hints = moves.iter().filter_map(|mv| self.advice.hint(*mv));
        let best = hints.max_by_key(|hint| (hint.worth.least(), hint.worth.most()));
        let sign = match (self.session.is_puzzle(), best) {
            // Of a puzzle only the distance counts.
            (true, Some(hint)) => hint_sign(hint).trim_start_matches('W').to_string(),
            (false, Some(hint)) => hint_sign(hint),
            (_, None) => String::new(),
        };
        let favourite = self.advice.estimate().filter(|favourite| moves.contains(&favourite.mv));
        if sign.is_empty() && favourite.is_some() { FAVOURITE.to_string() } else { sign }
    }

    fn draw_cursor(&self, frame: &mut Frame<'_>, grid: &Grid, inner: Rect) {
        let spots = self.spots();
        let Some(spot) = spots.get(self.cursor) else { return };
        if !self.session.waits_for_a_person() || self.is_in_list() {
            return;
        }
        let area = grid.area(spot).intersection(inner);
        frame.buffer_mut().set_style(area, Style::new().add_modifier(Modifier::REVERSED));
        draw_around(frame, spot, grid, inner, ['[', ']']);
        let before = grid.place(spot.row, spot.first().saturating_sub(2));
        if spot.square.is_none() && inner.contains(before) {
            frame.buffer_mut()[before].set_char('>');
        }
    }

    /// What was said last, or what is being typed.
    fn message_line(&self) -> Line<'static> {
        match &self.mode {
            Mode::Typing(prompt) => prompt_line("move: ", prompt),
            Mode::Saving(prompt) => prompt_line("save to: ", prompt),
            Mode::Editing(editor) => Line::raw(editor.message.clone()),
            Mode::Asking(question) => Line::raw(format!("{} {YES_OR_NO}", question_text(*question))),
            Mode::Replacing(place) => Line::raw(format!("{place} exists already. Replace it? {YES_OR_NO}")),
            _ => {
                let said = if self.picked.is_empty() { self.message.clone() } else { self.picked_text() };
                let more = self.hint_here().or_else(|| {
                    let lists = self.is_in_list() && self.session.waits_for_a_person();
                    let marked: Vec<String> = self.here().iter().map(|mv| self.session.text(*mv)).collect();
                    lists.then(|| format!("Enter plays {}", marked.join(" ")))
                });
                Line::raw(more.map_or(said.clone(), |more| format!("{said}   {more}")))
            }
        }
    }

    /// What was picked so far.
    fn picked_text(&self) -> String {
        let names: Vec<String> = self.picked.iter().map(|pick| self.session.board().name_of(pick)).collect();
        format!("{} …   Esc goes back", names.join(" ")).trim_start().to_string()
    }

    /// What the move under the cursor is worth.
    fn hint_here(&self) -> Option<String> {
        /// Of more, only the best is shown.
        const MOST: usize = 5;
        if !self.hints || !self.session.waits_for_a_person() {
            return None;
        }
        let hints: Vec<&Hint<AnyMove>> = self.here().iter().filter_map(|mv| self.advice.hint(*mv)).collect();
        let text = |hint: &Hint<AnyMove>| {
            let favourite = self.advice.estimate().filter(|favourite| favourite.mv == hint.mv);
            let estimate = favourite.map_or(String::new(), |favourite| {
                let chances = chances_text(favourite.balance);
                format!(", the engine's favourite (estimate: {chances})")
            });
            format!("{}: {}{estimate}", self.session.text(hint.mv), hint_text(hint, self.session.is_puzzle()))
        };
        match hints.len() {
            0 => self.is_thinking().then(|| "thinking …".to_string()),
            1..=MOST => Some(hints.into_iter().map(text).collect::<Vec<String>>().join(", ")),
            _ => hints.into_iter().max_by_key(|hint| (hint.worth.least(), hint.worth.most())).map(text),
        }
    }

    /// What lies over the board: help, or a choice.
    fn draw_over(&mut self, frame: &mut Frame<'_>) {
        match &self.mode {
            Mode::Help => {
                let keys = keys_of(&self.session);
                let lines = keys.into_iter().map(|(key, what)| Line::raw(format!(" {key:<13} {what}")));
                popup(frame, " Keys ", lines.collect());
            }
            Mode::Choosing(options, place) => {
                let line = |(number, pick): (usize, &Pick)| {
                    let style = if number == *place { Modifier::REVERSED } else { Modifier::empty() };
                    Line::styled(format!(" {} ", self.option_text(pick)), Style::new().add_modifier(style))
                };
                // Of more than there is room for, those around the one that is marked.
                let room = usize::from(frame.area().height.saturating_sub(2)).max(1);
                let from = place.saturating_sub(room / 2).min(options.len().saturating_sub(room));
                let lines = options.iter().enumerate().skip(from).take(room).map(line).collect();
                let shown = popup(frame, " Which? ", lines);
                self.choices = std::iter::repeat_n(Rect::ZERO, from).chain(shown).collect();
            }
            _ => {}
        }
    }

    /// What can be picked next, in words: the move, if that makes one.
    fn option_text(&self, pick: &Pick) -> String {
        let picked: Vec<Pick> = self.picked.iter().chain([pick]).cloned().collect();
        let board = self.session.board();
        board.choices.chosen(&picked).map_or_else(|| board.name_of(pick), |mv| self.session.text(mv))
    }
}

/// How every question is answered.
const YES_OR_NO: &str = "y = yes, any other key = no";

fn question_text(question: Question) -> String {
    match question {
        Question::Leave => "Leave this game?".to_string(),
        Question::BeginAgain => "Give this game up and begin a new one?".to_string(),
        Question::Resign => "Resign?".to_string(),
        Question::Draw(side) => format!("{}, do you agree to a draw?", mark(side)),
    }
}

/// What is being typed, with its cursor. An offered text is shown like selected text: typing replaces it.
fn prompt_line(title: &'static str, prompt: &Prompt) -> Line<'static> {
    let reversed = Style::new().add_modifier(Modifier::REVERSED);
    let rest = if prompt.is_offered() { reversed } else { Style::new() };
    let [before, under, after] = prompt.parts();
    let under = if under.is_empty() { " ".to_string() } else { under };
    Line::from(vec![
        Span::raw(title),
        Span::styled(before, rest),
        Span::styled(under, reversed),
        Span::styled(after, rest),
    ])
}

/// Two characters on either side of a square, if it is large.
fn draw_around(frame: &mut Frame<'_>, area: &Area, grid: &Grid, inner: Rect, signs: [char; 2]) {
    let (square, position) = (grid.area(area).intersection(inner), grid.place(area.row, area.column));
    if area.square.is_some() && square.width > 1 && inner.contains(position) {
        for (sign, x) in signs.into_iter().zip([square.x, square.right() - 1]) {
            frame.buffer_mut()[(x, position.y)].set_char(sign);
        }
    }
}

/// Something over the middle of the screen. Where its lines are.
fn popup(frame: &mut Frame<'_>, title: &str, lines: Vec<Line<'static>>) -> Vec<Rect> {
    // A popup without lines is as wide as its title.
    let width = lines.iter().map(Line::width).max().unwrap_or(0).max(title.len()) as u16 + 3;
    let height = lines.len() as u16 + 2;
    let all = frame.area();
    let area = Rect {
        x: all.x + all.width.saturating_sub(width) / 2,
        y: all.y + all.height.saturating_sub(height) / 2,
        width: width.min(all.width),
        height: height.min(all.height),
    };
    let rows = rows_within(area, lines.len());
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title.to_string())), area);
    rows
}

/// Where the first `count` lines inside a frame are; nowhere, where there is no room for them.
pub(super) fn rows_within(area: Rect, count: usize) -> Vec<Rect> {
    let inner = area.inner(Margin::new(1, 1));
    let row = |place: usize| match place < usize::from(inner.height) {
        true => Rect { y: inner.y + place as u16, height: 1, ..inner },
        false => Rect::ZERO,
    };
    (0..count).map(row).collect()
}

/// The colour of a win, a draw, a loss or an estimate.
pub(super) fn sign_style(sign: &str) -> Style {
    let colour = match sign.chars().next() {
        Some('W') => Color::Green,
        Some('D') => Color::Yellow,
        Some('L') => Color::Red,
        _ if sign == FAVOURITE => Color::Magenta,
        _ => Color::Gray,
    };
    Style::new().fg(colour).add_modifier(Modifier::BOLD)
}
