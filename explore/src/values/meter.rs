//! What solving may still spend, and how far it has come.

use std::time::{Duration, Instant};

use game::{Limits, Stopped};

use crate::explorer::Watch;
use crate::report::{Progress, Report, Stage};

/// Looks at the limits and reports progress, once in a few thousand steps.
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    watch: &'a Watch<'a>,
    /// The time that the search took, and when solving began.
    searched: Duration,
    begun: Instant,
    /// The depth of the deepest position.
    depth: u32,
    /// The bytes held.
    pub(crate) bytes: usize,
    /// The number of positions.
    pub(crate) all: u64,
    /// How many of them have their value.
    pub(crate) done: u64,
    steps: u64,
}

impl<'a> Meter<'a> {
    /// Returns a meter for solving the positions that a search has found, which takes `bytes` bytes.
    pub(crate) fn new(limits: &'a Limits, watch: &'a Watch<'a>, found: &Report, bytes: usize) -> Self {
        let (depth, all) = (found.counts.depth(), found.counts.states);
        let (searched, begun) = (found.elapsed, Instant::now());
        Meter { limits, watch, searched, begun, depth, bytes, all, done: 0, steps: 0 }
    }

    /// Notes a step of the work, and looks at the limits at every 4096th: the clock takes longer to read than a step.
    ///
    /// # Errors
    /// If a limit is reached.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Stopped> {
        const LOOK_UP: u64 = 1 << 12;
        self.steps += 1;
        if self.steps.is_multiple_of(LOOK_UP) { self.look() } else { Ok(()) }
    }

    /// Reports progress and looks at the limits.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(crate) fn look(&mut self) -> Result<(), Stopped> {
        (self.watch)(&Progress {
            stage: Stage::Values { done: self.done },
            states: self.all,
            known: self.all,
            depth: self.depth,
            bytes: self.bytes,
            elapsed: self.searched + self.begun.elapsed(),
            expected: Some(self.all),
        });
        self.limits.exceeded(self.bytes).map_or(Ok(()), Err)
    }
}
