//! A search, put together from its parts.

use std::time::Duration;

use game::{Absent, Indexed, Limits, System};

use crate::coding::{ByIndex, Coding, Inline};
use crate::erased::Erased;
use crate::order::Order;
use crate::path::Path;
use crate::report::{Counts, Progress, Report, Store};
use crate::retrace::Retrace;
use crate::search::{Plan, search};
use crate::space::{Normal, Space, Within};
use crate::sweep::{self, Sweep, sweep};
use crate::visited::Visited;
use crate::visitor::{Match, Visitor};

/// Rows of bits up to this size are used if nobody says how much memory there is.
const ROOM: usize = 1 << 30;
/// Rows of bits up to this size are used even if only a part of them will be.
const FEW: usize = 1 << 24;

/// A search of everything that can be reached in a system.
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
pub struct Explorer<'a, S: System, I = Absent<S>> {
    pub(crate) space: Space<'a, S>,
    index: Option<&'a I>,
    order: Order<'a, S::Configuration>,
    store: Store,
    threads: usize,
    depth: Option<u32>,
    pub(crate) limits: Limits,
}

impl<'a, S: System> Explorer<'a, S> {
    /// A breadth-first search on one thread, without limits.
    #[must_use]
    pub fn new(system: &'a S) -> Self {
        Explorer {
            space: Space::whole(system),
            index: None,
            order: Order::Breadth,
            store: Store::Auto,
            threads: 1,
            depth: None,
            limits: Limits::default(),
        }
    }

    /// States may be kept by their index, if there is one.
    #[must_use]
    pub fn index<I>(self, index: Option<&'a I>) -> Explorer<'a, S, I>
    where
        I: Indexed<Configuration = S::Configuration, Action = S::Action>,
    {
        let Explorer { space, order, store, threads, depth, limits, .. } = self;
        Explorer { space, index, order, store, threads, depth, limits }
    }
}

impl<'a, S: System, I> Explorer<'a, S, I>
where
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    /// In which order states are looked at.
    #[must_use]
    pub fn order(mut self, order: Order<'a, S::Configuration>) -> Self {
        self.order = order;
        self
    }

    /// How states are kept.
    #[must_use]
    pub fn store(mut self, store: Store) -> Self {
        self.store = store;
        self
    }

    /// On how many threads. What is found does not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// At most so many actions from the start.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.depth = Some(depth);
        self
    }

    /// Each state is treated as the one that this makes of it: its canonical form, say. States that are treated as the
    /// same must have the same properties.
    #[must_use]
    pub fn normal(mut self, normal: &'a Normal<'a, S::Configuration>) -> Self {
        self.space.normal = Some(normal);
        self
    }

    /// States of which this is not true are left out, and so is what lies behind them.
    #[must_use]
    pub fn within(mut self, within: &'a Within<'a, S::Configuration>) -> Self {
        self.space.within = Some(within);
        self
    }

    /// A search of another system to the same depth, on as many threads and with the same limits.
    pub(crate) fn like<'b, T: System>(&self, system: &'b T) -> Explorer<'b, T> {
        let mut other = Explorer::new(system).threads(self.threads).limits(&self.limits);
        other.depth = self.depth;
        other
    }

    /// Starts from these states, in place of the starts of the system.
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

    /// How much the search may spend.
    #[must_use]
    pub fn limits(mut self, limits: &Limits) -> Self {
        self.limits = limits.clone();
        self
    }

    /// Searches, and shows every state to the visitor.
    pub fn run<V: Visitor<S>>(&self, visitor: &mut V) -> Exploration<'a, S> {
        self.run_watched(visitor, &mut |_| ())
    }

    /// The same, saying now and then how far it has come.
    pub fn run_watched<V: Visitor<S>>(
        &self,
        visitor: &mut V,
        watch: &mut dyn FnMut(&Progress),
    ) -> Exploration<'a, S> {
        let store = self.chosen();
        if const { I::IS_THERE }
            && let (Store::Indexed, Some(index)) = (store, self.index)
        {
            let plan = Sweep { threads: self.threads, depth: self.depth, limits: &self.limits, keeps: false };
            let (report, _) = sweep(self.space, index, plan, visitor, watch);
            let trails = Box::new(self.again(store, &report));
            return Exploration { space: self.space, report, trails };
        }
        self.with_coding(Run { explorer: self, visitor, watch, forgets: store == Store::Layered })
    }

    /// Searches, shows every state to the visitor, and returns only what was counted: for whoever asks for no path, a
    /// good deal less to compile.
    pub fn count_watched<V: Visitor<S>>(&self, visitor: &mut V, watch: &mut dyn FnMut(&Progress)) -> Report {
        let store = self.chosen();
        if const { I::IS_THERE }
            && let (Store::Indexed, Some(index)) = (store, self.index)
        {
            let plan = Sweep { threads: self.threads, depth: self.depth, limits: &self.limits, keeps: false };
            return sweep(self.space, index, plan, visitor, watch).0;
        }
        self.with_coding(Count { explorer: self, visitor, watch, forgets: store == Store::Layered })
    }

    /// The store that a search will use: the one that was asked for, if the system has what it takes.
    ///
    /// Left to itself, every state is kept if states may come twice. If none does, an index is used if its bits fit the
    /// memory and are few, or everything is searched; otherwise the layers that lie behind are forgotten.
    #[must_use]
    pub fn chosen(&self) -> Store {
        let broad = matches!(self.order, Order::Breadth);
        let graded = self.space.is_graded();
        let rows = self.index.and_then(|index| sweep::bytes(index, &self.space, false));
        let worth = |bytes: usize| {
            let room = self.limits.bytes().map_or(ROOM, |limit| limit - limit / 8);
            bytes <= if self.depth.is_some() { room.min(FEW) } else { room }
        };
        match self.store {
            Store::Indexed | Store::Auto
                if broad
                    && rows.is_some_and(|rows| self.store == Store::Indexed || graded && worth(rows)) =>
            {
                Store::Indexed
            }
            Store::Layered | Store::Auto if broad && graded => Store::Layered,
            _ => Store::Exact,
        }
    }

    /// How ways are found after a search that kept no links.
    fn again(&self, store: Store, report: &Report) -> Again<'a, S, I> {
        let Explorer { space, index, threads, .. } = *self;
        Again {
            space,
            index,
            store,
            threads,
            limits: self.limits.clone(),
            counts: report.counts.clone(),
            elapsed: report.elapsed,
        }
    }

    /// Does something with the coding that suits the system.
    pub(crate) fn with_coding<T: Task<'a, S>>(&self, task: T) -> T::Output {
        if const { I::IS_THERE }
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
        Plan {
            order: self.order,
            threads: self.threads,
            depth: self.depth,
            forgets,
            limits: self.limits.clone(),
        }
    }
}

