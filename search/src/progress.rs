//! How far a search has got, and reporting it.

use std::time::{Duration, Instant};

use game::Worth;

/// How far a search has got.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress<M> {
    /// What is known of the value so far.
    pub worth: Worth,
    /// The best line so far, as far as it is remembered; before anything is known, the moves that are tried first.
    pub line: Vec<M>,
    /// The number of nodes examined.
    pub nodes: u64,
    /// The time spent.
    pub elapsed: Duration,
    /// The part of the table that is in use, in thousandths.
    pub table: u32,
}

impl<M> Progress<M> {
    /// Returns the number of nodes examined in a second.
    #[must_use]
    pub fn per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// A function that is called with the progress of a search, a few times a second.
pub type Watch<'w, M> = &'w (dyn Fn(&Progress<M>) + Sync);

/// The function that is called with progress, if there is one, and the time when the search began.
#[derive(Clone, Copy)]
pub(crate) struct Watcher<'w, M> {
    watch: Option<Watch<'w, M>>,
    start: Instant,
}

impl<'w, M> Watcher<'w, M> {
    pub(crate) fn new(watch: Option<Watch<'w, M>>) -> Watcher<'w, M> {
        Watcher { watch, start: Instant::now() }
    }

    /// Returns whether there is such a function.
    pub(crate) fn is_there(&self) -> bool {
        self.watch.is_some()
    }

    /// Returns the time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Reports progress, which is only computed if there is a function to call.
    pub(crate) fn tell(&self, progress: impl FnOnce(Duration) -> Progress<M>) {
        if let Some(watch) = self.watch {
            watch(&progress(self.elapsed()));
        }
    }
}
