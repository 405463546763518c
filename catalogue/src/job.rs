//! Jobs: the limits and the engine for an answer, and a callback for its progress.

use game::Limits;
use search::Engine;

use crate::CheckpointFile;

/// A callback for progress, called from any thread and many times a second. Its argument is a function that makes the
/// line of text, so that a line that nobody shows costs nothing.
pub type Tell<'a> = dyn Fn(&dyn Fn() -> String) + Sync + 'a;

/// The limits and the engine for an answer, and a callback for its progress.
///
/// ```
/// use std::time::Duration;
/// use catalogue::Job;
/// use game::Limits;
///
/// let job = Job::default().limits(Limits::default().time(Duration::from_secs(10))).threads(2);
/// assert_eq!(job.limits.thread_count(), 2);
/// ```
#[derive(Clone)]
pub struct Job<'a> {
    /// Time, memory, nodes, threads and stop switches. Answers do not depend on the number of threads.
    pub limits: Limits,
    /// The engine for [`solve`](crate::Variant::solve) and [`analyze`](crate::Variant::analyze); by default whichever
    /// suits.
    pub engine: Engine,
    /// The callback for progress, if there is one.
    pub tell: Option<&'a Tell<'a>>,
    /// The file for proofs about games of lines, if they are to be saved; other engines save nothing.
    pub checkpoint: Option<&'a CheckpointFile>,
}

impl Default for Job<'_> {
    fn default() -> Self {
        Job { limits: Limits::default(), engine: Engine::Auto, tell: None, checkpoint: None }
    }
}

impl<'a> Job<'a> {
    /// Sets the limits, in place of all that were set before, nodes and threads included.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.limits = self.limits.threads(threads);
        self
    }

    /// Sets the engine.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// Sets the most nodes to examine.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.limits = self.limits.nodes(nodes);
        self
    }

    /// Sets the callback for progress.
    #[must_use]
    pub fn tell(mut self, tell: &'a Tell<'a>) -> Self {
        self.tell = Some(tell);
        self
    }

    /// Sets where proofs about games of lines are saved.
    #[must_use]
    pub fn checkpoint(mut self, file: Option<&'a CheckpointFile>) -> Self {
        self.checkpoint = file;
        self
    }

    /// Reports progress, if there is a callback.
    pub(crate) fn say(&self, line: &dyn Fn() -> String) {
        if let Some(tell) = self.tell {
            tell(line);
        }
    }
}
