//! The terminal: taken at the beginning, and given back whatever happens.

use std::io::{self, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use game::Stop;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;

use super::app::App;
use crate::Session;

/// How long keys are waited for before the clocks are drawn again.
const LOOK: Duration = Duration::from_millis(40);

/// Plays a game on the whole screen, until it is left or somebody throws the switch, and gives it back as it is then; with
/// an error if there is no terminal, or it cannot be written to or read from.
///
/// The terminal is as it was before when this returns, also after a panic. Whoever can be told to end by a signal should
/// throw the switch then, and [`give_back`] the terminal before ending at once.
pub fn run<'g>(session: Session<'g>, stop: &Stop) -> (Session<'g>, io::Result<()>) {
    let mut terminal = match ratatui::try_init() {
        Ok(terminal) => terminal,
        Err(error) => return (session, Err(error)),
    };
    TAKEN.store(true, Ordering::Relaxed);
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
    let mut app = App::new(session);
    let played = execute!(stdout(), EnableMouseCapture).and_then(|()| play(&mut terminal, &mut app, stop));
    let _ = execute!(stdout(), DisableMouseCapture);
    let restored = ratatui::try_restore();
    if terminal.show_cursor().is_err() {
        // Dropped, it would try again, and panic if it cannot even complain: the terminal is gone.
        std::mem::forget(terminal);
    }
    TAKEN.store(false, Ordering::Relaxed);
    let _ = std::panic::take_hook();
    (app.into_session(), played.and(restored))
}

/// Whether the terminal is taken.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Gives the terminal back, if it is taken: for programs that end in the middle of a game.
pub fn give_back() {
    if TAKEN.swap(false, Ordering::Relaxed) {
        // The program ends, whether or not that works.
        let _ = execute!(stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

fn play(terminal: &mut ratatui::DefaultTerminal, app: &mut App<'_>, stop: &Stop) -> io::Result<()> {
    let done = Stop::new();
    let events = listen(&done);
    while !app.is_done() && !stop.is_stopped() {
        app.tick(Duration::ZERO);
        terminal.draw(|frame| app.draw(frame))?;
        // All that was typed in between, before it is drawn again.
        let mut wait = LOOK;
        while let Ok(event) = events.recv_timeout(wait) {
            match event? {
                Event::Key(key) => app.key(key),
                Event::Mouse(mouse) => app.mouse(mouse),
                _ => {}
            }
            wait = Duration::ZERO;
        }
    }
    done.stop();
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
