//! From the user's expressions to interned homomorphisms.

use crate::eval::engine::Engine;
use crate::eval::observer::{Observer, Verdict};
use crate::formula::hom::Expr;
use crate::formula::interned::{HomId, IDENTITY, Kind, MAX_NESTING, NOTHING};
use crate::nodes::arc::{Id, label};
use crate::{Error, Hom, Result, Set, Strategy};
use std::collections::HashMap;
use std::sync::Arc;

/// The observer is called after this many parts of a formula.
const TICK: usize = 1 << 12;
/// About how many bytes a part of a formula takes: itself, the [`Inductive`](crate::Inductive) in it, and its place in
/// a list.
const PART: usize = 128;

enum Step<'a> {
    Open(&'a Hom),
    Close(&'a Hom),
}

impl Engine {
    /// The id of an expression; deep expressions are no danger.
    pub(crate) fn intern(&mut self, hom: &Hom) -> Result<HomId> {
        self.intern_watched(hom, &mut ())
    }

    /// The same; an observer may end it.
    pub(crate) fn intern_watched(&mut self, hom: &Hom, watch: &mut dyn Observer) -> Result<HomId> {
        self.note_kept(hom);
        let mut known: HashMap<*const crate::formula::hom::Node, HomId> = HashMap::new();
        let mut done: Vec<HomId> = Vec::new();
        let mut todo = vec![Step::Open(hom)];
        let mut closed = 0;
        while let Some(step) = todo.pop() {
            match step {
                Step::Open(hom) => match known.get(&Arc::as_ptr(&hom.0)) {
                    Some(&id) => done.push(id),
                    None => {
                        todo.push(Step::Close(hom));
                        todo.extend(parts(hom).iter().rev().map(Step::Open));
                    }
                },
                Step::Close(hom) => {
                    closed += 1;
                    if closed % TICK == 0 {
                        if watch.tick(&self.progress()) != Verdict::Continue {
                            return Err(Error::Stopped);
                        }
                        // Nodes are collected when it is evaluated; formulas cannot be.
                        if self.formulas() + PART * closed > self.limit {
                            return Err(Error::OutOfMemory { limit: self.limit });
                        }
                    }
                    let first = done.len() - parts(hom).len();
                    let id = self.intern_one(&hom.0.expr, &done[first..])?;
                    done.truncate(first);
                    done.push(id);
                    if Arc::strong_count(&hom.0) > 1 {
                        known.insert(Arc::as_ptr(&hom.0), id);
                    }
                }
            }
        }
        // What `phi` returns is interned in between, and is small.
        self.formula = self.formula.max(PART * closed);
        Ok(done.pop().expect("the formula itself is closed last"))
    }

    fn intern_one(&mut self, expr: &Expr, parts: &[HomId]) -> Result<HomId> {
        let id = match expr {
            Expr::Zero => NOTHING,
            Expr::Id => IDENTITY,
            Expr::Inductive(phi) => self.homs.intern(Kind::Inductive(phi.clone())),
            Expr::Arc(var, val, _) => {
                crate::check_var(*var)?;
                let rest = parts[0];
                if rest == NOTHING {
                    return Ok(NOTHING);
                }
                self.homs.intern(Kind::Arc { var: *var, label: label(*val), rest })
            }
            Expr::Sum(_) => self.homs.union(parts),
            Expr::Chain(_) => self.homs.comp(parts),
            Expr::Not(h) => self.negation(h, parts[0])?,
            Expr::Constant(set) => self.set_hom(set, Kind::Constant)?,
            Expr::Within(set) => self.set_hom(set, Kind::Within)?,
            Expr::Without(set) => {
                let id = self.own(set)?;
                self.homs.intern(Kind::Without(id))
            }
            Expr::Prepend(set) => self.set_hom(set, Kind::Prepend)?,
            Expr::Append(set) => self.set_hom(set, Kind::Append)?,
            Expr::Fixpoint(_, strategy) => self.fixpoint_hom(parts[0], *strategy),
            Expr::Local(var, _) => {
                crate::check_var(*var)?;
                self.homs.intern(Kind::Local { var: *var, hom: parts[0] })
            }
            Expr::Before(_, target) => {
                let target = self.own(target)?;
                self.homs.before(parts[0], target)
            }
            Expr::Domain(_) => self.homs.domain(parts[0]),
            Expr::Fail(error) => self.homs.intern(Kind::Fail(Arc::new(error.clone()))),
        };
        if self.homs.nesting(id) > MAX_NESTING {
            return Err(Error::TooDeep { limit: MAX_NESTING });
        }
        Ok(id)
    }

    /// Notes the selectors whose result the formula needs, so that their negation can be had by a difference.
    fn note_kept(&mut self, hom: &Hom) {
        let mut seen = std::collections::HashSet::new();
        let mut todo = vec![hom];
        while let Some(hom) = todo.pop() {
            if matches!(hom.0.expr, Expr::Not(_))
                || (Arc::strong_count(&hom.0) > 1 && !seen.insert(Arc::as_ptr(&hom.0)))
            {
                continue;
            }
            if hom.is_selector() && matches!(hom.0.expr, Expr::Sum(_) | Expr::Chain(_)) {
                self.kept.insert(hom.code());
            }
            todo.extend(parts(hom));
        }
    }

    /// A selector that is also used as it is, is negated by a difference from its result, which costs less than reading
    /// it a second time; likewise a union of such. Any other is read arc by arc.
    fn negation(&mut self, hom: &Hom, id: HomId) -> Result<HomId> {
        if self.kept.contains(&hom.code()) {
            return Ok(self.homs.complement(id));
        }
        if let Expr::Sum(parts) = &hom.0.expr
            && parts.iter().all(|part| self.kept.contains(&part.code()))
        {
            let parts = parts.iter().map(|part| self.intern(part)).collect::<Result<Vec<HomId>>>()?;
            let parts: Vec<HomId> = parts.into_iter().map(|part| self.homs.complement(part)).collect();
            return Ok(self.homs.comp(&parts));
        }
        Ok(self.homs.not(id))
    }

    /// The homomorphisms of the empty set map everything to it.
    fn set_hom(&mut self, set: &Set, kind: fn(Id) -> Kind) -> Result<HomId> {
        let id = self.own(set)?;
        Ok(if id == crate::nodes::arc::ZERO { NOTHING } else { self.homs.intern(kind(id)) })
    }

    fn own(&self, set: &Set) -> Result<Id> {
        if set.token() == self.token { Ok(set.id()) } else { Err(Error::ForeignSet) }
    }

    fn fixpoint_hom(&mut self, body: HomId, strategy: Strategy) -> HomId {
        let members = match self.homs.kind(body) {
            Kind::Union(list) => list.to_vec(),
            _ => vec![body],
        };
        if members.contains(&IDENTITY) {
            return self.homs.fix(&members, strategy);
        }
        if body == NOTHING || self.homs.is_selector(body) {
            return body;
        }
        self.homs.intern(Kind::Iterate(body))
    }
}

fn parts(hom: &Hom) -> &[Hom] {
    match &hom.0.expr {
        Expr::Sum(parts) | Expr::Chain(parts) => parts,
        Expr::Arc(_, _, h) | Expr::Not(h) | Expr::Fixpoint(h, _) | Expr::Local(_, h) => {
            std::slice::from_ref(h)
        }
        Expr::Before(h, _) | Expr::Domain(h) => std::slice::from_ref(h),
        _ => &[],
    }
}
