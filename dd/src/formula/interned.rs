//! Interned homomorphisms: equal ones have the same 32-bit id.

use crate::Strategy;
use crate::formula::family::Families;
use crate::formula::inductive::AnyInductive;
use crate::nodes::arc::{Id, Label, ZERO};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The id of an interned homomorphism.
pub(crate) type HomId = u32;
/// Maps everything to the empty set.
pub(crate) const NOTHING: HomId = 0;
/// The identity.
pub(crate) const IDENTITY: HomId = 1;

/// Nesting beyond this is refused, since plans are made by recursion on the formula.
pub(crate) const MAX_NESTING: u32 = 200;

/// The forms of an interned homomorphism. Lists are never empty or of one member.
#[derive(Clone)]
pub(crate) enum Kind {
    Nothing,
    Identity,
    Inductive(Arc<dyn AnyInductive>),
    /// The arc `var -label->` before the image of `rest`.
    Arc {
        var: u32,
        label: Label,
        rest: HomId,
    },
    /// Sorted by id.
    Union(Arc<[HomId]>),
    /// The last one is applied first.
    Comp(Arc<[HomId]>),
    /// Selectors that are read arc by arc, each once. They commute but for errors, so the last one comes first.
    And(Arc<[HomId]>),
    /// What the selector does not keep, read arc by arc where the selector is.
    Not(HomId),
    /// What the selector does not keep, by a difference, since the formula needs what it keeps as well.
    Complement(HomId),
    Constant(Id),
    Within(Id),
    Without(Id),
    Prepend(Id),
    Append(Id),
    /// The closure under the members of a family.
    Fix {
        family: u32,
        strategy: Strategy,
    },
    /// The same homomorphism again and again until nothing changes.
    Iterate(HomId),
    /// `fix ∘ hom`, only ever applied to diagrams that are already closed under `fix`.
    Fire {
        fix: HomId,
        hom: HomId,
    },
    Local {
        var: u32,
        hom: HomId,
    },
    /// Keeps the words with an image in the target.
    Before {
        hom: HomId,
        target: Id,
    },
    /// Keeps the words with an image.
    Domain(HomId),
    Fail(Arc<crate::Error>),
}

impl Kind {
    fn code(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        std::mem::discriminant(self).hash(&mut hasher);
        match self {
            Kind::Nothing | Kind::Identity => {}
            Kind::Inductive(phi) => phi.code().hash(&mut hasher),
            Kind::Arc { var, label, rest } => (var, label, rest).hash(&mut hasher),
            Kind::Union(list) | Kind::Comp(list) | Kind::And(list) => list.hash(&mut hasher),
            Kind::Not(a) | Kind::Complement(a) | Kind::Constant(a) | Kind::Within(a) | Kind::Without(a) => {
                a.hash(&mut hasher);
            }
            Kind::Prepend(a) | Kind::Append(a) | Kind::Iterate(a) | Kind::Domain(a) => a.hash(&mut hasher),
            Kind::Fix { family, strategy } => (family, strategy).hash(&mut hasher),
            Kind::Fire { fix: a, hom: b } | Kind::Local { var: a, hom: b } => (a, b).hash(&mut hasher),
            Kind::Before { hom, target } => (hom, target).hash(&mut hasher),
            Kind::Fail(error) => error.to_string().hash(&mut hasher),
        }
        hasher.finish()
    }

    fn same(&self, other: &Kind) -> bool {
        match (self, other) {
            (Kind::Nothing, Kind::Nothing) | (Kind::Identity, Kind::Identity) => true,
            (Kind::Inductive(a), Kind::Inductive(b)) => a.same(&**b),
            (Kind::Arc { var: x, label: v, rest: h }, Kind::Arc { var: y, label: w, rest: k }) => {
                (x, v, h) == (y, w, k)
            }
            (Kind::Union(a), Kind::Union(b)) | (Kind::Comp(a), Kind::Comp(b)) => a == b,
            (Kind::And(a), Kind::And(b)) => a == b,
            (Kind::Not(a), Kind::Not(b)) | (Kind::Complement(a), Kind::Complement(b)) => a == b,
            (Kind::Constant(a), Kind::Constant(b)) => a == b,
            (Kind::Within(a), Kind::Within(b)) | (Kind::Without(a), Kind::Without(b)) => a == b,
            (Kind::Prepend(a), Kind::Prepend(b)) | (Kind::Append(a), Kind::Append(b)) => a == b,
            (Kind::Iterate(a), Kind::Iterate(b)) | (Kind::Domain(a), Kind::Domain(b)) => a == b,
            (Kind::Fix { family: a, strategy: s }, Kind::Fix { family: b, strategy: t }) => (a, s) == (b, t),
            (Kind::Fire { fix: a, hom: b }, Kind::Fire { fix: c, hom: d }) => (a, b) == (c, d),
            (Kind::Local { var: a, hom: b }, Kind::Local { var: c, hom: d }) => (a, b) == (c, d),
            (Kind::Before { hom: a, target: b }, Kind::Before { hom: c, target: d }) => (a, b) == (c, d),
            (Kind::Fail(a), Kind::Fail(b)) => a == b,
            _ => false,
        }
    }

