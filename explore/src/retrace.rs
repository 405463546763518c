//! The way to a state, found backwards: for stores that keep no links.

use game::System;

use crate::space::Space;
use crate::visitor::{Flow, Match, Seen, Visitor};

/// Looks for the first state at one depth that leads to a given state in one step.
pub(crate) struct Before<'a, S: System> {
    space: Space<'a, S>,
    depth: u32,
    target: S::Configuration,
    found: Option<S::Configuration>,
}

impl<S: System> Visitor<S> for Before<'_, S> {
    type Tally = Option<S::Configuration>;

    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Self::Tally) {
        let leads = || self.space.steps(seen.state).any(|(_, next)| next == self.target);
        if seen.depth == self.depth && tally.is_none() && leads() {
            *tally = Some(seen.state.clone());
        }
    }

    fn collect(&mut self, tally: Self::Tally) -> Flow {
        self.found = self.found.take().or(tally);
        if self.found.is_some() { Flow::Enough } else { Flow::On }
    }
}

/// The states from a start to this one. Each search is asked to go as deep as the step before needs: what is saved in
/// memory is paid in time, once for a witness.
pub(crate) fn retrace<'a, S: System>(
    space: Space<'a, S>,
    to: &Match<S::Configuration>,
    search: impl Fn(u32, &mut Before<'a, S>),
) -> Vec<S::Configuration> {
    let mut trail = vec![to.state.clone()];
    for depth in (0..to.depth).rev() {
        let Some(target) = trail.last().cloned() else { break };
        let mut before = Before { space, depth, target, found: None };
        search(depth, &mut before);
        let Some(found) = before.found else { return Vec::new() };
        trail.push(found);
    }
    trail.reverse();
    trail
}
