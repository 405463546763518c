//! Ctrl-C, and the other ways of asking a program to stop.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use game::Stop;

/// Returns the flag that is set by Ctrl-C and, on Unix, by the signals that ask a program to end. A second signal, a
/// moment later, ends the program at once: signals that come together count as one.
pub fn interrupt() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Stop::new();
        let handler = Handler { stop: stop.clone(), first: Arc::default() };
        #[cfg(unix)]
        handle_termination(handler.clone());
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(move || handler.interrupt());
        stop
    })
    .clone()
}

#[derive(Clone)]
struct Handler {
    stop: Stop,
    /// When the first signal came, whichever it was.
    first: Arc<OnceLock<Instant>>,
}

impl Handler {
    fn interrupt(&self) {
        if self.is_second() {
            terminal::screen::give_back();
            std::process::exit(130);
        }
        self.stop.stop();
    }

    /// Whether a signal came before, and long enough ago to be another one.
    fn is_second(&self) -> bool {
        let since = self.first.get_or_init(Instant::now);
        self.stop.is_stopped() && since.elapsed() > Duration::from_secs(1)
    }
}

/// Stops at SIGTERM, and at SIGHUP unless the program was started with SIGHUP ignored, as `nohup` does.
#[cfg(unix)]
fn handle_termination(handler: Handler) {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    let all = [SIGTERM, SIGHUP];
    let wanted = if ignores_hangup() { &all[..1] } else { &all[..] };
    // Without a handler the signals still end the program.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(wanted) else { return };
    std::thread::spawn(move || signals.forever().for_each(|_| handler.interrupt()));
}

/// Whether SIGHUP is ignored. Where the system does not say, it is taken to be if no terminal is attached, since
/// `nohup` sees to that.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    use std::io::{IsTerminal, stderr, stdin, stdout};
    let is_attached = || stdin().is_terminal() || stdout().is_terminal() || stderr().is_terminal();
    // Where the system does not say, a program without a terminal was probably left to itself on purpose.
    terminal::screen::is_ignored(signal_hook::consts::SIGHUP).unwrap_or_else(|| !is_attached())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_second_signal_of_another_kind_is_a_second_signal() {
        let before = Instant::now().checked_sub(Duration::from_secs(2)).expect("two seconds of uptime");
        let handler = Handler { stop: Stop::new(), first: Arc::default() };
        let other = handler.clone();
        assert!(!handler.is_second());
        handler.stop.stop();
        assert!(!other.is_second(), "they came together");
        let late = Handler { first: Arc::new(OnceLock::from(before)), ..handler };
        assert!(late.clone().is_second());
    }
}