    /// The set that occurs in this form, if any.
    pub(crate) fn set(&self) -> Option<Id> {
        match *self {
            Kind::Constant(id) | Kind::Within(id) | Kind::Without(id) | Kind::Prepend(id) => Some(id),
            Kind::Append(id) | Kind::Before { target: id, .. } => Some(id),
            _ => None,
        }
    }
}

/// What is known about an interned homomorphism.
struct Info {
    kind: Kind,
    selector: bool,
    fusable: bool,
    nesting: u32,
    range: (u32, u32),
}

/// The table of interned homomorphisms.
pub(crate) struct Homs {
    infos: Vec<Info>,
    index: HashMap<u64, Vec<HomId>>,
    pub(crate) families: Families,
    list_bytes: usize,
}

const EVERYWHERE: (u32, u32) = (0, u32::MAX);
const NOWHERE: (u32, u32) = (u32::MAX, 0);

fn hull(a: (u32, u32), b: (u32, u32)) -> (u32, u32) {
    (a.0.min(b.0), a.1.max(b.1))
}

impl Homs {
    pub(crate) fn new() -> Self {
        let mut homs =
            Homs { infos: Vec::new(), index: HashMap::new(), families: Families::new(), list_bytes: 0 };
        homs.intern(Kind::Nothing);
        homs.intern(Kind::Identity);
        homs
    }

    pub(crate) fn len(&self) -> usize {
        self.infos.len()
    }

    /// About how many bytes the table takes.
    pub(crate) fn bytes(&self) -> usize {
        // What a hash map takes for an entry, with its byte of control and an eighth of it empty.
        const ENTRY: usize = (size_of::<(u64, Vec<HomId>)>() + 1) * 8 / 7;
        // The list of ids with the same code, and what the user's homomorphism takes.
        const BESIDE: usize = 32 + 64;
        let of_each = self.infos.capacity() * size_of::<Info>() + self.index.capacity() * ENTRY;
        of_each + self.infos.len() * BESIDE + self.list_bytes + self.families.bytes()
    }

    pub(crate) fn kind(&self, h: HomId) -> &Kind {
        &self.infos[h as usize].kind
    }

    pub(crate) fn kinds(&self) -> impl Iterator<Item = &Kind> {
        self.infos.iter().map(|info| &info.kind)
    }

    /// Is every image a subset?
    pub(crate) fn is_selector(&self, h: HomId) -> bool {
        self.infos[h as usize].selector
    }

    /// Is every image a subset, where there is one at all?
    pub(crate) fn selects_or_fails(&self, h: HomId) -> bool {
        match self.kind(h) {
            Kind::Fail(_) => true,
            Kind::Union(list) | Kind::Comp(list) => list.iter().all(|&m| self.selects_or_fails(m)),
            Kind::Local { hom, .. } => self.selects_or_fails(*hom),
            _ => self.is_selector(h),
        }
    }

    /// Is this a selector that is read arc by arc, though what it goes on with may not be?
    pub(crate) fn is_fusable(&self, h: HomId) -> bool {
        self.infos[h as usize].fusable
    }

    /// How deeply this formula is nested.
    pub(crate) fn nesting(&self, h: HomId) -> u32 {
        self.infos[h as usize].nesting
    }

    /// Outside this range every variable is skipped.
    pub(crate) fn range(&self, h: HomId) -> (u32, u32) {
        self.infos[h as usize].range
    }

    /// A name for error messages.
    pub(crate) fn name(&self, h: HomId) -> String {
        match self.kind(h) {
            Kind::Inductive(phi) => phi.name(),
            Kind::Local { var, .. } => format!("local at {var}"),
            Kind::Union(_) => "a union".into(),
            Kind::Comp(_) | Kind::And(_) => "a composition".into(),
            Kind::Fix { .. } | Kind::Iterate(_) => "a fixpoint".into(),
            _ => "a homomorphism".into(),
        }
    }

