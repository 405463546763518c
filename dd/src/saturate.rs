//! Automatic saturation: a node is closed arc by arc, its children first.

use crate::arc::{Id, Label, ZERO, child_of, label_of, pack};
use crate::engine::{Engine, NONE};
use crate::frame::{Frame, Phase, Step};
use crate::homs::Kind;
use crate::op::Op;
use crate::plan::Plan;
use crate::{Result, Strategy};

impl Engine {
    /// A frame that closes a node under a fixpoint: from [`Op::Apply`] the children come first, from [`Op::Close`] they
    /// are known to be closed.
    pub(crate) fn step_close(&mut self, at: usize, returned: Id) -> Result<Step> {
        let mut f = self.frames[at];
        match f.phase {
            Phase::Start => {
                let var = self.store.var(f.b);
                f.plan = self.plan(f.a, var)?;
                self.arcs.extend_from_slice(self.store.arcs(f.b));
                self.start_firing(at, f)
            }
            Phase::Below => {
                if returned != ZERO {
                    self.arcs.push(pack(f.label, returned));
                }
                self.step_below(at, f)
            }
            Phase::Fire => self.join(at, f, returned),
            _ => self.joined(at, f, returned),
        }
    }

    /// Closes the children under the members that skip this variable.
    pub(crate) fn step_below(&mut self, at: usize, mut f: Frame) -> Result<Step> {
        let Plan::Saturate { below, .. } = self.plans.plan(f.plan) else { return Ok(Step::Done(f.b)) };
        while let Some(&arc) = self.store.arcs(f.b).get(f.i as usize) {
            f.i += 1;
            f.label = label_of(arc);
            match self.call_apply(below, child_of(arc)) {
                Some(ZERO) => {}
                Some(child) => self.arcs.push(pack(f.label, child)),
                None => {
                    self.frames[at] = f;
                    return Ok(Step::Call);
                }
            }
        }
        self.start_firing(at, f)
    }

    /// All arcs are to be fired; `end` remembers where this frame's labels begin on the work stack.
    fn start_firing(&mut self, at: usize, mut f: Frame) -> Result<Step> {
        f.end = self.work.len() as u32;
        self.work.extend(self.arcs[f.base as usize..].iter().rev().map(|&arc| label_of(arc)));
        // The range of outcomes under way: empty.
        (f.i, f.j) = (0, 0);
        self.step_fire(at, f)
    }

    /// Fires arcs until no label is waiting. `i..j` are outcomes of the arc at hand, whose label is `from`.
    fn step_fire(&mut self, at: usize, mut f: Frame) -> Result<Step> {
        let var = self.store.var(f.b);
        let Plan::Saturate { fire, .. } = self.plans.plan(f.plan) else { return Ok(Step::Done(f.b)) };
        loop {
            while f.i < f.j {
                let outcome = self.plans.outcomes[f.i as usize];
                f.i += 1;
                let child = self.current(&f, f.from);
                f.label = outcome.label;
                f.phase = Phase::Fire;
                if outcome.direct {
                    return self.give_up(at, f);
                }
                let mut result = self.call_apply(outcome.hom, child);
                if let Some(fired) = result {
                    f.phase = Phase::FireJoin;
                    result = self.call_union(self.current(&f, f.label), fired);
                }
                match result {
                    Some(child) => self.update(&f, child),
                    None => {
                        self.frames[at] = f;
                        return Ok(Step::Call);
                    }
                }
            }
            if self.work.len() <= f.end as usize {
                break;
            }
            f.from = self.work.pop().unwrap_or(0);
            let plan = self.plan(fire, var)?;
            (f.i, f.j) = self.outcomes(plan, fire, var, f.from)?;
        }
        self.closed(f)
    }

    /// The image of an arc came back; unite it with what its new label had.
    fn join(&mut self, at: usize, mut f: Frame, fired: Id) -> Result<Step> {
        f.phase = Phase::FireJoin;
        match self.call_union(self.current(&f, f.label), fired) {
            Some(child) => self.joined(at, f, child),
            None => {
                self.frames[at] = f;
                Ok(Step::Call)
            }
        }
    }

    fn joined(&mut self, at: usize, f: Frame, child: Id) -> Result<Step> {
        debug_assert!(child != NONE);
        self.update(&f, child);
        self.step_fire(at, f)
    }

    /// The child a label has now.
    fn current(&self, f: &Frame, label: Label) -> Id {
        let arcs = &self.arcs[f.base as usize..];
        arcs.binary_search_by_key(&label, |&arc| label_of(arc)).map_or(ZERO, |i| child_of(arcs[i]))
    }

    /// Gives a label its new child and, if that is a change, lets it wait to be fired.
    fn update(&mut self, f: &Frame, child: Id) {
        let base = f.base as usize;
        match self.arcs[base..].binary_search_by_key(&f.label, |&arc| label_of(arc)) {
            Ok(i) if child_of(self.arcs[base + i]) == child => return,
            Ok(i) => self.arcs[base + i] = pack(f.label, child),
            Err(_) if child == ZERO => return,
            Err(i) => self.arcs.insert(base + i, pack(f.label, child)),
        }
        if !self.work[f.end as usize..].contains(&f.label) {
            self.work.push(f.label);
        }
    }

    /// The node is closed.
    fn closed(&mut self, f: Frame) -> Result<Step> {
        let var = self.store.var(f.b);
        let result = self.make(var, f.base);
        self.cache.put(Op::Apply, f.a, f.b, result);
        self.cache.put(Op::Apply, f.a, result, result);
        Ok(Step::Done(result))
    }

    /// An outcome that is no arc of this variable: go on with whole sets from what was reached.
    fn give_up(&mut self, at: usize, f: Frame) -> Result<Step> {
        self.work.truncate(f.end as usize);
        let var = self.store.var(f.b);
        let reached = self.make(var, f.base);
        let whole = match *self.homs.kind(f.a) {
            Kind::Fix { family, .. } => self.homs.fix_family(family, Strategy::Frontier),
            _ => f.a,
        };
        self.frames[at] = Frame { phase: Phase::Finish, op: Op::Apply, ..f };
        match self.call_apply(whole, reached) {
            Some(result) => Ok(Step::Resume(result)),
            None => Ok(Step::Call),
        }
    }
}
