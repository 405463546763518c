//! Any quantity that a position inherits from the positions after it, computed once for each distinct position.
//!
//! The bound is memory: one hash table entry per distinct position, and about one cache miss per move to look it up.
//! Nothing is allocated per position; the moves still to be tried live on one stack.

use std::collections::hash_map::Entry;
use std::time::Instant;

use game::{Stopped, System};
use rustc_hash::FxHashMap;

use crate::explorer::Explorer;
use crate::report::{Progress, Stage};
use crate::search::space::Space;

/// A quantity that a position has because of the positions after it.
pub trait Measure<S: System> {
    /// The quantity.
    type Summary: Clone;

    /// Returns what a position has of its own: all of it if it is final or has no action, otherwise what its successors
    /// are joined to.
    fn begin(&mut self, system: &S, state: &S::Configuration, ends: bool) -> Self::Summary;

    /// Returns the bytes that a summary takes beside itself, for the limit on memory.
    fn heap_bytes(&self, summary: &Self::Summary) -> usize {
        let _ = summary;
        0
    }

    /// Joins the summary of one successor. Called once for each action, also where two lead to the same position.
    fn join(&mut self, summary: &mut Self::Summary, successor: &Self::Summary);
}

/// Why a fold has no result.
#[derive(Clone, Debug)]
pub enum Unfinished<C> {
    /// A limit was reached; the number is that of the distinct positions known.
    Stopped(Stopped, u64),
    /// Positions repeat: these lead to one another in turn, and the last leads to the first.
    Cycle(Vec<C>),
}

/// The result of a fold.
#[derive(Clone, Debug)]
pub struct Folded<T> {
    /// The summary of the start.
    pub summary: T,
    /// The number of distinct positions, the start among them.
    pub positions: u64,
}

/// The number of steps between two looks at the limits.
const LOOK_UP: u64 = 4096;

/// Folds everything reachable from `start` into one summary, depth first, on one thread.
///
/// Of the explorer it uses the system, the canonical form, the boundary, the limits and the watcher. A canonical form
/// may be used where the measure does not tell symmetric positions apart.
///
/// # Errors
/// If positions repeat, so that the recursion has no ground, or a limit is reached.
pub fn fold<S: System, I, M: Measure<S>>(
    explorer: &Explorer<'_, S, I>,
    start: S::Configuration,
    measure: &mut M,
) -> Result<Folded<M::Summary>, Unfinished<S::Configuration>> {
    let mut walk = Walk {
        space: explorer.space,
        measure,
        known: FxHashMap::default(),
        open: Vec::new(),
        todo: Vec::new(),
        heap: 0,
        steps: 0,
    };
    let begun = Instant::now();
    let start = walk.space.identified(start);
    let mut done = walk.enter(start);
    let mut look = 0;
    loop {
        walk.steps += 1;
        if walk.steps >= look || walk.known.len() == walk.known.capacity() {
            look = walk.steps + LOOK_UP;
            let bytes = walk.bytes_soon();
            if let Some(why) = explorer.limits.exceeded(bytes) {
                return Err(Unfinished::Stopped(why, walk.known.len() as u64));
            }
            (explorer.watcher())(&walk.progress(bytes, begun));
        }
        if let Some(summary) = done.take() {
            match walk.open.last_mut() {
                Some(above) => walk.measure.join(&mut above.summary, &summary),
                None => return Ok(Folded { summary, positions: walk.known.len() as u64 }),
            }
        }
        done = walk.step()?;
    }
}

struct Walk<'a, S: System, M: Measure<S>> {
    space: Space<'a, S>,
    measure: &'a mut M,
    /// Every position met: `None` while its successors are being examined.
    known: FxHashMap<S::Configuration, Option<M::Summary>>,
    /// The path from the start to where we are.
    open: Vec<Frame<S::Configuration, M::Summary>>,
    /// The successors still to be examined of every position on that path.
    todo: Vec<S::Configuration>,
    /// The bytes that states and summaries take beside themselves.
    heap: usize,
    /// Positions made and looked up: on a wide board one is made into many.
    steps: u64,
}

struct Frame<C, T> {
    state: C,
    summary: T,
    /// Where its successors begin.
    first: usize,
}

impl<S: System, M: Measure<S>> Walk<'_, S, M> {
    /// Begins a position not met before; its summary, if it is an end.
    fn enter(&mut self, state: S::Configuration) -> Option<M::Summary> {
        let first = self.todo.len();
        let Space { system, .. } = self.space;
        for (_, next) in self.space.steps(&state) {
            self.heap += system.heap_bytes_of(&next);
            self.todo.push(next);
        }
        self.steps += (self.todo.len() - first) as u64;
        // In the table and, until it is left, on the path.
        self.heap += 2 * system.heap_bytes_of(&state);
        let ends = self.todo.len() == first;
        let summary = self.measure.begin(system, &state, ends);
        if ends {
            self.heap += self.measure.heap_bytes(&summary);
            self.heap -= system.heap_bytes_of(&state);
            self.known.insert(state, Some(summary.clone()));
            return Some(summary);
        }
        self.known.insert(state.clone(), None);
        self.open.push(Frame { state, summary, first });
        None
    }

    /// Goes on with the next successor of the current position, or leaves it; a summary if that made one known.
    fn step(&mut self) -> Result<Option<M::Summary>, Unfinished<S::Configuration>> {
        let first = self.open.last().map_or(0, |frame| frame.first);
        if self.todo.len() > first
            && let Some(next) = self.todo.pop()
        {
            self.heap -= self.space.system.heap_bytes_of(&next);
            return match self.known.get(&next) {
                None => Ok(self.enter(next)),
                Some(Some(summary)) => Ok(Some(summary.clone())),
                Some(None) => Err(self.cycle_to(&next)),
            };
        }
        Ok(self.open.pop().map(|Frame { state, summary, .. }| {
            self.heap += self.measure.heap_bytes(&summary);
            self.heap -= self.space.system.heap_bytes_of(&state);
            if let Entry::Occupied(mut entry) = self.known.entry(state) {
                entry.insert(Some(summary.clone()));
            }
            summary
        }))
    }

    fn progress(&self, bytes: usize, begun: Instant) -> Progress {
        let known = self.known.len() as u64;
        Progress {
            stage: Stage::Search,
            states: known - self.open.len() as u64,
            known,
            depth: self.open.len() as u32,
            bytes,
            elapsed: begun.elapsed(),
            expected: None,
        }
    }

    fn cycle_to(&self, state: &S::Configuration) -> Unfinished<S::Configuration> {
        let from = self.open.iter().position(|frame| frame.state == *state);
        let from = from.expect("a position without a summary is on the path");
        Unfinished::Cycle(self.open[from..].iter().map(|frame| frame.state.clone()).collect())
    }

    /// What is held now, or will be when the table has grown, if it must.
    fn bytes_soon(&self) -> usize {
        let entry = size_of::<(S::Configuration, Option<M::Summary>)>() + 1;
        let frame = size_of::<Frame<S::Configuration, M::Summary>>();
        let full = self.known.len() == self.known.capacity();
        // While it grows, a table of twice the size stands beside the old one; capacity is 7/8 of the slots.
        let slots = self.known.capacity() / 7 * 8 * if full { 3 } else { 1 };
        self.heap
            + slots * entry
            + self.open.capacity() * frame
            + self.todo.capacity() * size_of::<S::Configuration>()
    }
}
