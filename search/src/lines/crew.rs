//! What searchers of one question share, and how several of them work on it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use game::{Limits, Stopped};

use super::position::Position;
use super::prover::Prover;
use super::set::Set;
use super::share::Share;
use super::symmetries::{Key, Symmetries, mix};
use super::table::{Proof, Table};
use crate::Halt;

/// The clock is read once in so many nodes.
const NODES_A_LOOK: u64 = 16;
/// Progress is reported once in so many nodes.
const NODES_A_REPORT: u64 = 1024;

/// Why a searcher stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cut {
    Halt(Halt),
    /// Another searcher found the answer.
    Done,
}

impl From<Stopped> for Cut {
    fn from(why: Stopped) -> Cut {
        Cut::Halt(why.into())
    }
}

/// How far the solver has got with its present question.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions searched so far.
    pub nodes: u64,
    /// Proofs in the table.
    pub proofs: usize,
    /// Which share of the moves in the first position is settled, if none of those that are left wins: from 0 to 1. The
    /// move in work is counted by the share of it that is settled.
    pub settled: f64,
}

/// Whoever wants to see progress.
pub(super) type Watcher<'s> = &'s (dyn Fn(&Progress) + Sync);

/// What searchers of one question share.
pub(super) struct Shared<'s, const N: usize> {
    pub(super) symmetries: &'s Symmetries,
    pub(super) table: &'s Table<N>,
    pub(super) busy: Busy,
    /// How long to look for pairs.
    pub(super) pairing_steps: u32,
    pub(super) limits: &'s Limits,
    pub(super) nodes: &'s AtomicU64,
    pub(super) most_nodes: u64,
    pub(super) watcher: Option<Watcher<'s>>,
    pub(super) done: AtomicBool,
}

impl<const N: usize> Shared<'_, N> {
    /// How many nodes were searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts a node, reports progress now and then, and says whether to go on.
    pub(super) fn step(&self, share: Option<&Share>) -> Result<(), Cut> {
        let nodes = self.nodes();
        if nodes >= self.most_nodes {
            return Err(Stopped::Nodes.into());
        }
        let nodes = self.nodes.fetch_add(1, Ordering::Relaxed);
        if self.done.load(Ordering::Relaxed) {
            return Err(Cut::Done);
        }
        // On large boards a node takes milliseconds.
        if (N > 1 || nodes.is_multiple_of(NODES_A_LOOK))
            && let Some(stopped) = self.limits.exceeded(0)
        {
            return Err(stopped.into());
        }
        if let (Some(watch), Some(share)) = (self.watcher, share)
            && nodes.is_multiple_of(NODES_A_REPORT)
        {
            watch(&Progress { nodes, proofs: self.table.len(), settled: share.settled() });
        }
        Ok(())
    }

    /// Whether a limit is met, on boards so large that this is to be asked within a node.
    pub(super) fn is_late(&self) -> bool {
        N > 1 && self.limits.exceeded(0).is_some()
    }

    /// A number for a move in a position, the same for all images of it.
    pub(super) fn token(&self, key: Key, square: usize) -> u64 {
        if self.busy.is_alone() {
            return 0;
        }
        mix(key.bits ^ (self.symmetries.square_to_key(key, square) as u128 + 1)) as u64
    }

    pub(super) fn is_busy(&self, key: Key, square: usize) -> bool {
        !self.busy.is_alone() && self.busy.has(self.token(key, square))
    }

    /// Puts so many searchers to work on one position.
    pub(super) fn prove(&self, position: &Position<N>, threads: usize) -> Result<Proof<N>, Cut> {
        if threads < 2 {
            return Prover::new(self, true).prove(position, Set::EMPTY);
        }
        let work = |reports: bool| {
            let proof = Prover::new(self, reports).prove(position, Set::EMPTY);
            self.done.fetch_or(proof.is_ok(), Ordering::Relaxed);
            proof
        };
        let results: Vec<Result<Proof<N>, Cut>> = thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(|| work(false))).collect();
            let first = work(true);
            let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
            std::iter::once(first).chain(others).collect()
        });
        let found = results.iter().find(|result| result.is_ok());
        let halted = || results.iter().find(|result| matches!(result, Err(Cut::Halt(_))));
        found.or_else(halted).copied().unwrap_or(Err(Cut::Done))
    }
}

/// The moves that searchers are busy with, so that others may rather do something else. It may forget some.
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub(super) fn new(threads: usize) -> Busy {
        Busy((0..if threads > 1 { 1 << 12 } else { 0 }).map(|_| AtomicU64::new(0)).collect())
    }

    fn is_alone(&self) -> bool {
        self.0.is_empty()
    }

    fn has(&self, token: u64) -> bool {
        self.0[token as usize % self.0.len()].load(Ordering::Relaxed) == token
    }

    /// Does some work while others see what it is about.
    pub(super) fn during<T>(&self, token: u64, work: impl FnOnce() -> T) -> T {
        if self.is_alone() {
            return work();
        }
        let place = &self.0[token as usize % self.0.len()];
        place.store(token, Ordering::Relaxed);
        let result = work();
        place.store(0, Ordering::Relaxed);
        result
    }
}
