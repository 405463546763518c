//! A search, put together from its parts.

use game::{Indexed, Limits, System, Unsupported};

use crate::path::Path;
use crate::report::{Progress, Report, Store};
use crate::search::order::Order;
use crate::search::space::{Normal, Space, Within};
use crate::search::sweep::{self, Sweep, sweep};
use crate::search::visitor::{Match, Visitor};
use crate::search::{Plan, search};
use crate::store::coding::{ByIndex, Coding, Inline};
use crate::trail::{Trail, linked, searched};

/// Rows of bits up to this size are used if there is no limit on memory.
pub(crate) const ROOM: usize = 1 << 30;
/// Rows of bits up to this size are used even if only a part of them will be.
const FEW: usize = 1 << 24;

/// A search of every state that can be reached in a system.
///
/// ```
/// use explore::Explorer;
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let report = Explorer::new(&game).run(&mut ()).report;
/// assert_eq!((report.counts.states, report.counts.transitions), (5478, 16_167));
/// assert_eq!(report.counts.finals, 958);
/// ```
pub struct Explorer<'a, S: System, I = Unsupported<S>> {
    pub(crate) space: Space<'a, S>,
    pub(crate) index: Option<&'a I>,
    pub(crate) order: Order<'a, S::Configuration>,
    pub(crate) store: Store,
    pub(crate) depth: Option<u32>,
    pub(crate) limits: Limits,
    pub(crate) watch: Option<&'a Watch<'a>>,
}

/// The function that is called now and then with the progress of a search.
pub(crate) type Watch<'a> = dyn Fn(&Progress) + 'a;

impl<'a, S: System> Explorer<'a, S> {
    /// Returns a breadth-first search on one thread, without limits.
    #[must_use]
    pub fn new(system: &'a S) -> Self {
        Explorer {
            space: Space::whole(system),
            index: None,
            order: Order::Breadth,
            store: Store::Auto,
            depth: None,
            limits: Limits::default(),
            watch: None,
        }
    }

    /// Allows states to be kept by their index, if there is one.
    #[must_use]
    pub fn index<I>(self, index: Option<&'a I>) -> Explorer<'a, S, I>
    where
        I: Indexed<Configuration = S::Configuration, Action = S::Action>,
    {
        let Explorer { space, order, store, depth, limits, watch, .. } = self;
        Explorer { space, index, order, store, depth, limits, watch }
    }
}

impl<'a, S: System, I> Explorer<'a, S, I> {
    /// The function that is called with how far the search has come.
    pub(crate) fn watcher(&self) -> &'a Watch<'a> {
        match self.watch {
            Some(watch) => watch,
            None => &|_| (),
        }
    }
}

impl<'a, S: System, I> Explorer<'a, S, I>
where
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    /// Sets the order in which states are examined.
    #[must_use]
    pub fn order(mut self, order: Order<'a, S::Configuration>) -> Self {
        self.order = order;
        self
    }

    /// Sets how states are kept.
    #[must_use]
    pub fn store(mut self, store: Store) -> Self {
        self.store = store;
        self
    }