    /// The id of this form.
    pub(crate) fn intern(&mut self, kind: Kind) -> HomId {
        let code = kind.code();
        let Homs { infos, index, .. } = self;
        let ids = index.entry(code).or_default();
        if let Some(&id) = ids.iter().find(|&&id| infos[id as usize].kind.same(&kind)) {
            return id;
        }
        // The user's `range` may panic in here, so the id is noted only afterwards.
        let info = self.inspect(kind);
        let id = self.infos.len() as HomId;
        self.infos.push(info);
        self.index.entry(code).or_default().push(id);
        id
    }

    fn inspect(&mut self, kind: Kind) -> Info {
        let all =
            |list: &[HomId], test: fn(&Info) -> bool| list.iter().all(|&h| test(&self.infos[h as usize]));
        let deepest = |list: &[HomId]| {
            1 + list.iter().map(|&h| self.nesting(h)).max().expect("lists have at least two members")
        };
        let ranges = |list: &[HomId]| list.iter().fold(NOWHERE, |r, &h| hull(r, self.range(h)));
        let (selector, fusable, nesting, range) = match &kind {
            Kind::Nothing | Kind::Identity => (true, true, 0, NOWHERE),
            Kind::Inductive(phi) => (phi.is_selector(), phi.is_selector(), 0, phi.range()),
            Kind::Union(list) => {
                (all(list, |i| i.selector), all(list, |i| i.fusable), deepest(list), ranges(list))
            }
            Kind::Comp(list) => (all(list, |i| i.selector), false, deepest(list), ranges(list)),
            Kind::And(list) => (true, true, deepest(list), ranges(list)),
            Kind::Not(h) => (true, self.is_fusable(*h), 1 + self.nesting(*h), self.range(*h)),
            Kind::Complement(h) => (true, false, 1 + self.nesting(*h), self.range(*h)),
            Kind::Within(_) | Kind::Without(_) => (true, false, 0, EVERYWHERE),
            Kind::Fix { family, .. } => {
                (false, false, self.families.nesting(*family), self.families.range(*family))
            }
            Kind::Iterate(h) => (false, false, 1 + self.nesting(*h), EVERYWHERE),
            Kind::Fire { hom, .. } => (false, false, 1 + self.nesting(*hom), EVERYWHERE),
            Kind::Local { var, hom } => (self.is_selector(*hom), false, 0, (*var, *var)),
            Kind::Before { hom, .. } => (true, false, 1 + self.nesting(*hom), EVERYWHERE),
            Kind::Domain(h) => (true, false, 1 + self.nesting(*h), self.range(*h)),
            _ => (false, false, 0, EVERYWHERE),
        };
        if let Kind::Union(list) | Kind::Comp(list) | Kind::And(list) = &kind {
            self.list_bytes += 16 + 4 * list.len();
        }
        Info { kind, selector, fusable, nesting, range }
    }

    /// Do all variables `var` pass unchanged? Asks the user only where the range says maybe.
    pub(crate) fn skips(&self, h: HomId, var: u32) -> bool {
        let info = &self.infos[h as usize];
        if var < info.range.0 || var > info.range.1 {
            return true;
        }
        match &info.kind {
            Kind::Inductive(phi) => phi.skips(var),
            Kind::Union(list) | Kind::Comp(list) | Kind::And(list) => {
                list.iter().all(|&m| self.skips(m, var))
            }
            Kind::Not(m) | Kind::Complement(m) | Kind::Domain(m) => self.skips(*m, var),
            Kind::Fix { family, .. } => self.families.all(*family, &|m| self.skips(m, var), var),
            Kind::Identity => true,
            _ => false,
        }
    }

    /// `Σ members`.
    pub(crate) fn union(&mut self, members: &[HomId]) -> HomId {
        let mut list = Vec::with_capacity(members.len());
        for &m in members {
            match self.kind(m) {
                Kind::Nothing => {}
                Kind::Union(inner) => list.extend_from_slice(inner),
                _ => list.push(m),
            }
        }
        list.sort_unstable();
        list.dedup();
        if list.binary_search(&IDENTITY).is_ok() {
            list.retain(|&m| m == IDENTITY || !self.is_selector(m));
        }
        match list[..] {
            [] => NOTHING,
            [only] => only,
            _ => self.intern(Kind::Union(list.into())),
        }
    }

