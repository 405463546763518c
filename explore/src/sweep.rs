//! Breadth-first search where every state has an index: rows of bits, swept from end to end once for each layer.
//!
//! ```text
//!  visited  1 1 1 0 1 1 0 …   every state met; not needed where no state comes twice
//!  now      0 0 1 0 1 0 0 …   this layer
//!  next     0 0 0 0 0 1 0 …   the next
//! ```
//!
//! The rows are cut into stretches, each with one owner. A successor in the same stretch is marked at once, the others
//! are sent to their owners, by the same exchange as in the search by hash table.

use std::sync::Mutex;
use std::time::Instant;

use game::{Indexed, Limits, Stopped, System};

use crate::examine::{Stand, examine};
use crate::exchange::{Boxes, Phased, share};
use crate::report::{Counts, Piece, Progress, Report, Store};
use crate::space::Space;
use crate::visitor::{Flow, Place, Visitor};

/// How a sweep is to go about it.
#[derive(Clone, Copy)]
pub(crate) struct Sweep<'a> {
    pub(crate) threads: usize,
    pub(crate) depth: Option<u32>,
    pub(crate) limits: &'a Limits,
    /// Whether the row of all states is wanted at the end.
    pub(crate) keeps: bool,
}

/// The bytes that a sweep takes; `None` if there is no index.
pub(crate) fn bytes<S: System>(indexed: &impl Indexed, space: &Space<'_, S>, keeps: bool) -> Option<usize> {
    let rows = if comes_once(space) && !keeps { 2 } else { 3 };
    usize::try_from(indexed.size()?.div_ceil(64)).ok()?.checked_mul(8 * rows)
}

/// Whether no state comes twice.
fn comes_once<S: System>(space: &Space<'_, S>) -> bool {
    space.system.starts().all(|start| space.system.grade(&start).is_some())
}

/// One stretch of the rows.
struct Stretch {
    first: u64,
    visited: Vec<u64>,
    now: Vec<u64>,
    next: Vec<u64>,
}

/// What one stretch gave in this layer.
struct Harvest<T> {
    boxes: Boxes<u64>,
    piece: Piece,
    tally: T,
}

impl Stretch {
    #[inline]
    fn mark(&mut self, index: u64) {
        mark(&mut self.next, index - self.first);
    }

    /// The next layer becomes this one; whether there is anything in it.
    fn turn(&mut self) -> bool {
        for (next, visited) in self.next.iter_mut().zip(&mut self.visited) {
            *next &= !*visited;
            *visited |= *next;
        }
        std::mem::swap(&mut self.now, &mut self.next);
        self.next.fill(0);
        self.now.iter().any(|&word| word != 0)
    }
}

#[inline]
fn mark(row: &mut [u64], bit: u64) {
    row[(bit / 64) as usize] |= 1 << (bit % 64);
}

/// Searches from the starts on, and shows every state to the visitor once. If that is enough for it, the layer is
/// still completed. With the row of all states, if it is wanted.
pub(crate) fn sweep<S, I, V>(
    space: Space<'_, S>,
    indexed: &I,
    plan: Sweep<'_>,
    visitor: &mut V,
    watch: &mut dyn FnMut(&Progress),
) -> (Report, Vec<u64>)
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
    V: Visitor<S>,
{
    let begun = Instant::now();
    let bytes = bytes(indexed, &space, plan.keeps).unwrap_or(usize::MAX);
    let mut report = Report {
        counts: Counts::default(),
        store: Store::Indexed,
        stopped: plan.limits.exceeded(bytes),
        complete: false,
        bytes,
        needed: None,
        elapsed: begun.elapsed(),
    };
    if report.stopped.is_some() {
        report.needed = Some(bytes).filter(|_| report.stopped == Some(Stopped::Memory));
        report.bytes = 0;
        return (report, Vec::new());
    }
    let visited = plan.keeps || !comes_once(&space);
    let (each, mut stretches) = stretches(indexed.size().unwrap_or(0), plan.threads, visited);
    let harvest = || Harvest {
        boxes: Boxes::new(stretches.len()),
        piece: Piece::default(),
        tally: V::Tally::default(),
    };
    let mut harvests: Vec<_> = stretches.iter().map(|_| Phased::new(harvest())).collect();
    for start in space.starts() {
        let index = indexed.index(&start);
        stretches[(index / each) as usize].get().mark(index);
    }
    let mut cut = false;
    for depth in 0.. {
        let more = turn(&mut stretches, plan.threads);
        if !more {
            report.complete = !cut;
            break;
        }
        let layer =
            Layer { space, indexed, visitor: &*visitor, plan, depth, each, stopped: Mutex::new(None) };
        report.stopped = layer.run(&stretches, &harvests);
        let mut flow = Flow::On;
        for harvest in &mut harvests {
            let harvest = harvest.get();
            let piece = std::mem::take(&mut harvest.piece);
            cut |= piece.cut;
            report.counts.add(&piece, depth);
            if flow == Flow::On {
                flow = visitor.collect(std::mem::take(&mut harvest.tally));
            }
        }
        let states = report.counts.states;
        watch(&Progress { states, known: states, depth, bytes, elapsed: begun.elapsed() });
        if flow == Flow::Enough || report.stopped.is_some() {
            break;
        }
    }
    report.elapsed = begun.elapsed();
    let mut row = Vec::new();
    if plan.keeps {
        stretches.iter_mut().for_each(|stretch| row.append(&mut stretch.get().visited));
        row.truncate(indexed.size().unwrap_or(0).div_ceil(64) as usize);
    }
    (report, row)
}

