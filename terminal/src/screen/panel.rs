//! What stands beside the board: players and clocks, who is ahead, the moves.

use arena::Who;
use game::Player as Side;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph};

use super::app::App;
use super::draw::{rows_within, sign_style};
use crate::words::{clock_text, ending_text, hint_sign, mark, value_text};

impl App<'_> {
    /// The game, and who plays.
    pub(super) fn headline(&self, width: u16) -> Line<'static> {
        let setup = self.session.setup();
        let side = |side: Side| {
            let clock = self.session.left(side).filter(|_| width < 60).map(clock_text).unwrap_or_default();
            format!("{} {} {clock}", mark(side), who_text(setup.who[side.index()]))
        };
        Line::raw(format!(" morpion   {}   {}  {}", setup.name, side(Side::First), side(Side::Second)))
    }

    /// Draws it, and tells where the moves of the list are, if there is one.
    pub(super) fn draw_panel(&mut self, frame: &mut Frame<'_>, area: Rect) -> Vec<Rect> {
        if area.width == 0 {
            return Vec::new();
        }
        let [players, bar, moves] =
            Layout::vertical([Constraint::Length(4), Constraint::Length(4), Constraint::Min(3)]).areas(area);
        let lines: Vec<Line<'_>> = Side::BOTH.into_iter().map(|side| self.player_line(side)).collect();
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" Players ")), players);
        frame.render_widget(self.balance(bar.width).block(Block::bordered().title(" Who is ahead ")), bar);
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

    fn player_line(&self, side: Side) -> Line<'static> {
        let table = self.session.table();
        let turns = table.ending().is_none() && table.turn() == side;
        let arrow = if turns { '>' } else { ' ' };
        let who = who_text(self.session.setup().who[side.index()]);
        let clock = self.session.left(side).map_or(String::new(), clock_text);
        let style = if turns { Modifier::BOLD } else { Modifier::empty() };
        Line::styled(format!("{arrow} {} {who:<14}{clock:>8}", mark(side)), Style::new().add_modifier(style))
    }

    /// A bar that is full of x where x is winning, and what is known in words.
    fn balance(&self, width: u16) -> Paragraph<'static> {
        let table = self.session.table();
        let sign = if table.turn() == Side::First { 1.0 } else { -1.0 };
        let room = usize::from(width.saturating_sub(4));
        let bar = |balance: f64| {
            let full = ((balance + 1.0) / 2.0 * room as f64).round() as usize;
            format!("x{}{}o", "█".repeat(full), "░".repeat(room - full.min(room)))
        };
        let (bar, words) = match (table.ending(), self.advice.balance, self.advice.value) {
            (Some(ending), ..) => (" ".repeat(room + 2), ending_text(ending)),
            (None, Some(balance), Some(value)) => {
                (bar(balance * sign), format!("{} to move: {}", mark(table.turn()), value_text(value)))
            }
            (None, Some(balance), None) => {
                let percent = ((balance * sign + 1.0) * 50.0).round();
                (bar(balance * sign), format!("x seems to have {percent} %"))
            }
            (None, None, _) => (bar(self.balance.unwrap_or(0.0)), "…".to_string()),
        };
        Paragraph::new(vec![Line::raw(bar), Line::raw(words)])
    }

    /// The moves so far, the last of them at the bottom.
    fn draw_moves(&self, frame: &mut Frame<'_>, area: Rect) {
        let history = self.session.history();
        let undone = self.session.table().redoable();
        let title = match undone {
            0 => format!(" Moves: {} ", history.len()),
            _ => format!(" Moves: {}, {undone} undone ", history.len()),
        };
        let pairs = history.chunks(2).enumerate();
        let lines: Vec<Line<'_>> = pairs
            .map(|(number, pair)| {
                let [first, second] = [0, 1].map(|place| pair.get(place).map_or("", String::as_str));
                Line::raw(format!("{:>3} {first:<10} {second:<10}", number + 1))
            })
            .collect();
        let hidden = lines.len().saturating_sub(usize::from(area.height.saturating_sub(2)));
        let lines: Vec<Line<'_>> = lines.into_iter().skip(hidden).collect();
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
            let hint = self.advice.hint(*mv).filter(|_| self.hints).map(hint_sign);
            let (sign, plies) = hint.unwrap_or((' ', None));
            let plies = plies.map_or(String::new(), |plies| plies.to_string());
            let text = format!("{mark} {:<18} {sign}{plies}", self.session.text(*mv));
            let style = if hint.is_some() { sign_style(sign) } else { Style::new() };
            let reversed = if here { Modifier::REVERSED } else { Modifier::empty() };
            Line::styled(text, style.add_modifier(reversed))
        };
        let lines: Vec<Line<'_>> = moves.iter().enumerate().skip(from).take(rows).map(line).collect();
        let title = format!(" Can be played: {} ", moves.len());
        let shown = rows_within(area, lines.len());
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), area);
        std::iter::repeat_n(Rect::ZERO, from).chain(shown).collect()
    }
}

/// A player, as it is called on the screen.
fn who_text(who: Who) -> String {
    match who {
        Who::Human => "you".to_string(),
        Who::Level(level) => format!("level {level}"),
        other => other.to_string(),
    }
}
