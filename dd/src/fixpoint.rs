//! Fixpoints on whole sets: plain, frontier, chained, and backwards.

use crate::arc::Id;
use crate::engine::Engine;
use crate::frame::{FixPhase, Frame, Phase, Step};
use crate::observer::{Layer, Observer, Verdict};
use crate::op::Op;
use crate::plan::Plan;
use crate::{Error, Result};

impl Engine {
    /// Begins a fixpoint: `acc` is what was reached, `aux` what is to be expanded.
    pub(crate) fn start_fix(
        &mut self,
        at: usize,
        mut f: Frame,
        plan: Plan,
        watch: &mut dyn Observer,
    ) -> Result<Step> {
        (f.acc, f.aux) = (f.b, f.b);
        self.frames[at] = f;
        if let Plan::BeforeFix { fix, .. } = plan {
            return self.go(at, f, Phase::Fix(FixPhase::Reach), Op::Apply, fix, f.b);
        }
        match self.report(at, watch)? {
            Some(stopped) => Ok(stopped),
            None => self.expand(at, f, plan),
        }
    }

    /// The next round.
    pub(crate) fn expand(&mut self, at: usize, mut f: Frame, plan: Plan) -> Result<Step> {
        f.i += 1;
        match plan {
            Plan::Frontier { body, .. } => {
                self.go(at, f, Phase::Fix(FixPhase::Expand), Op::Apply, body, f.aux)
            }
            Plan::Plain { body, .. } => self.go(at, f, Phase::Fix(FixPhase::Expand), Op::Apply, body, f.acc),
            Plan::Chain { below, .. } => {
                self.go(at, f, Phase::Fix(FixPhase::Children), Op::Apply, below, f.acc)
            }
            _ => Ok(Step::Done(f.acc)),
        }
    }

    pub(crate) fn step_fix(&mut self, at: usize, returned: Id, watch: &mut dyn Observer) -> Result<Step> {
        let f = self.frames[at];
        let Phase::Fix(phase) = f.phase else { return Ok(Step::Done(returned)) };
        match self.plans.plan(f.plan) {
            plan @ Plan::Frontier { .. } => self.step_frontier(at, f, plan, phase, returned, watch),
            plan @ Plan::Plain { keep, .. } => {
                if keep && phase == FixPhase::Expand {
                    return self.go(at, f, Phase::Fix(FixPhase::Unite), Op::Union, f.acc, returned);
                }
                self.next_round(at, f, plan, returned, watch)
            }
            plan @ Plan::Chain { body, .. } => match phase {
                FixPhase::Children => {
                    let f = Frame { aux: f.acc, acc: returned, ..f };
                    self.go(at, f, Phase::Fix(FixPhase::Image), Op::Apply, body, returned)
                }
                FixPhase::Image => self.go(at, f, Phase::Fix(FixPhase::Unite), Op::Union, f.acc, returned),
                _ => self.next_round(at, f, plan, returned, watch),
            },
            Plan::BeforeFix { body, target, .. } => self.step_backwards(at, f, phase, body, target, returned),
            _ => Ok(Step::Done(returned)),
        }
    }

    /// Ends when a round changed nothing.
    fn next_round(
        &mut self,
        at: usize,
        mut f: Frame,
        plan: Plan,
        returned: Id,
        watch: &mut dyn Observer,
    ) -> Result<Step> {
        let chained = matches!(plan, Plan::Chain { .. });
        if returned == f.acc {
            // A chained round that changed nothing but the children has still to be stable as a whole, which it is:
            // the children are closed and the body adds nothing.
            return self.end_fix(at, f);
        }
        f.acc = returned;
        if !chained {
            f.aux = returned;
        }
        self.frames[at] = f;
        match self.report(at, watch)? {
            Some(stopped) => Ok(stopped),
            None => self.expand(at, f, plan),
        }
    }

    pub(crate) fn end_fix(&mut self, at: usize, f: Frame) -> Result<Step> {
        self.frames[at] = f;
        if !self.ends_partial(at) {
            self.cache.put(Op::Apply, f.a, f.b, f.acc);
            self.cache.put(Op::Apply, f.a, f.acc, f.acc);
        }
        Ok(Step::Done(f.acc))
    }

    /// Is the frame at hand the outermost fixpoint, on the whole words of the evaluation or of a part of its formula?
    fn is_outermost(&self, at: usize) -> bool {
        let whole = |f: &Frame| {
            // Not below a negation or an inverse, where less below may be more above.
            f.op == Op::Apply
                && matches!(f.phase, Phase::Second | Phase::Finish | Phase::Prefix | Phase::Others)
        };
        self.frames[..at].iter().all(whole)
    }

    /// Ends the outermost fixpoint at any step, with what was reached; `None` if it does not work on whole sets.
    pub(crate) fn cut_short(&mut self) -> Option<Id> {
        let at = self.frames.iter().position(|f| matches!(f.phase, Phase::Fix(_)))?;
        let f = self.frames[at];
        if !self.is_outermost(at) || matches!(self.plans.plan(f.plan), Plan::BeforeFix { .. }) {
            return None;
        }
        self.frames.truncate(at + 1);
        self.arcs.truncate(f.base as usize);
        self.work.clear();
        self.partial = at;
        Some(f.acc)
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
    pub(crate) fn report(&mut self, at: usize, watch: &mut dyn Observer) -> Result<Option<Step>> {
        if !self.is_outermost(at) {
            return Ok(None);
        }
        let f = self.frames[at];
        let layer = Layer::new(&self.store, f.i as usize, f.aux, f.acc);
        match watch.layer(&layer) {
            Verdict::Continue => Ok(None),
            Verdict::Stop => Err(Error::Stopped),
            Verdict::Enough => {
                self.partial = at;
                Ok(Some(Step::Done(f.acc)))
            }
        }
    }

    /// Which words of `b` reach the target: `acc` is everything reachable, `aux` what is known to reach the target.
    fn step_backwards(
        &mut self,
        at: usize,
        mut f: Frame,
        phase: FixPhase,
        body: u32,
        target: Id,
        returned: Id,
    ) -> Result<Step> {
        match phase {
            FixPhase::Reach => {
                f.acc = returned;
                self.go(at, f, Phase::Fix(FixPhase::Meet), Op::Intersect, returned, target)
            }
            FixPhase::Back => self.go(at, f, Phase::Fix(FixPhase::Unite), Op::Union, f.aux, returned),
            FixPhase::Restrict => {
                self.cache.put(Op::Apply, f.a, f.b, returned);
                Ok(Step::Done(returned))
            }
            FixPhase::Unite if returned == f.aux => {
                self.go(at, f, Phase::Fix(FixPhase::Restrict), Op::Intersect, f.aux, f.b)
            }
            _ => {
                f.aux = returned;
                let before = self.homs.before(body, returned);
                self.go(at, f, Phase::Fix(FixPhase::Back), Op::Apply, before, f.acc)
            }
        }
    }
}
