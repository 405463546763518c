//! How far a search has got.

use std::time::{Duration, Instant};

use game::Value;

/// How far a search has got, told a few times a second.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress<M> {
    /// The value is at least this.
    pub least: Value,
    /// The value is at most this.
    pub most: Value,
    /// The best line so far, as far as it is remembered; where nothing is yet, the moves that are tried first.
    pub line: Vec<M>,
    /// Nodes examined.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
    /// How many of a thousand places of the table are taken.
    pub table: u32,
}

impl<M> Progress<M> {
    /// Nodes in a second.
    #[must_use]
    pub fn per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// What is done with it.
type Tell<'w, M> = &'w mut dyn FnMut(&Progress<M>);

/// Whoever wants to be told.
pub(crate) struct Watcher<'w, M> {
    tell: Option<Tell<'w, M>>,
    pub(crate) start: Instant,
}

impl<'w, M> Watcher<'w, M> {
    pub(crate) fn new(tell: Option<Tell<'w, M>>) -> Watcher<'w, M> {
        Watcher { tell, start: Instant::now() }
    }

    /// Whether anybody wants to be told.
    pub(crate) fn is_there(&self) -> bool {
        self.tell.is_some()
    }

    /// Tells, if anybody wants to know.
    pub(crate) fn tell(&mut self, so_far: impl FnOnce(Duration) -> Progress<M>) {
        if let Some(tell) = &mut self.tell {
            tell(&so_far(self.start.elapsed()));
        }
    }
}
