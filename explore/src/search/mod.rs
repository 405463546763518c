//! The search: one text for every order, every number of threads, and with or without memory of the layers behind.
//!
//! One step, from left to right and back:
//!
//! ```text
//!             take              expand: each piece alone       absorb: each owner alone
//!  frontier ───────▶ pieces ─────────────────────────▶ boxes ────────────────────────▶ parts of the visited set
//!     ▲              (4096 states each)                (one for each piece and owner)             │
//!     └──────────────────────────────── enlist: what is new goes to the end ──────────────────────┘
//! ```
//!
//! The visitor sees a state when its piece is expanded; its tallies are handed in between the two phases (`collect`).
//! When a layer is done, a search that forgets drops the layer behind it (`forget`). [`Gauge`] counts, [`Frontier`]
//! knows what is still to be done, [`Visited`] what is known.
//!
//! A step works on some pieces of the frontier. How many depends on the memory that is left: before each step, its
//! [`Budget`] is set so that the step fits, in smaller and smaller steps where it runs short, and a search that has no
//! room for even a small step stops before it takes it.

pub(crate) mod agenda;
mod budget;
pub(crate) mod ends;
pub(crate) mod erased;
pub(crate) mod examine;
pub(crate) mod exchange;
mod expansion;
pub(crate) mod forecast;
pub(crate) mod frontier;
pub(crate) mod gauge;
pub(crate) mod largest;
pub(crate) mod order;
pub(crate) mod space;
pub(crate) mod sweep;
pub(crate) mod visitor;

use std::ops::ControlFlow;

use game::{Limits, Stopped, System};

use crate::report::{Counts, Progress, Report, Store};
use crate::search::agenda::{PIECE, Span};
use crate::search::budget::Budget;
use crate::search::exchange::{Boxes, Halt, Phased, share};
use crate::search::expansion::{Expansion, Harvest};
use crate::search::frontier::Frontier;
use crate::search::gauge::{Gauge, Held};
use crate::search::order::Order;
use crate::search::space::Space;
use crate::search::visitor::Visitor;
use crate::store::coding::Coding;
use crate::store::shard::{Keeps, NONE, Parcel, Step};
use crate::store::visited::{Visited, owner};

/// The parts of the visited set where several threads may work, as a power of two.
const PARTS: u32 = 6;
/// The boxes take a sixth of the memory where it holds all states, and half of it where it holds two layers.
const BOXES: [usize; 2] = [6, 2];
/// The number of states between two looks at the limits, where states are looked at one at a time.
const ALONE: usize = 1024;

/// How a search is to go about it.
pub(crate) struct Plan<'a, C> {
    pub(crate) order: Order<'a, C>,
    pub(crate) depth: Option<u32>,
    /// Whether only the layer that is looked at and the next are kept.
    pub(crate) forgets: bool,
    pub(crate) limits: Limits,
}

/// Searches from the starts on, and shows every state to the visitor once.
pub(crate) fn search<'a, S: System, K: Coding<S>, V: Visitor<S>>(
    space: Space<'a, S>,
    coding: &'a K,
    plan: Plan<'a, S::Configuration>,
    visitor: V,
    watch: &dyn Fn(&Progress),
) -> (Visited<K::Code>, Report) {
    let mut search = Search::new(space, coding, plan, visitor);
    let end = loop {
        if let Err(end) = search.step(watch) {
            break end;
        }
    };
    let report = search.report(&end);
    (search.visited, report)
}

/// Why a search is over.
pub(crate) enum End {
    Done,
    Enough,
    Stopped(Stopped),
}

/// A search, step by step.
pub(crate) struct Search<'a, S: System, K: Coding<S>, V: Visitor<S>> {
    space: Space<'a, S>,
    coding: &'a K,
    plan: Plan<'a, S::Configuration>,
    pub(crate) visitor: V,
    pub(crate) visited: Visited<K::Code>,
    frontier: Frontier,
    harvests: Vec<Phased<Harvest<K::Code, V::Tally>>>,
    budget: Budget,
    gauge: Gauge,
}

impl<'a, S: System, K: Coding<S>, V: Visitor<S>> Search<'a, S, K, V> {
    /// A search that has looked at nothing yet.
    pub(crate) fn new(
        space: Space<'a, S>,
        coding: &'a K,
        plan: Plan<'a, S::Configuration>,
        visitor: V,
    ) -> Self {
        let broad = matches!(plan.order, Order::Breadth);
        let bits = if broad { PARTS } else { 0 };
        // Where a longer way may be found first, a shorter one has to be noticed.
        let keeps = Keeps { parents: !plan.forgets, depths: !broad && plan.depth.is_some() };
        // Two layers are sorted where they can be; what is never forgotten has to be found again.
        let sort = if plan.forgets { K::SORT } else { None };
        let mut search = Search {
            frontier: Frontier::new(plan.order, 1 << bits),
            space,
            coding,
            plan,
            visitor,
            visited: Visited::new(bits, keeps, sort),
            harvests: Vec::new(),
            budget: Budget::without_limit(size_of::<K::Code>()),
            gauge: Gauge::new(),
        };
        search.begin();
        search
    }

