//! The state of one manager, and the machine that evaluates.
//!
//! Evaluation never recurses: the operations under way are [`Frame`]s on a stack of the heap, and the arcs of the nodes
//! they are building lie on a second stack. So diagrams may be as deep as memory allows, and since every intermediate
//! result is on these stacks, they are exactly the roots that a collection needs at any step.

use crate::eval::frame::{Frame, Pair, Step, Task};
use crate::eval::observer::Observer;
use crate::eval::plan::Plans;
use crate::formula::interned::{HomId, Homs, IDENTITY, NOTHING};
use crate::nodes::arc::{Id, ONE, TOP, ZERO};
use crate::nodes::cache::Cache;
use crate::nodes::op::Op;
use crate::nodes::store::Store;
use crate::{Error, Result};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

/// Stands for "no result is being returned".
pub(crate) const NONE: Id = u32::MAX;
const CHECK_EVERY: u32 = 1 << 10;
/// The depth of the stack at which it is first searched for an operation that waits for itself.
const FIRST_DEPTH: usize = 1 << 10;
/// Wide nodes make the memory grow faster than by steps, so it is also looked at whenever this many words came.
const CHECK_WORDS: usize = 1 << 13;
/// A single step may make many plans, so the memory is also looked at whenever homomorphisms and plans have grown by
/// this many bytes.
const CHECK_FORMULAS: usize = 1 << 18;

/// Everything a manager owns.
pub(crate) struct Engine {
    pub(crate) token: usize,
    pub(crate) store: Store,
    pub(crate) cache: Cache,
    pub(crate) homs: Homs,
    pub(crate) plans: Plans,
    pub(crate) frames: Vec<Frame>,
    pub(crate) arcs: Vec<u64>,
    pub(crate) work: Vec<u32>,
    pub(crate) roots: HashMap<Id, usize>,
    /// Sets whose last handle was dropped.
    pub(crate) released: Arc<Mutex<Vec<Id>>>,
    pub(crate) names: HashMap<u32, String>,
    pub(crate) limit: usize,
    /// About how many bytes the formula takes that is being evaluated.
    pub(crate) formula: usize,
    pub(crate) collect_at: usize,
    pub(crate) collections: u64,
    pub(crate) phi_calls: u64,
    pub(crate) peak_bytes: usize,
    pub(crate) steps: u64,
    /// The memory is looked at when the words of nodes and arcs are more than this; at once if it is 0.
    pub(crate) look_at: usize,
    /// The bytes of homomorphisms and plans at which the memory is looked at.
    pub(crate) look_at_formulas: usize,
    /// The frames below this one rest on a fixpoint that was ended early.
    pub(crate) partial: usize,
    /// At this depth of the stack it is next searched for an operation that waits for itself.
    pub(crate) deep: usize,
    /// Collect at every step, to find what is not rooted.
    pub(crate) stress: bool,
    /// Selectors, by the hash of their formula, whose result some formula needs.
    pub(crate) kept: HashSet<u64>,
}

impl Engine {
    pub(crate) fn new(token: usize, limit: usize, cache_bytes: usize) -> Self {
        Engine {
            token,
            store: Store::new(),
            cache: Cache::new(cache_bytes),
            homs: Homs::new(),
            plans: Plans::default(),
            frames: Vec::new(),
            arcs: Vec::new(),
            work: Vec::new(),
            roots: HashMap::new(),
            released: Arc::default(),
            names: HashMap::new(),
            limit,
            formula: 0,
            collect_at: crate::eval::collect::FIRST_COLLECTION,
            collections: 0,
            phi_calls: 0,
            peak_bytes: 0,
            steps: 0,
            look_at: 0,
            look_at_formulas: 0,
            partial: 0,
            deep: FIRST_DEPTH,
            stress: false,
            kept: HashSet::new(),
        }
    }

    /// The result of an operation; on an error the stacks are as before.
    pub(crate) fn evaluate(&mut self, op: Op, a: u32, b: Id, watch: &mut dyn Observer) -> Result<Id> {
        self.reset();
        let result = self.run(op, a, b, watch);
        self.reset();
        result
    }

