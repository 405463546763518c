//! What is searched: a system, which of its states count as the same, and where it is cut off.

use game::System;

/// Which states count as the same: each is replaced by this one before it is looked up.
pub(crate) type Normal<'a, C> = dyn Fn(C) -> C + Sync + 'a;
/// Whether a state belongs to what is searched.
pub(crate) type Within<'a, C> = dyn Fn(&C) -> bool + Sync + 'a;

/// A system with its canonical form and its boundary, if any.
pub(crate) struct Space<'a, S: System> {
    pub(crate) system: &'a S,
    /// Where to start, if not from the starts of the system.
    pub(crate) starts: Option<&'a [S::Configuration]>,
    pub(crate) normal: Option<&'a Normal<'a, S::Configuration>>,
    pub(crate) within: Option<&'a Within<'a, S::Configuration>>,
}

impl<S: System> Clone for Space<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: System> Copy for Space<'_, S> {}

impl<'a, S: System> Space<'a, S> {
    /// The whole of a system, every state for itself.
    pub(crate) fn whole(system: &'a S) -> Self {
        Space { system, starts: None, normal: None, within: None }
    }

    /// Whether successors are taken as they come.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.normal.is_none() && self.within.is_none()
    }

    /// The state as it is looked up, or `None` if it lies outside.
    #[inline]
    pub(crate) fn admit(&self, state: S::Configuration) -> Option<S::Configuration> {
        if self.within.is_some_and(|within| !within(&state)) {
            return None;
        }
        Some(self.identified(state))
    }

    /// The state that this one is treated as, inside the boundary or not.
    #[inline]
    pub(crate) fn identified(&self, state: S::Configuration) -> S::Configuration {
        match self.normal {
            Some(normal) => normal(state),
            None => state,
        }
    }

    /// The initial states.
    pub(crate) fn origins(&self) -> impl Iterator<Item = S::Configuration> {
        let own = self.starts.is_none().then(|| self.system.starts());
        self.starts.into_iter().flatten().cloned().chain(own.into_iter().flatten())
    }

    /// The initial states, as they are looked up.
    pub(crate) fn starts(&self) -> impl Iterator<Item = S::Configuration> {
        self.origins().filter_map(|state| self.admit(state))
    }

    /// Whether the depth of every state can be read off the state, so that none comes twice.
    pub(crate) fn tells_depth(&self) -> bool {
        let mut depths = self.origins().map(|start| self.system.depth(&start));
        match depths.next() {
            Some(first) => first.is_some() && depths.all(|depth| depth == first),
            None => true,
        }
    }

    /// The actions of a state and where they lead, as it is looked up.
    pub(crate) fn steps(
        &self,
        state: &S::Configuration,
    ) -> impl Iterator<Item = (S::Action, S::Configuration)> {
        self.system.steps(state).filter_map(|(action, next)| Some((action, self.admit(next)?)))
    }
}