    /// Puts the starts on the agenda.
    fn begin(&mut self) {
        let Search { space, coding, visited, .. } = self;
        for state in space.starts() {
            let code = coding.encode(state);
            let owner = owner(K::hash(&code), visited.bits());
            let mut parcel = Parcel { codes: vec![code], parents: Vec::new() };
            let heap = |code: &K::Code| coding.heap_bytes(space.system, code);
            visited.shards[owner].get().absorb(&mut parcel, NONE, (K::hash, heap), 0);
        }
        self.enlist(0);
        self.turn();
    }

    /// Begins the next layer.
    fn turn(&mut self) {
        if self.frontier.turn() {
            self.gauge.turn(self.visited.known(), self.plan.forgets);
        }
    }

    /// Forgets what lies behind, in every part.
    fn forget(&mut self) -> Result<(), End> {
        let Search { visited, frontier, plan, space, coding, .. } = self;
        let halt = Halt::new(&plan.limits);
        share(plan.limits.thread_count(), frontier.seen.len(), |part| {
            if !halt.look() {
                let heap = |code: &K::Code| coding.heap_bytes(space.system, code);
                visited.shards[part].write().forget(frontier.seen[part], heap);
            }
        });
        frontier.seen.fill(0);
        halt.result().map_err(End::Stopped)
    }

    /// Puts on the agenda what was found since the last time.
    fn enlist(&mut self, depth: u32) {
        let Search { visited, frontier, plan, coding, .. } = self;
        let score = |code: &K::Code| match plan.order {
            Order::Best(score) => coding.with(code, score),
            _ => 0,
        };
        for (number, shard) in visited.shards.iter_mut().enumerate() {
            frontier.enlist(number, shard.get(), depth, score);
        }
    }

    /// Works on some states.
    ///
    /// # Errors
    /// Returns how the search ended, if there are none left or it cannot go on.
    pub(crate) fn step(&mut self, watch: &dyn Fn(&Progress)) -> Result<(), End> {
        self.frontier.take(self.pieces(), self.budget.states);
        let Some(&Span { depth, .. }) = self.frontier.work.first() else { return Err(End::Done) };
        self.prepare();
        let expands = self.plan.depth.is_none_or(|limit| depth < limit);
        let expanded = self.expand(expands);
        self.collect(depth)?;
        expanded?;
        if expands {
            self.absorb(depth + 1)?;
        }
        if !self.frontier.is_broad() {
            self.enlist(depth + 1);
        } else if self.frontier.is_layer_done() {
            if self.plan.forgets {
                self.forget()?;
            }
            self.enlist(depth + 1);
            self.turn();
        }
        self.look_ahead(depth, watch)
    }

    /// How many pieces to work on at a time: the more, the more look-ups there are in one part before the next has its
    /// turn, and the more of them find it in the cache; but the boxes are to take a small part of the memory.
    fn pieces(&self) -> usize {
        let each = self.gauge.branching() * self.budget.in_transit * PIECE;
        let few = 4 * self.plan.limits.thread_count().max(2);
        (self.gauge.bytes / BOXES[usize::from(self.plan.forgets)] / each).clamp(few, 4096)
    }

    /// Makes boxes for all pieces that are worked on.
    fn prepare(&mut self) {
        let Search { frontier, harvests, visited, gauge, budget, plan, .. } = self;
        let longest = frontier.work.iter().map(|span| span.to - span.from).max();
        let states = longest.expect("there is a piece of work") as usize;
        let codes = (gauge.branching() * states).min(budget.codes / frontier.work.len());
        let expected = codes / visited.shards.len();
        while harvests.len() < frontier.work.len() {
            let parcel = || Parcel::with_room(expected + expected / 8, !plan.forgets);
            harvests.push(Phased::new(Harvest::new(Boxes::new(visited.shards.len(), parcel))));
        }
    }

    /// The first phase: every piece of work by itself. If one of them has filled its boxes, that and those after it are
    /// put back on the agenda.
    fn expand(&mut self, expands: bool) -> Result<(), End> {
        let Search { space, coding, visitor, visited, frontier, harvests, plan, budget, .. } = self;
        let (visitor, coding): (&V, &K) = (visitor, coding);
        let halt = Halt::new(&plan.limits);
        let work = &frontier.work;
        let states: usize = work.iter().map(|span| (span.to - span.from) as usize).sum();
        share(plan.limits.thread_count(), work.len(), |job| {
            let span = work[job];
            // Something is always looked at: the start, even if there is no time at all.
            if job > 0 && halt.look() {
                return;
            }
            let shard = visited.shards[span.shard as usize].read();
            let harvest = &mut *harvests[job].write();
            let links = !plan.forgets;
            let codes = budget.codes / states * (span.to - span.from) as usize;
            let piece =
                Expansion { space: *space, coding, visitor, visited, expands, links, codes, halt: &halt };
            piece.run(&shard, span, harvest);
        });
        halt.result().map_err(End::Stopped)?;
        let harvests = &mut harvests[..work.len()];
        let full = harvests.iter_mut().position(|harvest| harvest.get().rest.is_some());
        if let Some(full) = full
            && let Some(from) = harvests[full].get().rest.take()
        {
            harvests[full + 1..].iter_mut().for_each(|harvest| harvest.get().clear());
            frontier.give_back(full, from);
        }
        Ok(())
    }

