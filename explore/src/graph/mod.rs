//! The states and steps of a system, numbered and listed: for questions that are not about one state at a time.

pub(crate) mod arrows;
pub(crate) mod export;

use game::{Indexed, Limits, Stopped, System};

use crate::explorer::{Explorer, WithCoding};
use crate::graph::arrows::Arrows;
use crate::path::Path;
use crate::report::{Counts, Report};
use crate::search::erased::Erased;
use crate::search::search;
use crate::search::space::Space;
use crate::search::visitor::{Match, Visitor};
use crate::store::coding::Coding;
use crate::store::shard::Link;
use crate::store::visited::Visited;

/// Everything that can be reached in a system: its states numbered from 0, and where their actions lead.
///
/// Four bytes for each step, beside what the search keeps.
///
/// ```
/// use explore::{Explorer, Graph};
/// use game::mock::Mock;
/// let game = Mock::new(3).edge(0, 1).edge(1, 0).edge(1, 2);
/// let graph = Graph::of(&Explorer::new(&game), &mut ());
/// assert_eq!((graph.len(), graph.edges()), (3, 3));
/// ```
pub struct Graph<'a, S: System> {
    space: Space<'a, S>,
    /// What the search has counted.
    pub report: Report,
    states: Box<dyn Numbering<S> + 'a>,
    pub(crate) arrows: Arrows,
}

impl<'a, S: System> Graph<'a, S> {
    /// Searches, and lists all states and steps. Every state is shown to the visitor. If that is enough for it, or a
    /// limit is reached, the report says that the graph is not complete: steps may be missing, but none is there that
    /// should not be.
    pub fn of<I, V>(explorer: &Explorer<'a, S, I>, visitor: &mut V) -> Graph<'a, S>
    where
        I: Indexed<Configuration = S::Configuration, Action = S::Action>,
        V: Visitor<S, Tally: 'static>,
    {
        explorer.with_coding(List { explorer, visitor: Erased::new(visitor) })
    }

    /// Returns the number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.arrows.len()
    }

    /// Returns whether there is no state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of steps.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.arrows.to.len()
    }

    /// Returns the numbers of the starts.
    #[must_use]
    pub fn starts(&self) -> &[u32] {
        &self.arrows.starts
    }

    /// Returns the state of a number.
    #[must_use]
    pub fn state(&self, number: u32) -> S::Configuration {
        self.states.state(number)
    }

    /// Returns the number of a state, if it is among them.
    #[must_use]
    pub fn number(&self, state: &S::Configuration) -> Option<u32> {
        self.states.number(self.space.admit(state.clone())?)
    }

    /// Returns the actions of a state, each with the number of the state after it; `None` if that was not reached.
    pub fn steps(&self, number: u32) -> impl Iterator<Item = (S::Action, Option<u32>)> {
        let state = self.state(number);
        let steps: Vec<(S::Action, S::Configuration)> = self.space.steps(&state).collect();
        steps.into_iter().map(|(action, next)| (action, self.states.number(next)))
    }

    /// Returns a shortest path to a state that a visitor of the search has singled out.
    #[must_use]
    pub fn path_to(&self, found: &Match<S::Configuration>) -> Option<Path<S::Configuration, S::Action>> {
        Path::along(self.space, &self.states.trail(found.place.0 as u32))
    }

    /// Returns the numbers of the states after the actions of a state, in the order of the actions.
    #[must_use]
    pub fn after(&self, number: u32) -> &[u32] {
        self.arrows.after(number)
    }

    /// The bytes held while something is decided of every state: by the search, by the steps, listed by where they come
    /// from and by where they lead, and by marks for each state.
    pub(crate) fn bytes_to_decide(&self) -> usize {
        /// Flags, counters and a queue: what liveness takes at most, and forcing nearly.
        const MARKS: usize = 24;
        self.report.bytes + 2 * self.arrows.bytes() + MARKS * self.len()
    }

    /// The system, and what counts as the same state.
    pub(crate) fn space(&self) -> Space<'a, S> {
        self.space
    }
}

struct List<'r, 'a, S: System, I> {
    explorer: &'r Explorer<'a, S, I>,
    visitor: Erased<'r, S>,
}

