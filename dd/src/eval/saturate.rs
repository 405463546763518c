//! Automatic saturation: a node is closed arc by arc, its children first.

use crate::eval::engine::{Engine, NONE};
use crate::eval::frame::{Below, Fire, Frame, Step, Task, Then};
use crate::eval::plan::Plan;
use crate::formula::interned::{HomId, Kind};
use crate::nodes::arc::{Id, Label, ZERO, child_of, label_of, pack};
use crate::nodes::op::Op;
use crate::{Result, Strategy};

impl Engine {
    /// Closes a node under a fixpoint. Its children are known to be closed.
    pub(crate) fn start_close(&mut self, at: usize, task: Task) -> Result<Step> {
        let var = self.store.var(task.node);
        let Plan::Saturate { fire, .. } = self.plan_of(task.hom, var)? else {
            unreachable!("only what is saturated is closed")
        };
        self.arcs.extend_from_slice(self.store.arcs(task.node));
        self.start_firing(at, task, fire, true)
    }

    /// Closes a node under a fixpoint, its children first.
    pub(crate) fn start_below(&mut self, at: usize, task: Task, below: HomId, fire: HomId) -> Result<Step> {
        self.step_below(at, Below { task, below, fire, next_arc: 0, label: 0 })
    }

    /// A child is closed.
    pub(crate) fn resume_below(&mut self, at: usize, f: Below, returned: Id) -> Result<Step> {
        if returned != ZERO {
            self.arcs.push(pack(f.label, returned));
        }
        self.step_below(at, f)
    }

    /// Closes the children under the members that skip this variable.
    fn step_below(&mut self, at: usize, mut f: Below) -> Result<Step> {
        while let Some(&arc) = self.store.arcs(f.task.node).get(f.next_arc as usize) {
            f.next_arc += 1;
            f.label = label_of(arc);
            match self.call_apply(f.below, child_of(arc)) {
                Some(ZERO) => {}
                Some(child) => self.arcs.push(pack(f.label, child)),
                None => {
                    self.frames[at] = Frame::Below(f);
                    return Ok(Step::Call);
                }
            }
        }
        self.start_firing(at, f.task, f.fire, false)
    }

    /// All arcs are to be fired.
    fn start_firing(&mut self, at: usize, task: Task, fire: HomId, was_closed: bool) -> Result<Step> {
        let work = self.work.len() as u32;
        self.work.extend(self.arcs[task.base as usize..].iter().rev().map(|&arc| label_of(arc)));
        // No outcome is under way.
        let (next_outcome, last_outcome, from, to, unites) = (0, 0, 0, 0, false);
        self.step_fire(
            at,
            Fire { task, fire, work, next_outcome, last_outcome, from, to, unites, was_closed },
        )
    }

    /// Fires arcs until no label is waiting.
    fn step_fire(&mut self, at: usize, mut f: Fire) -> Result<Step> {
        let var = self.store.var(f.task.node);
        loop {
            while f.next_outcome < f.last_outcome {
                let outcome = self.plans.outcomes[f.next_outcome as usize];
                f.next_outcome += 1;
                let child = self.current(&f, f.from);
                (f.to, f.unites) = (outcome.label, false);
                if outcome.direct {
                    return self.give_up(at, f);
                }
                let mut result = self.call_apply(outcome.hom, child);
                if let Some(fired) = result {
                    f.unites = true;
                    result = self.call_union(self.current(&f, f.to), fired);
                }
                match result {
                    Some(child) => self.update(&f, child),
                    None => {
                        self.frames[at] = Frame::Fire(f);
                        return Ok(Step::Call);
                    }
                }
            }
            if self.work.len() <= f.work as usize {
                break;
            }
            f.from = self.work.pop().expect("labels wait above where those of this frame begin");
            let plan = self.plan(f.fire, var)?;
            (f.next_outcome, f.last_outcome) = self.outcomes(plan, f.fire, var, f.from)?;
        }
        Ok(self.closed(&f.task))
    }

    /// The image of an arc came back, to be united with what its new label had; or that union did.
    pub(crate) fn resume_fire(&mut self, at: usize, mut f: Fire, returned: Id) -> Result<Step> {
        debug_assert!(returned != NONE);
        let child = if f.unites {
            returned
        } else {
            f.unites = true;
            match self.call_union(self.current(&f, f.to), returned) {
                Some(child) => child,
                None => {
                    self.frames[at] = Frame::Fire(f);
                    return Ok(Step::Call);
                }
            }
        };
        self.update(&f, child);
        self.step_fire(at, f)
    }

    /// The child a label has now.
    fn current(&self, f: &Fire, label: Label) -> Id {
        let arcs = &self.arcs[f.task.base as usize..];
        arcs.binary_search_by_key(&label, |&arc| label_of(arc)).map_or(ZERO, |i| child_of(arcs[i]))
    }

    /// Gives a label its new child and, if that is a change, lets it wait to be fired.
    fn update(&mut self, f: &Fire, child: Id) {
        let base = f.task.base as usize;
        match self.arcs[base..].binary_search_by_key(&f.to, |&arc| label_of(arc)) {
            Ok(i) if child_of(self.arcs[base + i]) == child => return,
            Ok(i) => self.arcs[base + i] = pack(f.to, child),
            Err(_) if child == ZERO => return,
            Err(i) => self.arcs.insert(base + i, pack(f.to, child)),
        }
        if !self.work[f.work as usize..].contains(&f.to) {
            self.work.push(f.to);
        }
    }

    /// The node is closed.
    fn closed(&mut self, task: &Task) -> Step {
        let var = self.store.var(task.node);
        let result = self.make(var, task.base);
        self.cache.put(Op::Apply, task.hom, task.node, result);
        self.cache.put(Op::Apply, task.hom, result, result);
        Step::Done(result)
    }

    /// An outcome that is no arc of this variable: go on with whole sets from what was reached.
    fn give_up(&mut self, at: usize, f: Fire) -> Result<Step> {
        self.work.truncate(f.work as usize);
        let var = self.store.var(f.task.node);
        let reached = self.make(var, f.task.base);
        let Kind::Fix { family, .. } = *self.homs.kind(f.task.hom) else {
            unreachable!("only fixpoints are saturated")
        };
        let whole = self.homs.fix_family(family, Strategy::Frontier);
        self.go(at, Frame::Then(f.task, Then::Finish), Op::Apply, whole, reached)
    }
}
