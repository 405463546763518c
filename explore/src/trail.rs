//! The way to a state that a search has met: by the links that it kept, or else by searching again, backwards.
//!
//! A search that kept no links knows the state and its depth only. Each round looks for a state some steps before the
//! earliest one that is known, and the last round finds all the rest:
//!
//! ```text
//!  depth   0 …………………………… d−s−r ………… d−s ………… d
//!                                        ●━━━━━━━▶ ●     round 1: the first state at depth d−s that leads
//!                            ●━━━━━━━━━━▶ ●              to the target in s steps; round 2: r steps before it
//!          ●━━━━━━━━━━━━━━━━▶ ●                          last round: all states down to there fit the memory,
//!                                                        so a search with links gives the rest of the way
//! ```
//!
//! How many steps a round goes back depends on how many states and actions there were at each depth: trying all ways
//! from a layer to the target must not cost more than the search that comes to the layer.

use std::ops::ControlFlow;
use std::time::Duration;

use game::{Indexed, Limits, Stopped, System};

use crate::explorer::{Explorer, ROOM};
use crate::report::{Counts, Report, Store};
use crate::search::erased::Erased;
use crate::search::order::Order;
use crate::search::space::Space;
use crate::search::visitor::{Match, Seen, Visitor};
use crate::store::coding::Coding;
use crate::store::visited::Visited;

/// Returns the states from a start to one that a search has met; none if a limit is reached before they are found.
pub(crate) type Trail<'a, S> =
    Box<dyn Fn(&Match<<S as System>::Configuration>) -> Vec<<S as System>::Configuration> + 'a>;

/// Returns the trail by links from each state to the one it was reached from.
pub(crate) fn linked<'a, S: System, K: Coding<S> + 'a>(coding: K, visited: Visited<K::Code>) -> Trail<'a, S>
where
    K::Code: 'a,
{
    Box::new(move |found| {
        visited.trail(found.place.0 as u32).iter().map(|code| coding.decode(code)).collect()
    })
}

/// Returns the trail that is found by searching again, as the explorer did.
pub(crate) fn searched<'a, S, I>(explorer: &Explorer<'a, S, I>, report: &Report) -> Trail<'a, S>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    let explorer = Explorer { limits: explorer.limits.clone(), store: report.store, ..*explorer };
    let (counts, elapsed) = (report.counts.clone(), report.elapsed);
    Box::new(move |found| {
        let limits = allowance(&explorer.limits, elapsed);
        PathReconstruction { explorer: &explorer, counts: &counts, limits }.run(found)
    })
}

/// What finding the way may spend: what is left, or, if the search has used it up, as much time again.
pub(crate) fn allowance(limits: &Limits, elapsed: Duration) -> Limits {
    if limits.exceeded(0).is_none() {
        return limits.clone();
    }
    let again = Limits::default().threads(limits.thread_count()).time(elapsed + Duration::from_secs(1));
    limits.bytes().map_or(again.clone(), |bytes| again.memory(bytes))
}

/// What a state takes in a search with links, beside itself.
const LINKED: usize = 16;

/// A visitor that looks for the first state at one depth that leads to the target in `steps` steps.
struct PredecessorFinder<'a, S: System> {
    space: Space<'a, S>,
    depth: u32,
    steps: u32,
    target: S::Configuration,
    found: Option<Predecessor<S::Configuration>>,
}

/// A state before the target.
struct Predecessor<C> {
    first: Match<C>,
    /// The states after it, up to the target and backwards: the target is the first.
    after: Vec<C>,
}

impl<S: System> PredecessorFinder<'_, S> {
    /// Returns the states after this one up to the target, backwards, if it is `steps` steps away.
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

impl<S: System> Visitor<S> for PredecessorFinder<'_, S> {
    type Tally = Option<Predecessor<S::Configuration>>;

    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Self::Tally) {
        if seen.depth == self.depth && tally.is_none() {
            let way = self.way(seen.state, self.steps);
            *tally = way.map(|after| Predecessor { first: seen.to_match(), after });
        }
    }

    fn collect(&mut self, tally: Self::Tally) -> ControlFlow<()> {
        self.found = self.found.take().or(tally);
        if self.found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The rounds of searches that find the way to a state.
struct PathReconstruction<'r, 'a, S: System, I> {
    explorer: &'r Explorer<'a, S, I>,
    /// What the first search has counted.
    counts: &'r Counts,
    limits: Limits,
}

/// What one round of the reconstruction gave.
struct Round<C> {
    found: Option<Predecessor<C>>,
    /// The states from a start to the one that was found, if the round had links.
    linked: Option<Vec<C>>,
    stopped: Option<Stopped>,
}

impl<'a, S, I> PathReconstruction<'_, 'a, S, I>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    /// Returns the states from a start to this one; none if a limit was reached before they were found.
    fn run(&self, to: &Match<S::Configuration>) -> Vec<S::Configuration> {
        // From the state back to the start.
        let mut trail = vec![to.state.clone()];
        let (mut depth, mut may_link) = (to.depth, true);
        while depth > 0 {
            let target = trail.last().cloned().expect("the state itself is on the trail");
            let links = may_link && self.fits(depth - 1, &target);
            let steps = if links { 1 } else { self.leap(depth) };
            let round = self.round(target, depth, steps, links);
            let Some(Predecessor { first, after }) = round.found else {
                if links && round.stopped == Some(Stopped::Memory) {
                    may_link = false;
                    continue;
                }
                return Vec::new();
            };
            // The target is on the trail already.
            trail.extend(after.into_iter().skip(1));
            if let Some(way) = round.linked {
                trail.extend(way.into_iter().rev());
                break;
            }
            trail.push(first.state);
            depth -= steps;
        }
        trail.reverse();
        trail
    }

    /// Looks for a state `steps` steps before the target, with links or without.
    fn round(
        &self,
        target: S::Configuration,
        depth: u32,
        steps: u32,
        links: bool,
    ) -> Round<S::Configuration> {
        let (space, depth) = (self.explorer.space, depth - steps);
        let mut finder = PredecessorFinder { space, depth, steps, target, found: None };
        let explorer = Explorer {
            store: if links { Store::Exact } else { self.explorer.store },
            order: Order::Breadth,
            depth: Some(depth),
            limits: self.limits.clone(),
            watch: None,
            ..*self.explorer
        };
        let exploration = explorer.run(&mut Erased::new(&mut finder));
        let linked = finder.found.as_ref().filter(|_| links).map(|found| exploration.trail_to(&found.first));
        Round { found: finder.found, linked, stopped: exploration.report.stopped }
    }

    /// Whether all states down to this depth, with links, are likely to fit the memory.
    fn fits(&self, depth: u32, like: &S::Configuration) -> bool {
        let states: u64 = self.counts.by_depth.iter().take(depth as usize + 1).sum();
        let each = size_of::<S::Configuration>() + self.explorer.space.system.heap_bytes_of(like) + LINKED;
        let room = match self.limits.bytes() {
            Some(limit) => limit,
            None => ROOM,
        };
        usize::try_from(states).is_ok_and(|states| states.saturating_mul(each) <= room)
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
        // One step is always taken: there is no other way back.
        cheap.last().unwrap_or(1)
    }
}
