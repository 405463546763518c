//! Long work: a sign of life on the terminal, and Ctrl-C.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use catalogue::{Job, Tell};
use game::{Limits, Stop};

/// The switch that Ctrl-C throws. A second Ctrl-C, a moment later, ends the program at once: signals that come together
/// are one.
pub fn interrupt() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Stop::new();
        let thrown = stop.clone();
        let mut first: Option<Instant> = None;
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(move || {
            let since = *first.get_or_insert_with(Instant::now);
            if thrown.is_stopped() && since.elapsed() > Duration::from_secs(1) {
                terminal::screen::give_back();
                std::process::exit(130);
            }
            thrown.stop();
        });
        stop
    })
    .clone()
}

/// So much memory and time, and Ctrl-C.
pub fn limits_of(memory: usize, time: Option<Duration>) -> Limits {
    let limits = Limits::default().memory(memory).stop(interrupt());
    match time {
        Some(time) => limits.time(time),
        None => limits,
    }
}

/// Does a job within these limits, and shows how far it is if anybody can see it.
pub fn at_work<R>(limits: Limits, work: impl FnOnce(Job<'_>) -> R) -> R {
    let progress = Mutex::new(Progress::new());
    let tell = |line: &dyn Fn() -> String| {
        progress.lock().unwrap_or_else(PoisonError::into_inner).show(line);
    };
    let shown: Option<&Tell<'_>> = if std::io::stderr().is_terminal() { Some(&tell) } else { None };
    work(Job { limits, tell: shown, ..Job::default() })
}

/// One line on the standard error, if that is a terminal, rewritten a few times a second.
pub struct Progress {
    start: Instant,
    next: Duration,
    shown: bool,
    terminal: bool,
}

impl Progress {
    /// Begins now; nothing is shown in the first moment.
    pub fn new() -> Progress {
        let terminal = std::io::stderr().is_terminal();
        Progress { start: Instant::now(), next: Duration::from_millis(300), shown: false, terminal }
    }

    /// Shows how far the work has got, if it is time to.
    pub fn show(&mut self, how_far: &dyn Fn() -> String) {
        if !self.terminal || self.start.elapsed() < self.next {
            return;
        }
        self.next = self.start.elapsed() + Duration::from_millis(200);
        self.shown = true;
        let seconds = self.start.elapsed().as_secs();
        let _ = write!(std::io::stderr().lock(), "\r\x1b[K{} ({seconds} s, Ctrl-C stops)", how_far());
    }

    /// How long it took.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

/// Leaves the line empty.
impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}
