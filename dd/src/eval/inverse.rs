//! Plans and outcomes of the inverse: which words have an image, or an image in a given set.
//!
//! The predecessors of a set are a selector on the words they are looked for among, so they are evaluated like any
//! other homomorphism: arc by arc where the forward one is, by the algebra where it is not.

use crate::eval::engine::Engine;
use crate::eval::plan::{END, Outcome, Plan};
use crate::formula::interned::{HomId, IDENTITY, Kind, NOTHING};
use crate::nodes::arc::{Id, Label, ONE, TOP, ZERO};
use crate::nodes::op::Op;
use crate::{Error, Result};

impl Engine {
    pub(crate) fn plan_before(&mut self, hom: HomId, target: Id, var: u32) -> Result<Plan> {
        let forward = self.plan_of(hom, var)?;
        if let Kind::Union(list) = self.homs.kind(hom).clone()
            && !matches!(forward, Plan::Skip | Plan::Arcs)
        {
            let parts: Vec<HomId> = list.iter().map(|&m| self.homs.before(m, target)).collect();
            return Ok(Plan::Tail(self.homs.union(&parts)));
        }
        match *self.homs.kind(hom) {
            Kind::Fix { family, .. } => {
                return Ok(Plan::BeforeFix { fix: hom, body: self.body(family), target });
            }
            Kind::Append(set) if var == END => return Ok(Plan::Tail(self.before_constant(set, target))),
            Kind::Append(_) => return Ok(Plan::Arcs),
            Kind::Prepend(set) => return Ok(self.before_prepend(set, target)),
            _ => {}
        }
        Ok(match forward {
            Plan::Skip | Plan::Arcs => Plan::Arcs,
            Plan::Sequence { first, second } => {
                Plan::BeforeSequence { first, second: self.homs.before(second, target) }
            }
            Plan::Tail(other) => Plan::Tail(self.homs.before(other, target)),
            Plan::Prefix { var, label, rest } => match self.target_child(target, var, label) {
                Some(child) => Plan::Tail(self.homs.before(rest, child)),
                None => Plan::Constant(ZERO),
            },
            Plan::Constant(set) => Plan::Tail(self.before_constant(set, target)),
            Plan::Fail(error) => Plan::Fail(error),
            _ => self.plans.add_error(Error::Unsupported("the inverse of this homomorphism".into())),
        })
    }

    /// Everything if the sets meet. Decided by walking both, since plans cannot call the evaluator.
    fn before_constant(&self, set: Id, target: Id) -> HomId {
        if self.meet(set, target) { IDENTITY } else { NOTHING }
    }

    /// Do two sets have a word in common?
    fn meet(&self, a: Id, b: Id) -> bool {
        let mut seen = std::collections::HashSet::new();
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            if a == b && a != ZERO {
                return true;
            }
            if a.min(b) <= crate::nodes::arc::TOP
                || self.store.var(a) != self.store.var(b)
                || !seen.insert((a, b))
            {
                continue;
            }
            for &word in self.store.arcs(a) {
                if let Some(other) = self.store.child(b, crate::nodes::arc::label_of(word)) {
                    todo.push((crate::nodes::arc::child_of(word), other));
                }
            }
        }
        false
    }

    /// What may follow a word of `set` in `target`.
    fn before_prepend(&mut self, set: Id, target: Id) -> Plan {
        if self.store.has_top(set) || self.store.has_top(target) {
            return self.plans.add_error(Error::Undefined);
        }
        let mut rests = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut todo = vec![(set, target)];
        while let Some((a, b)) = todo.pop() {
            if a == ONE {
                rests.push(b);
                continue;
            }
            if a.min(b) <= TOP || self.store.var(a) != self.store.var(b) || !seen.insert((a, b)) {
                continue;
            }
            for &word in self.store.arcs(a) {
                if let Some(other) = self.store.child(b, crate::nodes::arc::label_of(word)) {
                    todo.push((crate::nodes::arc::child_of(word), other));
                }
            }
        }
        rests.sort_unstable();
        rests.dedup();
        let parts: Vec<HomId> = rests.into_iter().map(|rest| self.homs.within(rest)).collect();
        Plan::Tail(self.homs.union(&parts))
    }

    fn target_child(&self, target: Id, var: u32, label: Label) -> Option<Id> {
        if crate::nodes::arc::is_terminal(target) || self.store.var(target) != var {
            return None;
        }
        self.store.child(target, label)
    }

    pub(crate) fn before_outcomes(
        &mut self,
        hom: HomId,
        target: Id,
        var: u32,
        label: Label,
        out: &mut Vec<Outcome>,
    ) -> Result<()> {
        if let Kind::Append(_) = self.homs.kind(hom) {
            if let Some(child) = self.target_child(target, var, label) {
                out.push(Outcome { direct: false, label, hom: self.homs.before(hom, child) });
            }
            return Ok(());
        }
        let mut inner = Vec::new();
        self.member(hom, var, label, &mut inner)?;
        let mut parts = Vec::new();
        for outcome in inner {
            let target = match outcome.direct {
                true => Some(target),
                false => self.target_child(target, var, outcome.label),
            };
            if let Some(target) = target {
                parts.push(self.homs.before(outcome.hom, target));
            }
        }
        let hom = self.homs.union(&parts);
        if hom != NOTHING {
            out.push(Outcome { direct: false, label, hom });
        }
        Ok(())
    }

    pub(crate) fn plan_domain(&mut self, hom: HomId, var: u32) -> Result<Plan> {
        let forward = self.plan_of(hom, var)?;
        if let Kind::Union(list) = self.homs.kind(hom).clone()
            && !matches!(forward, Plan::Skip | Plan::Arcs)
        {
            let parts: Vec<HomId> = list.iter().map(|&m| self.homs.domain(m)).collect();
            return Ok(Plan::Tail(self.homs.union(&parts)));
        }
        if let Kind::Fix { .. } = self.homs.kind(hom) {
            return Ok(Plan::Tail(IDENTITY));
        }
        Ok(match forward {
            Plan::Skip => Plan::Skip,
            Plan::Arcs => Plan::Arcs,
            Plan::Sequence { first, second } => {
                Plan::BeforeSequence { first, second: self.homs.domain(second) }
            }
            Plan::Tail(other) => Plan::Tail(self.homs.domain(other)),
            Plan::Prefix { rest, .. } => Plan::Tail(self.homs.domain(rest)),
            Plan::Constant(set) => Plan::Tail(if set == ZERO { NOTHING } else { IDENTITY }),
            Plan::Operate { op: Op::Concat, set, .. } => {
                Plan::Tail(if set == ZERO { NOTHING } else { IDENTITY })
            }
            Plan::Fail(error) => Plan::Fail(error),
            _ => self.plans.add_error(Error::Unsupported("the domain of this homomorphism".into())),
        })
    }

    pub(crate) fn domain_outcomes(
        &mut self,
        hom: HomId,
        var: u32,
        label: Label,
        out: &mut Vec<Outcome>,
    ) -> Result<()> {
        let mut inner = Vec::new();
        self.member(hom, var, label, &mut inner)?;
        let parts: Vec<HomId> = inner.iter().map(|o| self.homs.domain(o.hom)).collect();
        let hom = self.homs.union(&parts);
        if hom != NOTHING {
            out.push(Outcome { direct: false, label, hom });
        }
        Ok(())
    }
}
