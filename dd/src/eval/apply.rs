//! A homomorphism applied to a node.

use crate::eval::engine::Engine;
use crate::eval::frame::{Arcs, Awaits, Frame, Members, Merge, Step, Task, Then};
use crate::eval::observer::Observer;
use crate::eval::plan::{END, Plan};
use crate::nodes::arc::{Id, ONE, ZERO, child_of, label_of, pack};
use crate::nodes::op::Op;
use crate::{Error, Result};

impl Engine {
    /// The variable of a node, or the mark of the end.
    #[inline]
    pub(crate) fn var_or_end(&self, node: Id) -> u32 {
        if node == ONE { END } else { self.store.var(node) }
    }

    pub(crate) fn start_apply(&mut self, at: usize, task: Task, watch: &mut dyn Observer) -> Result<Step> {
        let Task { hom, node, .. } = task;
        let var = self.var_or_end(node);
        let plan = self.plan(hom, var)?;
        match self.plans.plan(plan) {
            Plan::Mixed(_) if var == END => {
                self.step_members(at, Members { task, plan, next: 0, union: ZERO, unites: false })
            }
            Plan::Skip | Plan::Arcs | Plan::Fire { .. } | Plan::Mixed(_) => {
                let (next_arc, next_outcome, last_outcome) = (0, 0, 0);
                let (label, direct, unsorted, awaits) = (0, ZERO, false, Awaits::Child);
                let arcs = Arcs {
                    task,
                    plan,
                    next_arc,
                    next_outcome,
                    last_outcome,
                    label,
                    direct,
                    unsorted,
                    awaits,
                };
                self.step_arcs(at, arcs)
            }
            Plan::Sequence { first, second } => self.ask(at, task, Then::Apply(second), first, node),
            Plan::Tail(other) => self.end_with(at, task, Op::Apply, other, node),
            Plan::KeepOrDrop(other) => self.ask(at, task, Then::KeepOrDrop, other, node),
            Plan::Prefix { var, label, rest } => self.ask(at, task, Then::Prefix { var, label }, rest, node),
            Plan::Constant(set) => Ok(Step::Done(set)),
            Plan::Operate { op, set, flip: false } => self.end_with(at, task, op, node, set),
            Plan::Operate { op, set, flip: true } => self.end_with(at, task, op, set, node),
            Plan::Complement(selector) => self.ask(at, task, Then::Complement, selector, node),
            Plan::BeforeSequence { first, second } => {
                self.ask(at, task, Then::BeforeSecond { first, second }, first, node)
            }
            Plan::Saturate { below, fire } => self.start_below(at, task, below, fire),
            Plan::BeforeFix { fix, body, target } => self.start_backwards(at, task, fix, body, target),
            Plan::Frontier { .. } | Plan::Plain { .. } | Plan::Chain { .. } => {
                self.start_fix(at, task, plan, watch)
            }
            Plan::Fail(error) => {
                let error = self.plans.errors[error as usize].clone();
                Err(self.terminal_error(error))
            }
        }
    }

    /// Leaves a frame and asks for a result, which comes back to it now or later.
    #[inline]
    pub(crate) fn go(&mut self, at: usize, frame: Frame, op: Op, a: u32, b: Id) -> Result<Step> {
        self.frames[at] = frame;
        Ok(match self.call(op, a, b) {
            None => Step::Call,
            Some(result) => Step::Resume(result),
        })
    }

    /// Applies a homomorphism, and then goes on with what came out.
    fn ask(&mut self, at: usize, task: Task, then: Then, hom: u32, node: Id) -> Result<Step> {
        self.go(at, Frame::Then(task, then), Op::Apply, hom, node)
    }

    /// Ends with the result of another operation.
    pub(crate) fn end_with(&mut self, at: usize, task: Task, op: Op, a: u32, b: Id) -> Result<Step> {
        self.frames[at] = Frame::Then(task, Then::Finish);
        Ok(match self.call(op, a, b) {
            None => Step::Call,
            Some(result) => self.end_apply(at, task, result),
        })
    }

