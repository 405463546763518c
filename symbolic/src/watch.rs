//! Limits and progress while diagrams are made.

use game::{Limits, Stopped};
use levels::Effort;
use levels::{Error, Result};

/// How far the work has got.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The ply that is being worked on.
    pub ply: u32,
    /// An estimate of how much of it is done, in percent.
    pub percent: u32,
    /// States of automata made so far for this ply.
    pub states: u64,
    /// Bytes in use, with those that are about to be allocated.
    pub bytes: usize,
}

/// Checks the limits, reports progress, and remembers why the work stopped.
pub(crate) struct Watch<'a> {
    limits: &'a Limits,
    tell: &'a mut dyn FnMut(&Progress),
    pub(crate) ply: u32,
    levels: usize,
    /// Bytes held by what is not swept just now.
    pub(crate) held: usize,
    pub(crate) peak: usize,
    pub(crate) stopped: Option<Stopped>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(limits: &'a Limits, levels: usize, tell: &'a mut dyn FnMut(&Progress)) -> Watch<'a> {
        Watch { limits, tell, ply: 0, levels, held: 0, peak: 0, stopped: None }
    }

    /// Whether to go on. What is not agreed to is not allocated, so it does not count as in use.
    pub(crate) fn go_on(&mut self, effort: Effort) -> bool {
        let bytes = self.held + effort.bytes;
        let percent = (100 * effort.level / self.levels.max(1)) as u32;
        (self.tell)(&Progress { ply: self.ply, percent, states: effort.states, bytes });
        self.stopped = self.stopped.or_else(|| self.limits.exceeded(bytes));
        if self.stopped.is_none() {
            self.peak = self.peak.max(bytes);
        }
        self.stopped.is_none()
    }

    /// Whether to go on with work that takes this many bytes by itself, before it begins.
    ///
    /// # Errors
    /// [`Error::Stopped`] if a limit was reached.
    pub(crate) fn begin(&mut self, bytes: usize) -> Result<()> {
        if self.go_on(Effort { level: 0, states: 0, bytes }) { Ok(()) } else { Err(Error::Stopped) }
    }
}
