//! What a homomorphism does on one arc, memoised; unions are factored here.

use crate::eval::engine::Engine;
use crate::eval::plan::{Outcome, Plan};
use crate::formula::interned::{HomId, Kind, NOTHING};
use crate::nodes::arc::{Label, value};
use crate::{Error, Result};

impl Engine {
    /// The outcomes of `h` on an arc, where `at` is its plan at `var`: a range of the outcome list.
    #[inline]
    pub(crate) fn outcomes(&mut self, at: u32, h: HomId, var: u32, label: Label) -> Result<(u32, u32)> {
        match self.plans.row(at, label) {
            Some(range) => Ok(range),
            None => self.make_outcomes(at, h, var, label),
        }
    }

    #[cold]
    fn make_outcomes(&mut self, at: u32, h: HomId, var: u32, label: Label) -> Result<(u32, u32)> {
        let mut out = Vec::new();
        self.collect_outcomes(h, var, label, &mut out)?;
        let grouped = self.group(out);
        self.watch_formulas();
        Ok(self.plans.add_row(at, label, &grouped))
    }

    /// Appends the outcomes of a member that is evaluated arc by arc.
    pub(crate) fn member(&mut self, h: HomId, var: u32, label: Label, out: &mut Vec<Outcome>) -> Result<()> {
        if self.passes(h, var) {
            out.push(Outcome { direct: false, label, hom: h });
            return Ok(());
        }
        let at = self.plan(h, var)?;
        match self.plans.plan(at) {
            Plan::Skip => out.push(Outcome { direct: false, label, hom: h }),
            Plan::Arcs => {
                let (start, end) = self.outcomes(at, h, var, label)?;
                out.extend_from_slice(&self.plans.outcomes[start as usize..end as usize]);
            }
            _ => return Err(self.not_by_arcs(h)),
        }
        Ok(())
    }

    /// Plans never ask for the arcs of what is not evaluated arc by arc; if one did, silence would be a wrong result.
    fn not_by_arcs(&self, h: HomId) -> Error {
        debug_assert!(false, "{} is not evaluated arc by arc", self.homs.name(h));
        Error::Unsupported(format!("internal error: {} arc by arc", self.homs.name(h)))
    }

    fn collect_outcomes(&mut self, h: HomId, var: u32, label: Label, out: &mut Vec<Outcome>) -> Result<()> {
        let kind = self.homs.kind(h).clone();
        match kind {
            Kind::Inductive(phi) => {
                self.phi_calls += 1;
                let hom = phi.phi(var, value(label));
                let id = self.intern(&hom)?;
                self.flatten(id, var, out);
                let fails = |hom| matches!(self.homs.kind(hom), Kind::Fail(_));
                let keeps = |o: &Outcome| {
                    if o.direct {
                        fails(o.hom)
                    } else {
                        o.label == label && self.homs.selects_or_fails(o.hom)
                    }
                };
                if self.homs.is_selector(h) && !out.iter().all(keeps) {
                    return Err(Error::NotSelector { hom: self.homs.name(h) });
                }
            }
            Kind::Union(list) => {
                // The others work on the whole node (`Plan::Mixed`).
                for &m in list.iter() {
                    if self.is_arcwise(m, var)? {
                        self.member(m, var, label, out)?;
                    }
                }
            }
            Kind::Comp(list) => self.comp_outcomes(&list, var, label, out)?,
            Kind::And(list) => {
                let mut rest = list.to_vec();
                for hom in rest.iter_mut().rev() {
                    *hom = self.kept(*hom, var, label)?;
                    if *hom == NOTHING {
                        return Ok(());
                    }
                }
                // A selector may go on with one that is not read arc by arc.
                let hom = self.homs.comp(&rest);
                out.push(Outcome { direct: false, label, hom });
            }
            Kind::Not(s) => {
                let kept = self.kept(s, var, label)?;
                let hom = self.homs.not(kept);
                if hom != NOTHING {
                    out.push(Outcome { direct: false, label, hom });
                }
            }
            Kind::Fire { fix, hom } => self.fire_outcomes(fix, hom, var, label, out)?,
            Kind::Before { hom, target } => self.before_outcomes(hom, target, var, label, out)?,
            Kind::Domain(hom) => self.domain_outcomes(hom, var, label, out)?,
            _ => return Err(self.not_by_arcs(h)),
        }
        Ok(())
    }

