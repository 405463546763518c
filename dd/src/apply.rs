//! A homomorphism applied to a node.

use crate::arc::{Id, ONE, ZERO, child_of, label_of, pack};
use crate::engine::{Engine, NONE};
use crate::frame::{Frame, Phase, Step};
use crate::observer::Observer;
use crate::op::Op;
use crate::plan::{END, Plan};
use crate::{Error, Result};

impl Engine {
    pub(crate) fn step_apply(&mut self, at: usize, returned: Id, watch: &mut dyn Observer) -> Result<Step> {
        match self.frames[at].phase {
            Phase::Arcs => {
                let mut f = self.frames[at];
                if returned != NONE {
                    self.gather(&mut f, returned);
                }
                self.step_arcs(at, f)
            }
            Phase::Merge => {
                let f = self.frames[at];
                let child = self.arcs[f.j as usize];
                self.arcs[f.j as usize] = pack(label_of(child), returned);
                self.step_merge(at, f)
            }
            Phase::Start => self.start_apply(at, watch),
            Phase::Finish => Ok(self.end_apply(at, returned)),
            Phase::Fix(_) => self.step_fix(at, returned, watch),
            Phase::Below | Phase::Fire | Phase::FireJoin => self.step_close(at, returned),
            _ => self.step_whole(at, returned),
        }
    }

    /// The variable of a node, or the mark of the end.
    #[inline]
    pub(crate) fn var_or_end(&self, node: Id) -> u32 {
        if node == ONE { END } else { self.store.var(node) }
    }

    fn start_apply(&mut self, at: usize, watch: &mut dyn Observer) -> Result<Step> {
        let mut f = self.frames[at];
        let var = self.var_or_end(f.b);
        f.plan = self.plan(f.a, var)?;
        match self.plans.plan(f.plan) {
            Plan::Skip | Plan::Arcs | Plan::Fire { .. } => {
                f.phase = Phase::Arcs;
                self.step_arcs(at, f)
            }
            Plan::Mixed(_) if var == END => {
                f.phase = Phase::Others;
                self.step_others(at, f)
            }
            Plan::Mixed(_) => {
                f.phase = Phase::Arcs;
                self.step_arcs(at, f)
            }
            Plan::Sequence { first, .. } => self.go(at, f, Phase::Second, Op::Apply, first, f.b),
            Plan::Tail(other) => self.go(at, f, Phase::Finish, Op::Apply, other, f.b),
            Plan::KeepOrDrop(other) => self.go(at, f, Phase::KeepOrDrop, Op::Apply, other, f.b),
            Plan::Prefix { rest, .. } => self.go(at, f, Phase::Prefix, Op::Apply, rest, f.b),
            Plan::Constant(set) => Ok(Step::Done(set)),
            Plan::Operate { op, set, flip: false } => self.go(at, f, Phase::Finish, op, f.b, set),
            Plan::Operate { op, set, flip: true } => self.go(at, f, Phase::Finish, op, set, f.b),
            Plan::Complement(s) => self.go(at, f, Phase::Complement, Op::Apply, s, f.b),
            Plan::BeforeSequence { first, .. } => self.go(at, f, Phase::BeforeFirst, Op::Apply, first, f.b),
            Plan::Saturate { .. } => {
                f.phase = Phase::Below;
                self.step_below(at, f)
            }
            Plan::Fail(error) => {
                let error = self.plans.errors[error as usize].clone();
                Err(self.terminal_error(error))
            }
            fix => self.start_fix(at, f, fix, watch),
        }
    }

    /// Asks for a result and goes on in `phase` with it, now or when it comes.
    pub(crate) fn go(
        &mut self,
        at: usize,
        mut f: Frame,
        phase: Phase,
        op: Op,
        a: u32,
        b: Id,
    ) -> Result<Step> {
        f.phase = phase;
        self.frames[at] = f;
        match self.call(op, a, b) {
            None => Ok(Step::Call),
            Some(result) if phase == Phase::Finish => Ok(self.end_apply(at, result)),
            Some(result) => Ok(Step::Resume(result)),
        }
    }

