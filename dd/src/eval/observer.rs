//! Watching a computation and stopping it.

use crate::Val;
use crate::Var;
use crate::nodes::arc::{Id, ONE, is_terminal, label};
use crate::nodes::store::Store;
use num_bigint::BigUint;

/// What an observer decides: whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Go on.
    Continue,
    /// End with [`Error::Stopped`](crate::Error::Stopped).
    Stop,
    /// End the outermost fixpoint here; what was reached so far is the result.
    Enough,
}

/// How far a computation has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Nodes in the manager, dead ones included.
    pub nodes: usize,
    /// Bytes in use.
    pub bytes: usize,
    /// Steps of the evaluator since the manager was made.
    pub steps: u64,
}

/// One round of the outermost fixpoint.
pub struct Layer<'a> {
    store: &'a Store,
    round: usize,
    new: Id,
    all: Id,
}

impl<'a> Layer<'a> {
    pub(crate) fn new(store: &'a Store, round: usize, new: Id, all: Id) -> Self {
        Layer { store, round, new, all }
    }

    /// Returns how many times the homomorphism was applied so far; 0 for the start.
    pub fn round(&self) -> usize {
        self.round
    }

    /// Returns the number of words to be expanded next: those found in this round (all so far, in a plain fixpoint).
    /// While layers seem to be disjoint this is not checked in every round. `None` if the set is undefined.
    pub fn new_words(&self) -> Option<BigUint> {
        // Nothing else can go wrong.
        crate::sets::count::count(self.store, self.new).ok()
    }

    /// Returns the number of words found so far. `None` if the set is undefined.
    pub fn all_words(&self) -> Option<BigUint> {
        // Nothing else can go wrong.
        crate::sets::count::count(self.store, self.all).ok()
    }

    /// Returns the number of nodes of the set of words found so far.
    pub fn all_nodes(&self) -> usize {
        crate::sets::count::nodes(self.store, self.all)
    }

    /// Returns whether this word is among those found so far.
    pub fn contains(&self, word: &[(Var, Val)]) -> bool {
        contains(self.store, self.all, word)
    }
}

/// Is a word in a set?
pub(crate) fn contains(store: &Store, mut id: Id, word: &[(Var, Val)]) -> bool {
    for &(var, val) in word {
        if is_terminal(id) || store.var(id) != var {
            return false;
        }
        match store.child(id, label(val)) {
            Some(child) => id = child,
            None => return false,
        }
    }
    id == ONE
}

/// A watcher of a computation, which may end it.
///
/// Any closure from [`Progress`] to [`Verdict`] is an observer that ignores layers.
///
/// **Only fixpoints on whole sets have layers**: those by [`Strategy::Plain`](crate::Strategy::Plain),
/// [`Strategy::Frontier`](crate::Strategy::Frontier) and [`Strategy::Layers`](crate::Strategy::Layers), alone or as a
/// part of a composition or union that works on whole words, but not inside another fixpoint, a negation or an inverse,
/// nor below an arc. **Automatic saturation has no layers**, since it closes the ends of words first. (Where no part of
/// its union skips the first variable it is a frontier, which has them.) Choose a strategy with
/// [`fixpoint_by`](crate::Hom::fixpoint_by) to see layers.
pub trait Observer {
    /// Returns whether it looks at layers. If so, room to count their words is kept below the memory limit.
    fn sees_layers(&self) -> bool {
        true
    }

    /// Called after every round of the outermost fixpoint, if it works on whole sets (see above).
    fn layer(&mut self, layer: &Layer<'_>) -> Verdict {
        let _ = layer;
        Verdict::Continue
    }

    /// Called every thousand steps. [`Verdict::Enough`] ends the outermost fixpoint with what it reached by its last
    /// round, if it is one that has layers and has begun; otherwise, under saturation for one, nothing is known about
    /// whole words, and it means [`Verdict::Stop`].
    fn tick(&mut self, progress: &Progress) -> Verdict {
        let _ = progress;
        Verdict::Continue
    }
}

impl<F: FnMut(&Progress) -> Verdict> Observer for F {
    fn sees_layers(&self) -> bool {
        false
    }

    fn tick(&mut self, progress: &Progress) -> Verdict {
        self(progress)
    }
}

/// Sees nothing.
impl Observer for () {
    fn sees_layers(&self) -> bool {
        false
    }
}
