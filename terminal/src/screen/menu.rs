//! A list on the whole screen, to choose from.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph};

use super::run::Show;

/// A list of lines, one of which is marked.
#[derive(Debug)]
pub(super) struct Menu {
    title: String,
    lines: Vec<String>,
    marked: usize,
    /// The first line that is shown, and where the lines are.
    from: usize,
    inner: Rect,
    /// What was chosen, or that nothing is wanted; nothing while it is not known.
    chosen: Option<Option<usize>>,
}

impl Menu {
    pub(super) fn new(title: &str, lines: &[String], marked: usize) -> Menu {
        Menu {
            title: title.to_string(),
            lines: lines.to_vec(),
            marked,
            from: 0,
            inner: Rect::ZERO,
            chosen: None,
        }
    }

    /// Returns the number of the line that was chosen.
    pub(super) fn chosen(&self) -> Option<usize> {
        self.chosen.flatten()
    }

    fn go(&mut self, by: isize) {
        self.marked = self.marked.saturating_add_signed(by).min(self.lines.len().saturating_sub(1));
    }
}

impl Show for Menu {
    fn tick(&mut self) {}

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let [list, keys] = Layout::vertical([Constraint::Min(3), Constraint::Length(1)]).areas(frame.area());
        let block = Block::bordered().title(format!(" {} ", self.title));
        self.inner = block.inner(list);
        let room = usize::from(self.inner.height).max(1);
        self.from = self.from.min(self.marked).max((self.marked + 1).saturating_sub(room));
        let line = |(number, text): (usize, &String)| {
            let (sign, style) =
                if number == self.marked { ('>', Modifier::REVERSED) } else { (' ', Modifier::empty()) };
            Line::styled(format!("{sign} {text}"), Style::new().add_modifier(style))
        };
        let lines: Vec<Line<'_>> =
            self.lines.iter().enumerate().skip(self.from).take(room).map(line).collect();
        frame.render_widget(Paragraph::new(lines).block(block), list);
        let help = "↑ ↓ PageUp PageDown choose  Enter open  q leave";
        frame.render_widget(Line::styled(help, Style::new().add_modifier(Modifier::DIM)), keys);
    }

    fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let page = self.inner.height as isize;
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.go(-1),
            KeyCode::Down | KeyCode::Char('j') => self.go(1),
            KeyCode::PageUp => self.go(-page),
            KeyCode::PageDown => self.go(page),
            KeyCode::Home => self.go(isize::MIN),
            KeyCode::End => self.go(isize::MAX),
            KeyCode::Enter | KeyCode::Char(' ') => self.chosen = Some(Some(self.marked)),
            KeyCode::Esc | KeyCode::Char('q') => self.chosen = Some(None),
            _ => {}
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let row = usize::from(mouse.row.saturating_sub(self.inner.y));
        let is_within = self.inner.contains((mouse.column, mouse.row).into());
        match mouse.kind {
            MouseEventKind::ScrollUp => self.go(-3),
            MouseEventKind::ScrollDown => self.go(3),
            MouseEventKind::Down(MouseButton::Left) if is_within && self.from + row < self.lines.len() => {
                self.marked = self.from + row;
                self.chosen = Some(Some(self.marked));
            }
            _ => {}
        }
    }

    fn is_done(&self) -> bool {
        self.chosen.is_some()
    }

    fn rescue(&mut self) {}
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::KeyModifiers;

    use super::*;

    fn press(menu: &mut Menu, code: KeyCode) {
        menu.key(KeyEvent::new(code, KeyModifiers::NONE));
    }

    fn shown(menu: &mut Menu) -> String {
        let mut terminal = Terminal::new(TestBackend::new(20, 6)).expect("a backend in memory");
        terminal.draw(|frame| menu.draw(frame)).expect("a backend in memory");
        terminal.backend().to_string()
    }

    #[test]
    fn one_of_many_lines_is_chosen() {
        let lines: Vec<String> = (1..=9).map(|number| format!("game {number}")).collect();
        let mut menu = Menu::new("Which?", &lines, 0);
        assert!(shown(&mut menu).contains("> game 1"));
        press(&mut menu, KeyCode::End);
        assert!(shown(&mut menu).contains("> game 9") && !shown(&mut menu).contains("game 1"));
        press(&mut menu, KeyCode::Up);
        assert!(!menu.is_done());
        press(&mut menu, KeyCode::Enter);
        assert_eq!((menu.is_done(), menu.chosen()), (true, Some(7)));
        let mut menu = Menu::new("Which?", &lines, 0);
        press(&mut menu, KeyCode::Char('q'));
        assert_eq!((menu.is_done(), menu.chosen()), (true, None));
    }
}
