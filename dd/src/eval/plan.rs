//! How a homomorphism is evaluated at a node of a given variable: decided once, then looked up.

use crate::eval::engine::Engine;
use crate::formula::interned::{HomId, Kind};
use crate::nodes::arc::{Id, Label, ONE, ZERO};
use crate::nodes::op::Op;
use crate::{Error, Result, Strategy};
use std::collections::HashMap;
use std::sync::Arc;

/// Stands for the end of a word where a variable is expected.
pub(crate) const END: u32 = u32::MAX;

/// The ways to evaluate a homomorphism at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// Every arc stays, and the same homomorphism goes on below.
    Skip,
    /// Arc by arc, as the row of outcomes says.
    Arcs,
    /// Arc by arc as the row says, and the members of this list on the whole node.
    Mixed(u32),
    /// One on the whole node, then another on the result.
    Sequence { first: HomId, second: HomId },
    /// Another homomorphism does the same here.
    Tail(HomId),
    /// Another homomorphism, which must keep the empty word or drop it, since a selector asks it to.
    KeepOrDrop(HomId),
    /// An arc before the image of the rest.
    Prefix { var: u32, label: Label, rest: HomId },
    /// Always this set.
    Constant(Id),
    /// An operation with a set; `flip` puts the set first.
    Operate { op: Op, set: Id, flip: bool },
    /// What the selector does not keep.
    Complement(HomId),
    /// Expand what is new; `layers` if the layers are known to be disjoint.
    Frontier { body: HomId, layers: bool },
    /// Expand everything again.
    Plain { body: HomId, keep: bool },
    /// Children first by `below`, then the members that touch the variable, arc by arc, by `fire`.
    Saturate { below: HomId, fire: HomId },
    /// Children first by `below`, then `body` on the whole node, and again.
    Chain { below: HomId, body: HomId },
    /// Arc by arc, then close the node under the fixpoint.
    Fire { fix: HomId },
    /// `second` is the inverse of the later part.
    BeforeSequence { first: HomId, second: HomId },
    /// Backwards through a fixpoint.
    BeforeFix { fix: HomId, body: HomId, target: Id },
    /// An error.
    Fail(u32),
}

/// What a homomorphism does on an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// No arc comes out: `hom` on the child is the whole result.
    pub(crate) direct: bool,
    /// The label of the new arc.
    pub(crate) label: Label,
    /// What goes on below.
    pub(crate) hom: HomId,
}

/// The outcomes of one label, a range of the outcome list.
#[derive(Clone, Copy)]
struct Row {
    label: Label,
    start: u32,
    len: u32,
}

/// All plans of one manager with their memoised outcomes.
#[derive(Default)]
pub(crate) struct Plans {
    plans: Vec<Plan>,
    rows: Vec<Vec<Row>>,
    index: HashMap<(HomId, u32), u32>,
    recent: Vec<(u32, u32)>,
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) lists: Vec<Arc<[HomId]>>,
    pub(crate) errors: Vec<Error>,
    row_count: usize,
    list_bytes: usize,
}

impl Plans {
    pub(crate) fn plan(&self, at: u32) -> Plan {
        self.plans[at as usize]
    }

    #[inline]
    fn find(&mut self, h: HomId, var: u32) -> Option<u32> {
        if let Some(&(recent, at)) = self.recent.get(h as usize)
            && recent == var
            && at != u32::MAX
        {
            return Some(at);
        }
        let at = *self.index.get(&(h, var))?;
        self.remember(h, var, at);
        Some(at)
    }

    fn remember(&mut self, h: HomId, var: u32, at: u32) {
        if self.recent.len() <= h as usize {
            self.recent.resize(h as usize + 1, (0, u32::MAX));
        }
        self.recent[h as usize] = (var, at);
    }

    fn add(&mut self, h: HomId, var: u32, plan: Plan) -> u32 {
        let at = self.plans.len() as u32;
        self.plans.push(plan);
        self.rows.push(Vec::new());
        self.index.insert((h, var), at);
        self.remember(h, var, at);
        at
    }

    /// The outcomes of a label, as a range of [`Plans::outcomes`]; `None` if they have not been asked for yet.
    #[inline]
    pub(crate) fn row(&self, at: u32, label: Label) -> Option<(u32, u32)> {
        let rows = &self.rows[at as usize];
        let i = rows.binary_search_by_key(&label, |row| row.label).ok()?;
        Some((rows[i].start, rows[i].start + rows[i].len))
    }

    pub(crate) fn add_row(&mut self, at: u32, label: Label, outcomes: &[Outcome]) -> (u32, u32) {
        let start = self.outcomes.len() as u32;
        self.outcomes.extend_from_slice(outcomes);
        let row = Row { label, start, len: outcomes.len() as u32 };
        let rows = &mut self.rows[at as usize];
        let i = rows.partition_point(|row| row.label < label);
        rows.insert(i, row);
        self.row_count += 1;
        (start, start + row.len)
    }