    pub(crate) fn end_apply(&mut self, at: usize, task: Task, result: Id) -> Step {
        if !self.ends_partial(at) {
            self.cache.put(Op::Apply, task.hom, task.node, result);
        }
        Step::Done(result)
    }

    /// The result that was awaited is there.
    pub(crate) fn step_then(&mut self, at: usize, task: Task, then: Then, returned: Id) -> Result<Step> {
        match then {
            Then::Finish => Ok(self.end_apply(at, task, returned)),
            Then::Apply(hom) | Then::Close { fix: hom } => self.end_with(at, task, Op::Apply, hom, returned),
            Then::Prefix { var, label } => {
                let result = match returned {
                    ZERO => ZERO,
                    child => self.store.make(var, &[pack(label, child)]),
                };
                Ok(self.end_apply(at, task, result))
            }
            Then::KeepOrDrop => match returned {
                ZERO | ONE => Ok(self.end_apply(at, task, returned)),
                _ => Err(Error::NotSelector { hom: self.homs.name(task.hom) }),
            },
            Then::Complement => self.end_with(at, task, Op::Minus, task.node, returned),
            Then::BeforeSecond { first, second } => {
                self.ask(at, task, Then::BeforeFirst { first }, second, returned)
            }
            Then::BeforeFirst { first } => {
                let before = self.homs.before(first, returned);
                self.end_with(at, task, Op::Apply, before, task.node)
            }
        }
    }

    /// Goes on arc by arc with a result.
    #[inline]
    pub(crate) fn resume_arcs(&mut self, at: usize, mut f: Arcs, returned: Id) -> Result<Step> {
        match f.awaits {
            Awaits::Child => self.gather(&mut f, returned),
            Awaits::Direct => {
                f.awaits = Awaits::Union;
                return self.go(at, Frame::Arcs(f), Op::Union, f.direct, returned);
            }
            Awaits::Union => (f.direct, f.awaits) = (returned, Awaits::Child),
        }
        self.step_arcs(at, f)
    }

    /// Adds the image of a child to the arcs being gathered.
    #[inline]
    fn gather(&mut self, f: &mut Arcs, child: Id) {
        if child == ZERO {
            return;
        }
        if self.arcs.len() > f.task.base as usize
            && let Some(&last) = self.arcs.last()
        {
            f.unsorted |= f.label <= label_of(last);
        }
        self.arcs.push(pack(f.label, child));
    }

    /// Loads the cache entries that the first arcs will ask for.
    #[inline]
    fn touch_arcs(&self, f: &Arcs, skip: bool) {
        let mut sum = 0;
        for &arc in self.store.arcs(f.task.node).iter().take(4) {
            sum ^= self.store.touch(child_of(arc));
            if skip {
                sum ^= self.cache.touch(Op::Apply, f.task.hom, child_of(arc));
            } else if let Some((start, end)) = self.plans.row(f.plan, label_of(arc)) {
                for outcome in &self.plans.outcomes[start as usize..end as usize] {
                    sum ^= self.cache.touch(Op::Apply, outcome.hom, child_of(arc));
                }
            }
        }
        std::hint::black_box(sum);
    }

