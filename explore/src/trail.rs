//! The way to a state that a search has met: by the links that it kept, or else by searching again, backwards.
//!
//! If all states on the way to that depth fit the memory, one more search with links finds it. If not, searches without
//! links look for a state a few actions before it, and go on from there, until the rest fits. How many actions depends
//! on how many states and actions there were at each depth: trying all ways from a layer to the state must not cost more
//! than the search that comes to the layer.

use std::time::Duration;

use game::{Indexed, Limits, Stopped, System};

use crate::explorer::{Explorer, ROOM};
use crate::report::{Counts, Report, Store};
use crate::search::erased::Erased;
use crate::search::order::Order;
use crate::search::space::Space;
use crate::search::visitor::{Flow, Match, Seen, Visitor};
use crate::store::coding::Coding;
use crate::store::visited::Visited;

/// Returns the states from a start to one that a search has met; none if a limit is reached before they are found.
pub(crate) type Trail<'a, S> =
    Box<dyn Fn(&Match<<S as System>::Configuration>) -> Vec<<S as System>::Configuration> + 'a>;

/// By links from each state to the one it was reached from.
pub(crate) fn linked<'a, S: System, K: Coding<S> + 'a>(coding: K, visited: Visited<K::Code>) -> Trail<'a, S>
where
    K::Code: 'a,
{
    Box::new(move |found| {
        visited.trail(found.place.0 as u32).iter().map(|code| coding.decode(code)).collect()
    })
}

/// By searching again, as the explorer did.
pub(crate) fn searched<'a, S, I>(explorer: &Explorer<'a, S, I>, report: &Report) -> Trail<'a, S>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    let explorer = Explorer { limits: explorer.limits.clone(), store: report.store, ..*explorer };
    let (counts, elapsed) = (report.counts.clone(), report.elapsed);
    Box::new(move |found| {
        let limits = allowance(&explorer.limits, elapsed);
        Retrace { explorer: &explorer, counts: &counts, limits }.run(found)
    })
}

/// What finding the way may spend: what is left, or, if the search has used it up, as much time again.
fn allowance(limits: &Limits, elapsed: Duration) -> Limits {
    if limits.exceeded(0).is_none() {
        return limits.clone();
    }
    let again = Limits::default().time(elapsed + Duration::from_secs(1));
    limits.bytes().map_or(again.clone(), |bytes| again.memory(bytes))
}

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

/// A search for the way.
struct Retrace<'r, 'a, S: System, I> {
    explorer: &'r Explorer<'a, S, I>,
    /// What the first search has counted.
    counts: &'r Counts,
    limits: Limits,
}

/// Why a search ended, and, if it had links, the way to what was found.
type Ended<C> = (Option<Stopped>, Option<Vec<C>>);

impl<'a, S, I> Retrace<'_, 'a, S, I>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    /// The states from a start to this one; none if a limit was reached before they were found.
    fn run(&self, to: &Match<S::Configuration>) -> Vec<S::Configuration> {
        let mut trail = vec![to.state.clone()];
        let (mut depth, mut may_link) = (to.depth, true);
        while depth > 0 {
            let target = trail.last().cloned().expect("the state itself is on the trail");
            let links = may_link && self.fits(depth - 1, &target);
            let steps = if links { 1 } else { self.leap(depth) };
            let space = self.explorer.space;
            let mut before = Before { space, depth: depth - steps, steps, target, found: None };
            let (stopped, way) = self.search(&mut before, links);
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

    /// Looks for a state before another, with links or without.
    fn search(&self, before: &mut Before<'a, S>, links: bool) -> Ended<S::Configuration> {
        let explorer = Explorer {
            store: if links { Store::Exact } else { self.explorer.store },
            order: Order::Breadth,
            depth: Some(before.depth),
            limits: self.limits.clone(),
            watch: None,
            ..*self.explorer
        };
        let exploration = explorer.run(&mut Erased::new(before));
        let way = before.found().filter(|_| links).map(|first| exploration.trail_to(first));
        (exploration.report.stopped, way)
    }

    /// Whether all states down to this depth, with links, are likely to fit the memory.
    fn fits(&self, depth: u32, like: &S::Configuration) -> bool {
        let states: u64 = self.counts.by_depth.iter().take(depth as usize + 1).sum();
        let each = size_of::<S::Configuration>() + self.explorer.space.system.heap_of(like) + LINKED;
        let room = match self.limits.bytes() {
            Some(limit) => limit,
            None => ROOM,
        };
        (states as usize).saturating_mul(each) <= room
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