    fn end_apply(&mut self, at: usize, result: Id) -> Step {
        let f = self.frames[at];
        if !self.ends_partial(at) {
            self.cache.put(Op::Apply, f.a, f.b, result);
        }
        Step::Done(result)
    }

    /// The phases that work on whole sets.
    pub(crate) fn step_whole(&mut self, at: usize, returned: Id) -> Result<Step> {
        let mut f = self.frames[at];
        match (f.phase, self.plans.plan(f.plan)) {
            (Phase::Second, Plan::Sequence { second, .. }) => {
                self.go(at, f, Phase::Finish, Op::Apply, second, returned)
            }
            (Phase::Prefix, Plan::Prefix { var, label, .. }) => {
                let result = match returned {
                    ZERO => ZERO,
                    child => self.store.make(var, &[pack(label, child)]),
                };
                Ok(self.end_apply(at, result))
            }
            (Phase::KeepOrDrop, _) => match returned {
                ZERO | ONE => Ok(self.end_apply(at, returned)),
                _ => Err(Error::NotSelector { hom: self.homs.name(f.a) }),
            },
            (Phase::FireAll, Plan::Fire { fix }) => self.go(at, f, Phase::Finish, Op::Apply, fix, returned),
            (Phase::Complement, _) => self.go(at, f, Phase::Finish, Op::Minus, f.b, returned),
            (Phase::BeforeFirst, Plan::BeforeSequence { second, .. }) => {
                self.go(at, f, Phase::BeforeSecond, Op::Apply, second, returned)
            }
            (Phase::BeforeSecond, Plan::BeforeSequence { first, .. }) => {
                let before = self.homs.before(first, returned);
                self.go(at, f, Phase::Finish, Op::Apply, before, f.b)
            }
            (Phase::Direct, _) => self.go(at, f, Phase::DirectJoin, Op::Union, f.acc, returned),
            (Phase::DirectJoin, _) => {
                f.acc = returned;
                f.phase = Phase::Arcs;
                self.step_arcs(at, f)
            }
            (Phase::Join, _) => {
                f.acc = returned;
                f.phase = Phase::Others;
                f.j = 0;
                self.step_others(at, f)
            }
            (Phase::Others, _) => self.go(at, f, Phase::OthersJoin, Op::Union, f.acc, returned),
            (Phase::OthersJoin, _) => {
                f.acc = returned;
                f.phase = Phase::Others;
                self.step_others(at, f)
            }
            _ => Ok(self.end_apply(at, returned)),
        }
    }

    /// Adds the image of a child to the arcs being gathered.
    #[inline]
    fn gather(&mut self, f: &mut Frame, child: Id) {
        if child == ZERO {
            return;
        }
        if self.arcs.len() > f.base as usize
            && let Some(&last) = self.arcs.last()
        {
            f.unsorted |= f.label <= label_of(last);
        }
        self.arcs.push(pack(f.label, child));
    }

    /// Loads the cache entries that the first arcs will ask for.
    #[inline]
    fn touch_arcs(&self, f: &Frame, skip: bool) {
        let mut sum = 0;
        for &arc in self.store.arcs(f.b).iter().take(4) {
            sum ^= self.store.touch(child_of(arc));
            if skip {
                sum ^= self.cache.touch(Op::Apply, f.a, child_of(arc));
            } else if let Some((start, end)) = self.plans.row(f.plan, label_of(arc)) {
                for outcome in &self.plans.outcomes[start as usize..end as usize] {
                    sum ^= self.cache.touch(Op::Apply, outcome.hom, child_of(arc));
                }
            }
        }
        std::hint::black_box(sum);
    }

