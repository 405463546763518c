//! The way to a state, found backwards: for stores that keep no links.
//!
//! If all states on the way to that depth fit the memory, one more search with links finds it. If not, searches without
//! links look for a state a few actions before it, and go on from there, until the rest fits. How many actions depends
//! on how many states and actions there were at each depth: trying all ways from a layer to the state must not cost more
//! than the search that comes to the layer.

use game::{Limits, Stopped, System};

use crate::report::Counts;
use crate::space::Space;
use crate::visitor::{Flow, Match, Seen, Visitor};

/// What a state takes in a search with links, beside itself.
const LINKED: usize = 16;

/// Looks for the first state at one depth that leads to a given state in so many steps.
pub(crate) struct Before<'a, S: System> {
    space: Space<'a, S>,
    pub(crate) depth: u32,
    steps: u32,
    target: S::Configuration,
    /// The state, and those after it up to the given one, backwards.
    found: Option<Tail<S::Configuration>>,
}

/// A state and those after it, backwards.
type Tail<C> = (Match<C>, Vec<C>);

impl<S: System> Before<'_, S> {
    /// The state, if there is one.
    pub(crate) fn found(&self) -> Option<&Match<S::Configuration>> {
        self.found.as_ref().map(|(first, _)| first)
    }

    /// The states from this one on to the target, backwards and without this one.
    fn way(&self, state: &S::Configuration, steps: u32) -> Option<Vec<S::Configuration>> {
        if steps == 0 {
            return (*state == self.target).then(Vec::new);
        }
        self.space.steps(state).find_map(|(_, next)| {
            let mut way = self.way(&next, steps - 1)?;
            way.push(next);
            Some(way)
        })
    }
}

impl<S: System> Visitor<S> for Before<'_, S> {
    type Tally = Option<Tail<S::Configuration>>;

    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Self::Tally) {
        if seen.depth == self.depth && tally.is_none() {
            *tally = self.way(seen.state, self.steps).map(|way| (seen.to_match(), way));
        }
    }

    fn collect(&mut self, tally: Self::Tally) -> Flow {
        self.found = self.found.take().or(tally);
        if self.found.is_some() { Flow::Enough } else { Flow::On }
    }
}

/// What a search for the way may go by.
pub(crate) struct Retrace<'a, 'r, S: System> {
    pub(crate) space: Space<'a, S>,
    /// What the first search has counted.
    pub(crate) counts: &'r Counts,
    pub(crate) limits: &'r Limits,
    /// The memory to be used, if there is no limit.
    pub(crate) room: usize,
}

/// Why a search ended, and, if it had links, the way to what was found.
type Ended<C> = (Option<Stopped>, Option<Vec<C>>);

impl<'a, S: System> Retrace<'a, '_, S> {
    /// The states from a start to this one; none if a limit was reached before they were found. `search` looks for a
    /// state before another, with links or without.
    pub(crate) fn run(
        &self,
        to: &Match<S::Configuration>,
        search: impl Fn(&mut Before<'a, S>, bool) -> Ended<S::Configuration>,
    ) -> Vec<S::Configuration> {
        let mut trail = vec![to.state.clone()];
        let (mut depth, mut may_link) = (to.depth, true);
        while depth > 0 {
            let Some(target) = trail.last().cloned() else { break };
            let links = may_link && self.fits(depth - 1);
            let steps = if links { 1 } else { self.leap(depth) };
            let mut before = Before { space: self.space, depth: depth - steps, steps, target, found: None };
            let (stopped, way) = search(&mut before, links);
            let Some((first, rest)) = before.found else {
                if links && stopped == Some(Stopped::Memory) {
                    may_link = false;
                    continue;
                }
                return Vec::new();
            };
            trail.extend(rest.into_iter().skip(1));
            if let Some(way) = way {
                trail.extend(way.into_iter().rev());
                break;
            }
            trail.push(first.state);
            depth -= steps;
        }
        trail.reverse();
        trail
    }

    /// Whether all states down to this depth, with links, are likely to fit the memory.
    fn fits(&self, depth: u32) -> bool {
        let states: u64 = self.counts.by_depth.iter().take(depth as usize + 1).sum();
        let each = size_of::<S::Configuration>() + LINKED;
        (states as usize).saturating_mul(each) <= self.limits.bytes().unwrap_or(self.room)
    }

    /// How many steps back to look from a state at this depth.
    fn leap(&self, depth: u32) -> u32 {
        let Counts { by_depth, transitions_by_depth, .. } = self.counts;
        let layer = |depth: u32| by_depth.get(depth as usize).map_or(0.0, |&states| states as f64);
        let steps = |depth: u32| transitions_by_depth.get(depth as usize).map_or(0.0, |&steps| steps as f64);
        let allowed: f64 = (0..depth).map(steps).sum();
        let mut ways = 1.0;
        let cheap = (1..=depth).take_while(|&back| {
            let from = depth - back;
            ways *= steps(from) / layer(from).max(1.0);
            layer(from) * ways <= allowed
        });
        cheap.last().unwrap_or(1)
    }
}
