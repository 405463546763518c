//! Housekeeping during evaluation: growth of the tables, collection, the memory limit, the observer.

use crate::eval::engine::{Engine, NONE};
use crate::eval::frame::Frame;
use crate::eval::observer::{Observer, Progress, Verdict};
use crate::eval::plan::Plans;
use crate::formula::interned::{Homs, Kind};
use crate::nodes::arc::{Id, child_of};
use crate::sets::count::bytes_to_count;
use crate::{Error, Result};
use std::collections::HashSet;

/// No collection happens while nodes take fewer bytes than this, unless the limit asks for it.
pub(crate) const FIRST_COLLECTION: usize = 64 << 20;
/// Homomorphisms and plans beyond this many bytes are forgotten before the next evaluation.
const MANY_HOMS: usize = 256 << 20;
/// Room that is kept free below the limit, for what is made between two checks.
const SLACK: usize = 64 << 10;

impl Engine {
    /// Called every thousand steps or when memory has grown by some, when everything that is alive is on the stacks or
    /// is `returned`. If the observer has seen enough, what the outermost fixpoint reached.
    pub(crate) fn look_around(&mut self, returned: Id, watch: &mut dyn Observer) -> Result<Option<Id>> {
        match watch.tick(&self.progress()) {
            Verdict::Continue => {}
            Verdict::Stop => return Err(Error::Stopped),
            Verdict::Enough => return self.cut_short().map(Some).ok_or(Error::Stopped),
        }
        if self.frames.len() >= self.deep {
            self.deep = 2 * self.frames.len();
            self.refuse_circles()?;
        }
        if self.store.used_bytes() > self.collect_at || self.stress {
            self.collect(returned);
            self.collect_at = FIRST_COLLECTION.max(self.store.used_bytes() * 5 / 2);
        }
        if self.store.wants_table() {
            self.make_room_for_table(returned)?;
        }
        if self.cache.wants_growth() && self.bytes() + 2 * self.cache.bytes() < self.limit / 4 * 3 {
            self.cache.grow();
        }
        self.make_room(returned, 8 * self.arcs.len())?;
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        Ok(None)
    }

    /// What an observer sees.
    pub(crate) fn progress(&self) -> Progress {
        Progress { nodes: self.store.nodes(), bytes: self.bytes(), steps: self.steps }
    }

    /// Fails if an operation waits for its own result, as it does where `on_one` of one homomorphism is another and the
    /// other way round.
    fn refuse_circles(&self) -> Result<()> {
        let mut seen = HashSet::with_capacity(self.frames.len());
        if self.frames.iter().filter_map(Frame::applied).all(|applied| seen.insert(applied)) {
            return Ok(());
        }
        Err(Error::TooDeep { limit: self.frames.len() as u32 })
    }

    /// Collects if `wanted` more bytes of nodes would break the limit; gives up if that frees too little to go on.
    fn make_room(&mut self, returned: Id, wanted: usize) -> Result<()> {
        if self.has_room(wanted, 0) {
            return Ok(());
        }
        self.collect(returned);
        if self.has_room(wanted, self.limit / 16) {
            return Ok(());
        }
        self.cache.shrink();
        if self.has_room(wanted, self.limit / 16) {
            return Ok(());
        }
        Err(Error::OutOfMemory { limit: self.limit })
    }

    /// Can nodes of `wanted` bytes be made, in new memory or in at least `spare` bytes that were freed?
    ///
    /// Freed blocks may be of the wrong size, so the limit can be passed by a sixteenth before that counts as full, or
    /// by a quarter of it or 8 MiB, or else a twelfth, while half of it is free.
    fn has_room(&self, wanted: usize, spare: usize) -> bool {
        let bytes = self.bytes();
        let wanted = wanted + SLACK;
        let free = self.store.free_bytes();
        let excess = if free >= self.limit / 2 {
            (self.limit / 4).min(8 << 20).max(self.limit / 12)
        } else {
            self.limit / 16
        };
        (bytes + wanted <= self.limit && !self.store.is_full())
            || (free >= wanted.max(spare) && bytes <= self.limit + excess)
    }

    /// Makes room to count the words of any set. What is alive must be on the stacks or held.
    pub(crate) fn make_room_to_count(&mut self) -> Result<()> {
        let fits = |engine: &Engine| {
            let wanted = bytes_to_count(&engine.store);
            // Freed memory is not given back, so the limit may be passed by a sixteenth here as well.
            engine.bytes() + wanted <= engine.limit || wanted <= engine.limit / 16
        };
        if !fits(self) {
            self.collect(NONE);
        }
        if !fits(self) {
            self.cache.shrink();
        }
        if !fits(self) {
            return Err(Error::OutOfMemory { limit: self.limit });
        }
        Ok(())
    }

