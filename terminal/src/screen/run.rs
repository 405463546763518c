//! The terminal: taken at the beginning, and given back whatever happens.

use std::io::{self, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use game::{Stop, unless_abandoned};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyModifiers, MouseEvent,
};
use ratatui::crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};
use ratatui::crossterm::{cursor, execute};
use ratatui::{DefaultTerminal, Frame, Terminal};

use super::app::App;
use super::menu::Menu;
use super::signals;
use crate::Session;

/// How long keys are waited for before the clocks are drawn again.
const LOOK: Duration = Duration::from_millis(40);

/// What is shown on the whole screen.
pub(super) trait Show {
    /// Lets it go on for a moment.
    fn tick(&mut self);
    /// Draws it.
    fn draw(&mut self, frame: &mut Frame<'_>);
    /// A key was pressed.
    fn key(&mut self, key: KeyEvent);
    /// The mouse did something.
    fn mouse(&mut self, mouse: MouseEvent);
    /// Whether it is to be left.
    fn is_done(&self) -> bool;
    /// The program is about to be ended: what must not be lost is saved.
    fn rescue(&mut self);
}

impl Show for App<'_> {
    fn tick(&mut self) {
        App::tick(self, Duration::ZERO);
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        App::draw(self, frame);
    }

    fn key(&mut self, key: KeyEvent) {
        App::key(self, key);
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        App::mouse(self, mouse);
    }

    fn is_done(&self) -> bool {
        App::is_done(self)
    }

    fn rescue(&mut self) {
        // The program ends at once, so there is no way left to complain.
        let _ = self.session.keep();
    }
}

/// Plays a game on the whole screen, until it is left or `stop` is set, and returns it as it is then; with an error if
/// there is no terminal, or it cannot be written to or read from. Ctrl-C sets `stop`.
///
/// The terminal is as it was before when this returns, also after a panic, and while the program is suspended. A
/// program that handles signals which end it should set `stop` then, and [`give_back`] the terminal before ending at
/// once.
pub fn run<'g>(session: Session<'g>, stop: &Stop) -> (Session<'g>, io::Result<()>) {
    let mut app = App::new(session);
    let shown = show(&mut app, stop);
    (app.into_session(), shown)
}

/// Lets a person choose one of these lines on the whole screen; at first the line with the number `marked` is marked.
/// Returns the number of the chosen line; `None` if none was chosen.
///
/// # Errors
/// If there is no terminal, or it cannot be written to or read from.
pub fn choose(title: &str, lines: &[String], marked: usize, stop: &Stop) -> io::Result<Option<usize>> {
    let mut menu = Menu::new(title, lines, marked);
    show(&mut menu, stop)?;
    Ok(menu.chosen())
}

/// Shows something until it is left or `stop` is set.
fn show(what: &mut dyn Show, stop: &Stop) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    signals::watch();
    take();
    let hook = std::panic::take_hook();
    let here = std::thread::current().id();
    std::panic::set_hook(Box::new(move |panic| {
        // A player that breaks down in a thread of its own loses; the game goes on.
        if std::thread::current().id() == here {
            // What cannot be given back cannot be helped here.
            let _ = execute!(stdout(), DisableMouseCapture);
            hook(panic);
        }
    }));
    let shown = unless_abandoned(|| {
        execute!(stdout(), EnableMouseCapture).and_then(|()| go_on(&mut terminal, what, stop))
    });
    // If this fails, so does what follows, and that is told.
    let _ = execute!(stdout(), DisableMouseCapture);
    let restored = ratatui::try_restore();
    if terminal.show_cursor().is_err() {
        // Dropped, it would try again, and panic if it cannot even complain: the terminal is gone.
        std::mem::forget(terminal);
    }
    TAKEN.store(false, Ordering::Relaxed);
    signals::on_screen(false);
    let _ = std::panic::take_hook();
    // Rules of a text that turn out wrong are told when the terminal has been given back.
    shown.unwrap_or_else(|wrong| wrong.abandon()).and(restored)
}

/// Whether the terminal is taken.
static TAKEN: AtomicBool = AtomicBool::new(false);

fn take() {
    TAKEN.store(true, Ordering::Relaxed);
    signals::on_screen(true);
}

/// Gives the terminal back, if it is taken: for programs that end in the middle of a game.
pub fn give_back() {
    if TAKEN.swap(false, Ordering::Relaxed) {
        signals::on_screen(false);
        // The program ends or stops, whether or not that works.
        let _ = execute!(stdout(), DisableMouseCapture, cursor::Show);
        ratatui::restore();
    }
}

fn go_on(terminal: &mut DefaultTerminal, what: &mut dyn Show, stop: &Stop) -> io::Result<()> {
    let done = Stop::new();
    let events = listen(&done);
    while !what.is_done() && !stop.is_stopped() {
        if signals::asks_to_quit() {
            what.rescue();
            give_back();
            signals::quit();
        }
        if signals::asks_to_suspend() {
            suspend(terminal)?;
        }
        what.tick();
        terminal.draw(|frame| what.draw(frame))?;
        // All that was typed in between, before it is drawn again.
        let mut wait = LOOK;
        while let Ok(event) = events.recv_timeout(wait) {
            match event? {
                Event::Key(key) if is_control(key, 'c') => stop.stop(),
                Event::Key(key) if is_control(key, 'z') => signals::suspend_soon(),
                Event::Key(key) => what.key(key),
                Event::Mouse(mouse) => what.mouse(mouse),
                _ => {}
            }
            wait = Duration::ZERO;
        }
    }
    done.stop();
    Ok(())
}

/// Whether a key is this letter with Ctrl.
fn is_control(key: KeyEvent, letter: char) -> bool {
    key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Stops the program as Ctrl-Z does everywhere, with the terminal as it was; takes it again when it goes on.
fn suspend(terminal: &mut DefaultTerminal) -> io::Result<()> {
    give_back();
    signals::suspend();
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
    take();
    // A new one draws everything anew. To clear the old one would ask for the place of the cursor, and the answer would
    // go to the thread that reads keys.
    *terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    Ok(())
}

/// Reads what is typed, in a thread of its own: where the terminal is gone, reading may never come to an end.
fn listen(done: &Stop) -> Receiver<io::Result<Event>> {
    let (outbox, inbox) = channel();
    let done = done.clone();
    std::thread::spawn(move || {
        while !done.is_stopped() {
            let event = match event::poll(LOOK) {
                Ok(false) => continue,
                Ok(true) => event::read(),
                Err(error) => Err(error),
            };
            let failed = event.is_err();
            if outbox.send(event).is_err() || failed {
                return;
            }
        }
    });
    inbox
}