    /// Cuts the search off `depth` actions from the start.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.depth = Some(depth);
        self
    }

    /// Treats each state as the one that `normal` returns for it, such as its canonical form. States that are treated
    /// as the same must have the same properties.
    #[must_use]
    pub fn normal(mut self, normal: &'a Normal<'a, S::Configuration>) -> Self {
        self.space.normal = Some(normal);
        self
    }

    /// Leaves out states for which `within` is false, and whatever can be reached only through them.
    #[must_use]
    pub fn within(mut self, within: &'a Within<'a, S::Configuration>) -> Self {
        self.space.within = Some(within);
        self
    }

    /// Calls `watch` now and then with the progress of the search.
    ///
    /// ```
    /// use std::cell::Cell;
    ///
    /// use explore::{Explorer, Progress};
    /// use games::mnk::{Mnk, Rule};
    ///
    /// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    /// let deepest = Cell::new(0);
    /// let watch = |so_far: &Progress| deepest.set(so_far.depth);
    /// Explorer::new(&game).watch(&watch).run(&mut ());
    /// assert_eq!(deepest.get(), 9);
    /// ```
    #[must_use]
    pub fn watch(mut self, watch: &'a dyn Fn(&Progress)) -> Self {
        self.watch = Some(watch);
        self
    }

    /// A search of another system to the same depth, with the same limits and watched alike.
    pub(crate) fn like<'b, T: System>(&self, system: &'b T) -> Explorer<'b, T>
    where
        'a: 'b,
    {
        let Explorer { depth, watch, .. } = *self;
        Explorer { depth, watch, limits: self.limits.clone(), ..Explorer::new(system) }
    }

    /// Starts from these states instead of the starts of the system.
    ///
    /// ```
    /// use explore::Explorer;
    /// use game::Notation;
    /// use games::mnk::{Mnk, Rule};
    ///
    /// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    /// let (_, line) = game.parse_line("b2 a1").unwrap();
    /// let report = Explorer::new(&game).starting_from(&line[2..]).run(&mut ()).report;
    /// assert_eq!(report.counts.by_depth[..3], [1, 7, 42]);
    /// ```
    #[must_use]
    pub fn starting_from(mut self, starts: &'a [S::Configuration]) -> Self {
        self.space.starts = Some(starts);
        self
    }

    /// Sets what the search may spend (memory, time and threads), and the flags that stop it. The result does not depend
    /// on the number of threads. Limits on nodes and plies are for other engines: use [`depth`](Explorer::depth) here.
    #[must_use]
    pub fn limits(mut self, limits: &Limits) -> Self {
        self.limits = limits.clone();
        self
    }

    /// Searches, shows every state to the visitor, and returns the counts, with the paths to the states that it noted.
    pub fn run<V: Visitor<S>>(&self, visitor: &mut V) -> Exploration<'a, S> {
        let (report, trail) = self.search::<V, true>(visitor);
        Exploration { space: self.space, report, trail: trail.expect("the search was made with ways") }
    }

    /// Searches, shows every state to the visitor, and returns only the counts. Use it where you need no paths: much
    /// less code is compiled.
    pub fn count<V: Visitor<S>>(&self, visitor: &mut V) -> Report {
        self.search::<V, false>(visitor).0
    }

    /// Searches; with the ways to what was met, if they are wanted.
    fn search<V: Visitor<S>, const WAYS: bool>(&self, visitor: &mut V) -> (Report, Option<Trail<'a, S>>) {
        let store = self.chosen();
        if const { I::IS_SUPPORTED }
            && let (Store::Indexed, Some(index)) = (store, self.index)
        {
            let plan = Sweep { depth: self.depth, limits: &self.limits, keeps: false };
            let (report, _) = sweep(self.space, index, plan, visitor, self.watcher());
            let trail = if const { WAYS } { Some(searched(self, &report)) } else { None };
            return (report, trail);
        }
        self.with_coding(Run::<S, I, V, WAYS> { explorer: self, visitor, forgets: store == Store::Layered })
    }

    /// Returns the store that the search will use: the one that was set, if the system supports it.
    ///
    /// With [`Store::Auto`], every state is kept unless states tell their depth. If they do, an index is used if its
    /// bits fit into memory and are few, or no depth was set; otherwise earlier layers are forgotten.
    #[must_use]
    pub fn chosen(&self) -> Store {
        let broad = matches!(self.order, Order::Breadth);
        let tells_depth = self.space.tells_depth();
        let rows = self.index.and_then(|index| sweep::bytes(index, &self.space, false));
        let worth = |bytes: usize| {
            let room = self.limits.bytes().map_or(ROOM, |limit| limit - limit / 8);
            bytes <= if self.depth.is_some() { room.min(FEW) } else { room }
        };
        match self.store {
            Store::Indexed | Store::Auto
                if broad
                    && rows
                        .is_some_and(|rows| self.store == Store::Indexed || tells_depth && worth(rows)) =>
            {
                Store::Indexed
            }
            Store::Layered | Store::Auto if broad && tells_depth => Store::Layered,
            _ => Store::Exact,
        }
    }

    /// Runs a task with the coding that suits the system.
    pub(crate) fn with_coding<T: WithCoding<'a, S>>(&self, task: T) -> T::Output {
        if const { I::IS_SUPPORTED }
            && let Some(index) = self.index
        {
            if let Some(coding) = ByIndex::<I, u32>::new(index) {
                return task.run(coding);
            }
            if const { size_of::<S::Configuration>() > 16 }
                && let Some(coding) = ByIndex::<I, u64>::new(index)
            {
                return task.run(coding);
            }
        }
        task.run(Inline)
    }

    /// How the search is to go about it.
    pub(crate) fn plan(&self, forgets: bool) -> Plan<'a, S::Configuration> {
        Plan { order: self.order, depth: self.depth, forgets, limits: self.limits.clone() }
    }
}

/// A task that is compiled for each coding: the caller need not know which one suits the system.
pub(crate) trait WithCoding<'a, S: System> {
    /// The result of the task.
    type Output;
    /// Runs the task.
    fn run<K: Coding<S> + Send + 'a>(self, coding: K) -> Self::Output;
}

/// A search; with the ways to what was met, if they are wanted.
struct Run<'r, 'a, S: System, I, V, const WAYS: bool> {
    explorer: &'r Explorer<'a, S, I>,
    visitor: &'r mut V,
    forgets: bool,
}

impl<'a, S, I, V, const WAYS: bool> WithCoding<'a, S> for Run<'_, 'a, S, I, V, WAYS>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
    V: Visitor<S>,
{
    type Output = (Report, Option<Trail<'a, S>>);

    fn run<K: Coding<S> + Send + 'a>(self, coding: K) -> Self::Output {
        let Run { explorer, visitor, forgets } = self;
        let (visited, report) =
            search(explorer.space, &coding, explorer.plan(forgets), visitor, explorer.watcher());
        let trail = if const { !WAYS } {
            None
        } else if forgets {
            Some(searched(explorer, &report))
        } else {
            Some(linked(coding, visited))
        };
        (report, trail)
    }
}

/// The result of a search, and the paths to the states that it met.
pub struct Exploration<'a, S: System> {
    space: Space<'a, S>,
    /// The counts, and why the search ended.
    pub report: Report,
    trail: Trail<'a, S>,
}

impl<S: System> Exploration<'_, S> {
    /// Returns the path to a state that the visitor of this search noted: a shortest one, if the search was breadth
    /// first. If the search kept no links, the path is searched for again within the same limits, and `None` is returned
    /// if one of them is reached first.
    #[must_use]
    pub fn path_to(&self, found: &Match<S::Configuration>) -> Option<Path<S::Configuration, S::Action>> {
        Path::along(self.space, &self.trail_to(found))
    }

    /// The states on that way; none if it was not found.
    pub(crate) fn trail_to(&self, found: &Match<S::Configuration>) -> Vec<S::Configuration> {
        (self.trail)(found)
    }
}
