//! Homomorphisms as the user writes them: expressions that belong to no manager.

use crate::formula::inductive::{AnyInductive, Inductive};
use crate::{Error, Set, Strategy, Val, Var};
use std::collections::HashSet;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A homomorphism: a linear map from sets of words to sets of words.
///
/// A `Hom` is a cheap, shareable expression. It belongs to no [`Manager`](crate::Manager) (unless a [`Set`] occurs in
/// it) and does nothing until it is [applied](Hom::apply). Formulas read like the mathematics:
///
/// ```
/// use dd::{Hom, Manager};
/// # fn main() -> dd::Result<()> {
/// let manager = Manager::new();
/// let start = manager.word(&[(0, 0), (1, 5)])?;
/// let step = Hom::add(0, 1).after(Hom::less(0, 3));
/// let reach = (step + Hom::id()).fixpoint().apply(&start)?;
/// assert_eq!(reach.count()?, 4u32.into());
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Hom(pub(crate) Arc<Node>);

/// An expression with what is known about it.
pub(crate) struct Node {
    pub(crate) expr: Expr,
    hash: u64,
    selector: bool,
}

/// The forms of an expression.
pub(crate) enum Expr {
    Zero,
    Id,
    Inductive(Arc<dyn AnyInductive>),
    Arc(Var, Val, Hom),
    Sum(Vec<Hom>),
    Chain(Vec<Hom>),
    Not(Hom),
    Constant(Set),
    Within(Set),
    Without(Set),
    Prepend(Set),
    Append(Set),
    Fixpoint(Hom, Strategy),
    Local(Var, Hom),
    Before(Hom, Set),
    Domain(Hom),
    Fail(Error),
}