    fn add_list(&mut self, list: &[HomId]) -> u32 {
        self.lists.push(list.into());
        self.list_bytes += 32 + 4 * list.len();
        self.lists.len() as u32 - 1
    }

    pub(crate) fn add_error(&mut self, error: Error) -> Plan {
        self.errors.push(error);
        Plan::Fail(self.errors.len() as u32 - 1)
    }

    /// About how many bytes the plans take.
    pub(crate) fn bytes(&self) -> usize {
        // What a hash map takes for an entry, with its byte of control and an eighth of it empty.
        const ENTRY: usize = (size_of::<((HomId, u32), u32)>() + 1) * 8 / 7;
        let of_each =
            self.plans.capacity() * size_of::<Plan>() + self.rows.capacity() * size_of::<Vec<Row>>();
        let found = self.index.capacity() * ENTRY + self.recent.capacity() * size_of::<(u32, u32)>();
        // Rows are allocated by fours.
        let rows = self.row_count * 2 * size_of::<Row>() + self.outcomes.capacity() * size_of::<Outcome>();
        of_each + found + rows + self.list_bytes
    }
}

impl Engine {
    /// The plan of `h` at nodes of `var`, or at the end of a word.
    #[inline]
    pub(crate) fn plan(&mut self, h: HomId, var: u32) -> Result<u32> {
        match self.plans.find(h, var) {
            Some(at) => Ok(at),
            None => self.make_plan(h, var),
        }
    }

    #[cold]
    fn make_plan(&mut self, h: HomId, var: u32) -> Result<u32> {
        if self.homs.nesting(h) > 2 * crate::formula::interned::MAX_NESTING {
            return Err(Error::TooDeep { limit: crate::formula::interned::MAX_NESTING });
        }
        let plan = if var == END { self.plan_end(h)? } else { self.plan_var(h, var)? };
        self.watch_formulas();
        Ok(self.plans.add(h, var, plan))
    }

    /// The plan itself rather than its number.
    pub(crate) fn plan_of(&mut self, h: HomId, var: u32) -> Result<Plan> {
        let at = self.plan(h, var)?;
        Ok(self.plans.plan(at))
    }

    /// Is `h` evaluated arc by arc at `var`?
    pub(crate) fn is_arcwise(&mut self, h: HomId, var: u32) -> Result<bool> {
        Ok(self.passes(h, var) || matches!(self.plan_of(h, var)?, Plan::Skip | Plan::Arcs))
    }

    /// Does `h` leave `var` alone, so that its plan there is [`Plan::Skip`]? Unions of many thousands ask this of each
    /// member at each variable, and a plan for each of these pairs would take most of the memory.
    #[inline]
    pub(crate) fn passes(&self, h: HomId, var: u32) -> bool {
        // A fixpoint may work on whole sets even where all its members skip.
        !matches!(self.homs.kind(h), Kind::Fix { .. }) && self.homs.skips(h, var)
    }

    fn plan_var(&mut self, h: HomId, var: u32) -> Result<Plan> {
        let kind = self.homs.kind(h).clone();
        Ok(match kind {
            Kind::Identity => Plan::Skip,
            Kind::Fix { family, strategy } => self.plan_fix(h, family, strategy, var)?,
            _ if self.homs.skips(h, var) => Plan::Skip,
            Kind::Inductive(_) | Kind::And(_) => Plan::Arcs,
            Kind::Union(list) => self.plan_union(&list, var)?,
            Kind::Comp(list) => self.plan_comp(&list, var)?,
            Kind::Not(s) if self.homs.is_fusable(s) => Plan::Arcs,
            Kind::Fire { fix, hom } => self.plan_fire(fix, hom, var)?,
            Kind::Local { hom, .. } => Plan::Tail(hom),
            Kind::Before { hom, target } => self.plan_before(hom, target, var)?,
            Kind::Domain(hom) => self.plan_domain(hom, var)?,
            other => self.plan_node(other),
        })
    }

    /// The forms that do not care where they are.
    fn plan_node(&mut self, kind: Kind) -> Plan {
        match kind {
            Kind::Arc { var, label, rest } => Plan::Prefix { var, label, rest },
            Kind::Not(s) | Kind::Complement(s) => Plan::Complement(s),
            Kind::Constant(set) => Plan::Constant(set),
            Kind::Within(set) => Plan::Operate { op: Op::Intersect, set, flip: false },
            Kind::Without(set) => Plan::Operate { op: Op::Minus, set, flip: false },
            Kind::Append(set) => Plan::Operate { op: Op::Concat, set, flip: false },
            Kind::Prepend(set) => Plan::Operate { op: Op::Concat, set, flip: true },
            Kind::Iterate(body) => Plan::Plain { body, keep: false },
            Kind::Fail(error) => self.plans.add_error((*error).clone()),
            Kind::Identity => Plan::Operate { op: Op::Concat, set: ONE, flip: false },
            _ => Plan::Constant(ZERO),
        }
    }

