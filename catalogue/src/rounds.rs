//! A fixpoint of homomorphisms, watched.

use dd::{Layer, Observer, Verdict};
use game::Stopped;
use num_bigint::BigUint;

use crate::job::Job;
use crate::numbers::{about, thousands};

/// Watches a fixpoint: counts its rounds, tells how far it is, and ends it where a limit of the job is reached.
///
/// ```
/// use catalogue::{Job, Rounds};
/// use dd::{Manager, Strategy};
/// use symbolic::tictactoe::Model;
///
/// let manager = Manager::builder().build();
/// let model = Model::new(&manager, 3).unwrap();
/// let job = Job::default();
/// let mut rounds = Rounds::new(&job);
/// model.separate_win(Strategy::Frontier).apply_watched(&model.start, &mut rounds).unwrap();
/// assert_eq!(rounds.states().to_string(), "6420");
/// assert_eq!(rounds.stopped(), None);
/// ```
pub struct Rounds<'a> {
    job: &'a Job<'a>,
    /// The round to stop after.
    last: Option<usize>,
    with_nodes: bool,
    round: usize,
    counted: Vec<(BigUint, usize)>,
    stopped: Option<Stopped>,
}

impl std::fmt::Debug for Rounds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Rounds { last, counted, stopped, .. } = self;
        f.debug_struct("Rounds")
            .field("last", last)
            .field("counted", counted)
            .field("stopped", stopped)
            .finish_non_exhaustive()
    }
}

impl<'a> Rounds<'a> {
    /// Watches for a job.
    #[must_use]
    pub fn new(job: &'a Job<'a>) -> Rounds<'a> {
        Rounds { job, last: None, with_nodes: false, round: 0, counted: Vec::new(), stopped: None }
    }

    /// Counts the nodes after each round, too.
    #[must_use]
    pub fn with_nodes(mut self) -> Rounds<'a> {
        self.with_nodes = true;
        self
    }

    /// Ends the fixpoint after this round; the start is round 0.
    #[must_use]
    pub fn up_to(mut self, last: usize) -> Rounds<'a> {
        self.last = Some(last);
        self
    }

    /// Returns the states after the last round, the start alone if there was none.
    #[must_use]
    pub fn states(&self) -> BigUint {
        self.counted.last().map_or(BigUint::from(1u32), |(states, _)| states.clone())
    }

    /// Returns which limit ended the fixpoint, if one did.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Returns the states and the nodes after each round; no nodes if they were not to be counted.
    #[must_use]
    pub fn into_counted(self) -> Vec<(BigUint, usize)> {
        self.counted
    }

    fn verdict(&mut self, bytes: usize) -> Verdict {
        self.stopped = self.stopped.or_else(|| self.job.limits.exceeded(bytes));
        if self.stopped.is_some() { Verdict::Enough } else { Verdict::Continue }
    }
}

impl Observer for Rounds<'_> {
    fn layer(&mut self, layer: &Layer<'_>) -> Verdict {
        self.round = layer.round();
        // A set of words that do not fit together has no number, and is an error in the end.
        if let Some(states) = layer.all_words() {
            self.counted.truncate(layer.round());
            self.counted.push((states, if self.with_nodes { layer.all_nodes() } else { 0 }));
        }
        if self.last.is_some_and(|last| layer.round() >= last) { Verdict::Enough } else { self.verdict(0) }
    }

    fn tick(&mut self, so_far: &dd::Progress) -> Verdict {
        let round = self.round;
        self.job
            .say(&|| format!("round {round}: {} states, {}", thousands(self.states()), about(so_far.bytes)));
        self.verdict(so_far.bytes)
    }
}
