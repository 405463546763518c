//! Sets of words.

use crate::eval::observer::Observer;
use crate::nodes::arc::{Id, ONE, TOP, ZERO};
use crate::nodes::op::Op;
use crate::{Error, Hom, Manager, Result, Val, Var};
use num_bigint::BigUint;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

struct Handle {
    manager: Manager,
    id: Id,
}

impl Drop for Handle {
    fn drop(&mut self) {
        if self.id > TOP {
            self.manager.release(self.id);
        }
    }
}

/// A set of words `var -val-> var -val-> …`, held in a [`Manager`].
///
/// Cloning, comparing and hashing take constant time. A handle keeps its words alive, and may be sent to and shared
/// with other threads.
///
/// # TOP
///
/// After a common beginning, all words of a set must go on with the same variable or all end there. A union that breaks
/// this (say, of the words `x -1->` and `y -1->`) is undefined from that place on: the terminal TOP stands there.
/// TOP absorbs everything it is united with, and everything but the empty set in intersection, difference and
/// concatenation; homomorphisms leave it alone. Sets that contain TOP can be combined further, but
/// counting, listing or searching them is [`Error::Undefined`].
///
/// ```
/// use dd::{Error, Manager};
/// let manager = Manager::new();
/// let mixed = manager.arc(1, 0)?.union(&manager.arc(2, 0)?)?;
/// assert_eq!(mixed, manager.undefined());
/// assert_eq!(mixed.count(), Err(Error::Undefined));
/// # dd::Result::Ok(())
/// ```
#[derive(Clone)]
pub struct Set(Arc<Handle>);

impl Set {
    pub(crate) fn new(manager: Manager, id: Id) -> Set {
        Set(Arc::new(Handle { manager, id }))
    }

    pub(crate) fn id(&self) -> Id {
        self.0.id
    }

    pub(crate) fn token(&self) -> usize {
        self.0.manager.token()
    }

    /// Returns the manager of this set.
    pub fn manager(&self) -> &Manager {
        &self.0.manager
    }

    fn combine(&self, op: Op, other: &Set) -> Result<Set> {
        if self.token() != other.token() {
            return Err(Error::ForeignSet);
        }
        self.manager().run(op, self.id(), other.id(), &mut ())
    }

    /// Returns the words in either set.
    pub fn union(&self, other: &Set) -> Result<Set> {
        self.combine(Op::Union, other)
    }

    /// Returns the words in both sets.
    pub fn intersection(&self, other: &Set) -> Result<Set> {
        self.combine(Op::Intersect, other)
    }

    /// Returns the words of this set that are not in the other.
    pub fn difference(&self, other: &Set) -> Result<Set> {
        self.combine(Op::Minus, other)
    }

    /// Returns every word of this set followed by every word of the other.
    pub fn concat(&self, other: &Set) -> Result<Set> {
        self.combine(Op::Concat, other)
    }

    /// Returns whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.id() == ZERO
    }

    /// Returns whether this is the set of the empty word alone.
    pub fn is_unit(&self) -> bool {
        self.id() == ONE
    }

    /// Returns whether TOP does not occur in it.
    pub fn is_defined(&self) -> Result<bool> {
        Ok(!self.manager().lock()?.store.has_top(self.id()))
    }

    /// Returns the exact number of words.
    ///
    /// # Errors
    /// [`Error::Undefined`] if TOP is in it, [`Error::OutOfMemory`] if the limit leaves no room to count.
    pub fn count(&self) -> Result<BigUint> {
        let mut engine = self.manager().lock()?;
        engine.reset();
        engine.make_room_to_count().or_else(|error| match engine.forget_pinned() {
            true => engine.make_room_to_count(),
            false => Err(error),
        })?;
        crate::sets::count::count(&engine.store, self.id())
    }

    /// Returns the number of nodes, terminals not counted.
    pub fn nodes(&self) -> Result<usize> {
        let engine = self.manager().lock()?;
        Ok(crate::sets::count::nodes(&engine.store, self.id()))
    }

    /// Returns the number of arcs.
    pub fn arcs(&self) -> Result<usize> {
        let engine = self.manager().lock()?;
        let nodes = crate::sets::count::reachable(&engine.store, self.id());
        Ok(nodes.iter().map(|&id| engine.store.arcs(id).len()).sum())
    }

    /// Returns whether this word is in the set.
    pub fn contains(&self, word: &[(Var, Val)]) -> Result<bool> {
        let engine = self.manager().lock()?;
        if engine.store.has_top(self.id()) {
            return Err(Error::Undefined);
        }
        Ok(crate::eval::observer::contains(&engine.store, self.id(), word))
    }
}

impl PartialEq for Set {
    fn eq(&self, other: &Set) -> bool {
        self.id() == other.id() && self.token() == other.token()
    }
}

impl Eq for Set {}

impl Hash for Set {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.token(), self.id()).hash(state);
    }
}

impl Hom {
    /// Returns the image of a set.
    pub fn apply(&self, set: &Set) -> Result<Set> {
        self.apply_watched(set, &mut ())
    }

    /// Returns the image of a set, with an observer that may end the computation.
    pub fn apply_watched(&self, set: &Set, watch: &mut dyn Observer) -> Result<Set> {
        set.manager().apply(self, set, watch)
    }
}
