//! What may be spent on an answer, and who is told how far it is.

use game::Limits;
use search::{Budget, Engine, Options};

/// Someone who is told how far the work is, from any thread and many times a second: the line of text is only made if
/// it is asked for.
pub type Tell<'a> = dyn Fn(&dyn Fn() -> String) + Sync + 'a;

/// What may be spent on an answer, and who is told how far it is.
///
/// ```
/// use std::time::Duration;
/// use catalogue::Job;
/// use game::Limits;
///
/// let job = Job::default().limits(Limits::default().time(Duration::from_secs(10))).threads(2);
/// assert_eq!(job.threads, 2);
/// ```
#[derive(Clone)]
pub struct Job<'a> {
    /// Memory, time and stop switches.
    pub limits: Limits,
    /// The number of threads; answers do not depend on it.
    pub threads: usize,
    /// The engine for [`solve`](crate::Variant::solve) and [`analyze`](crate::Variant::analyze); by default whichever
    /// suits.
    pub engine: Engine,
    /// Nodes that a search may examine; by default any number.
    pub nodes: u64,
    /// Who is told how far it is, if anybody.
    pub tell: Option<&'a Tell<'a>>,
}

impl Default for Job<'_> {
    fn default() -> Self {
        Job { limits: Limits::default(), threads: 1, engine: Engine::Auto, nodes: u64::MAX, tell: None }
    }
}

impl<'a> Job<'a> {
    /// Within these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// On `threads` threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// By this engine.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// Examining at most `nodes` nodes.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// Telling someone how far it is.
    #[must_use]
    pub fn tell(mut self, tell: &'a Tell<'a>) -> Self {
        self.tell = Some(tell);
        self
    }

    /// Tells how far it is.
    pub(crate) fn say(&self, line: &dyn Fn() -> String) {
        if let Some(tell) = self.tell {
            tell(line);
        }
    }

    /// The same for engines that search.
    pub(crate) fn options(&self) -> Options {
        let budget = Budget::default().limits(self.limits.clone()).nodes(self.nodes);
        Options::default().engine(self.engine).threads(self.threads).budget(budget)
    }
}
