//! Breadth-first search where every state has an index: rows of bits, swept from end to end once for each layer.
//!
//! ```text
//!  visited  1 1 1 0 1 1 0 …   every state met; not needed where no state comes twice
//!  now      0 0 1 0 1 0 0 …   this layer
//!  next     0 0 0 0 0 1 0 …   the next
//! ```
//!
//! The rows are cut into stretches, and several threads work on several stretches of `now`. All of them mark successors
//! in the same row, which can be done in any order. A bit that is set already is only read, and most are: on 4×4
//! tic-tac-toe four successors in five. So threads seldom write to the same place, and there is nothing to be sent.
//! Measured there, a run of a quarter of a second, two threads are done 1.5 to 1.9 times as fast as one (`bench
//! explore`), and 1.9 times on (5,4,4); boxes for every owner of a stretch, as the search by hash table has them, took
//! more processor time and three times the memory.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use game::{Indexed, Limits, Stopped, System};

use crate::report::{Counts, Piece, Progress, Report, Stage, Store};
use crate::search::examine::{VisitContext, examine};
use crate::search::exchange::{Halt, Phased, share};
use crate::search::forecast::forecast;
use crate::search::space::Space;
use crate::search::visitor::{Place, Visitor};

/// How a sweep is to go about it.
#[derive(Clone, Copy)]
pub(crate) struct Sweep<'a> {
    pub(crate) depth: Option<u32>,
    pub(crate) limits: &'a Limits,
    /// Whether the row of all states is wanted at the end.
    pub(crate) keeps: bool,
}

/// The bytes that a sweep takes; `None` if there is no index, or not even the bytes can be counted.
pub(crate) fn bytes<S: System>(indexed: &impl Indexed, space: &Space<'_, S>, keeps: bool) -> Option<usize> {
    let rows = if space.tells_depth() && !keeps { 2 } else { 3 };
    usize::try_from(indexed.size()?.div_ceil(64)).ok()?.checked_mul(8 * rows)
}

/// A bit for every index.
type Row = Vec<AtomicU64>;

/// No bit set; shorter if there is no time for all of it.
fn row(words: usize, halt: &Halt<'_>) -> Row {
    let mut row = Vec::with_capacity(words);
    while row.len() < words && !halt.look() {
        let end = words.min(row.len() + WORDS);
        row.resize_with(end, AtomicU64::default);
    }
    row
}

/// The numbers of words and of states between two looks at the limits.
const WORDS: usize = 1 << 17;
const STATES: u64 = 1 << 12;

/// The rows of bits, and the stretches they are cut into.
struct Rows {
    /// Empty if no state comes twice and the row is not wanted at the end.
    visited: Row,
    now: Row,
    next: Row,
    /// How many words there are in a stretch.
    stretch: usize,
    threads: usize,
}

impl Rows {
    /// Empty rows.
    ///
    /// # Errors
    /// If there is no time to make them.
    fn new(size: u64, visited: bool, limits: &Limits) -> Result<Rows, Stopped> {
        let (halt, threads) = (Halt::new(limits), limits.thread_count());
        let words = size.div_ceil(64) as usize;
        let parts = if threads == 1 { 1 } else { 64 * threads };
        let stretch = words.div_ceil(parts).max(1);
        let rows = Rows {
            visited: row(if visited { words } else { 0 }, &halt),
            now: row(words, &halt),
            next: row(words, &halt),
            stretch,
            threads,
        };
        halt.result().map(|()| rows)
    }

    /// How many stretches there are.
    fn stretches(&self) -> usize {
        self.now.len().div_ceil(self.stretch)
    }

    /// The words of a stretch.
    fn words(&self, number: usize) -> std::ops::Range<usize> {
        let first = number * self.stretch;
        first..(first + self.stretch).min(self.now.len())
    }

