//! The bytes that a sweep holds, and the question whether it may hold more.

use crate::sweep::Effort;
use crate::{Error, Result};

/// The watcher is not called for growth by fewer bytes than this.
const STEP: usize = 1 << 18;
/// The watcher is called again after this many bytes of tallies were added up: a few hundredths of a second.
const WORK: usize = 1 << 25;

/// Counts bytes, and asks the watcher *before* more are allocated.
pub(crate) struct Account<'a> {
    watch: &'a mut dyn FnMut(Effort) -> bool,
    pub(crate) level: usize,
    pub(crate) states: u64,
    /// Bytes of what lasts longer than a block of states.
    pub(crate) held: usize,
    /// Bytes that the automaton holds.
    pub(crate) automaton: usize,
    /// Up to this many bytes were agreed to.
    agreed: usize,
    /// Bytes of tallies added up since the last question.
    work: usize,
}

impl<'a> Account<'a> {
    pub(crate) fn new(watch: &'a mut dyn FnMut(Effort) -> bool) -> Account<'a> {
        Account { watch, level: 0, states: 0, held: 0, automaton: 0, agreed: 0, work: 0 }
    }

    /// Asks whether to go on and allocate `more` bytes.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the answer is no.
    pub(crate) fn ask(&mut self, more: usize) -> Result<()> {
        let bytes = self.held + self.automaton + more;
        (self.agreed, self.work) = (bytes + STEP, 0);
        let effort = Effort { level: self.level, states: self.states, bytes };
        if (self.watch)(effort) { Ok(()) } else { Err(Error::Stopped) }
    }

    /// Asks the same if it was not agreed to before.
    #[inline]
    pub(crate) fn make_room(&mut self, more: usize) -> Result<()> {
        if self.held + self.automaton + more > self.agreed { self.ask(more) } else { Ok(()) }
    }

    /// Notes that tallies of this many bytes were added up.
    #[inline]
    pub(crate) fn worked(&mut self, bytes: usize) -> Result<()> {
        self.work += bytes;
        if self.work > WORK { self.ask(0) } else { Ok(()) }
    }
}
