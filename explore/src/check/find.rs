//! Every state that has a property, nearest first, with a shortest path to each.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use game::{Indexed, Limits, System};

use crate::check::property::Predicate;
use crate::explorer::{Exploration, Explorer};
use crate::path::{Path, PathOf};
use crate::report::Report;
use crate::search::erased::Erased;
use crate::search::order::Order;
use crate::search::space::Space;
use crate::search::visitor::{Match, Seen, Visitor};
use crate::search::{Plan, Search};
use crate::store::coding::Inline;
use crate::trail::allowance;

/// The result of [`bfs_find`].
#[derive(Clone, Debug)]
pub struct Found<C, A> {
    /// Whether there is a match.
    pub success: bool,
    /// The number of distinct states examined.
    pub explored: u64,
    /// A shortest path to each match, the nearest first.
    pub matches: Vec<Path<C, A>>,
}

/// Finds every state that can be reached in at most `depth` actions and of which `is_goal` is true.
///
/// `None` in place of a depth means without a limit: only for systems that have finitely many states.
///
/// ```
/// use games::coins::Coins;
/// let coins = Coins::new(100, &[1, 5, 10]);
/// let found = explore::bfs_find(&coins, |chosen| coins.sum(chosen) == 10, Some(7));
/// assert!(found.success);
/// assert_eq!((found.explored, found.matches.len()), (3280, 8));
/// assert_eq!(found.matches[0].len(), 1); // one coin of 10
/// ```
pub fn bfs_find<S: System>(
    system: &S,
    is_goal: impl Fn(&S::Configuration) -> bool + Send + Sync,
    depth: Option<u32>,
) -> Found<S::Configuration, S::Action> {
    let mut all = matches(system, is_goal, depth);
    let matches: Vec<_> = all.by_ref().collect();
    Found { success: !matches.is_empty(), explored: all.explored(), matches }
}

/// Returns an iterator over the same paths: the search goes only as far as the iterator is driven.
///
/// ```
/// use games::coins::Coins;
/// let coins = Coins::new(1_000_000, &[1, 5, 10]);
/// let path = explore::matches(&coins, |chosen| coins.sum(chosen) == 16, None).next().unwrap();
/// assert_eq!(coins.coins(path.end().unwrap()).sum::<u32>(), 16);
/// assert_eq!(path.len(), 3);
/// ```
pub fn matches<'a, S: System, P: Fn(&S::Configuration) -> bool + Send + Sync>(
    system: &'a S,
    is_goal: P,
    depth: Option<u32>,
) -> Matches<'a, S, P> {
    let plan = Plan { order: Order::Breadth, depth, forgets: false, limits: Limits::default() };
    let collector = Collector { is_goal, waiting: VecDeque::new() };
    let space = Space::whole(system);
    Matches { space, search: Search::new(space, &Inline, plan, collector), done: false }
}

/// An iterator over shortest paths to the states that have a property, the nearest first.
pub struct Matches<'a, S: System, P: Fn(&S::Configuration) -> bool + Send + Sync> {
    space: Space<'a, S>,
    search: Search<'a, S, Inline, Collector<S, P>>,
    done: bool,
}

impl<S: System, P: Fn(&S::Configuration) -> bool + Send + Sync> Matches<'_, S, P> {
    /// Returns the number of distinct states examined so far.
    #[must_use]
    pub fn explored(&self) -> u64 {
        self.search.counts().states
    }
}

impl<S: System, P: Fn(&S::Configuration) -> bool + Send + Sync> Iterator for Matches<'_, S, P> {
    type Item = Path<S::Configuration, S::Action>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(found) = self.search.visitor.waiting.pop_front() {
                let trail = self.search.visited.trail(found.place.0 as u32);
                return Path::along(self.space, &trail);
            }
            if self.done {
                return None;
            }
            self.done = self.search.step(&|_| ()).is_err();
        }
    }
}

/// Collects matches until the iterator hands them out.
struct Collector<S: System, P> {
    is_goal: P,
    waiting: VecDeque<Match<S::Configuration>>,
}

impl<S: System, P: Fn(&S::Configuration) -> bool + Send + Sync> Visitor<S> for Collector<S, P> {
    type Tally = Vec<Match<S::Configuration>>;

    #[inline]
    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Self::Tally) {
        if (self.is_goal)(seen.state) {
            tally.push(seen.to_match());
        }
    }

    fn collect(&mut self, tally: Self::Tally) -> ControlFlow<()> {
        self.waiting.extend(tally);
        ControlFlow::Continue(())
    }
}

/// Counts the states of a search that have a property, and finds shortest paths to the nearest `most` of them.
///
/// The same as [`bfs_find`] with everything that an explorer takes: limits, threads, the store. The number is exact
/// also where only some of the paths are wanted, or where the memory and time allowed end before all are found; the
/// nearest match has its path in any case.
///
/// ```
/// use explore::{Explorer, find_with};
/// use game::Limits;
/// use games::coins::{Chosen, Coins};
/// let coins = Coins::new(100, &[1, 5, 10]);
/// let ten = |chosen: &Chosen| coins.sum(chosen) == 10;
/// let two = Limits::default().threads(2);
/// let (found, report) = find_with(&Explorer::new(&coins).depth(7).limits(&two), &ten, 2);
/// assert_eq!((found.number, found.nearest.len(), report.counts.states), (8, 2, 3280));
/// ```
pub fn find_with<S, I>(
    explorer: &Explorer<'_, S, I>,
    is_goal: &Predicate<'_, S::Configuration>,
    most: usize,
) -> (FoundAll<S::Configuration, S::Action>, Report)
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    let found = find_nearest(explorer, is_goal, most);
    let (mut nearest, mut room) = (Vec::new(), found.room());
    for path in found.paths() {
        let states = path.states.iter();
        let bytes: usize = states.map(|state| bytes_of(explorer.space.system, state)).sum();
        if bytes > room && !nearest.is_empty() {
            break;
        }
        room = room.saturating_sub(bytes);
        nearest.push(path);
    }
    (FoundAll { number: found.number, nearest }, found.exploration.report)
}