    /// At the end of a word.
    fn plan_end(&mut self, h: HomId) -> Result<Plan> {
        let kind = self.homs.kind(h).clone();
        Ok(match kind {
            Kind::Inductive(phi) => match phi.on_one() {
                Some(hom) => {
                    let id = self.intern(&hom)?;
                    match id {
                        _ if id == h => self.plan_terminal(h),
                        _ if phi.is_selector() && !self.homs.selects_or_fails(id) => Plan::KeepOrDrop(id),
                        _ => Plan::Tail(id),
                    }
                }
                None => self.plan_terminal(h),
            },
            Kind::Local { .. } => self.plan_terminal(h),
            Kind::Union(list) => Plan::Mixed(self.plans.add_list(&list)),
            Kind::Comp(list) | Kind::And(list) => {
                let second = self.homs.comp(&list[..list.len() - 1]);
                Plan::Sequence { first: list[list.len() - 1], second }
            }
            Kind::Fix { family, .. } => Plan::Plain { body: self.body(family), keep: true },
            Kind::Fire { fix, hom } => Plan::Sequence { first: hom, second: fix },
            Kind::Before { hom, target } => self.plan_before(hom, target, END)?,
            Kind::Domain(hom) => self.plan_domain(hom, END)?,
            other => self.plan_node(other),
        })
    }

    fn plan_terminal(&mut self, h: HomId) -> Plan {
        let hom = self.homs.name(h);
        self.plans.add_error(Error::Terminal { hom, after: None })
    }

    fn plan_union(&mut self, list: &[HomId], var: u32) -> Result<Plan> {
        let mut others = Vec::new();
        for &m in list {
            if !self.is_arcwise(m, var)? {
                others.push(m);
            }
        }
        Ok(if others.is_empty() { Plan::Arcs } else { Plan::Mixed(self.plans.add_list(&others)) })
    }

    /// Arc by arc if at most one of the parts that touch the variable goes on below it, which costs no sharing unless
    /// that part is a union that other parts come after; otherwise split so that each half has fewer such parts.
    fn plan_comp(&mut self, list: &[HomId], var: u32) -> Result<Plan> {
        let touching: Vec<usize> = (0..list.len()).filter(|&i| !self.homs.skips(list[i], var)).collect();
        let deep: Vec<usize> =
            touching.iter().copied().filter(|&i| self.homs.range(list[i]) != (var, var)).collect();
        let cut = match deep[..] {
            [.., before, _] => before + 1,
            [only] if only > 0 && matches!(self.homs.kind(list[only]), Kind::Union(_)) => only,
            _ => {
                let mut stuck = None;
                for &i in &touching {
                    if !self.is_arcwise(list[i], var)? {
                        stuck = Some(i);
                    }
                }
                match stuck {
                    None => return Ok(Plan::Arcs),
                    Some(0) => 1,
                    Some(i) => i,
                }
            }
        };
        let second = self.homs.comp(&list[..cut]);
        let first = self.homs.comp(&list[cut..]);
        Ok(Plan::Sequence { first, second })
    }

    /// The union of a family.
    pub(crate) fn body(&mut self, family: u32) -> HomId {
        let mut members = Vec::new();
        self.homs.families.members(family, &mut members);
        self.homs.union(&members)
    }

    fn plan_fix(&mut self, h: HomId, family: u32, strategy: Strategy, var: u32) -> Result<Plan> {
        match strategy {
            Strategy::Plain => return Ok(Plan::Plain { body: self.body(family), keep: true }),
            Strategy::Frontier => return Ok(Plan::Frontier { body: self.body(family), layers: false }),
            Strategy::Layers => return Ok(Plan::Frontier { body: self.body(family), layers: true }),
            Strategy::Automatic => {}
        }
        let mut touching = Vec::new();
        let homs = &self.homs;
        homs.families.touching(family, &|m| homs.skips(m, var), var, &mut touching);
        if touching.is_empty() {
            return Ok(Plan::Skip);
        }
        let rest = self.homs.families.without(family, &touching);
        let body = self.homs.union(&touching);
        if rest == crate::formula::family::Families::EMPTY {
            return Ok(Plan::Frontier { body, layers: false });
        }
        let below = self.homs.fix_family(rest, strategy);
        if self.is_arcwise(body, var)? {
            // A key of its own for the outcomes of `body` at this level, each wrapped to close what it makes.
            let fire = self.homs.intern(Kind::Fire { fix: h, hom: body });
            return Ok(Plan::Saturate { below, fire });
        }
        Ok(Plan::Chain { below, body })
    }

    fn plan_fire(&mut self, fix: HomId, hom: HomId, var: u32) -> Result<Plan> {
        let closes = self.is_arcwise(hom, var)?;
        Ok(match self.plan_of(fix, var)? {
            Plan::Skip if closes => Plan::Arcs,
            Plan::Saturate { .. } if closes => Plan::Fire { fix },
            _ => Plan::Sequence { first: hom, second: fix },
        })
    }
}
