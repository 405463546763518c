//! Reports of a search, while it runs and when it is done.

use std::fmt;
use std::time::Duration;

use game::Stopped;

/// How states are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Store {
    /// The one that fits the system best.
    #[default]
    Auto,
    /// Every state, in a hash table with a link to where it came from. For any system and any order.
    Exact,
    /// Only the layer that is being examined and the next. For systems that know how many actions led to a state
    /// ([`depth`](game::System::depth)), breadth first.
    Layered,
    /// A bit or two for every index. For systems with a perfect index ([`Indexed`](game::Indexed)), breadth first.
    Indexed,
}

impl fmt::Display for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Store::Auto => "auto",
            Store::Exact => "exact",
            Store::Layered => "layered",
            Store::Indexed => "indexed",
        })
    }
}

/// The counts of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Distinct states examined.
    pub states: u64,
    /// Actions of these states, those that lead out of the boundary not among them.
    pub transitions: u64,
    /// States that are proper ends.
    pub finals: u64,
    /// States that have no action and are not a proper end.
    pub stuck: u64,
    /// States by the number of actions that led to them.
    pub by_depth: Vec<u64>,
    /// Transitions, by the number of actions that led to the states they come from.
    pub transitions_by_depth: Vec<u64>,
    /// The fewest actions of a state that is not a proper end; `None` if no actions were counted.
    pub narrowest: Option<u64>,
    /// States that have an action and were not beyond the depth limit.
    pub expanded: u64,
    /// The most actions of a state.
    pub widest: u64,
}

impl Counts {
    /// Returns the depth of the deepest state.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.by_depth.len().saturating_sub(1) as u32
    }

    /// Adds what was counted in a piece of one depth.
    pub fn add(&mut self, piece: &Piece, depth: u32) {
        self.states += piece.states;
        self.transitions += piece.transitions;
        self.finals += piece.finals;
        self.stuck += piece.stuck;
        self.expanded += piece.expanded;
        self.widest = self.widest.max(piece.widest);
        self.narrowest = [self.narrowest, piece.narrowest].into_iter().flatten().min();
        let depth = depth as usize;
        if self.by_depth.len() <= depth {
            self.by_depth.resize(depth + 1, 0);
            self.transitions_by_depth.resize(depth + 1, 0);
        }
        self.by_depth[depth] += piece.states;
        self.transitions_by_depth[depth] += piece.transitions;
    }
}

/// The same for one piece of the work, all of one depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Piece {
    /// Distinct states examined.
    pub states: u64,
    /// Actions of these states, those that lead out of the boundary not among them.
    pub transitions: u64,
    /// States that are proper ends.
    pub finals: u64,
    /// States that have no action and are not a proper end.
    pub stuck: u64,
    /// States that have an action and were not beyond the depth limit.
    pub expanded: u64,
    /// The fewest actions of a state that is not a proper end; `None` if no actions were counted.
    pub narrowest: Option<u64>,
    /// The most actions of a state.
    pub widest: u64,
    /// Whether successors were left out because of the depth limit.
    pub cut: bool,
}

/// What the work is about at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// States are being searched for.
    Search,
    /// All states are known, and get their values.
    Values {
        /// The number of states that have one.
        done: u64,
    },
}

/// How far the work has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Distinct states examined.
    pub states: u64,
    /// Distinct states known, those still to be examined among them.
    pub known: u64,
    /// The depth of the search: how many actions from a start.
    pub depth: u32,
    /// The bytes held.
    pub bytes: usize,
    /// The time since the search began.
    pub elapsed: Duration,
    /// The number of states in all: a guess from how the layers have grown, for breadth-first searches that have come
    /// some way. Half way through, the order of magnitude is right; an early guess can be far off.
    pub expected: Option<u64>,
}

impl Progress {
    /// Returns the number of states that are known and still to be examined.
    #[must_use]
    pub fn frontier(&self) -> u64 {
        self.known - self.states.min(self.known)
    }

    /// Returns how long the search will still take if as many states are left as are expected: a guess.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        let seconds = self.expected?.saturating_sub(self.states) as f64 / self.per_second();
        // No guess is better than one of more than half a trillion years.
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// Returns the number of states examined in a second.
    #[must_use]
    pub fn per_second(&self) -> f64 {
        self.states as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was counted. If the search was stopped, what had been counted until then.
    pub counts: Counts,
    /// How states were kept.
    pub store: Store,
    /// Why the search ended before it was done, if it did.
    pub stopped: Option<Stopped>,
    /// Whether every state was seen: the search was not stopped, the visitor did not end it, and there was nothing
    /// below the depth limit.
    pub complete: bool,
    /// The depth of which only some states were examined, because the search ended there; breadth first only. The
    /// counts of every depth before it are whole.
    pub partial: Option<u32>,
    /// The most bytes held.
    pub bytes: usize,
    /// If memory was short: the bytes that the next step would have needed at least.
    pub needed: Option<usize>,
    /// If memory was short: the bytes that the whole search would have needed, as far as that can be guessed from how
    /// the layers have grown. An order of magnitude, not a promise; never less than [`needed`](Report::needed).
    pub needed_in_all: Option<usize>,
    /// The time it took.
    pub elapsed: Duration,
}
