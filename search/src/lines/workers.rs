//! What the searchers of one query share, and how several of them work on it.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use game::bits::BitSet;
use game::{Limits, Stopped};

use super::checkpoint::Checkpoint;
use super::node::Prover;
use super::position::Position;
use super::progress_estimate::ProgressEstimate;
use super::symmetries::{Key, Symmetries, mix};
use super::table::{Proof, Table};
use crate::budget::Interrupt;
use crate::busy::Busy;

/// The number of nodes between two looks at the clock: a node takes microseconds here.
const NODES_A_LOOK: u64 = 16;
/// The number of nodes between two reports of progress.
const NODES_A_REPORT: u64 = 1024;

/// How far the solver of lines has got with its present query.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of positions searched so far.
    pub nodes: u64,
    /// The number of proofs in the table.
    pub proofs: usize,
    /// The share of the moves in the first position that are settled, from 0 to 1, if none of the others wins. The move
    /// that is being searched counts by the share of it that is settled.
    pub settled: f64,
}

/// A function that is called with progress.
pub(super) type Watcher<'s> = &'s (dyn Fn(&Progress) + Sync);

/// What the searchers of one query share.
pub(super) struct Shared<'s, const N: usize> {
    pub(super) symmetries: &'s Symmetries,
    pub(super) table: &'s Table<N>,
    /// The moves that searchers are working on, if there are several searchers.
    pub(super) busy: Option<Busy>,
    /// How many steps to spend on looking for pairs.
    pub(super) pairing_steps: u32,
    pub(super) limits: &'s Limits,
    pub(super) nodes: &'s AtomicU64,
    pub(super) watcher: Option<Watcher<'s>>,
    pub(super) checkpoint: Option<&'s Checkpoint<'s>>,
    pub(super) done: AtomicBool,
}

impl<const N: usize> Shared<'_, N> {
    /// Returns the number of nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts a node, and reports progress now and then.
    ///
    /// # Errors
    /// If the searcher should stop.
    pub(super) fn step(&self, estimate: Option<&ProgressEstimate>) -> Result<(), Interrupt> {
        let nodes = self.nodes();
        if nodes >= self.limits.most_nodes() {
            return Err(Stopped::Nodes.into());
        }
        let nodes = self.nodes.fetch_add(1, Ordering::Relaxed);
        if self.done.load(Ordering::Relaxed) {
            return Err(Interrupt::Beaten);
        }
        // On large boards a node takes milliseconds.
        if N > 1 || nodes.is_multiple_of(NODES_A_LOOK) {
            if let Some(stopped) = self.limits.exceeded(0) {
                return Err(stopped.into());
            }
            if let Some(checkpoint) = self.checkpoint {
                checkpoint.save_if_due(self.table, nodes);
            }
        }
        if let (Some(watch), Some(estimate)) = (self.watcher, estimate)
            && nodes.is_multiple_of(NODES_A_REPORT)
        {
            watch(&Progress { nodes, proofs: self.table.len(), settled: estimate.settled() });
        }
        Ok(())
    }

    /// Counts a node of a certificate that takes this many bytes so far; half of the memory is for the table.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn step_within(&self, bytes: usize) -> Result<(), Interrupt> {
        self.step(None)?;
        match self.limits.bytes() {
            Some(most) if bytes > most / 2 => Err(Stopped::Memory.into()),
            _ => Ok(()),
        }
    }

    /// Returns whether a limit is reached, on boards so large that even one node takes long.
    pub(super) fn is_late(&self) -> bool {
        N > 1 && self.limits.exceeded(0).is_some()
    }

    /// Returns a number for a move in a position, the same for all images of it.
    fn token(&self, key: Key, square: usize) -> u64 {
        mix(key.bits ^ (self.symmetries.square_to_key(key, square) as u128 + 1)) as u64
    }

    /// Returns whether another searcher is working on a move.
    pub(super) fn is_busy(&self, key: Key, square: usize) -> bool {
        self.busy.as_ref().is_some_and(|busy| busy.has(self.token(key, square)))
    }

    /// Works on a move while the other searchers see it.
    pub(super) fn during<T>(&self, key: Key, square: usize, work: impl FnOnce() -> T) -> T {
        match &self.busy {
            Some(busy) => busy.during(self.token(key, square), work),
            None => work(),
        }
    }

    /// Puts as many searchers to work on one position as there may be threads.
    pub(super) fn prove(&self, position: &Position<N>) -> Result<Proof<N>, Interrupt> {
        let threads = self.limits.thread_count();
        if threads < 2 {
            return Prover::new(self, true).prove(position, BitSet::EMPTY);
        }
        let work = |reports: bool| {
            let proof = Prover::new(self, reports).prove(position, BitSet::EMPTY);
            self.done.fetch_or(proof.is_ok(), Ordering::Relaxed);
            proof
        };
        let results: Vec<Result<Proof<N>, Interrupt>> = thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(|| work(false))).collect();
            let first = work(true);
            // A panic goes on in the thread that asked.
            let others = helpers
                .into_iter()
                .map(|helper| helper.join().unwrap_or_else(|broken| resume_unwind(broken)));
            std::iter::once(first).chain(others).collect()
        });
        let found = results.iter().find(|result| result.is_ok());
        let halted = || results.iter().find(|result| matches!(result, Err(Interrupt::Halt(_))));
        *found.or_else(halted).expect("threads go on until one has the answer or a limit is reached")
    }
}