    fn step_arcs(&mut self, at: usize, mut f: Arcs) -> Result<Step> {
        let plan = self.plans.plan(f.plan);
        let skip = plan == Plan::Skip;
        let Task { hom, node, base } = f.task;
        // The cache is larger than the caches of the machine: misses of several arcs overlap if all are loaded first.
        if f.next_arc == 0 {
            self.touch_arcs(&f, skip);
        }
        loop {
            while f.next_outcome < f.last_outcome {
                let outcome = self.plans.outcomes[f.next_outcome as usize];
                f.next_outcome += 1;
                let child = child_of(self.store.arcs(node)[f.next_arc as usize - 1]);
                f.label = outcome.label;
                if outcome.direct {
                    f.awaits = Awaits::Direct;
                    return self.go(at, Frame::Arcs(f), Op::Apply, outcome.hom, child);
                }
                match self.call_apply(outcome.hom, child) {
                    Some(result) => self.gather(&mut f, result),
                    None => {
                        self.frames[at] = Frame::Arcs(f);
                        return Ok(Step::Call);
                    }
                }
            }
            let Some(&arc) = self.store.arcs(node).get(f.next_arc as usize) else { break };
            f.next_arc += 1;
            if skip {
                f.label = label_of(arc);
                match self.call_apply(hom, child_of(arc)) {
                    Some(result) => self.gather(&mut f, result),
                    None => {
                        self.frames[at] = Frame::Arcs(f);
                        return Ok(Step::Call);
                    }
                }
            } else {
                let var = self.store.var(node);
                (f.next_outcome, f.last_outcome) = self.outcomes(f.plan, hom, var, label_of(arc))?;
            }
        }
        if f.unsorted {
            self.arcs[base as usize..].sort_unstable_by_key(|&arc| label_of(arc));
            let (kept, next) = (base, base + 1);
            return self.step_merge(at, Merge { task: f.task, plan: f.plan, kept, next, direct: f.direct });
        }
        self.built(at, f.task, f.plan, f.direct)
    }

    /// The union of two children with the same label is there.
    pub(crate) fn resume_merge(&mut self, at: usize, f: Merge, returned: Id) -> Result<Step> {
        let kept = &mut self.arcs[f.kept as usize];
        *kept = pack(label_of(*kept), returned);
        self.step_merge(at, f)
    }

    /// Unites arcs with the same label, which are neighbours now.
    fn step_merge(&mut self, at: usize, mut f: Merge) -> Result<Step> {
        while (f.next as usize) < self.arcs.len() {
            let (kept, next) = (self.arcs[f.kept as usize], self.arcs[f.next as usize]);
            f.next += 1;
            if label_of(kept) != label_of(next) {
                f.kept += 1;
                self.arcs[f.kept as usize] = next;
                continue;
            }
            match self.call_union(child_of(kept), child_of(next)) {
                Some(child) => self.arcs[f.kept as usize] = pack(label_of(kept), child),
                None => {
                    self.frames[at] = Frame::Merge(f);
                    return Ok(Step::Call);
                }
            }
        }
        self.arcs.truncate(f.kept as usize + 1);
        self.built(at, f.task, f.plan, f.direct)
    }

    /// All arcs are gathered. `direct` is what came out without an arc.
    fn built(&mut self, at: usize, task: Task, plan: u32, direct: Id) -> Result<Step> {
        let node = self.make_like(task.node, task.node, task.base);
        match self.plans.plan(plan) {
            Plan::Fire { fix } if node != ZERO && direct == ZERO => {
                self.end_with(at, task, Op::Close, fix, node)
            }
            // Something came out without an arc, so nothing is known to be closed.
            Plan::Fire { fix } if direct != ZERO => {
                self.go(at, Frame::Then(task, Then::Close { fix }), Op::Union, direct, node)
            }
            Plan::Mixed(_) => {
                let members = Members { task, plan, next: 0, union: ZERO, unites: true };
                self.go(at, Frame::Members(members), Op::Union, direct, node)
            }
            _ if direct != ZERO => self.end_with(at, task, Op::Union, direct, node),
            _ => Ok(self.end_apply(at, task, node)),
        }
    }

    /// The image of a member is there, or its union with the others.
    pub(crate) fn resume_members(&mut self, at: usize, mut f: Members, returned: Id) -> Result<Step> {
        if !f.unites {
            f.unites = true;
            return self.go(at, Frame::Members(f), Op::Union, f.union, returned);
        }
        (f.union, f.unites) = (returned, false);
        self.step_members(at, f)
    }

    /// Applies the next member of a union that works on the whole node.
    fn step_members(&mut self, at: usize, mut f: Members) -> Result<Step> {
        let Plan::Mixed(list) = self.plans.plan(f.plan) else { unreachable!("members are of a mixed union") };
        match self.plans.lists[list as usize].get(f.next as usize).copied() {
            None => Ok(self.end_apply(at, f.task, f.union)),
            Some(member) => {
                f.next += 1;
                self.go(at, Frame::Members(f), Op::Apply, member, f.task.node)
            }
        }
    }
}
