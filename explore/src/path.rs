//! The way to a state, action by action.

use game::System;

use crate::search::space::Space;

/// A way through a system: states, and the actions between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<C, A> {
    /// The states, the start and the end among them: one more than there are actions.
    pub states: Vec<C>,
    /// The actions.
    pub actions: Vec<A>,
}

/// A way through a system of this type.
pub(crate) type PathOf<S> = Path<<S as System>::Configuration, <S as System>::Action>;

impl<C: Clone + Eq, A: Copy> Path<C, A> {
    /// Returns the number of actions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Returns whether there is no action.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Returns the last state; `None` for a path of no state.
    #[must_use]
    pub fn end(&self) -> Option<&C> {
        self.states.last()
    }

    /// Returns whether it can be walked in a system: from a start, each action among those of its state, each state
    /// where it leads, and none final but the last.
    #[must_use]
    pub fn is_valid<S: System<Configuration = C, Action = A>>(&self, system: &S) -> bool
    where
        A: Eq,
    {
        let starts = self.states.first().is_some_and(|first| system.starts().any(|start| start == *first));
        let steps = self.states.windows(2).zip(&self.actions);
        starts
            && self.states.len() == self.actions.len() + 1
            && steps
                .into_iter()
                .all(|(pair, action)| system.steps(&pair[0]).any(|(a, next)| a == *action && next == pair[1]))
    }

    /// The way along states that are each as they are looked up: the actual one, in which every state is where the
    /// action before it leads. `None` if there is no such way.
    pub(crate) fn along<S: System<Configuration = C, Action = A>>(
        space: Space<'_, S>,
        trail: &[C],
    ) -> Option<Path<C, A>> {
        let same = |state: &C, looked_up: &C| space.admit(state.clone()).is_some_and(|s| s == *looked_up);
        let (first, rest) = trail.split_first()?;
        let mut path = Path {
            states: vec![space.origins().find(|start| same(start, first))?],
            actions: Vec::with_capacity(rest.len()),
        };
        for looked_up in rest {
            let here = path.states.last()?;
            let (action, next) = space.system.steps(here).find(|(_, next)| same(next, looked_up))?;
            path.actions.push(action);
            path.states.push(next);
        }
        Some(path)
    }
}