    /// Empties the stacks, which a panic in user code may have left full.
    pub(crate) fn reset(&mut self) {
        self.frames.clear();
        self.arcs.clear();
        self.work.clear();
        self.deep = FIRST_DEPTH;
        self.partial = 0;
    }

    fn run(&mut self, op: Op, a: u32, b: Id, watch: &mut dyn Observer) -> Result<Id> {
        if let Some(result) = self.call(op, a, b) {
            return Ok(result);
        }
        let mut returned = NONE;
        let mut countdown = 1;
        loop {
            countdown -= 1;
            // Two comparisons, since this is done at every step: whatever else should be looked at sets `look_at`.
            if countdown == 0 || self.store.words() + self.arcs.len() > self.look_at {
                countdown = if self.stress { 1 } else { CHECK_EVERY };
                self.steps += u64::from(countdown);
                if let Some(reached) = self.look_around(returned, watch)? {
                    self.frames.pop();
                    if self.frames.is_empty() {
                        return Ok(reached);
                    }
                    returned = reached;
                }
                self.look_at = self.store.words() + self.arcs.len() + CHECK_WORDS;
                self.look_at_formulas = self.formulas() + CHECK_FORMULAS;
            }
            match self.step(returned, watch)? {
                Step::Call => returned = NONE,
                Step::Resume(result) => returned = result,
                Step::Done(result) => {
                    self.frames.pop();
                    if self.frames.is_empty() {
                        return Ok(result);
                    }
                    returned = result;
                }
            }
        }
    }

    /// Bytes of homomorphisms and plans.
    pub(crate) fn formulas(&self) -> usize {
        self.homs.bytes() + self.plans.bytes()
    }

    /// Has the memory looked at before the next step, if homomorphisms and plans have grown by much.
    pub(crate) fn watch_formulas(&mut self) {
        if self.formulas() > self.look_at_formulas {
            self.look_at = 0;
        }
    }

    #[inline]
    fn step(&mut self, returned: Id, watch: &mut dyn Observer) -> Result<Step> {
        let at = self.frames.len() - 1;
        // Copied out: a frame is small, and while the stack is borrowed no other frame could be pushed.
        match self.frames[at] {
            Frame::Union(f) => Ok(self.step_union(at, f, returned)),
            Frame::Intersect(f) => Ok(self.step_intersect(at, f, returned)),
            Frame::Minus(f) => Ok(self.step_minus(at, f, returned)),
            Frame::Concat(f) => Ok(self.step_concat(at, f, returned)),
            Frame::Apply(task) => self.start_apply(at, task, watch),
            Frame::Arcs(f) => self.resume_arcs(at, f, returned),
            Frame::Merge(f) => self.resume_merge(at, f, returned),
            Frame::Members(f) => self.resume_members(at, f, returned),
            Frame::Then(task, then) => self.step_then(at, task, then, returned),
            Frame::Fix(f) => self.step_fix(at, f, returned, watch),
            Frame::Backwards(f) => self.step_backwards(at, f, returned),
            Frame::Close(task) => self.start_close(at, task),
            Frame::Below(f) => self.resume_below(at, f, returned),
            Frame::Fire(f) => self.resume_fire(at, f, returned),
        }
    }

    /// The result of an operation if it is known at once; otherwise a frame that will find it.
    #[inline]
    pub(crate) fn call(&mut self, op: Op, a: u32, b: Id) -> Option<Id> {
        match op {
            Op::Union => self.call_union(a, b),
            Op::Intersect => self.call_intersect(a, b),
            Op::Minus => self.call_minus(a, b),
            Op::Concat => self.call_concat(a, b),
            Op::Apply => self.call_apply(a, b),
            // A closed node is remembered as the image of the fixpoint, which it is.
            Op::Close => self.image(Frame::Close, a, b),
        }
    }

    /// The result of an operation on two nodes if it is remembered, or a frame of this kind.
    #[inline]
    fn pair(&mut self, op: Op, kind: fn(Pair) -> Frame, left: Id, right: Id) -> Option<Id> {
        let known = self.cache.get(op, left, right);
        if known.is_none() {
            let base = self.arcs.len() as u32;
            self.frames.push(kind(Pair { left, right, left_arc: 0, right_arc: 0, base, label: 0 }));
        }
        known
    }

