//! A path that meets several predicates in order.

use game::{Indexed, System};

use crate::check::find::{find_first, matches};
use crate::check::property::Predicate;
use crate::explorer::Explorer;
use crate::path::{Path, PathOf};
use crate::report::{Report, Store};
use crate::search::space::Space;

/// The result of [`path_exists`].
#[derive(Clone, Debug)]
pub struct PathFound<C, A> {
    /// A shortest such path, if there is one.
    pub path: Option<Path<C, A>>,
    /// The number of states examined; one counts again where more of the predicates were met before it.
    pub explored: u64,
}

/// Looks for a path from a start that meets the predicates in order, in at most `depth` actions altogether.
///
/// A path meets them if its states can be assigned to the predicates in order: a later predicate at a later state, or
/// at the same one, so that one state may meet several predicates that follow each other. The path found is a shortest
/// one, and ends where the last predicate is met. No predicates at all are met by a start.
///
/// It is enough to count a predicate as met at the first opportunity: waiting opens no way that was not there before.
/// So the search is over pairs of a state and the number of predicates met, and each is looked at once.
///
/// ```
/// use explore::{Predicate, path_exists};
/// use games::coins::{Chosen, Coins};
///
/// let coins = Coins::new(100, &[1, 5, 10]);
/// let ten = |chosen: &Chosen| coins.sum(chosen) == 10;
/// let sixteen = |chosen: &Chosen| coins.sum(chosen) == 16;
/// let way: [&Predicate<'_, Chosen>; 2] = [&ten, &sixteen];
/// assert!(path_exists(&coins, &way, Some(3)).path.is_some()); // 10, 5, 1
/// assert!(path_exists(&coins, &way, Some(2)).path.is_none());
/// ```
pub fn path_exists<S: System>(
    system: &S,
    predicates: &[&Predicate<'_, S::Configuration>],
    depth: Option<u32>,
) -> PathFound<S::Configuration, S::Action> {
    let product = Product { space: Space::whole(system), predicates };
    let mut all = matches(&product, |(_, met)| *met == predicates.len(), depth);
    let path = all.next().map(projected);
    PathFound { path, explored: all.explored() }
}

/// As [`path_exists`], with the depth, the limits, the watcher and the boundary of an explorer. The canonical form and
/// the store are not used: the predicates are about states as they are.
pub fn path_meeting<S, I>(
    explorer: &Explorer<'_, S, I>,
    predicates: &[&Predicate<'_, S::Configuration>],
) -> (Option<PathOf<S>>, Report)
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    let product = Product { space: Space { normal: None, ..explorer.space }, predicates };
    let all_met = |(_, met): &(S::Configuration, usize)| *met == predicates.len();
    let search = explorer.like(&product).store(Store::Exact);
    let (path, report) = find_first(&search, &all_met);
    (path.map(projected), report)
}

/// The path without what was remembered on it.
fn projected<C, A>(path: Path<(C, usize), A>) -> Path<C, A> {
    Path { states: path.states.into_iter().map(|(state, _)| state).collect(), actions: path.actions }
}

/// A system that remembers how many predicates were met.
struct Product<'a, S: System> {
    space: Space<'a, S>,
    predicates: &'a [&'a Predicate<'a, S::Configuration>],
}

impl<S: System> Product<'_, S> {
    fn is_within(&self, state: &S::Configuration) -> bool {
        self.space.within.is_none_or(|within| within(state))
    }

    fn leads_inside(&self, state: &S::Configuration, action: S::Action) -> bool {
        self.space.within.is_none_or(|within| within(&self.space.system.after(state, action)))
    }

    /// Returns how many predicates are met in this state, if `before` of them were met on the way to it.
    fn met(&self, state: &S::Configuration, before: usize) -> usize {
        before + self.predicates[before..].iter().take_while(|holds| holds(state)).count()
    }
}

impl<S: System> System for Product<'_, S> {
    type Configuration = (S::Configuration, usize);
    type Action = S::Action;

    fn starts(&self) -> impl Iterator<Item = Self::Configuration> {
        self.space.origins().filter(|start| self.is_within(start)).map(|start| {
            let met = self.met(&start, 0);
            (start, met)
        })
    }

    fn actions(&self, (state, _): &Self::Configuration) -> impl Iterator<Item = S::Action> {
        self.space.system.actions(state).filter(move |&action| self.leads_inside(state, action))
    }

    fn apply(&self, (state, met): &mut Self::Configuration, action: S::Action) {
        self.space.system.apply(state, action);
        *met = self.met(state, *met);
    }

    fn is_final(&self, (state, met): &Self::Configuration) -> bool {
        *met == self.predicates.len() || self.space.system.is_final(state)
    }

    fn heap_bytes_of(&self, (state, _): &Self::Configuration) -> usize {
        self.space.system.heap_bytes_of(state)
    }

    fn depth(&self, (state, _): &Self::Configuration) -> Option<u32> {
        self.space.system.depth(state)
    }
}