/// What a state takes on a path, with the action after it.
fn bytes_of<S: System>(system: &S, state: &S::Configuration) -> usize {
    size_of::<S::Configuration>() + system.heap_bytes_of(state) + size_of::<S::Action>()
}

/// Counts the states of a search that have a property, and notes the nearest `most` of them: their paths are found one
/// by one as they are asked for.
///
/// Fewer are noted where a sixteenth of the memory limit holds no more.
pub fn find_nearest<'a, S, I>(
    explorer: &Explorer<'a, S, I>,
    is_goal: &Predicate<'_, S::Configuration>,
    most: usize,
) -> Nearest<'a, S>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    let system = explorer.space.system;
    let each = |start| size_of::<Match<S::Configuration>>() + bytes_of(system, &start);
    // A system without a start has no matches.
    let each = explorer.space.origins().next().map_or(1, each);
    let fit = explorer.limits.bytes().map_or(most, |bytes| bytes / 16 / each);
    gather(
        explorer,
        Noting { is_goal, most: most.min(fit.max(1)), enough: false, number: 0, kept: Vec::new() },
    )
}

/// A shortest path to the nearest state that has a property: the search ends there.
pub(crate) fn find_first<S, I>(
    explorer: &Explorer<'_, S, I>,
    is_goal: &Predicate<'_, S::Configuration>,
) -> (Option<PathOf<S>>, Report)
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    let found = gather(explorer, Noting { is_goal, most: 1, enough: true, number: 0, kept: Vec::new() });
    let path = found.paths().next();
    (path, found.exploration.report)
}

fn gather<'a, S, I>(explorer: &Explorer<'a, S, I>, mut noting: Noting<'_, S>) -> Nearest<'a, S>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    let exploration = explorer.run(&mut Erased::new(&mut noting));
    let limits = explorer.limits.clone();
    Nearest { number: noting.number, exploration, noted: noting.kept, limits }
}

/// The result of [`find_nearest`].
pub struct Nearest<'a, S: System> {
    /// The number of states that match.
    pub number: u64,
    /// The search that met them.
    pub exploration: Exploration<'a, S>,
    noted: Vec<Match<S::Configuration>>,
    limits: Limits,
}

impl<S: System> Nearest<'_, S> {
    /// Returns the number of matches that were noted, and whose paths can be found.
    #[must_use]
    pub fn noted(&self) -> usize {
        self.noted.len()
    }

    /// Returns an iterator over a shortest path to each match that was noted, the nearest first. It ends early when the
    /// time of the search is up; a search that has used up its time gets as much again for the paths.
    pub fn paths(&self) -> impl Iterator<Item = PathOf<S>> {
        let limits = allowance(&self.limits, self.exploration.report.elapsed);
        let in_time = move |&(place, _): &(usize, _)| place == 0 || limits.exceeded(0).is_none();
        let noted = self.noted.iter().enumerate().take_while(in_time);
        noted.filter_map(|(_, found)| self.exploration.path_to(found))
    }

    /// Returns the bytes that paths may take: what the search has left of the memory limit, and a sixteenth of it.
    #[must_use]
    pub fn room(&self) -> usize {
        let left = |limit: usize| limit.saturating_sub(self.exploration.report.bytes) + limit / 16;
        self.limits.bytes().map_or(usize::MAX, left)
    }
}

/// The result of [`find_with`].
#[derive(Clone, Debug)]
pub struct FoundAll<C, A> {
    /// The number of states that match.
    pub number: u64,
    /// A shortest path to each of the nearest.
    pub nearest: Vec<Path<C, A>>,
}

/// Counts the matches and keeps the first.
struct Noting<'a, S: System> {
    is_goal: &'a Predicate<'a, S::Configuration>,
    most: usize,
    /// Whether the nearest `most` are all that is wanted.
    enough: bool,
    number: u64,
    kept: Vec<Match<S::Configuration>>,
}

impl<S: System> Visitor<S> for Noting<'_, S> {
    type Tally = (u64, Vec<Match<S::Configuration>>);

    #[inline]
    fn visit(&self, seen: &Seen<'_, S>, (number, kept): &mut Self::Tally) {
        if (self.is_goal)(seen.state) {
            *number += 1;
            if self.kept.len() + kept.len() < self.most {
                kept.push(seen.to_match());
            }
        }
    }

    fn collect(&mut self, (number, kept): Self::Tally) -> ControlFlow<()> {
        self.number += number;
        let room = self.most - self.kept.len();
        self.kept.extend(kept.into_iter().take(room));
        if self.enough && self.kept.len() == self.most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