    /// `parts[0] ∘ parts[1] ∘ …`; neighbouring selectors that are read arc by arc become one.
    pub(crate) fn comp(&mut self, parts: &[HomId]) -> HomId {
        let mut flat: Vec<HomId> = Vec::with_capacity(parts.len());
        for &part in parts {
            match self.kind(part) {
                Kind::Nothing => return NOTHING,
                Kind::Identity => {}
                Kind::Comp(inner) => flat.extend_from_slice(inner),
                _ => flat.push(part),
            }
        }
        let mut list: Vec<HomId> = Vec::with_capacity(flat.len());
        let by_arcs: Vec<bool> = flat.iter().map(|&m| self.is_fusable(m)).collect();
        let mut at = 0;
        while at < flat.len() {
            let run = by_arcs[at..].iter().take_while(|&&fusable| fusable).count().max(1);
            list.push(if run == 1 { flat[at] } else { self.and(&flat[at..at + run]) });
            at += run;
        }
        match list[..] {
            [] => IDENTITY,
            [only] => only,
            _ => self.intern(Kind::Comp(list.into())),
        }
    }

    /// Selectors that are read arc by arc, one after the other, the last one first. Of equal ones the first to be
    /// applied stays, since the others find nothing more to take away.
    fn and(&mut self, members: &[HomId]) -> HomId {
        let mut list = Vec::with_capacity(members.len());
        let mut seen = HashSet::with_capacity(members.len());
        for &m in members.iter().rev() {
            debug_assert!(self.is_fusable(m));
            let inner = match self.kind(m) {
                Kind::And(inner) => inner,
                _ => &[m][..],
            };
            list.extend(inner.iter().rev().filter(|&&m| seen.insert(m)));
        }
        list.reverse();
        match list[..] {
            [only] => only,
            _ => self.intern(Kind::And(list.into())),
        }
    }

    /// What the selector does not keep.
    pub(crate) fn not(&mut self, h: HomId) -> HomId {
        match *self.kind(h) {
            Kind::Nothing => IDENTITY,
            Kind::Identity => NOTHING,
            Kind::Not(inner) => inner,
            Kind::Within(set) => self.intern(Kind::Without(set)),
            Kind::Without(set) => self.within(set),
            _ => self.intern(Kind::Not(h)),
        }
    }

    /// What the selector does not keep, by a difference.
    pub(crate) fn complement(&mut self, h: HomId) -> HomId {
        match *self.kind(h) {
            Kind::Nothing | Kind::Identity | Kind::Within(_) | Kind::Without(_) => self.not(h),
            _ => self.intern(Kind::Complement(h)),
        }
    }

    pub(crate) fn within(&mut self, set: Id) -> HomId {
        if set == ZERO { NOTHING } else { self.intern(Kind::Within(set)) }
    }

    /// The closure under `members`.
    pub(crate) fn fix(&mut self, members: &[HomId], strategy: Strategy) -> HomId {
        let mut list: Vec<HomId> = members.iter().copied().filter(|&m| !self.is_selector(m)).collect();
        list.sort_unstable();
        list.dedup();
        let facts: Vec<_> = list.iter().map(|&m| (m, self.range(m), self.nesting(m))).collect();
        let family = self.families.build(&facts);
        self.fix_family(family, strategy)
    }

    /// The closure under a family.
    pub(crate) fn fix_family(&mut self, family: u32, strategy: Strategy) -> HomId {
        if family == Families::EMPTY { IDENTITY } else { self.intern(Kind::Fix { family, strategy }) }
    }

    /// `fix ∘ hom` for closed operands.
    pub(crate) fn fire(&mut self, fix: HomId, hom: HomId) -> HomId {
        match (fix, hom) {
            (_, NOTHING | IDENTITY) => hom,
            (IDENTITY, _) => hom,
            _ => self.intern(Kind::Fire { fix, hom }),
        }
    }

    /// The words with an image in `target`.
    pub(crate) fn before(&mut self, hom: HomId, target: Id) -> HomId {
        if target == ZERO || hom == NOTHING {
            return NOTHING;
        }
        if self.is_selector(hom) {
            let within = self.within(target);
            return self.comp(&[within, hom]);
        }
        self.intern(Kind::Before { hom, target })
    }

    /// The words with an image.
    pub(crate) fn domain(&mut self, hom: HomId) -> HomId {
        if self.is_selector(hom) { hom } else { self.intern(Kind::Domain(hom)) }
    }
}
