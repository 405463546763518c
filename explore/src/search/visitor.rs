//! Visitors: they look at every state of a search.

use std::ops::ControlFlow;

use game::System;

/// A state as a search meets it.
pub struct Seen<'a, S: System> {
    /// The state.
    pub state: &'a S::Configuration,
    /// The number of actions from a start; in a breadth-first search the fewest.
    pub depth: u32,
    /// The number of its actions: 0 if it is final, and not counted beyond the depth limit.
    pub actions: u64,
    /// Whether it is a proper end.
    pub is_final: bool,
    /// Whether it has no action although it is not a proper end.
    pub is_stuck: bool,
    pub(crate) place: Place,
}

/// The place where a search keeps a state: it means something to that search only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(pub(crate) u64);

/// A state that was singled out.
#[derive(Clone, Debug)]
pub struct Match<C> {
    /// The state.
    pub state: C,
    /// The number of actions from a start.
    pub depth: u32,
    pub(crate) place: Place,
}

impl<S: System> Seen<'_, S> {
    /// Returns the state, to be remembered.
    #[must_use]
    pub fn to_match(&self) -> Match<S::Configuration> {
        Match { state: self.state.clone(), depth: self.depth, place: self.place }
    }
}

/// A visitor: it looks at every state of a search, once.
///
/// The states come in pieces, and several threads look at several pieces at a time: what is seen in one is noted in a
/// tally of its own, and the tallies are handed in one after the other in the order of the search.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use explore::{Explorer, Seen, Visitor};
/// use game::mock::Mock;
///
/// /// Adds up the numbers of the positions.
/// struct Sum(usize);
///
/// impl Visitor<Mock> for Sum {
///     type Tally = usize;
///     fn visit(&self, seen: &Seen<'_, Mock>, tally: &mut usize) {
///         *tally += seen.state;
///     }
///     fn collect(&mut self, tally: usize) -> ControlFlow<()> {
///         self.0 += tally;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut sum = Sum(0);
/// Explorer::new(&Mock::new(4).edge(0, 1).edge(1, 3).edge(3, 0)).run(&mut sum);
/// assert_eq!(sum.0, 4);
/// ```
pub trait Visitor<S: System>: Send + Sync {
    /// What was seen in one piece.
    type Tally: Default + Send + Sync;

    /// Looks at a state.
    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Self::Tally);

    /// Takes what was seen in one piece, and says whether the search goes on.
    fn collect(&mut self, tally: Self::Tally) -> ControlFlow<()>;
}

/// The visitor that does nothing.
impl<S: System> Visitor<S> for () {
    type Tally = ();

    #[inline]
    fn visit(&self, _: &Seen<'_, S>, (): &mut ()) {}

    fn collect(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A visitor that the caller keeps.
impl<S: System, V: Visitor<S>> Visitor<S> for &mut V {
    type Tally = V::Tally;

    #[inline]
    fn visit(&self, seen: &Seen<'_, S>, tally: &mut V::Tally) {
        (**self).visit(seen, tally);
    }

    fn collect(&mut self, tally: V::Tally) -> ControlFlow<()> {
        (**self).collect(tally)
    }
}

/// Two visitors at once; the search goes on until both want to end it.
impl<S: System, A: Visitor<S>, B: Visitor<S>> Visitor<S> for (A, B) {
    type Tally = (A::Tally, B::Tally);

    #[inline]
    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Self::Tally) {
        self.0.visit(seen, &mut tally.0);
        self.1.visit(seen, &mut tally.1);
    }

    fn collect(&mut self, tally: Self::Tally) -> ControlFlow<()> {
        match (self.0.collect(tally.0), self.1.collect(tally.1)) {
            (ControlFlow::Break(()), ControlFlow::Break(())) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}