/// The rows, cut into stretches of so many indices each.
fn stretches(size: u64, threads: usize, visited: bool) -> (u64, Vec<Phased<Stretch>>) {
    let parts = if threads == 1 { 1 } else { 8 * threads as u64 };
    let words = size.div_ceil(64).div_ceil(parts).max(1);
    let row = || vec![0; words as usize];
    let stretch = |number| Stretch {
        first: number * words * 64,
        visited: if visited { row() } else { Vec::new() },
        now: row(),
        next: row(),
    };
    (words * 64, (0..parts).map(|number| Phased::new(stretch(number))).collect())
}

fn turn(stretches: &mut [Phased<Stretch>], threads: usize) -> bool {
    let any = Mutex::new(false);
    share(threads, stretches.len(), |number| {
        if stretches[number].write().turn() {
            any.lock().map(|mut any| *any = true).ok();
        }
    });
    any.into_inner().unwrap_or(true)
}

/// One layer of a sweep.
struct Layer<'a, S: System, I, V> {
    space: Space<'a, S>,
    indexed: &'a I,
    visitor: &'a V,
    plan: Sweep<'a>,
    depth: u32,
    /// How many indices there are in a stretch.
    each: u64,
    stopped: Mutex<Option<Stopped>>,
}

impl<S, I, V> Layer<'_, S, I, V>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
    V: Visitor<S>,
{
    /// Both phases; why they were stopped, if they were.
    fn run(self, stretches: &[Phased<Stretch>], harvests: &[Phased<Harvest<V::Tally>>]) -> Option<Stopped> {
        let threads = self.plan.threads;
        share(threads, stretches.len(), |number| {
            self.expand(&mut stretches[number].write(), &mut harvests[number].write());
        });
        share(threads, stretches.len(), |owner| {
            let mut own = stretches[owner].write();
            for harvest in harvests {
                harvest.read().boxes.of(owner).drain(..).for_each(|index| own.mark(index));
            }
        });
        self.stopped.into_inner().unwrap_or(None)
    }

    /// Looks at the states of this layer in one stretch.
    fn expand(&self, stretch: &mut Stretch, harvest: &mut Harvest<V::Tally>) {
        const LOOK_UP: usize = 1 << 14;
        let now = std::mem::take(&mut stretch.now);
        for (number, words) in now.chunks(LOOK_UP).enumerate() {
            if let Some(why) = self.plan.limits.exceeded(0) {
                self.stopped.lock().map(|mut stopped| *stopped = Some(why)).ok();
                break;
            }
            let first = stretch.first + (number * LOOK_UP * 64) as u64;
            self.expand_words(stretch, harvest, first, words);
        }
        stretch.now = now;
    }

    fn expand_words(
        &self,
        stretch: &mut Stretch,
        harvest: &mut Harvest<V::Tally>,
        first: u64,
        words: &[u64],
    ) {
        let expands = self.plan.depth.is_none_or(|limit| self.depth < limit);
        let space = self.space;
        let Stretch { first: here, next, .. } = stretch;
        let Harvest { boxes, piece, tally } = harvest;
        let (here, bits) = (*here, next.len() as u64 * 64);
        for (word, start) in words.iter().zip((first..).step_by(64)) {
            let mut rest = *word;
            while rest != 0 {
                let index = start + u64::from(rest.trailing_zeros());
                rest &= rest - 1;
                let state = self.indexed.state_at(index);
                let stand = Stand { depth: self.depth, place: Place(index), expands, again: false };
                examine(space.system, self.visitor, &state, stand, (&mut *piece, &mut *tally), |action| {
                    let to = if space.is_plain() {
                        self.indexed.index_after(&state, index, action)
                    } else {
                        match space.admit(space.system.after(&state, action)) {
                            Some(next) => self.indexed.index(&next),
                            None => return false,
                        }
                    };
                    match to.wrapping_sub(here) {
                        inside if inside < bits => mark(next, inside),
                        _ => boxes.to((to / self.each) as usize).push(to),
                    }
                    true
                });
            }
        }
    }
}