/// Something to be done whatever the coding.
pub(crate) trait Task<'a, S: System> {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<K: Coding<S> + Send + 'a>(self, coding: K) -> Self::Output;
}

struct Run<'r, 'a, S: System, I, V> {
    explorer: &'r Explorer<'a, S, I>,
    visitor: &'r mut V,
    watch: &'r mut dyn FnMut(&Progress),
    forgets: bool,
}

impl<'a, S, I, V> Task<'a, S> for Run<'_, 'a, S, I, V>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
    V: Visitor<S>,
{
    type Output = Exploration<'a, S>;

    fn run<K: Coding<S> + Send + 'a>(self, coding: K) -> Exploration<'a, S> {
        let Run { explorer, visitor, watch, forgets } = self;
        let space = explorer.space;
        let (visited, report) = search(space, &coding, explorer.plan(forgets), visitor, watch);
        let trails: Box<dyn Trails<S> + 'a> = if forgets {
            Box::new(explorer.again(Store::Layered, &report))
        } else {
            Box::new(Linked { coding, visited })
        };
        Exploration { space, report, trails }
    }
}

struct Count<'r, 'a, S: System, I, V> {
    explorer: &'r Explorer<'a, S, I>,
    visitor: &'r mut V,
    watch: &'r mut dyn FnMut(&Progress),
    forgets: bool,
}

impl<'a, S, I, V> Task<'a, S> for Count<'_, 'a, S, I, V>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
    V: Visitor<S>,
{
    type Output = Report;

    fn run<K: Coding<S> + Send + 'a>(self, coding: K) -> Report {
        let Count { explorer, visitor, watch, forgets } = self;
        search(explorer.space, &coding, explorer.plan(forgets), visitor, watch).1
    }
}

/// What came of a search, and the ways to what it met.
pub struct Exploration<'a, S: System> {
    space: Space<'a, S>,
    /// What was counted, and why the search ended.
    pub report: Report,
    trails: Box<dyn Trails<S> + 'a>,
}

impl<S: System> Exploration<'_, S> {
    /// The way to a state that a visitor of this search has singled out: a shortest one, if the search was breadth
    /// first. After a search that kept no links it is searched for again, within the same limits: `None` if one of them
    /// is reached before it is found.
    #[must_use]
    pub fn path_to(&self, found: &Match<S::Configuration>) -> Option<Path<S::Configuration, S::Action>> {
        Path::along(self.space, &self.trails.trail(found))
    }
}

/// The states on the way to one.
trait Trails<S: System> {
    fn trail(&self, found: &Match<S::Configuration>) -> Vec<S::Configuration>;
}

/// By searching again, backwards from the state.
struct Again<'a, S: System, I> {
    space: Space<'a, S>,
    index: Option<&'a I>,
    store: Store,
    threads: usize,
    limits: Limits,
    counts: Counts,
    elapsed: Duration,
}

impl<S: System, I> Again<'_, S, I> {
    /// What finding the way may spend: what is left, or, if the search has used it up, as much time again.
    fn allowance(&self) -> Limits {
        if self.limits.exceeded(0).is_none() {
            return self.limits.clone();
        }
        let again = Limits::default().time(self.elapsed + Duration::from_secs(1));
        self.limits.bytes().map_or(again.clone(), |bytes| again.memory(bytes))
    }
}

impl<'a, S, I> Trails<S> for Again<'a, S, I>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    fn trail(&self, found: &Match<S::Configuration>) -> Vec<S::Configuration> {
        let limits = self.allowance();
        let retrace = Retrace { space: self.space, counts: &self.counts, limits: &limits, room: ROOM };
        retrace.run(found, |before, links| {
            let mut explorer = Explorer::new(self.space.system).index(self.index);
            explorer.space = self.space;
            let store = if links { Store::Exact } else { self.store };
            let explorer = explorer.store(store).threads(self.threads).depth(before.depth).limits(&limits);
            let exploration = explorer.run(&mut Erased::new(before));
            let way = before.found().filter(|_| links).map(|first| exploration.trails.trail(first));
            (exploration.report.stopped, way)
        })
    }
}

/// By links from each state to the one it was reached from.
struct Linked<K, C> {
    coding: K,
    visited: Visited<C>,
}

impl<S: System, K: Coding<S>> Trails<S> for Linked<K, K::Code> {
    fn trail(&self, found: &Match<S::Configuration>) -> Vec<S::Configuration> {
        self.visited.trail(found.place.0 as u32).iter().map(|code| self.coding.decode(code)).collect()
    }
}
