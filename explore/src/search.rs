//! The search: one text for every order, every number of threads, and with or without memory of the layers behind.

use std::collections::{BinaryHeap, VecDeque};
use std::time::Instant;

use game::{Limits, Stopped, System};

use crate::agenda::{Agenda, PIECE, Span};
use crate::coding::Coding;
use crate::examine::{Stand, examine};
use crate::exchange::{Boxes, Phased, share};
use crate::forecast::{Forecast, forecast};
use crate::order::Order;
use crate::report::{Counts, Piece, Progress, Report, Store};
use crate::shard::{Keeps, Link, NONE, Parcel, Shard, Step};
use crate::space::Space;
use crate::visited::{Visited, owner};
use crate::visitor::{Flow, Place, Visitor};

/// The parts of the visited set where several threads may work, as a power of two.
const PARTS: u32 = 6;
/// The boxes take one part in so many of the memory: where it holds all states, and where it holds two layers.
const BOXES: [usize; 2] = [6, 2];

/// How a search is to go about it.
pub(crate) struct Plan<'a, C> {
    pub(crate) order: Order<'a, C>,
    pub(crate) threads: usize,
    pub(crate) depth: Option<u32>,
    /// Whether only the layer that is looked at and the next are kept.
    pub(crate) forgets: bool,
    pub(crate) limits: Limits,
}

/// What one piece of the frontier gave.
struct Harvest<K, T> {
    boxes: Boxes<Parcel<K>>,
    /// The link to the first state of the piece.
    first: Link,
    piece: Piece,
    tally: T,
}