    /// Puts a state into the next layer.
    #[inline]
    fn mark(&self, index: u64) {
        let (word, bit) = (&self.next[(index / 64) as usize], 1 << (index % 64));
        let known = word.load(Ordering::Relaxed);
        // Alone, a plain store spares the branch. Among several threads most bits are set
        // already, and reading them first keeps the cache line shared.
        if self.threads == 1 {
            word.store(known | bit, Ordering::Relaxed);
        } else if known & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// The next layer becomes this one. Returns how many states there are in it.
    ///
    /// # Errors
    /// If there is no time for that.
    fn turn(&self, limits: &Limits) -> Result<u64, Stopped> {
        let (states, halt) = (AtomicU64::new(0), Halt::new(limits));
        share(self.threads, self.stretches(), |number| {
            let words = self.words(number);
            for first in words.clone().step_by(WORDS) {
                if halt.look() {
                    return;
                }
                states.fetch_add(self.turn_words(first..words.end.min(first + WORDS)), Ordering::Relaxed);
            }
        });
        halt.result().map(|()| states.into_inner())
    }

    fn turn_words(&self, words: std::ops::Range<usize>) -> u64 {
        let mut count = 0;
        for word in words {
            let mut found = self.next[word].load(Ordering::Relaxed);
            if let Some(visited) = self.visited.get(word) {
                let known = visited.load(Ordering::Relaxed);
                found &= !known;
                visited.store(known | found, Ordering::Relaxed);
            }
            self.now[word].store(found, Ordering::Relaxed);
            self.next[word].store(0, Ordering::Relaxed);
            count += u64::from(found.count_ones());
        }
        count
    }
}

/// What one stretch gave in this layer.
type Harvest<T> = (Piece, T);

/// Searches from the starts on, and shows every state to the visitor once. If that is enough for it, the layer is
/// still completed. With the row of all states, if it is wanted.
pub(crate) fn sweep<S, I, V>(
    space: Space<'_, S>,
    indexed: &I,
    plan: Sweep<'_>,
    visitor: &mut V,
    watch: &dyn Fn(&Progress),
) -> (Report, Vec<u64>)
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
    V: Visitor<S>,
{
    let begun = Instant::now();
    let size = indexed.size().expect("only systems with a perfect index are swept");
    let (bytes, stopped) = match bytes(indexed, &space, plan.keeps) {
        Some(bytes) => (bytes, plan.limits.exceeded(bytes)),
        None => (usize::MAX, Some(Stopped::Memory)),
    };
    let mut report = Report {
        counts: Counts::default(),
        store: Store::Indexed,
        stopped,
        complete: false,
        partial: None,
        bytes: 0,
        needed: None,
        needed_in_all: None,
        elapsed: begun.elapsed(),
    };
    if report.stopped == Some(Stopped::Memory) {
        // Here it is known, and not guessed.
        report.needed = Some(bytes);
        report.needed_in_all = report.needed;
    }
    if report.stopped.is_some() {
        return (report, Vec::new());
    }
    report.bytes = bytes;
    let swept = Rows::new(size, plan.keeps || !space.tells_depth(), plan.limits)
        .and_then(|rows| layers(space, indexed, (plan, rows), (begun, size), visitor, (&mut report, watch)));
    report.elapsed = begun.elapsed();
    match swept {
        Ok(rows) if plan.keeps => (report, rows.visited.into_iter().map(AtomicU64::into_inner).collect()),
        Ok(_) => (report, Vec::new()),
        Err(why) => {
            report.stopped = Some(why);
            (report, Vec::new())
        }
    }
}

/// Sweeps the rows once for each layer.
///
/// # Errors
/// If a limit is reached.
fn layers<S, I, V>(
    space: Space<'_, S>,
    indexed: &I,
    (plan, rows): (Sweep<'_>, Rows),
    (begun, size): (Instant, u64),
    visitor: &mut V,
    (report, watch): (&mut Report, &dyn Fn(&Progress)),
) -> Result<Rows, Stopped>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
    V: Visitor<S>,
{
    for start in space.starts() {
        rows.mark(indexed.index(&start));
    }
    let empty = |_| Phased::new(Harvest::<V::Tally>::default());
    let mut harvests: Vec<_> = (0..rows.stretches()).map(empty).collect();
    let (mut cut, mut layers) = (false, Vec::new());
    for depth in 0.. {
        let frontier = rows.turn(plan.limits)?;
        if frontier == 0 {
            report.complete = !cut;
            break;
        }
        layers.push(frontier);
        let states = report.counts.states;
        watch(&Progress {
            stage: Stage::Search,
            states,
            known: states + frontier,
            depth,
            bytes: report.bytes,
            elapsed: begun.elapsed(),
            expected: forecast(&layers).map(|forecast| forecast.states.min(size)),
        });
        let halt = Halt::new(plan.limits);
        let layer = Layer { space, indexed, visitor: &*visitor, plan, depth, rows: &rows, halt: &halt };
        layer.run(&harvests);
        let flow = collect(&mut harvests, depth, &mut report.counts, visitor, &mut cut);
        let seen = report.counts.by_depth[depth as usize];
        report.partial = (seen < frontier).then_some(depth);
        halt.result()?;
        if flow == ControlFlow::Break(()) {
            break;
        }
    }
    Ok(rows)
}

/// Hands in what was seen, in order.
fn collect<S: System, V: Visitor<S>>(
    harvests: &mut [Phased<Harvest<V::Tally>>],
    depth: u32,
    counts: &mut Counts,
    visitor: &mut V,
    cut: &mut bool,
) -> ControlFlow<()> {
    let mut flow = ControlFlow::Continue(());
    for harvest in harvests {
        let (piece, tally) = std::mem::take(harvest.get());
        *cut |= piece.cut;
        counts.add(&piece, depth);
        if flow == ControlFlow::Continue(()) {
            flow = visitor.collect(tally);
        }
    }
    flow
}

/// One layer of a sweep.
struct Layer<'a, S: System, I, V> {
    space: Space<'a, S>,
    indexed: &'a I,
    visitor: &'a V,
    plan: Sweep<'a>,
    depth: u32,
    rows: &'a Rows,
    halt: &'a Halt<'a>,
}

impl<S, I, V> Layer<'_, S, I, V>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
    V: Visitor<S>,
{
    /// Looks at every state of the layer, as long as there is time.
    fn run(&self, harvests: &[Phased<Harvest<V::Tally>>]) {
        // Threads that are at work at the same time are kept far apart: neighbours would mark the same words.
        let threads = self.plan.limits.thread_count();
        let apart = harvests.len().div_ceil(threads);
        share(threads, threads * apart, |job| {
            let number = job % threads * apart + job / threads;
            if let Some(harvest) = harvests.get(number) {
                self.expand(self.rows.words(number), &mut harvest.write());
            }
        });
    }

    /// Looks at the states of this layer in one stretch.
    fn expand(&self, words: std::ops::Range<usize>, harvest: &mut Harvest<V::Tally>) {
        for first in words.clone().step_by(WORDS) {
            if self.halt.look() {
                break;
            }
            self.expand_words(first..words.end.min(first + WORDS), harvest);
        }
    }

    fn expand_words(&self, words: std::ops::Range<usize>, harvest: &mut Harvest<V::Tally>) {
        let expands = self.plan.depth.is_none_or(|limit| self.depth < limit);
        let (space, rows) = (self.space, self.rows);
        let (piece, tally) = harvest;
        let mut check = piece.states + STATES;
        for word in words {
            if piece.states >= check {
                if self.halt.look() {
                    return;
                }
                check = piece.states + STATES;
            }
            let mut rest = rows.now[word].load(Ordering::Relaxed);
            while rest != 0 {
                let index = word as u64 * 64 + u64::from(rest.trailing_zeros());
                rest &= rest - 1;
                let state = self.indexed.state_at(index);
                let context = VisitContext { depth: self.depth, place: Place(index), expands, again: false };
                examine(space.system, self.visitor, &state, context, (&mut *piece, &mut *tally), |action| {
                    let to = if space.is_plain() {
                        self.indexed.index_after(&state, index, action)
                    } else {
                        match space.admit(space.system.after(&state, action)) {
                            Some(next) => self.indexed.index(&next),
                            None => return false,
                        }
                    };
                    rows.mark(to);
                    true
                });
            }
        }
    }
}
