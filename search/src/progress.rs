//! How far a search has got.

use std::time::{Duration, Instant};

use game::Value;

/// How far a search has got, told a few times a second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The value is at least this.
    pub least: Value,
    /// The value is at most this.
    pub most: Value,
    /// Nodes examined.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
    /// How many of a thousand places of the table are taken.
    pub table: u32,
}

impl Progress {
    /// Nodes in a second.
    #[must_use]
    pub fn per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Whoever wants to be told.
pub(crate) struct Watcher<'w> {
    pub(crate) tell: Option<&'w mut dyn FnMut(&Progress)>,
    pub(crate) start: Instant,
}

impl<'w> Watcher<'w> {
    pub(crate) fn new(tell: Option<&'w mut dyn FnMut(&Progress)>) -> Watcher<'w> {
        Watcher { tell, start: Instant::now() }
    }

    /// Whether anybody wants to be told.
    pub(crate) fn is_there(&self) -> bool {
        self.tell.is_some()
    }

    /// Tells.
    pub(crate) fn tell(&mut self, (least, most): (Value, Value), nodes: u64, table: u32) {
        if let Some(tell) = &mut self.tell {
            tell(&Progress { least, most, nodes, elapsed: self.start.elapsed(), table });
        }
    }
}
