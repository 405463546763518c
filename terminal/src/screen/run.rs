//! The terminal: taken at the beginning, and given back whatever happens.

use std::io::{self, stdout};
use std::time::Duration;

use game::Stop;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;

use super::app::App;
use crate::Session;

/// How long keys are waited for before the clocks are drawn again.
const LOOK: Duration = Duration::from_millis(40);

/// Plays a game on the whole screen, until it is left or somebody throws the switch, and gives it back as it is then.
///
/// The terminal is as it was before when this returns, also after a panic. Whoever can be told to end by a signal should
/// throw the switch then.
///
/// # Errors
/// If there is no terminal, or it cannot be written to or read from.
pub fn run<'g>(session: Session<'g>, stop: &Stop) -> io::Result<Session<'g>> {
    let mut terminal = ratatui::try_init()?;
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // What cannot be given back cannot be helped here.
        let _ = execute!(stdout(), DisableMouseCapture);
        hook(panic);
    }));
    let mut app = App::new(session);
    let played = execute!(stdout(), EnableMouseCapture).and_then(|()| play(&mut terminal, &mut app, stop));
    let _ = execute!(stdout(), DisableMouseCapture);
    let restored = ratatui::try_restore();
    let _ = std::panic::take_hook();
    played.and(restored).map(|()| app.into_session())
}

fn play(terminal: &mut ratatui::DefaultTerminal, app: &mut App<'_>, stop: &Stop) -> io::Result<()> {
    while !app.is_done() && !stop.is_stopped() {
        app.tick(Duration::ZERO);
        terminal.draw(|frame| app.draw(frame))?;
        let mut wait = LOOK;
        // All that was typed in between, before it is drawn again.
        while event::poll(wait)? {
            match event::read()? {
                Event::Key(key) => app.key(key),
                Event::Mouse(mouse) => app.mouse(mouse),
                _ => {}
            }
            wait = Duration::ZERO;
        }
    }
    Ok(())
}
