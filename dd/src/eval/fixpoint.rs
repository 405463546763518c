//! Fixpoints on whole sets: plain, frontier, chained, and backwards.

use crate::eval::engine::Engine;
use crate::eval::frame::{Back, Backwards, Fix, Frame, Members, Round, Step, Task, Then};
use crate::eval::observer::{Layer, Observer, Verdict};
use crate::eval::plan::Plan;
use crate::formula::interned::HomId;
use crate::nodes::arc::Id;
use crate::nodes::op::Op;
use crate::{Error, Result};

impl Engine {
    /// Begins a fixpoint.
    pub(crate) fn start_fix(
        &mut self,
        at: usize,
        task: Task,
        plan: u32,
        watch: &mut dyn Observer,
    ) -> Result<Step> {
        let (reached, new) = (task.node, task.node);
        let (round, stage, trust_left, trust) = (0, Round::Expand, 0, 0);
        let f = Fix { task, plan, round, stage, reached, new, trust_left, trust };
        self.report_and_expand(at, f, watch)
    }

    /// Tells the observer what was reached, and begins the next round unless it wants no more.
    pub(crate) fn report_and_expand(
        &mut self,
        at: usize,
        mut f: Fix,
        watch: &mut dyn Observer,
    ) -> Result<Step> {
        self.frames[at] = Frame::Fix(f);
        if let Some(stopped) = self.report(at, &f, watch)? {
            return Ok(stopped);
        }
        f.round += 1;
        let (stage, hom, node) = match self.plans.plan(f.plan) {
            Plan::Frontier { body, .. } => (Round::Expand, body, f.new),
            Plan::Plain { body, .. } => (Round::Expand, body, f.reached),
            Plan::Chain { below, .. } => (Round::Children, below, f.reached),
            plan => unreachable!("{plan:?} is no fixpoint on whole sets"),
        };
        f.stage = stage;
        self.go(at, Frame::Fix(f), Op::Apply, hom, node)
    }

    pub(crate) fn step_fix(
        &mut self,
        at: usize,
        mut f: Fix,
        returned: Id,
        watch: &mut dyn Observer,
    ) -> Result<Step> {
        match (self.plans.plan(f.plan), f.stage) {
            (Plan::Frontier { layers, .. }, _) => self.step_frontier(at, f, layers, returned, watch),
            (Plan::Plain { keep: true, .. }, Round::Expand) | (Plan::Chain { .. }, Round::Image) => {
                f.stage = Round::Unite;
                self.go(at, Frame::Fix(f), Op::Union, f.reached, returned)
            }
            (Plan::Chain { body, .. }, Round::Children) => {
                (f.new, f.reached, f.stage) = (f.reached, returned, Round::Image);
                self.go(at, Frame::Fix(f), Op::Apply, body, returned)
            }
            (plan, _) => {
                // A chained round that changed nothing but the children has still to be stable as a whole, which it is:
                // the children are closed and the body adds nothing.
                if returned == f.reached {
                    return Ok(self.end_fix(at, &f));
                }
                f.reached = returned;
                if !matches!(plan, Plan::Chain { .. }) {
                    f.new = returned;
                }
                self.report_and_expand(at, f, watch)
            }
        }
    }

    pub(crate) fn end_fix(&mut self, at: usize, f: &Fix) -> Step {
        if !self.ends_partial(at) {
            self.cache.put(Op::Apply, f.task.hom, f.task.node, f.reached);
            self.cache.put(Op::Apply, f.task.hom, f.reached, f.reached);
        }
        Step::Done(f.reached)
    }

    /// Is the frame at hand the outermost fixpoint, on the whole words of the evaluation or of a part of its formula?
    fn is_outermost(&self, at: usize) -> bool {
        // Not below a negation or an inverse, where less below may be more above.
        let whole = |f: &Frame| {
            matches!(
                f,
                Frame::Then(_, Then::Apply(_) | Then::Finish | Then::Prefix { .. })
                    | Frame::Members(Members { unites: false, .. })
            )
        };
        self.frames[..at].iter().all(whole)
    }

    /// Ends the outermost fixpoint at any step, with what was reached; `None` if it does not work on whole sets.
    pub(crate) fn cut_short(&mut self) -> Option<Id> {
        let at = self.frames.iter().position(|f| matches!(f, Frame::Fix(_) | Frame::Backwards(_)))?;
        let Frame::Fix(f) = self.frames[at] else { return None };
        if !self.is_outermost(at) {
            return None;
        }
        self.frames.truncate(at + 1);
        self.arcs.truncate(f.task.base as usize);
        self.work.clear();
        self.partial = at;
        Some(f.reached)
    }

    /// Does the frame rest on a fixpoint that was ended early? Then its result must not be remembered.
    #[inline]
    pub(crate) fn ends_partial(&mut self, at: usize) -> bool {
        let partial = at < self.partial;
        if partial {
            self.partial = at;
        }
        partial
    }

    /// Tells the observer of the outermost fixpoint's progress.
    fn report(&mut self, at: usize, f: &Fix, watch: &mut dyn Observer) -> Result<Option<Step>> {
        if !watch.sees_layers() || !self.is_outermost(at) {
            return Ok(None);
        }
        self.make_room_to_count()?;
        let layer = Layer::new(&self.store, f.round as usize, f.new, f.reached);
        match watch.layer(&layer) {
            Verdict::Continue => Ok(None),
            Verdict::Stop => Err(Error::Stopped),
            Verdict::Enough => {
                self.partial = at;
                Ok(Some(Step::Done(f.reached)))
            }
        }
    }

    /// Asks which words of a node reach the target.
    pub(crate) fn start_backwards(
        &mut self,
        at: usize,
        task: Task,
        fix: HomId,
        body: HomId,
        target: Id,
    ) -> Result<Step> {
        let (reached, known) = (task.node, task.node);
        let f = Backwards { task, body, target, stage: Back::Reach, reached, known };
        self.go(at, Frame::Backwards(f), Op::Apply, fix, task.node)
    }

    pub(crate) fn step_backwards(&mut self, at: usize, mut f: Backwards, returned: Id) -> Result<Step> {
        let (stage, op, a, b) = match f.stage {
            Back::Reach => {
                f.reached = returned;
                (Back::Meet, Op::Intersect, returned, f.target)
            }
            Back::Before => (Back::Unite, Op::Union, f.known, returned),
            Back::Unite if returned == f.known => (Back::Restrict, Op::Intersect, f.known, f.task.node),
            Back::Meet | Back::Unite => {
                f.known = returned;
                (Back::Before, Op::Apply, self.homs.before(f.body, returned), f.reached)
            }
            Back::Restrict => {
                self.cache.put(Op::Apply, f.task.hom, f.task.node, returned);
                return Ok(Step::Done(returned));
            }
        };
        f.stage = stage;
        self.go(at, Frame::Backwards(f), op, a, b)
    }
}