impl<'a, S, I> WithCoding<'a, S> for List<'_, 'a, S, I>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    type Output = Graph<'a, S>;

    fn run<K: Coding<S> + Send + 'a>(self, coding: K) -> Graph<'a, S> {
        let List { explorer, mut visitor } = self;
        let space = explorer.space;
        let (mut visited, mut report) =
            search(space, &coding, explorer.plan(false), &mut visitor, explorer.watcher());
        let offsets = offsets(&mut visited);
        let states = Numbered { coding, visited, offsets };
        // Listed once by where steps come from, and by most callers also by where they lead.
        let listed = 2 * (4 * report.counts.transitions + 8 * report.counts.states);
        // More bytes than can be addressed are more than any limit.
        let needed = report.bytes.saturating_add(usize::try_from(listed).unwrap_or(usize::MAX));
        // What was stopped is not listed: there is no room or no time for it.
        let listed = match report.stopped {
            Some(why) => Err(why),
            None => list(space, &states, &explorer.limits, (needed, &report.counts)),
        };
        // The report says that nothing was listed.
        let arrows = listed.unwrap_or_else(|stopped| {
            report.needed = report.needed.or(Some(needed).filter(|_| stopped == Stopped::Memory));
            report.stopped = report.stopped.or(Some(stopped));
            report.complete = false;
            Arrows { starts: Vec::new(), first: vec![0], to: Vec::new() }
        });
        Graph { space, report, states: Box::new(states), arrows }
    }
}

/// Lists every step, if the limits allow.
fn list<S: System, K: Coding<S> + Send>(
    space: Space<'_, S>,
    states: &Numbered<K, K::Code>,
    limits: &Limits,
    (needed, counts): (usize, &Counts),
) -> Result<Arrows, Stopped> {
    const LOOK_UP: usize = 1 << 12;
    if let Some(stopped) = limits.exceeded(needed) {
        return Err(stopped);
    }
    let mut first = Vec::with_capacity(counts.states as usize + 1);
    let mut to = Vec::with_capacity(counts.transitions as usize);
    first.push(0);
    for shard in &states.visited.shards {
        for code in &shard.read().codes {
            if first.len() % LOOK_UP == 1
                && let Some(stopped) = limits.exceeded(needed)
            {
                return Err(stopped);
            }
            states.coding.with(code, |state| {
                to.extend(space.steps(state).filter_map(|(_, next)| states.number(next)));
            });
            first.push(to.len() as u64);
        }
    }
    let starts = space.starts().filter_map(|start| states.number(start)).collect();
    Ok(Arrows { starts, first, to })
}

/// The number of the first state of each part.
fn offsets<K: Clone + Eq>(visited: &mut Visited<K>) -> Vec<u32> {
    let mut next = 0;
    let mut offsets = Vec::new();
    for shard in &mut visited.shards {
        offsets.push(next);
        next += shard.get().codes.len() as u32;
    }
    offsets
}

/// States and their numbers.
trait Numbering<S: System>: Send + Sync {
    fn state(&self, number: u32) -> S::Configuration;
    fn number(&self, state: S::Configuration) -> Option<u32>;
    /// The states on the way to the one at a link.
    fn trail(&self, link: Link) -> Vec<S::Configuration>;
}

/// Numbers by part, and by place within a part.
struct Numbered<K, C> {
    coding: K,
    visited: Visited<C>,
    offsets: Vec<u32>,
}

impl<S: System, K: Coding<S> + Send> Numbering<S> for Numbered<K, K::Code> {
    fn state(&self, number: u32) -> S::Configuration {
        let shard = self.offsets.partition_point(|&offset| offset <= number) - 1;
        let place = (number - self.offsets[shard]) as usize;
        self.coding.decode(&self.visited.shards[shard].read().codes[place])
    }

    fn number(&self, state: S::Configuration) -> Option<u32> {
        let link = self.visited.find::<S, K>(&self.coding.encode(state))?;
        let (shard, place) = self.visited.place(link);
        Some(self.offsets[shard] + place as u32)
    }

    fn trail(&self, link: Link) -> Vec<S::Configuration> {
        self.visited.trail(link).iter().map(|code| self.coding.decode(code)).collect()
    }
}
