//! What a search has counted and held so far.

use std::time::Instant;

use game::Stopped;

use crate::report::{Counts, Piece, Progress, Report, Stage, Store};
use crate::search::forecast::{Forecast, forecast};

/// What a search has counted, how its layers have grown, and the memory it takes.
pub(crate) struct Gauge {
    pub(crate) counts: Counts,
    /// Whether successors were left out because of the depth limit.
    cut: bool,
    /// The most bytes held.
    pub(crate) bytes: usize,
    needed: Option<usize>,
    needed_in_all: Option<usize>,
    /// The sizes of the layers, the one that is looked at among them, where there are layers.
    layers: Vec<u64>,
    /// How many states had been looked at when this layer began.
    behind: u64,
    begun: Instant,
}

/// What a search holds at some time.
#[derive(Clone, Copy)]
pub(crate) struct Held {
    /// Distinct states that are known and not forgotten.
    pub(crate) known: u64,
    pub(crate) bytes: usize,
    /// Whether only two layers are kept.
    pub(crate) forgets: bool,
}

impl Gauge {
    /// Nothing yet; the clock is running.
    pub(crate) fn new() -> Gauge {
        Gauge {
            counts: Counts::default(),
            cut: false,
            bytes: 0,
            needed: None,
            needed_in_all: None,
            layers: Vec::new(),
            behind: 0,
            begun: Instant::now(),
        }
    }

    /// A layer begins.
    pub(crate) fn turn(&mut self, known: u64, forgets: bool) {
        self.behind = self.counts.states;
        self.layers.push(if forgets { known } else { known - self.behind });
    }

    /// Counts what was seen in a piece of the work.
    pub(crate) fn add(&mut self, piece: &Piece, depth: u32) {
        self.cut |= piece.cut;
        self.counts.add(piece, depth);
    }

    /// How many actions a state has, or a little more: on average, in all layers or in the last if that is more.
    pub(crate) fn branching(&self) -> usize {
        let Counts { by_depth, transitions_by_depth, .. } = &self.counts;
        let mean = |transitions: u64, states: u64| transitions / states.max(1);
        let last = by_depth.last().zip(transitions_by_depth.last());
        let last = last.map_or(0, |(&states, &transitions)| mean(transitions, states));
        (mean(self.counts.transitions, self.counts.states).max(last) + 1) as usize
    }

    /// How far the search has come.
    pub(crate) fn progress(&mut self, depth: u32, held: Held) -> Progress {
        self.bytes = self.bytes.max(held.bytes);
        Progress {
            stage: Stage::Search,
            states: self.counts.states,
            known: held.known + if held.forgets { self.behind } else { 0 },
            depth,
            bytes: held.bytes,
            elapsed: self.begun.elapsed(),
            expected: forecast(&self.layers).map(|forecast| forecast.states),
        }
    }

    /// Memory is short: the next step would take `needed` bytes.
    pub(crate) fn lack(&mut self, needed: usize, held: Held) {
        self.needed = Some(needed);
        let whole = |forecast: Forecast| {
            let each = held.bytes as f64 / held.known.max(1) as f64;
            let states = if held.forgets { forecast.widest } else { forecast.states };
            ((states as f64 * each) as usize).max(needed)
        };
        self.needed_in_all = forecast(&self.layers).map(whole);
    }

    /// The depth of which some states were looked at and others were not.
    fn partial(&self) -> Option<u32> {
        let depth = self.layers.len().checked_sub(1)?;
        let seen = *self.counts.by_depth.get(depth)?;
        (seen < self.layers[depth]).then_some(depth as u32)
    }

    /// What there is to say at the end: why the search was stopped, if it was, and whether it came to its end.
    pub(crate) fn report(&self, store: Store, stopped: Option<Stopped>, done: bool, bytes: usize) -> Report {
        Report {
            counts: self.counts.clone(),
            store,
            stopped,
            complete: done && !self.cut,
            partial: if done { None } else { self.partial() },
            bytes: self.bytes.max(bytes),
            needed: self.needed,
            needed_in_all: self.needed_in_all,
            elapsed: self.begun.elapsed(),
        }
    }
}
