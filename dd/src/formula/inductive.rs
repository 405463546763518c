//! Homomorphisms written by the user.

use crate::{Hom, Val, Var};
use std::any::Any;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;

/// A homomorphism given by what it does on one arc.
///
/// The image of a set is the union, over the arcs `var -val-> rest` of its first node, of `phi(var, val)` applied to
/// `rest`. Derive `PartialEq`, `Eq`, `Hash` and `Debug`: equal values are taken to be the same homomorphism, and `phi`
/// is called at most once for each distinct (homomorphism, variable, value), so it must be a pure function.
///
/// `phi` runs inside the manager, which answers [`Error::Busy`](crate::Error::Busy) if it is used from there. The
/// manager remembers homomorphisms; one that holds a [`Set`](crate::Set) of the same manager therefore keeps the
/// manager alive until [`forget_homomorphisms`](crate::Manager::forget_homomorphisms) is called.
///
/// ```
/// use dd::{Hom, Inductive, Manager, Val, Var};
///
/// /// Keeps the words in which `var` has value `val`.
/// #[derive(Debug, PartialEq, Eq, Hash)]
/// struct Is(Var, Val);
///
/// impl Inductive for Is {
///     fn phi(&self, var: Var, val: Val) -> Hom {
///         if val == self.1 { Hom::arc(var, val, Hom::id()) } else { Hom::zero() }
///     }
///     fn skips(&self, var: Var) -> bool { var != self.0 }
///     fn is_selector(&self) -> bool { true }
/// }
///
/// # fn main() -> dd::Result<()> {
/// let manager = Manager::new();
/// let pairs = manager.range(1, 0..=2)?.concat(&manager.range(2, 0..=2)?)?;
/// assert_eq!(Hom::new(Is(2, 1)).apply(&pairs)?.count()?, 3u32.into());
/// assert_eq!((!Hom::new(Is(2, 1))).apply(&pairs)?.count()?, 6u32.into());
/// # Ok(()) }
/// ```
pub trait Inductive: Eq + Hash + Debug + Send + Sync + 'static {
    /// Returns what becomes of an arc: a homomorphism to be applied to what follows it.
    ///
    /// Usually [`Hom::zero`] (the arc is dropped) or [`Hom::arc`] (the arc is kept or changed, and the given
    /// homomorphism goes on with the rest). Not called on variables that are skipped.
    fn phi(&self, var: Var, val: Val) -> Hom;

    /// Returns what becomes of the empty word: a homomorphism to be applied to it, or `None`, the default, which makes
    /// reaching the end of a word an [`Error::Terminal`](crate::Error::Terminal).
    fn on_one(&self) -> Option<Hom> {
        None
    }

    /// Returns whether an arc of this variable passes unchanged, whatever its value, with the same homomorphism going
    /// on below.
    ///
    /// Automatic saturation depends on it. The default skips what is outside the [`range`](Inductive::range).
    fn skips(&self, var: Var) -> bool {
        !self.range().contains(&var)
    }

    /// Returns whether the image of every set is a subset of it. Then the homomorphism can be negated and read as an
    /// automaton.
    fn is_selector(&self) -> bool {
        false
    }

    /// Returns a range outside which every variable is skipped; the default is all variables.
    ///
    /// For a homomorphism on one variable, or on neighbouring ones, this is all that is needed. It is also the cheaper
    /// way: in a union of many thousands, those whose range is elsewhere are passed over together, while
    /// [`skips`](Inductive::skips) must be called on each.
    fn range(&self) -> RangeInclusive<Var> {
        0..=Var::MAX
    }
}

/// An [`Inductive`] of any type.
pub(crate) trait AnyInductive: Send + Sync {
    fn phi(&self, var: Var, val: Val) -> Hom;
    fn on_one(&self) -> Option<Hom>;
    fn skips(&self, var: Var) -> bool;
    fn is_selector(&self) -> bool;
    fn range(&self) -> (Var, Var);
    fn name(&self) -> String;
    fn code(&self) -> u64;
    fn same(&self, other: &dyn AnyInductive) -> bool;
    fn as_any(&self) -> &dyn Any;
}

impl<T: Inductive> AnyInductive for T {
    fn phi(&self, var: Var, val: Val) -> Hom {
        Inductive::phi(self, var, val)
    }
    fn on_one(&self) -> Option<Hom> {
        Inductive::on_one(self)
    }
    fn skips(&self, var: Var) -> bool {
        Inductive::skips(self, var)
    }
    fn is_selector(&self) -> bool {
        Inductive::is_selector(self)
    }
    fn range(&self) -> (Var, Var) {
        Inductive::range(self).into_inner()
    }
    fn name(&self) -> String {
        format!("{self:?}")
    }
    fn code(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.type_id().hash(&mut hasher);
        self.hash(&mut hasher);
        hasher.finish()
    }
    fn same(&self, other: &dyn AnyInductive) -> bool {
        other.as_any().downcast_ref::<T>().is_some_and(|other| self == other)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
