//! What a solver is to do.

use game::Limits;

use crate::Engine;
use crate::progress::{Watch, Watcher};

/// What a solver is to do: by which engine, within which limits, how much of the line to give, and where to report
/// progress. Every engine takes one.
pub(crate) struct Job<'w, M> {
    pub(crate) engine: Engine,
    pub(crate) limits: Limits,
    /// Plies of best play to give.
    pub(crate) line: usize,
    pub(crate) watch: Option<Watch<'w, M>>,
}

impl<'w, M> Job<'w, M> {
    /// Returns the watcher of a search that begins now.
    pub(crate) fn watcher(&self) -> Watcher<'w, M> {
        Watcher::new(self.watch)
    }

    /// Returns the same job within other limits, without reports.
    pub(crate) fn within(&self, limits: Limits) -> Job<'w, M> {
        Job { engine: self.engine, limits, line: self.line, watch: None }
    }
}

// Derived, it would want moves that can be cloned.
impl<M> Clone for Job<'_, M> {
    fn clone(&self) -> Self {
        Job { limits: self.limits.clone(), ..*self }
    }
}

impl<M> Default for Job<'_, M> {
    fn default() -> Self {
        Job { engine: Engine::Auto, limits: Limits::default(), line: 0, watch: None }
    }
}