    /// Doubles the unique table if the limit allows; otherwise collects, and gives up if the table stays too full.
    fn make_room_for_table(&mut self, returned: Id) -> Result<()> {
        let wanted = 2 * self.store.table_bytes();
        if self.bytes() + wanted > self.limit {
            self.collect(returned);
            if !self.store.wants_table() {
                return Ok(());
            }
            self.cache.shrink();
            if self.bytes() + wanted > self.limit {
                return Err(Error::OutOfMemory { limit: self.limit });
            }
        }
        self.store.grow_table();
        Ok(())
    }

    /// Forgets all homomorphisms, their plans and results. Only between evaluations.
    pub(crate) fn forget(&mut self) {
        self.reset();
        self.forget_homs();
    }

    fn forget_homs(&mut self) {
        self.homs = Homs::new();
        self.plans = Plans::default();
        self.kept.clear();
        self.cache.retain(|op, _, _, _| !op.takes_hom());
    }

    /// Forgets the homomorphisms if they have grown out of proportion.
    pub(crate) fn forget_if_many(&mut self) {
        if self.formulas() > MANY_HOMS.min(self.limit / 4) {
            self.forget();
        }
    }

    /// Do homomorphisms keep sets alive that have no handle?
    fn homs_pin(&self) -> bool {
        self.homs.kinds().filter_map(Kind::set).any(|id| !self.roots.contains_key(&id))
    }

    /// After an evaluation ran out of memory: forgets the homomorphisms if the sets that occur in them, and that
    /// have no handle, take so much that another attempt may succeed.
    pub(crate) fn forget_pinned(&mut self) -> bool {
        self.reset();
        self.let_go();
        if !self.homs_pin() {
            return false;
        }
        self.collect(NONE);
        let before = self.store.used_bytes();
        self.forget_homs();
        self.collect(NONE);
        before - self.store.used_bytes() > self.limit / 16
    }

    /// Forgets the handles that were dropped since the last time, by whichever thread.
    pub(crate) fn let_go(&mut self) {
        // A list of ids is whole even if a thread panicked that held it.
        let mut released = self.released.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for id in released.drain(..) {
            if let Some(count) = self.roots.get_mut(&id) {
                *count -= 1;
                if *count == 0 {
                    self.roots.remove(&id);
                }
            }
        }
    }

    /// Makes room for nodes that are made outside an evaluation. What the caller has made so far must be on the stacks.
    pub(crate) fn reserve(&mut self, nodes: usize, arcs: usize) -> Result<()> {
        let wanted = self.store.table_growth(nodes) + 8 * (arcs + nodes);
        self.make_room(NONE, wanted).or_else(|error| {
            if !self.homs_pin() {
                return Err(error);
            }
            self.forget_homs();
            self.make_room(NONE, wanted)
        })
    }

    /// Bytes in use: nodes, tables, caches, stacks, homomorphisms, and the formula that is being evaluated.
    pub(crate) fn bytes(&self) -> usize {
        let stacks =
            self.frames.capacity() * size_of::<Frame>() + self.arcs.capacity() * 8 + self.work.capacity() * 4;
        let handles = self.roots.capacity() * 20 + self.kept.capacity() * 10 + self.names.capacity() * 64;
        handles + self.store.bytes() + self.cache.bytes() + stacks + self.formulas() + self.formula
    }

    /// Frees every node that nothing refers to.
    pub(crate) fn collect(&mut self, returned: Id) {
        self.let_go();
        let mut todo = Vec::new();
        self.store.clear_marks();
        for &id in self.roots.keys() {
            self.store.mark(id, &mut todo);
        }
        for set in self.homs.kinds().filter_map(Kind::set) {
            self.store.mark(set, &mut todo);
        }
        for id in self.frames.iter().flat_map(Frame::roots) {
            self.store.mark(id, &mut todo);
        }
        for &arc in &self.arcs {
            self.store.mark(child_of(arc), &mut todo);
        }
        if returned != NONE {
            self.store.mark(returned, &mut todo);
        }
        let store = &self.store;
        self.cache.retain(|op, a, b, result| {
            (op.takes_hom() || store.marked(a)) && store.marked(b) && store.marked(result)
        });
        self.store.sweep();
        self.store.drop_marks();
        self.collections += 1;
    }
}