    /// Hands in what was seen, in order.
    fn collect(&mut self, depth: u32) -> Result<(), End> {
        for harvest in &mut self.harvests[..self.frontier.work.len()] {
            let harvest = harvest.get();
            self.gauge.add(&std::mem::take(&mut harvest.piece), depth);
            if self.visitor.collect(std::mem::take(&mut harvest.tally)) == ControlFlow::Break(()) {
                return Err(End::Enough);
            }
        }
        Ok(())
    }

    /// The second phase: every owner takes in what is its own.
    fn absorb(&mut self, depth: u32) -> Result<(), End> {
        let Search { space, coding, visited, frontier, harvests, plan, .. } = self;
        let halt = Halt::new(&plan.limits);
        share(plan.limits.thread_count(), visited.shards.len(), |owner| {
            if halt.look() {
                return;
            }
            let mut shard = visited.shards[owner].write();
            let heap = |code: &K::Code| coding.heap_bytes(space.system, code);
            for harvest in &harvests[..frontier.work.len()] {
                let harvest = harvest.read();
                shard.absorb(&mut harvest.boxes.of(owner), harvest.first, (K::hash, heap), depth);
            }
        });
        halt.result().map_err(End::Stopped)
    }

    /// Reports, and looks whether the limits allow another step, and how large a one.
    fn look_ahead(&mut self, depth: u32, watch: &dyn Fn(&Progress)) -> Result<(), End> {
        // One state at a time: not at each.
        if !self.frontier.is_broad() && !self.gauge.counts.states.is_multiple_of(ALONE as u64) {
            return Ok(());
        }
        let held = self.held();
        watch(&self.gauge.progress(depth, held));
        if self.frontier.is_empty() {
            return Ok(());
        }
        if let Some(why) = self.plan.limits.exceeded(0) {
            return Err(End::Stopped(why));
        }
        let full = self.visited.shards.iter_mut().any(|shard| shard.get().is_full());
        let budget = if full { Err(held.bytes) } else { self.next_budget() };
        match budget {
            Ok(budget) => {
                self.budget = budget;
                Ok(())
            }
            Err(needed) => {
                self.gauge.lack(needed, held);
                Err(End::Stopped(Stopped::Memory))
            }
        }
    }

    /// The largest step that fits the memory that is left.
    ///
    /// # Errors
    /// If none does: the bytes that the smallest would take.
    fn next_budget(&mut self) -> Result<Budget, usize> {
        let link = if self.plan.forgets { 0 } else { size_of::<Step>() };
        let in_transit = size_of::<K::Code>() + link + self.visited.mean_heap();
        let Some(limit) = self.plan.limits.bytes() else { return Ok(Budget::without_limit(in_transit)) };
        let branching = self.gauge.branching();
        // The states found before this is computed again, at least.
        let least = branching * if self.frontier.is_broad() { 1 } else { ALONE };
        let stored = self.visited.bytes() + self.frontier.bytes(least);
        Budget::within(limit, stored, (in_transit, branching, least), |codes| {
            self.boxes(codes * in_transit) + self.visited.growth(codes)
        })
    }

    /// The bytes that the boxes take, if that many are to be put into them. If they are much too large, they are thrown
    /// away.
    fn boxes(&mut self, bytes: usize) -> usize {
        let held = self.box_bytes();
        if held <= 2 * bytes {
            return held.max(bytes);
        }
        self.harvests = Vec::new();
        bytes
    }

    /// The bytes that the boxes hold.
    fn box_bytes(&mut self) -> usize {
        let parcels = self.harvests.iter_mut().flat_map(|harvest| harvest.get().boxes.iter_mut());
        parcels.map(|parcel| size_of::<Parcel<K::Code>>() + parcel.bytes()).sum()
    }

    /// What is held now.
    fn held(&mut self) -> Held {
        let bytes = self.box_bytes() + self.visited.bytes() + self.frontier.bytes(0);
        Held { known: self.visited.known(), bytes, forgets: self.plan.forgets }
    }

    /// What there is to say at the end.
    pub(crate) fn report(&mut self, end: &End) -> Report {
        let store = if self.plan.forgets { Store::Layered } else { Store::Exact };
        let stopped = if let End::Stopped(why) = end { Some(*why) } else { None };
        let bytes = self.held().bytes;
        self.gauge.report(store, stopped, matches!(end, End::Done), bytes)
    }

    /// What was counted so far.
    pub(crate) fn counts(&self) -> &Counts {
        &self.gauge.counts
    }
}
