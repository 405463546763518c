//! What stands beside the board: players and clocks, who is ahead, the moves.

use arena::{Strength, Who};
use game::{Game, Player as Side, Value};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};

use super::app::App;
use super::draw::{rows_within, sign_style};
use crate::Setup;
use crate::words::{
    chances_text, clock_text, ending_text, mark, moves_text, puzzle_text, value_text, verdict_text,
};

impl App<'_> {
    /// The game, and who plays.
    pub(super) fn headline(&self, width: u16) -> Line<'static> {
        let setup = self.session.setup();
        let side = |side: Side| {
            // Wider screens have the clocks beside the board.
            let clock = self.session.left(side).filter(|_| width < 60).map_or(String::new(), clock_text);
            format!("{} {} {clock}", mark(side), who_text(setup, side))
        };
        let who = match self.session.is_puzzle() {
            true => moves_text(self.session.shown_ply()),
            false => format!("{}  {}", side(Side::First), side(Side::Second)),
        };
        let program = if setup.program.is_empty() { String::new() } else { format!(" {}  ", setup.program) };
        Line::raw(format!("{program} {}   {who}", setup.name))
    }

    /// Draws it. Returns where the moves of the list are, if there is one.
    pub(super) fn draw_panel(&mut self, frame: &mut Frame<'_>, area: Rect) -> Vec<Rect> {
        if area.width == 0 {
            return Vec::new();
        }
        let height = if self.hints { 6 } else { 4 };
        let [players, bar, moves] =
            Layout::vertical([Constraint::Length(4), Constraint::Length(height), Constraint::Min(3)])
                .areas(area);
        if self.session.is_puzzle() {
            self.draw_puzzle(frame, players, bar);
        } else {
            let lines: Vec<Line<'_>> = Side::BOTH.into_iter().map(|side| self.player_line(side)).collect();
            frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" Players ")), players);
            let ahead = self.balance(bar.width).block(Block::bordered().title(" Who is ahead "));
            frame.render_widget(ahead, bar);
        }
        if !self.listed().is_empty() && self.session.waits_for_a_person() {
            let [list, moves] =
                Layout::vertical([Constraint::Percentage(60), Constraint::Percentage(40)]).areas(moves);
            self.draw_moves(frame, moves);
            self.draw_list(frame, list)
        } else {
            self.draw_moves(frame, moves);
            Vec::new()
        }
    }

    /// How many moves were made in a puzzle, and how far the solution is.
    fn draw_puzzle(&self, frame: &mut Frame<'_>, players: Rect, bar: Rect) {
        let moves = Line::raw(moves_text(self.session.shown_ply()));
        frame.render_widget(Paragraph::new(moves).block(Block::bordered().title(" Puzzle ")), players);
        let ending = self.session.ending_text().filter(|_| !self.session.looks_back());
        let worth = self.advice.value.or(self.advice.verdict.map(Value::of)).map(puzzle_text);
        // Three dots stand for what is not known yet.
        let mut lines = vec![ending.or(worth).unwrap_or_else(|| "…".to_string())];
        if self.hints {
            lines.extend(self.suggestion());
        }
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::raw).collect();
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" At best ")), bar);
    }

    fn player_line(&self, side: Side) -> Line<'static> {
        let is_over = self.session.table().ending().is_some() && !self.session.looks_back();
        let turns = !is_over && self.session.shown_turn() == side;
        let arrow = if turns { '>' } else { ' ' };
        let who = who_text(self.session.setup(), side);
        let clock = self.session.left(side).map_or(String::new(), clock_text);
        let style = if turns { Modifier::BOLD } else { Modifier::empty() };
        // What is beside the board has 28 columns, of which four are taken; a long name is cut short for the clock.
        let width = 24 - clock.len();
        let text = format!("{arrow} {} {who:<width$.width$}{clock}", mark(side));
        Line::styled(text, Style::new().add_modifier(style))
    }

    /// A bar that is full of x where x is winning, and what is known in words.
    fn balance(&self, width: u16) -> Paragraph<'static> {
        let turn = self.session.shown_turn();
        let ending = self.session.table().ending().filter(|_| !self.session.looks_back());
        let sign = if turn == Side::First { 1.0 } else { -1.0 };
        let room = usize::from(width.saturating_sub(4));
        let bar = |balance: f64| {
            let full = ((balance + 1.0) / 2.0 * room as f64).round() as usize;
            format!("x{}{}o", "█".repeat(full), "░".repeat(room - full.min(room)))
        };
        let (bar, words) = match (ending, self.advice.balance, self.advice.value) {
            (Some(ending), ..) => (" ".repeat(room + 2), ending_text(ending)),
            (None, Some(balance), Some(value)) => {
                (bar(balance * sign), format!("{} to move: {}", mark(turn), value_text(value)))
            }
            (None, Some(balance), None) => {
                let words = match self.advice.verdict {
                    Some(verdict) => format!("{} to move: {}", mark(turn), verdict_text(verdict)),
                    None => format!("x's chances: about {}", chances_text(balance * sign)),
                };
                (bar(balance * sign), words)
            }
            // Before anything is known the bar stands in the middle, and the dots say that it means nothing.
            (None, None, _) => (bar(self.balance.unwrap_or(0.0)), "…".to_string()),
        };
        let mut lines = vec![Line::raw(bar), Line::raw(words)];
        if self.hints {
            lines.extend(self.suggestion().into_iter().map(Line::raw));
        }
        Paragraph::new(lines)
    }

    /// The best moves, as far as they are proved; else the engine's favourite and its line, as estimates.
    fn suggestion(&self) -> Vec<String> {
        let text = |mv: &arena::AnyMove| self.session.text(*mv);
        match (self.advice.estimate(), &self.advice.best()[..]) {
            (Some(favourite), _) => vec![
                format!("favourite {} (estimate)", text(&favourite.mv)),
                format!("{} …", self.session.line_text(&favourite.line).join(" ")),
            ],
            (None, []) if self.is_thinking() => vec!["thinking …".to_string()],
            (None, []) => Vec::new(),
            (None, best) => vec![format!("best: {}", best.iter().map(text).collect::<Vec<_>>().join(" "))],
        }
    }

    /// The moves so far, the last of them at the bottom.
    fn draw_moves(&self, frame: &mut Frame<'_>, area: Rect) {
        let history = self.session.history();
        let (undone, shown) = (self.session.table().redoable(), self.session.shown_ply());
        let title = match (undone, self.session.looks_back()) {
            (_, true) => format!(" Moves: {shown} of {} ", history.len()),
            (0, false) => format!(" Moves: {} ", history.len()),
            (_, false) => format!(" Moves: {}, {undone} undone ", history.len()),
        };
        // Moves of the first player are on the left, also where the second began.
        let table = self.session.table();
        let left_out = usize::from(table.game().turn(&table.states()[0]) == Side::Second);
        let cell = |place: usize| {
            let number = place.checked_sub(left_out);
            let text = number.and_then(|number| history.get(number)).map_or("", String::as_str);
            let is_shown = self.session.looks_back() && place + 1 == shown + left_out;
            let style = if is_shown { Modifier::REVERSED } else { Modifier::empty() };
            Span::styled(format!("{text:<10}"), Style::new().add_modifier(style))
        };
        let line = |number: usize| {
            let number_text = Span::raw(format!("{:>3} ", number + 1));
            Line::from(vec![number_text, cell(2 * number), Span::raw(" "), cell(2 * number + 1)])
        };
        // The move that is shown is at the bottom, or as near to it as there are moves.
        let room = usize::from(area.height.saturating_sub(2));
        let rows = |moves: usize| (moves + left_out).div_ceil(2);
        let last = rows(shown).max(room).min(rows(history.len()));
        let lines: Vec<Line<'_>> = (last.saturating_sub(room)..last).map(line).collect();
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), area);
    }

    /// The moves that can be made, where they are no places on the board. Where each of them is.
    fn draw_list(&mut self, frame: &mut Frame<'_>, area: Rect) -> Vec<Rect> {
        let rows = usize::from(area.height.saturating_sub(2)).max(1);
        let (moves, cursor, chosen) = (self.listed(), self.list_cursor, self.is_in_list());
        // It scrolls no farther than the cursor wants: what the mouse points at stays under it.
        let from = self.list_from.min(cursor).max((cursor + 1).saturating_sub(rows));
        let from = from.min(moves.len().saturating_sub(rows));
        self.list_from = from;
        let line = |(place, mv): (usize, &arena::AnyMove)| {
            let here = chosen && place == cursor;
            let mark = if here { '>' } else { ' ' };
            let sign = if self.hints { self.sign_of(&[*mv]) } else { String::new() };
            let text = format!("{mark} {:<18} {sign}", self.session.text(*mv));
            let style = if sign.is_empty() { Style::new() } else { sign_style(&sign) };
            let reversed = if here { Modifier::REVERSED } else { Modifier::empty() };
            Line::styled(text, style.add_modifier(reversed))
        };
        let lines: Vec<Line<'_>> = moves.iter().enumerate().skip(from).take(rows).map(line).collect();
        let title = format!(" Legal moves: {} ", moves.len());
        let shown = rows_within(area, lines.len());
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), area);
        std::iter::repeat_n(Rect::ZERO, from).chain(shown).collect()
    }
}

/// A player, as it is called on the screen.
fn who_text(setup: &Setup, side: Side) -> String {
    match &setup.who[side.index()] {
        Who::Perfect if !setup.is_solved => "perfect where solved".to_string(),
        Who::Human => "you".to_string(),
        Who::Engine(Strength { time: Some(time), nodes: None, depth: None, blunders: 0 }) => {
            format!("engine, {} s a move", time.as_secs_f64())
        }
        Who::Level(level) => format!("level {level}"),
        other => other.to_string(),
    }
}
