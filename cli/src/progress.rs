//! The progress of long work, on the terminal.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use catalogue::{Job, Tell};
use game::Limits;

use crate::signals::interrupt;

/// Limits of memory and time, and Ctrl-C.
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
        // A thread that panicked while it wrote a line leaves nothing worse than that line.
        progress.lock().unwrap_or_else(PoisonError::into_inner).show(line);
    };
    let shown: Option<&Tell<'_>> = if Shown::here() == Shown::No { None } else { Some(&tell) };
    work(Job { limits, tell: shown, ..Job::default() })
}

/// How progress is shown on the standard error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    No,
    /// One line, rewritten.
    Rewritten,
    /// One line after the other, for logs: if the variable `MORPION_PROGRESS` is set.
    Lines,
}

impl Shown {
    fn here() -> Shown {
        let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        match std::env::var_os("MORPION_PROGRESS") {
            Some(_) => Shown::Lines,
            None if std::io::stderr().is_terminal() && !is_dumb => Shown::Rewritten,
            None => Shown::No,
        }
    }
}

/// The number of columns of the terminal; 80 if it does not say.
fn columns() -> usize {
    let size = terminal_size::terminal_size_of(std::io::stderr());
    size.map(|(width, _)| usize::from(width.0)).filter(|width| *width > 0).unwrap_or(80)
}

/// The beginning of a line that fits the terminal, without its last column: some terminals begin a new line there.
fn fitting(line: &str, columns: usize) -> String {
    let most = columns.saturating_sub(1);
    match line.chars().count() > most {
        true => line.chars().take(most.saturating_sub(1)).chain(Some('…').filter(|_| most > 0)).collect(),
        false => line.to_string(),
    }
}

/// How far the work is, on the standard error, a few times a second.
pub struct Progress {
    start: Instant,
    next: Duration,
    /// Whether there is a line to be removed.
    is_dirty: bool,
    shown: Shown,
}

impl Progress {
    /// Begins now; nothing is shown in the first moment.
    pub fn new() -> Progress {
        Progress {
            start: Instant::now(),
            next: Duration::from_millis(300),
            is_dirty: false,
            shown: Shown::here(),
        }
    }

    /// Shows how far the work has got, if it is time to.
    pub fn show(&mut self, how_far: &dyn Fn() -> String) {
        if self.shown == Shown::No || self.start.elapsed() < self.next {
            return;
        }
        self.next = self.start.elapsed() + Duration::from_millis(200);
        let (seconds, how_far) = (self.start.elapsed().as_secs(), how_far());
        if self.shown == Shown::Lines {
            // A log that cannot be written is no reason to stop.
            let _ = writeln!(std::io::stderr().lock(), "{how_far} ({seconds} s)");
            return;
        }
        self.is_dirty = true;
        // What is cut off is how far it is, not how to stop it.
        let end = format!(" ({seconds} s, Ctrl-C stops)");
        let columns = columns();
        let line = match columns > 2 * end.len() {
            true => fitting(&how_far, columns - end.len()) + &end,
            false => fitting(&how_far, columns),
        };
        // Nothing can be said of a standard error that cannot be written to.
        let _ = write!(std::io::stderr().lock(), "\r\x1b[K{line}");
    }

    /// Returns how long it took.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

/// Leaves the line empty.
impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_dirty {
            // As above: there is nobody to tell.
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_to_the_terminal() {
        assert_eq!(fitting("seven columns", 8), "seven …");
        assert_eq!(fitting("seven", 6), "seven");
        assert_eq!(fitting("seven", 5), "sev…");
        assert_eq!((fitting("seven", 1), fitting("seven", 0)), (String::new(), String::new()));
    }
}