    /// The image of a node if it is remembered, or a frame of this kind.
    #[inline]
    fn image(&mut self, kind: fn(Task) -> Frame, hom: HomId, node: Id) -> Option<Id> {
        let known = self.cache.get(Op::Apply, hom, node);
        if known.is_none() {
            self.frames.push(kind(Task { hom, node, base: self.arcs.len() as u32 }));
        }
        known
    }

    #[inline]
    pub(crate) fn call_apply(&mut self, h: HomId, node: Id) -> Option<Id> {
        match (h, node) {
            (NOTHING, _) | (_, ZERO) => Some(ZERO),
            (IDENTITY, _) | (_, TOP) => Some(node),
            _ => self.image(Frame::Apply, h, node),
        }
    }

    #[inline]
    pub(crate) fn call_union(&mut self, a: Id, b: Id) -> Option<Id> {
        // In one order, so that both orders share an entry of the cache.
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (ZERO, _) => Some(b),
            _ if a == b => Some(a),
            (ONE | TOP, _) | (_, TOP) => Some(TOP),
            _ => self.pair(Op::Union, Frame::Union, a, b),
        }
    }

    #[inline]
    pub(crate) fn call_intersect(&mut self, a: Id, b: Id) -> Option<Id> {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (ZERO, _) => Some(ZERO),
            _ if a == b => Some(a),
            (TOP, _) | (_, TOP) => Some(TOP),
            (ONE, _) => Some(ZERO),
            _ => self.pair(Op::Intersect, Frame::Intersect, a, b),
        }
    }

    #[inline]
    pub(crate) fn call_minus(&mut self, a: Id, b: Id) -> Option<Id> {
        match (a, b) {
            (ZERO, _) => Some(ZERO),
            (_, ZERO) => Some(a),
            (TOP, _) | (_, TOP) => Some(TOP),
            _ if a == b && !self.store.has_top(a) => Some(ZERO),
            (ONE, _) | (_, ONE) => Some(a),
            _ => self.pair(Op::Minus, Frame::Minus, a, b),
        }
    }

    #[inline]
    pub(crate) fn call_concat(&mut self, a: Id, b: Id) -> Option<Id> {
        match (a, b) {
            (ZERO, _) | (_, ZERO) => Some(ZERO),
            (ONE, _) => Some(b),
            (_, ONE) | (TOP, _) => Some(a),
            _ => self.pair(Op::Concat, Frame::Concat, a, b),
        }
    }

    /// The node of the arcs gathered since `base`.
    #[inline]
    pub(crate) fn make(&mut self, var: u32, base: u32) -> Id {
        let base = base as usize;
        if self.arcs.len() == base {
            return ZERO;
        }
        let id = self.store.make(var, &self.arcs[base..]);
        self.arcs.truncate(base);
        id
    }

    /// The node of the arcs gathered since `base`, with the variable of `a`. Often it is `a` or `b` itself, whose arcs
    /// are at hand, while the unique table is far away.
    #[inline]
    pub(crate) fn make_like(&mut self, a: Id, b: Id, base: u32) -> Id {
        let gathered = &self.arcs[base as usize..];
        for id in [a, b] {
            if id > TOP && gathered == self.store.arcs(id) && self.store.var(id) == self.store.var(a) {
                self.arcs.truncate(base as usize);
                return id;
            }
        }
        let var = self.store.var(a);
        self.make(var, base)
    }

    /// A node made outside an evaluation; it stays on the arc stack, and so alive, until the next [`Engine::reset`].
    pub(crate) fn make_rooted(&mut self, var: u32, arcs: &[u64]) -> Result<Id> {
        self.reserve(1, arcs.len())?;
        let id = self.store.make(var, arcs);
        self.arcs.push(crate::nodes::arc::pack(0, id));
        Ok(id)
    }

    /// Fails with what the last variable before the end of the word was.
    pub(crate) fn terminal_error(&self, error: Error) -> Error {
        match error {
            Error::Terminal { hom, .. } => {
                let last = self.frames.iter().rev().find_map(Frame::node);
                Error::Terminal { hom, after: last.map(|node| self.store.var(node)) }
            }
            other => other,
        }
    }
}
