//! How much an engine may spend, and how to stop it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that stops long work from another thread or a signal handler. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Returns a flag that is not set.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Sets the flag: work that watches it stops. It cannot be unset.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the flag is set.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What an engine may spend. By default nothing is limited.
///
/// ```
/// use std::time::Duration;
/// use game::Limits;
/// let limits = Limits::default().memory(1 << 30).time(Duration::from_secs(60));
/// assert_eq!(limits.exceeded(1 << 20), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    memory: Option<usize>,
    deadline: Option<Instant>,
    stops: Vec<Stop>,
}

impl Limits {
    /// Allows at most `bytes` bytes.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Limits {
        self.memory = Some(bytes);
        self
    }

    /// Allows at most `time` from now on. A time too long for the clock is no limit.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Limits {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Stops the work when this flag is set. There may be several flags.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Limits {
        self.stops.push(stop);
        self
    }

    /// Returns the limit in bytes, if there is one.
    #[must_use]
    pub fn bytes(&self) -> Option<usize> {
        self.memory
    }

    /// Returns how much time is left, if time is limited.
    ///
    /// ```
    /// use std::time::Duration;
    /// use game::Limits;
    /// let limits = Limits::default().time(Duration::from_secs(60));
    /// assert!(limits.time_left().is_some_and(|left| left <= Duration::from_secs(60)));
    /// assert_eq!(Limits::default().time_left(), None);
    /// ```
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Returns why work that holds `bytes` bytes must stop, or `None` if it may go on. Reads the clock: call it every few
    /// thousand steps, not at each.
    #[must_use]
    pub fn exceeded(&self, bytes: usize) -> Option<Stopped> {
        if self.stops.iter().any(Stop::is_stopped) {
            Some(Stopped::Asked)
        } else if self.memory.is_some_and(|limit| bytes > limit) {
            Some(Stopped::Memory)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Stopped::Time)
        } else {
            None
        }
    }
}

/// Returns the bytes that an allocation of this size takes: allocators round up and keep notes of their own. An estimate
/// (it is what the C library of Linux does); nothing for nothing.
///
/// ```
/// assert_eq!([0, 1, 24, 25, 100].map(game::allocated), [0, 32, 32, 48, 112]);
/// ```
#[must_use]
pub const fn allocated(bytes: usize) -> usize {
    const NOTES: usize = 8;
    const LEAST: usize = 32;
    let taken = (bytes + NOTES).next_multiple_of(16);
    if bytes == 0 {
        0
    } else if taken < LEAST {
        LEAST
    } else {
        taken
    }
}

/// Why an engine stopped before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// More memory would be needed than is allowed, perhaps much more.
    Memory,
    /// The time is up.
    Time,
    /// A [`Stop`] flag was set.
    Asked,
    /// One more node would have to be examined than is allowed.
    Nodes,
    /// The game goes on for longer than is allowed.
    Depth,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Memory => "more memory would be needed than is allowed",
            Stopped::Time => "the time allowed is used up",
            Stopped::Asked => "interrupted",
            Stopped::Nodes => "the nodes allowed are used up",
            Stopped::Depth => "the game goes on for longer than is allowed",
        })
    }
}

impl std::error::Error for Stopped {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_noticed() {
        assert_eq!(Limits::default().exceeded(usize::MAX), None);
        assert_eq!(Limits::default().memory(10).exceeded(10), None);
        assert_eq!(Limits::default().memory(10).exceeded(11), Some(Stopped::Memory));
        assert_eq!(Limits::default().time(Duration::ZERO).exceeded(0), Some(Stopped::Time));
        assert_eq!(Limits::default().time(Duration::MAX).exceeded(0), None);
        let stop = Stop::new();
        let limits = Limits::default().stop(stop.clone()).stop(Stop::new());
        assert_eq!(limits.exceeded(0), None);
        stop.stop();
        assert_eq!(limits.exceeded(0), Some(Stopped::Asked));
    }
}