    fn step_arcs(&mut self, at: usize, mut f: Frame) -> Result<Step> {
        let plan = self.plans.plan(f.plan);
        let skip = plan == Plan::Skip;
        if f.i == 0 {
            self.touch_arcs(&f, skip);
        }
        loop {
            while f.j < f.end {
                let outcome = self.plans.outcomes[f.j as usize];
                f.j += 1;
                let child = child_of(self.store.arcs(f.b)[f.i as usize - 1]);
                f.label = outcome.label;
                if outcome.direct {
                    return self.go(at, f, Phase::Direct, Op::Apply, outcome.hom, child);
                }
                match self.call_apply(outcome.hom, child) {
                    Some(result) => self.gather(&mut f, result),
                    None => {
                        self.frames[at] = f;
                        return Ok(Step::Call);
                    }
                }
            }
            let Some(&arc) = self.store.arcs(f.b).get(f.i as usize) else { break };
            f.i += 1;
            if skip {
                f.label = label_of(arc);
                match self.call_apply(f.a, child_of(arc)) {
                    Some(result) => self.gather(&mut f, result),
                    None => {
                        self.frames[at] = f;
                        return Ok(Step::Call);
                    }
                }
            } else {
                let var = self.store.var(f.b);
                (f.j, f.end) = self.outcomes(f.plan, f.a, var, label_of(arc))?;
            }
        }
        if f.unsorted {
            self.arcs[f.base as usize..].sort_unstable_by_key(|&arc| label_of(arc));
            (f.i, f.j, f.phase) = (f.base + 1, f.base, Phase::Merge);
            return self.step_merge(at, f);
        }
        self.built(at, f, plan)
    }

    /// Unites arcs with the same label, which are neighbours now.
    fn step_merge(&mut self, at: usize, mut f: Frame) -> Result<Step> {
        while (f.i as usize) < self.arcs.len() {
            let (kept, next) = (self.arcs[f.j as usize], self.arcs[f.i as usize]);
            f.i += 1;
            if label_of(kept) != label_of(next) {
                f.j += 1;
                self.arcs[f.j as usize] = next;
                continue;
            }
            match self.call_union(child_of(kept), child_of(next)) {
                Some(child) => self.arcs[f.j as usize] = pack(label_of(kept), child),
                None => {
                    self.frames[at] = f;
                    return Ok(Step::Call);
                }
            }
        }
        self.arcs.truncate(f.j as usize + 1);
        let plan = self.plans.plan(f.plan);
        self.built(at, f, plan)
    }

    /// All arcs are gathered.
    fn built(&mut self, at: usize, f: Frame, plan: Plan) -> Result<Step> {
        let node = self.make_like(f.b, f.b, f.base);
        match plan {
            Plan::Fire { fix } if node != ZERO && f.acc == ZERO => {
                self.go(at, f, Phase::Finish, Op::Close, fix, node)
            }
            Plan::Fire { .. } if f.acc != ZERO => {
                // Something came out without an arc, so nothing is known to be closed.
                self.go(at, f, Phase::FireAll, Op::Union, f.acc, node)
            }
            _ if f.acc != ZERO || matches!(plan, Plan::Mixed(_)) => {
                self.go(at, f, Phase::Join, Op::Union, f.acc, node)
            }
            _ => {
                self.frames[at] = f;
                Ok(self.end_apply(at, node))
            }
        }
    }

    /// The members of a union that work on the whole node.
    fn step_others(&mut self, at: usize, mut f: Frame) -> Result<Step> {
        let Plan::Mixed(list) = self.plans.plan(f.plan) else {
            self.frames[at] = f;
            return Ok(self.end_apply(at, f.acc));
        };
        match self.plans.lists[list as usize].get(f.j as usize).copied() {
            None => {
                self.frames[at] = f;
                Ok(self.end_apply(at, f.acc))
            }
            Some(member) => {
                f.j += 1;
                self.go(at, f, Phase::Others, Op::Apply, member, f.b)
            }
        }
    }
}