fn mix(state: u64, word: u64) -> u64 {
    let product = u128::from(state ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    (product as u64) ^ ((product >> 64) as u64)
}

fn fold(state: u64, parts: &[Hom]) -> u64 {
    parts.iter().fold(state, |state, part| mix(state, part.0.hash))
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Expr {
    fn children(&self) -> &[Hom] {
        match self {
            Expr::Sum(parts) | Expr::Chain(parts) => parts,
            Expr::Arc(_, _, h) | Expr::Not(h) | Expr::Fixpoint(h, _) | Expr::Local(_, h) => {
                std::slice::from_ref(h)
            }
            Expr::Before(h, _) | Expr::Domain(h) => std::slice::from_ref(h),
            _ => &[],
        }
    }

    /// The hash of everything but the children.
    fn own_hash(&self) -> u64 {
        let kind = std::mem::discriminant(self);
        match self {
            Expr::Inductive(phi) => hash_of((kind, phi.code())),
            Expr::Arc(var, val, _) => hash_of((kind, var, val)),
            Expr::Constant(s) | Expr::Within(s) | Expr::Without(s) | Expr::Prepend(s) | Expr::Append(s) => {
                hash_of((kind, s))
            }
            Expr::Before(_, s) => hash_of((kind, s)),
            Expr::Fixpoint(_, strategy) => hash_of((kind, strategy)),
            Expr::Local(var, _) => hash_of((kind, var)),
            Expr::Fail(error) => hash_of((kind, error.to_string())),
            _ => hash_of(kind),
        }
    }

    fn own_eq(&self, other: &Expr) -> bool {
        match (self, other) {
            (Expr::Zero, Expr::Zero) | (Expr::Id, Expr::Id) | (Expr::Not(_), Expr::Not(_)) => true,
            (Expr::Inductive(a), Expr::Inductive(b)) => a.same(&**b),
            (Expr::Arc(x, v, _), Expr::Arc(y, w, _)) => x == y && v == w,
            (Expr::Sum(_), Expr::Sum(_)) | (Expr::Chain(_), Expr::Chain(_)) => true,
            (Expr::Constant(a), Expr::Constant(b)) | (Expr::Within(a), Expr::Within(b)) => a == b,
            (Expr::Without(a), Expr::Without(b)) | (Expr::Prepend(a), Expr::Prepend(b)) => a == b,
            (Expr::Append(a), Expr::Append(b)) | (Expr::Before(_, a), Expr::Before(_, b)) => a == b,
            (Expr::Fixpoint(_, a), Expr::Fixpoint(_, b)) => a == b,
            (Expr::Local(a, _), Expr::Local(b, _)) => a == b,
            (Expr::Domain(_), Expr::Domain(_)) => true,
            (Expr::Fail(a), Expr::Fail(b)) => a == b,
            _ => false,
        }
    }

    fn selects(&self) -> bool {
        match self {
            Expr::Zero | Expr::Id | Expr::Not(_) | Expr::Within(_) | Expr::Without(_) => true,
            Expr::Before(..) | Expr::Domain(_) | Expr::Fail(_) => true,
            Expr::Inductive(phi) => phi.is_selector(),
            Expr::Sum(parts) | Expr::Chain(parts) => parts.iter().all(Hom::is_selector),
            Expr::Local(_, h) => h.is_selector(),
            _ => false,
        }
    }
}

impl Hom {
    pub(crate) fn from_expr(expr: Expr) -> Hom {
        let children = expr.children();
        let hash = match (&expr, children) {
            // As if the first part's parts were this one's, see `Hom::flat_parts`.
            (Expr::Sum(_), [first, rest @ ..]) if matches!(first.0.expr, Expr::Sum(_)) => {
                fold(first.0.hash, rest)
            }
            (Expr::Chain(_), [first, rest @ ..]) if matches!(first.0.expr, Expr::Chain(_)) => {
                fold(first.0.hash, rest)
            }
            _ => fold(expr.own_hash(), children),
        };
        let selector = expr.selects();
        Hom(Arc::new(Node { expr, hash, selector }))
    }

    /// Returns the homomorphism of an [`Inductive`].
    pub fn new(phi: impl Inductive) -> Hom {
        Hom::from_expr(Expr::Inductive(Arc::new(phi)))
    }

    /// Returns the identity.
    pub fn id() -> Hom {
        Hom::from_expr(Expr::Id)
    }

    /// Maps everything to the empty set.
    pub fn zero() -> Hom {
        Hom::from_expr(Expr::Zero)
    }

    /// Fails with this message wherever it is applied to something.
    pub fn fail(message: impl Into<String>) -> Hom {
        Hom::from_expr(Expr::Fail(Error::Failed(message.into())))
    }

    /// Puts the arc `var -val->` before the image of `rest`.
    pub fn arc(var: Var, val: Val, rest: Hom) -> Hom {
        Hom::from_expr(Expr::Arc(var, val, rest))
    }

    /// Maps every set but the empty one to this set.
    pub fn constant(set: &Set) -> Hom {
        Hom::from_expr(Expr::Constant(set.clone()))
    }

    /// Keeps the words that are in `set`.
    pub fn intersect(set: &Set) -> Hom {
        Hom::from_expr(Expr::Within(set.clone()))
    }

    /// Keeps the words that are not in `set`.
    pub fn minus(set: &Set) -> Hom {
        Hom::from_expr(Expr::Without(set.clone()))
    }

    /// Puts the words of `set` before every word.
    pub fn prepend(set: &Set) -> Hom {
        Hom::from_expr(Expr::Prepend(set.clone()))
    }

    /// Puts the words of `set` after every word.
    pub fn append(set: &Set) -> Hom {
        Hom::from_expr(Expr::Append(set.clone()))
    }

    /// Returns the union of many homomorphisms.
    pub fn sum(parts: impl IntoIterator<Item = Hom>) -> Hom {
        let parts: Vec<Hom> = parts.into_iter().collect();
        Hom::from_expr(Expr::Sum(parts))
    }

    /// Returns the composition that applies `first` first: `(self ∘ first)(s) = self(first(s))`. Also written
    /// `self & first`.
    pub fn after(mut self, first: Hom) -> Hom {
        if let Some(Node { expr: Expr::Chain(parts), hash, selector }) = Arc::get_mut(&mut self.0) {
            *hash = mix(*hash, first.0.hash);
            *selector = *selector && first.is_selector();
            parts.push(first);
            return self;
        }
        Hom::from_expr(Expr::Chain(vec![self, first]))
    }

    /// Returns the composition that applies `self` first and `next` second.
    pub fn then(self, next: Hom) -> Hom {
        next.after(self)
    }

    /// Applies `yes` to the words that `condition` keeps and `no` to the others. The condition must be a selector; with
    /// anything else the result is a homomorphism that fails with [`Error::NotSelector`] when it is applied.
    pub fn ite(condition: Hom, yes: Hom, no: Hom) -> Hom {
        if !condition.is_selector() {
            return condition.not_selector();
        }
        yes.after(condition.clone()) + no.after(!condition)
    }

    /// Returns the least fixpoint, by [`Strategy::Automatic`].
    ///
    /// `(h + id).fixpoint()` gives everything reachable by `h`. Without `id` in the union, `h` itself is applied until
    /// nothing changes, which may be never.
    ///
    /// An [`Observer`](crate::Observer) sees no layers of it where it saturates, since saturation has none: choose
    /// another strategy by [`fixpoint_by`](Hom::fixpoint_by) to see them.
    pub fn fixpoint(self) -> Hom {
        self.fixpoint_by(Strategy::Automatic)
    }

    /// Returns the least fixpoint, by a chosen strategy. Without `id` in the union there is only one way, that of
    /// [`Hom::fixpoint`], and the strategy is ignored.
    pub fn fixpoint_by(self, strategy: Strategy) -> Hom {
        Hom::from_expr(Expr::Fixpoint(self, strategy))
    }

    /// Applies this one at the first occurrence of `var`, to the words from there on.
    pub fn local(self, var: Var) -> Hom {
        Hom::from_expr(Expr::Local(var, self))
    }

    /// Keeps the words that have an image in `target`: the inverse, as a selector on the words it is applied to.
    ///
    /// Everything has an inverse but a fixpoint without `id` in its union, which is applied until nothing changes: that
    /// fails with [`Error::Unsupported`], alone or as a part, unless the formula does not come to it. A composition
    /// and a fixpoint are also applied forwards on the way, so what fails there fails here.
    ///
    /// ```
    /// use dd::{Hom, Manager};
    /// # fn main() -> dd::Result<()> {
    /// let manager = Manager::new();
    /// let all = manager.range(7, 0..=9)?;
    /// let target = manager.range(7, 5..=6)?;
    /// let before = Hom::add(7, 2).predecessors(&target).apply(&all)?;
    /// assert_eq!(before, manager.range(7, 3..=4)?);
    /// # Ok(()) }
    /// ```
    pub fn predecessors(self, target: &Set) -> Hom {
        Hom::from_expr(Expr::Before(self, target.clone()))
    }

    /// Keeps the words that have an image at all. Has the same gap as [`predecessors`](Hom::predecessors).
    pub fn domain(self) -> Hom {
        Hom::from_expr(Expr::Domain(self))
    }

    /// The homomorphism that fails because this one is no selector.
    fn not_selector(&self) -> Hom {
        Hom::from_expr(Expr::Fail(Error::NotSelector { hom: format!("{self:?}") }))
    }

    /// The parts of a union or composition, those of a first part of the same form included: `(a + b) + c` says the
    /// same as `a + b + c`, and whether it is one list or two depends on who else holds `a + b`.
    fn flat_parts(&self) -> Vec<&Hom> {
        let mut parts: Vec<&Hom> = self.0.expr.children().iter().rev().collect();
        let kind = std::mem::discriminant(&self.0.expr);
        while let Some(&first) = parts.last()
            && std::mem::discriminant(&first.0.expr) == kind
            && !first.0.expr.children().is_empty()
        {
            parts.pop();
            parts.extend(first.0.expr.children().iter().rev());
        }
        parts
    }

    /// Equal for equal formulas.
    pub(crate) fn code(&self) -> u64 {
        self.0.hash
    }

    /// Returns whether the image of every set is known to be a subset of it.
    pub fn is_selector(&self) -> bool {
        self.0.selector
    }
}

impl std::ops::Add for Hom {
    type Output = Hom;

    /// The union of the images.
    fn add(mut self, other: Hom) -> Hom {
        if let Some(Node { expr: Expr::Sum(parts), hash, selector }) = Arc::get_mut(&mut self.0) {
            *hash = mix(*hash, other.0.hash);
            *selector = *selector && other.is_selector();
            parts.push(other);
            return self;
        }
        Hom::from_expr(Expr::Sum(vec![self, other]))
    }
}

impl std::iter::Sum for Hom {
    fn sum<I: Iterator<Item = Hom>>(parts: I) -> Hom {
        Hom::sum(parts)
    }
}

impl std::ops::BitAnd for Hom {
    type Output = Hom;

    /// Composition: the right one is applied first, as in `f ∘ g`. Both may be any homomorphisms.
    fn bitand(self, first: Hom) -> Hom {
        self.after(first)
    }
}

impl std::ops::Not for Hom {
    type Output = Hom;

    /// Keeps what the selector does not keep. On anything but a selector the result is a homomorphism that fails with
    /// [`Error::NotSelector`] when it is applied.
    fn not(self) -> Hom {
        if self.is_selector() {
            return Hom::from_expr(Expr::Not(self));
        }
        self.not_selector()
    }
}

impl PartialEq for Hom {
    fn eq(&self, other: &Hom) -> bool {
        // Formulas share parts, so pairs that were compared are not compared again.
        let mut seen = HashSet::new();
        let mut todo = vec![(self, other)];
        while let Some((a, b)) = todo.pop() {
            if Arc::ptr_eq(&a.0, &b.0) {
                continue;
            }
            if a.0.hash != b.0.hash || !a.0.expr.own_eq(&b.0.expr) {
                return false;
            }
            match (&a.0.expr, a.0.expr.children(), b.0.expr.children()) {
                (_, [], []) => {}
                _ if !seen.insert((Arc::as_ptr(&a.0), Arc::as_ptr(&b.0))) => {}
                (Expr::Sum(_) | Expr::Chain(_), ..) => {
                    let (a, b) = (a.flat_parts(), b.flat_parts());
                    if a.len() != b.len() {
                        return false;
                    }
                    todo.extend(a.into_iter().zip(b));
                }
                (_, a, b) => todo.extend(a.iter().zip(b)),
            }
        }
        true
    }
}

impl Eq for Hom {}

impl Hash for Hom {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

/// Long formulas are cut short.
impl fmt::Debug for Hom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::formula::text::describe(self))
    }
}

/// Takes deep formulas apart without recursion.
impl Drop for Node {
    fn drop(&mut self) {
        if self.expr.children().is_empty() {
            return;
        }
        let mut todo = vec![std::mem::replace(&mut self.expr, Expr::Zero)];
        while let Some(expr) = todo.pop() {
            let children = match expr {
                Expr::Sum(parts) | Expr::Chain(parts) => parts,
                Expr::Arc(_, _, h) | Expr::Not(h) | Expr::Fixpoint(h, _) => vec![h],
                Expr::Local(_, h) | Expr::Before(h, _) | Expr::Domain(h) => vec![h],
                _ => continue,
            };
            for mut child in children {
                if let Some(node) = Arc::get_mut(&mut child.0) {
                    todo.push(std::mem::replace(&mut node.expr, Expr::Zero));
                }
            }
        }
    }
}