    /// What a selector that is read arc by arc goes on with.
    fn kept(&mut self, s: HomId, var: u32, label: Label) -> Result<HomId> {
        let mut out = Vec::new();
        self.member(s, var, label, &mut out)?;
        let homs: Vec<HomId> = out.iter().map(|o| o.hom).collect();
        Ok(self.homs.union(&homs))
    }

    /// Takes the arc through the parts, the last one first; each leaves what it goes on with in its place.
    fn comp_outcomes(
        &mut self,
        list: &[HomId],
        var: u32,
        label: Label,
        out: &mut Vec<Outcome>,
    ) -> Result<()> {
        let mut under_way = vec![(label, list.to_vec())];
        for i in (0..list.len()).rev() {
            if self.homs.skips(list[i], var) {
                continue;
            }
            let mut next = Vec::with_capacity(under_way.len());
            for (label, parts) in under_way {
                let mut inner = Vec::new();
                self.member(list[i], var, label, &mut inner)?;
                for outcome in inner {
                    let mut parts = parts.clone();
                    parts[i] = outcome.hom;
                    if outcome.direct {
                        let hom = self.homs.comp(&parts);
                        out.push(Outcome { hom, ..outcome });
                    } else {
                        next.push((outcome.label, parts));
                    }
                }
            }
            under_way = next;
        }
        for (label, parts) in under_way {
            let hom = self.homs.comp(&parts);
            out.push(Outcome { direct: false, label, hom });
        }
        Ok(())
    }

    fn fire_outcomes(
        &mut self,
        fix: HomId,
        hom: HomId,
        var: u32,
        label: Label,
        out: &mut Vec<Outcome>,
    ) -> Result<()> {
        let below = match self.plan_of(fix, var)? {
            Plan::Saturate { below, .. } => below,
            _ => fix,
        };
        let mut inner = Vec::new();
        self.member(hom, var, label, &mut inner)?;
        for outcome in inner {
            let hom = if outcome.direct { outcome.hom } else { self.homs.fire(below, outcome.hom) };
            out.push(Outcome { hom, ..outcome });
        }
        Ok(())
    }

    /// Reads a homomorphism that `phi` returned as arcs of the same variable where it can.
    fn flatten(&self, h: HomId, var: u32, out: &mut Vec<Outcome>) {
        match self.homs.kind(h) {
            Kind::Nothing => {}
            Kind::Arc { var: other, label, rest } if *other == var => {
                out.push(Outcome { direct: false, label: *label, hom: *rest });
            }
            Kind::Union(list) => list.iter().for_each(|&m| self.flatten(m, var, out)),
            _ => out.push(Outcome { direct: true, label: 0, hom: h }),
        }
    }

    /// One outcome for each new label: Σ (x -v-> hᵢ) = x -v-> Σ hᵢ.
    fn group(&mut self, mut out: Vec<Outcome>) -> Vec<Outcome> {
        out.sort_unstable_by_key(|o| (o.direct, o.label));
        let mut grouped: Vec<Outcome> = Vec::with_capacity(out.len());
        for same in out.chunk_by(|a, b| (a.direct, a.label) == (b.direct, b.label)) {
            let homs: Vec<HomId> = same.iter().map(|o| o.hom).collect();
            let hom = self.homs.union(&homs);
            if hom != NOTHING {
                grouped.push(Outcome { hom, ..same[0] });
            }
        }
        grouped
    }
}