/// Searches from the starts on, and shows every state to the visitor once.
pub(crate) fn search<'a, S: System, K: Coding<S>, V: Visitor<S>>(
    space: Space<'a, S>,
    coding: &'a K,
    plan: Plan<'a, S::Configuration>,
    visitor: V,
    watch: &mut dyn FnMut(&Progress),
) -> (Visited<K::Code>, Report) {
    let mut search = Search::new(space, coding, plan, visitor);
    let end = loop {
        if let Some(end) = search.step(watch) {
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
    agenda: Agenda,
    /// Where the states that are not on the agenda begin, in each part.
    seen: Vec<usize>,
    work: Vec<Span>,
    harvests: Vec<Phased<Harvest<K::Code, V::Tally>>>,
    counts: Counts,
    /// Whether successors were left out because of the depth limit.
    cut: bool,
    bytes: usize,
    /// The bytes that each state holds beside itself, if states are kept: as many as a start does.
    beside: usize,
    needed: Option<usize>,
    needed_in_all: Option<usize>,
    /// The sizes of the layers, the one that is looked at among them, where there are layers.
    layers: Vec<u64>,
    /// How many states had been looked at when this layer began.
    behind: u64,
    begun: Instant,
}

impl<'a, S: System, K: Coding<S>, V: Visitor<S>> Search<'a, S, K, V> {
    /// A search that has looked at nothing yet.
    pub(crate) fn new(
        space: Space<'a, S>,
        coding: &'a K,
        plan: Plan<'a, S::Configuration>,
        visitor: V,
    ) -> Self {
        let agenda = match plan.order {
            Order::Breadth => Agenda::Breadth { now: VecDeque::new(), next: Vec::new() },
            Order::Depth => Agenda::Depth(Vec::new()),
            Order::Best(_) => Agenda::Best(BinaryHeap::new(), 0),
        };
        let broad = agenda.is_broad();
        let bits = if broad { PARTS } else { 0 };
        // Where a longer way may be found first, a shorter one has to be noticed.
        let keeps = Keeps { parents: !plan.forgets, depths: !broad && plan.depth.is_some() };
        // Two layers are sorted where they can be; what is never forgotten has to be found again.
        let sort = if plan.forgets { K::SORT } else { None };
        let mut search = Search {
            space,
            coding,
            plan,
            visitor,
            visited: Visited::new(bits, keeps, sort),
            agenda,
            seen: vec![0; 1 << bits],
            work: Vec::new(),
            harvests: Vec::new(),
            counts: Counts::default(),
            cut: false,
            bytes: 0,
            beside: 0,
            needed: None,
            needed_in_all: None,
            layers: Vec::new(),
            behind: 0,
            begun: Instant::now(),
        };
        search.begin();
        search
    }

    /// Puts the starts on the agenda.
    fn begin(&mut self) {
        let bits = self.visited.bits();
        for state in self.space.starts() {
            if K::KEEPS_STATES {
                self.beside = self.beside.max(self.space.system.heap_of(&state));
            }
            let code = self.coding.encode(state);
            let owner = owner(K::hash(&code), bits);
            let mut parcel = Parcel { codes: vec![code], parents: Vec::new() };
            self.visited.shards[owner].get().absorb(&mut parcel, NONE, K::hash, 0);
        }
        self.enlist(0);
        self.turn();
    }

    /// Begins the next layer.
    fn turn(&mut self) {
        if self.agenda.turn() {
            self.behind = self.counts.states;
            let known = self.visited.known();
            self.layers.push(if self.plan.forgets { known } else { known - self.behind });
        }
    }

    /// Puts on the agenda what was found since the last time.
    fn enlist(&mut self, depth: u32) {
        let Search { visited, agenda, seen, plan, coding, .. } = self;
        if plan.forgets {
            share(plan.threads, seen.len(), |shard| visited.shards[shard].write().forget(seen[shard]));
            seen.fill(0);
        }
        for (number, (shard, seen)) in (0..).zip(visited.shards.iter_mut().zip(seen)) {
            let shard = shard.get();
            let score = |place: u32| match plan.order {
                Order::Best(score) => coding.with(&shard.codes[place as usize], score),
                _ => 0,
            };
            let improved = std::mem::take(&mut shard.improved);
            for place in improved.into_iter().rev() {
                agenda.add(Span { shard: number, from: place, to: place + 1, depth, again: true }, score);
            }
            if *seen < shard.codes.len() {
                let (from, to) = (*seen as u32, shard.codes.len() as u32);
                let span = Span { shard: number, from, to, depth, again: false };
                agenda.add(span, score);
                *seen = shard.codes.len();
            }
        }
    }

    /// Works on some states; the end, if that was all.
    pub(crate) fn step(&mut self, watch: &mut dyn FnMut(&Progress)) -> Option<End> {
        let pieces = self.pieces();
        self.agenda.take(pieces, &mut self.work);
        let longest = self.work.iter().map(|span| span.to - span.from).max().unwrap_or(0);
        let expected = self.branching() * longest as usize / self.visited.shards.len();
        while self.harvests.len() < self.work.len() {
            let parcel = || Parcel::with_room(expected + expected / 8, !self.plan.forgets);
            let boxes = Boxes::new(self.visited.shards.len(), parcel);
            let harvest = Harvest { boxes, first: NONE, piece: Piece::default(), tally: V::Tally::default() };
            self.harvests.push(Phased::new(harvest));
        }
        let Some(&Span { depth, .. }) = self.work.first() else { return Some(End::Done) };
        let expands = self.plan.depth.is_none_or(|limit| depth < limit);
        self.expand(expands);
        if self.collect(depth) == Flow::Enough {
            return Some(End::Enough);
        }
        if expands {
            self.absorb(depth + 1);
        }
        if !self.agenda.is_broad() {
            self.enlist(depth + 1);
        } else if let Agenda::Breadth { now, .. } = &self.agenda
            && now.is_empty()
        {
            self.enlist(depth + 1);
            self.turn();
        }
        self.stopped(depth, watch).map(End::Stopped)
    }

    /// How many pieces to work on at a time: the more, the more look-ups there are in one part before the next has its
    /// turn, and the more of them find it in the cache; but the boxes are to take a small part of the memory.
    fn pieces(&self) -> usize {
        let step = if self.plan.forgets { 0 } else { size_of::<Step>() };
        let each = self.branching() * (size_of::<K::Code>() + self.beside + step) * PIECE;
        let few = 4 * self.plan.threads.max(2);
        let many = (self.bytes / BOXES[usize::from(self.plan.forgets)] / each).clamp(few, 4096);
        match self.plan.limits.bytes() {
            Some(limit) => many.min((limit / 8 / each).max(1)),
            None => many,
        }
    }

    /// How many actions a state has, or a little more.
    fn branching(&self) -> usize {
        (self.counts.transitions / self.counts.states.max(1) + 1) as usize
    }

    /// The first phase: every piece of work by itself.
    fn expand(&mut self, expands: bool) {
        let Search { space, coding, visitor, visited, work, harvests, plan, .. } = self;
        let (visitor, coding): (&V, &K) = (visitor, coding);
        share(plan.threads, work.len(), |job| {
            let span = work[job];
            let shard = visited.shards[span.shard as usize].read();
            let harvest = &mut *harvests[job].write();
            let links = !plan.forgets;
            let piece = Expansion { space: *space, coding, visitor, visited, expands, links };
            piece.run(&shard, span, harvest);
        });
    }

    /// Hands in what was seen, in order.
    fn collect(&mut self, depth: u32) -> Flow {
        for harvest in &mut self.harvests[..self.work.len()] {
            let harvest = harvest.get();
            let piece = std::mem::take(&mut harvest.piece);
            self.cut |= piece.cut;
            self.counts.add(&piece, depth);
            if self.visitor.collect(std::mem::take(&mut harvest.tally)) == Flow::Enough {
                return Flow::Enough;
            }
        }
        Flow::On
    }

    /// The second phase: every owner takes in what is its own.
    fn absorb(&mut self, depth: u32) {
        let Search { visited, work, harvests, plan, .. } = self;
        share(plan.threads, visited.shards.len(), |owner| {
            let mut shard = visited.shards[owner].write();
            for harvest in &harvests[..work.len()] {
                let harvest = harvest.read();
                shard.absorb(&mut harvest.boxes.of(owner), harvest.first, K::hash, depth);
            }
        });
    }

    /// Looks at the limits, and reports.
    fn stopped(&mut self, depth: u32, watch: &mut dyn FnMut(&Progress)) -> Option<Stopped> {
        // One state at a time: not at each.
        if !self.agenda.is_broad() && !self.counts.states.is_multiple_of(1024) {
            return None;
        }
        let held = self.held();
        self.bytes = self.bytes.max(held);
        let forecast = forecast(&self.layers);
        watch(&Progress {
            states: self.counts.states,
            known: self.visited.known() + if self.plan.forgets { self.behind } else { 0 },
            depth,
            bytes: held,
            elapsed: self.begun.elapsed(),
            expected: forecast.map(|forecast| forecast.states),
        });
        // A part that grows needs half its size again while it does.
        let soon = held + held / 64;
        let full = self.visited.shards.iter_mut().any(|shard| shard.get().is_full());
        let why = if full { Some(Stopped::Memory) } else { self.plan.limits.exceeded(soon) };
        if why == Some(Stopped::Memory) {
            self.needed = Some(soon);
            self.needed_in_all = forecast.map(|forecast| self.foreseen(forecast, held).max(soon));
        }
        why
    }

    /// The bytes that the whole search would take, at as many for each state as now.
    fn foreseen(&mut self, forecast: Forecast, held: usize) -> usize {
        let each = held as f64 / self.visited.known().max(1) as f64;
        let states = if self.plan.forgets { forecast.widest } else { forecast.states };
        (states as f64 * each) as usize
    }

    /// The bytes held.
    fn held(&mut self) -> usize {
        let parcels = self.harvests.iter_mut().flat_map(|harvest| harvest.get().boxes.iter_mut());
        let parcels: usize = parcels.map(|parcel| parcel.bytes()).sum();
        parcels + self.visited.bytes() + self.visited.known() as usize * self.beside
    }

    /// What there is to say at the end.
    pub(crate) fn report(&mut self, end: &End) -> Report {
        Report {
            counts: self.counts.clone(),
            store: if self.plan.forgets { Store::Layered } else { Store::Exact },
            stopped: if let End::Stopped(why) = end { Some(*why) } else { None },
            complete: matches!(end, End::Done) && !self.cut,
            bytes: self.bytes.max(self.held()),
            needed: self.needed,
            needed_in_all: self.needed_in_all,
            elapsed: self.begun.elapsed(),
        }
    }

    /// What was counted so far.
    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }
}

/// What the first phase needs to know.
struct Expansion<'a, S: System, K: Coding<S>, V: Visitor<S>> {
    space: Space<'a, S>,
    coding: &'a K,
    visitor: &'a V,
    visited: &'a Visited<K::Code>,
    /// Whether successors are wanted: not at the depth limit.
    expands: bool,
    /// Whether it is noted where states were reached from.
    links: bool,
}

impl<S: System, K: Coding<S>, V: Visitor<S>> Expansion<'_, S, K, V> {
    /// Looks at the states of a piece, and puts their successors into the boxes of their owners.
    fn run(&self, shard: &Shard<K::Code>, span: Span, harvest: &mut Harvest<K::Code, V::Tally>) {
        let Expansion { space, coding, visitor, visited, expands, links } = *self;
        let bits = visited.bits();
        let Harvest { boxes, first, piece, tally } = harvest;
        *first = visited.link(span.shard, span.from);
        for (step, place) in (0..).zip(span.from..span.to) {
            let code = &shard.codes[place as usize];
            let link = visited.link(span.shard, place);
            let place = Place(u64::from(link));
            let stand = Stand { depth: span.depth, place, expands, again: span.again };
            coding.with(code, |state| {
                examine(space.system, visitor, state, stand, (&mut *piece, &mut *tally), |action| {
                    let next = if space.is_plain() {
                        coding.after(space.system, state, code, action)
                    } else {
                        match space.admit(space.system.after(state, action)) {
                            Some(next) => coding.encode(next),
                            None => return false,
                        }
                    };
                    boxes.to(owner(K::hash(&next), bits)).add(next, links.then_some(step));
                    true
                });
            });
        }
    }
}
