//! What solving may still spend, and how far it has come.

use game::{Limits, Stopped};

use crate::report::Progress;

/// How far a solution has come.
#[derive(Clone, Copy, Debug)]
pub enum Solving<'a> {
    /// Positions are being searched for.
    Search(&'a Progress),
    /// All have been found, and are being given values.
    Values {
        /// How many have theirs.
        done: u64,
        /// How many there are.
        all: u64,
        /// The bytes held.
        bytes: usize,
    },
}

/// Whoever watches a solution.
pub(crate) type Watch<'a> = dyn FnMut(&Solving<'_>) + 'a;

/// Asks the limits and tells whoever watches, now and then.
pub(crate) struct Meter<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) watch: &'a mut Watch<'a>,
    pub(crate) bytes: usize,
    pub(crate) all: u64,
    pub(crate) done: u64,
    pub(crate) steps: u64,
}

impl Meter<'_> {
    /// Notes a step of the work; now and then looks whether there may be another.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Stopped> {
        const LOOK_UP: u64 = 1 << 12;
        self.steps += 1;
        if self.steps.is_multiple_of(LOOK_UP) { self.look() } else { Ok(()) }
    }

    /// Looks whether the work may go on.
    pub(crate) fn look(&mut self) -> Result<(), Stopped> {
        (self.watch)(&Solving::Values { done: self.done, all: self.all, bytes: self.bytes });
        self.limits.exceeded(self.bytes).map_or(Ok(()), Err)
    }
}
