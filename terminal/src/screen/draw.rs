//! The board, and what lies over it.

use arena::AnyMove;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::app::{App, Mode, Question};
use super::grid::Grid;
use super::keys::KEYS;
use crate::board::{Board, FREE};
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
        let list = self.draw_panel(frame, panel);
        if !list.is_empty() {
            self.spots = list;
        }
        frame.render_widget(self.message_line(), message);
        let short = "arrows, Enter play  : type  u r undo redo  h hints  + - level  s save  ? help  q";
        frame.render_widget(Line::styled(short, Style::new().add_modifier(Modifier::DIM)), keys);
        self.draw_over(frame);
    }

    fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let block = Block::bordered();
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let board = self.session.board().clone();
        let focus = board.spots.get(self.cursor).map(|spot| (spot.row, spot.column));
        let focus = focus.or(board.changed.first().copied()).unwrap_or((0, 0));
        let grid = Grid::new(&board, self.session.first_board().squares_width(), inner, focus);
        draw_squares(frame, &board, self.session.first_board(), &grid, inner);
        self.spots = board.spots.iter().map(|s| grid.square(s.row, s.column).intersection(inner)).collect();
        self.draw_hints(frame, &grid, inner);
        self.draw_cursor(frame, &grid, inner);
    }

    /// What each move is worth, where it would be made.
    fn draw_hints(&self, frame: &mut Frame<'_>, grid: &Grid, inner: Rect) {
        if !self.hints {
            return;
        }
        for spot in &self.session.board().spots {
            let position = grid.place(spot.row, spot.column);
            let hints = spot.moves.iter().filter_map(|mv| self.advice.hint(*mv));
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
        let Some(spot) = self.session.board().spots.get(self.cursor) else { return };
        if !self.session.waits_for_a_person() {
            return;
        }
        let square = grid.square(spot.row, spot.column).intersection(inner);
        let position = grid.place(spot.row, spot.column);
        frame.buffer_mut().set_style(square, Style::new().add_modifier(Modifier::REVERSED));
        if square.width > 1 && inner.contains(position) {
            let (left, right) = (square.x, square.right() - 1);
            frame.buffer_mut()[(left, position.y)].set_char('[');
            frame.buffer_mut()[(right, position.y)].set_char(']');
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
            _ => Line::raw(match self.hint_here() {
                Some(hint) => format!("{}   {hint}", self.message),
                None if self.has_list() && self.session.waits_for_a_person() => {
                    let marked: Vec<String> =
                        self.here().into_iter().map(|mv| self.session.text(mv)).collect();
                    format!("{}   Enter plays {}", self.message, marked.join(" "))
                }
                None => self.message.clone(),
            }),
        }
    }

    /// What the move under the cursor is worth.
    fn hint_here(&self) -> Option<String> {
        let moves: Vec<AnyMove> = self.here();
        if !self.hints || !self.session.waits_for_a_person() {
            return None;
        }
        let texts = moves.iter().filter_map(|mv| {
            let hint = self.advice.hint(*mv)?;
            Some(format!("{}: {}", self.session.text(*mv), hint_text(hint)))
        });
        let texts: Vec<String> = texts.collect();
        match texts.is_empty() {
            true => self.is_thinking().then(|| "thinking …".to_string()),
            false => Some(texts.join(", ")),
        }
    }

    /// What lies over the board: help, or a choice.
    fn draw_over(&mut self, frame: &mut Frame<'_>) {
        match &self.mode {
            Mode::Help => {
                let lines = KEYS.iter().map(|(key, what)| Line::raw(format!(" {key:<13} {what}")));
                popup(frame, " Keys ", lines.collect());
            }
            Mode::Choosing(moves, place) => {
                let line = |(number, mv): (usize, &AnyMove)| {
                    let style = if number == *place { Modifier::REVERSED } else { Modifier::empty() };
                    Line::styled(format!(" {} ", self.session.text(*mv)), Style::new().add_modifier(style))
                };
                self.choices = popup(frame, " Which? ", moves.iter().enumerate().map(line).collect());
            }
            _ => {}
        }
    }
}

/// The characters of the drawing, with the squares shaded where there is room.
fn draw_squares(frame: &mut Frame<'_>, board: &Board, first: &Board, grid: &Grid, inner: Rect) {
    for (row, line) in board.lines.iter().enumerate() {
        let is_square = |column: usize| {
            let was = first.lines.get(row).and_then(|line| line.get(column));
            line.get(column) == Some(&FREE) || was == Some(&FREE)
        };
        for (column, &letter) in line.iter().enumerate() {
            let square = is_square(column);
            let mut position = grid.place(row, column);
            if square {
                let shade = grid.square(row, column).intersection(inner);
                if grid.is_roomy() {
                    frame.buffer_mut().set_style(shade, Style::new().bg(Color::Indexed(236)));
                }
            } else {
                // The letters of a word, or the digits of a number, stay together.
                let together =
                    |place: &usize| line.get(*place).is_some_and(|c| *c != ' ') && !is_square(*place);
                let end = (column..).take_while(together).last().unwrap_or(column);
                position.x = grid.place(row, end).x.saturating_sub((end - column) as u16);
            }
            if inner.contains(position) {
                let shown = if square && letter == FREE && grid.is_roomy() { '·' } else { letter };
                let style = letter_style(letter, square, board.changed.contains(&(row, column)));
                frame.buffer_mut()[position].set_char(shown).set_style(style);
            }
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

fn letter_style(letter: char, square: bool, changed: bool) -> Style {
    let style = match letter {
        'x' | 'w' | 'X' if square => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
        'o' | 'b' | 'O' if square => Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD),
        _ => Style::new().add_modifier(Modifier::DIM),
    };
    if changed { style.add_modifier(Modifier::UNDERLINED) } else { style }
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
