//! The board, and what lies over it.

use arena::{AnyMove, Hint};
use game::Pick;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::app::{App, Mode, Question};
use super::grid::Grid;
use super::keys::KEYS;
use super::squares;
use crate::board::Area;
use crate::words::{hint_sign, hint_text, mark};

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
        let short = "arrows, Enter play  : type  u r undo redo  h hints  + - level  s save  ? help  q";
        frame.render_widget(Line::styled(short, Style::new().add_modifier(Modifier::DIM)), keys);
        self.draw_over(frame);
    }

    fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let block = Block::bordered();
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let board = self.session.board();
        let focus = self.spots().get(self.cursor).map(|spot| (spot.row, spot.column));
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
            let moves = self.moves_of(spot);
            let hints = moves.iter().filter_map(|mv| self.advice.hint(*mv));
            let Some(hint) = hints.max_by_key(|hint| (hint.least, hint.most)) else { continue };
            if !inner.contains(position) {
                continue;
            }
            let (sign, plies) = hint_sign(hint);
            let plies = plies.filter(|_| grid.is_roomy()).map_or(String::new(), |plies| plies.to_string());
            frame.buffer_mut().set_string(position.x, position.y, format!("{sign}{plies}"), sign_style(sign));
        }
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
        let cursor = Span::styled(" ", Style::new().add_modifier(Modifier::REVERSED));
        match &self.mode {
            Mode::Typing(text) => Line::from(vec![Span::raw(format!("move: {text}")), cursor]),
            Mode::Saving(text) => Line::from(vec![Span::raw(format!("save to: {text}")), cursor]),
            Mode::Asking(Question::Leave) => Line::raw("leave this game? y leaves, any other key goes on"),
            Mode::Asking(Question::BeginAgain) => {
                Line::raw("give this game up for a new one? y does, any other key goes on")
            }
            Mode::Asking(Question::Resign) => Line::raw("resign? y does, any other key goes on"),
            Mode::Asking(Question::Draw(side)) => {
                let asked = mark(*side);
                Line::raw(format!("{asked}, is a draw welcome? y agrees, any other key goes on"))
            }
            Mode::Replacing(place) => {
                Line::raw(format!("{place} is there already: y replaces it, any other key does not"))
            }
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
        /// Of more, only the best is told.
        const MOST: usize = 5;
        if !self.hints || !self.session.waits_for_a_person() {
            return None;
        }
        let hints: Vec<&Hint<AnyMove>> = self.here().iter().filter_map(|mv| self.advice.hint(*mv)).collect();
        let text = |hint: &Hint<AnyMove>| format!("{}: {}", self.session.text(hint.mv), hint_text(hint));
        match hints.len() {
            0 => self.is_thinking().then(|| "thinking …".to_string()),
            1..=MOST => Some(hints.into_iter().map(text).collect::<Vec<String>>().join(", ")),
            _ => hints.into_iter().max_by_key(|hint| (hint.least, hint.most)).map(text),
        }
    }

    /// What lies over the board: help, or a choice.
    fn draw_over(&mut self, frame: &mut Frame<'_>) {
        match &self.mode {
            Mode::Help => {
                let lines = KEYS.iter().map(|(key, what)| Line::raw(format!(" {key:<13} {what}")));
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

/// The first so many lines inside a frame; nowhere, where there is no room for them.
pub(super) fn rows_within(area: Rect, count: usize) -> Vec<Rect> {
    let inner = area.inner(Margin::new(1, 1));
    let row = |place: usize| match u16::try_from(place).ok().filter(|place| *place < inner.height) {
        Some(place) => Rect { y: inner.y + place, height: 1, ..inner },
        None => Rect::ZERO,
    };
    (0..count).map(row).collect()
}

/// The colour of a win, a draw or a loss.
pub(super) fn sign_style(sign: char) -> Style {
    let colour = match sign {
        'W' => Color::Green,
        'D' => Color::Yellow,
        'L' => Color::Red,
        _ => Color::Gray,
    };
    Style::new().fg(colour).add_modifier(Modifier::BOLD)
}
