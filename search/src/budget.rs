//! What a search may spend.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use game::{Limits, Stopped};

/// What a search may spend: time, memory and stop switches by [`Limits`], and nodes and depth. By default nothing is
/// limited but the depth, at 4000 plies: searches recurse.
///
/// ```
/// use std::time::Duration;
/// use game::Limits;
/// use search::Budget;
/// let budget = Budget::default().nodes(1_000_000).limits(Limits::default().time(Duration::from_secs(1)));
/// assert_eq!(budget.most_nodes(), 1_000_000);
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    limits: Limits,
    nodes: u64,
    depth: u32,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { limits: Limits::default(), nodes: u64::MAX, depth: 4000 }
    }
}

impl Budget {
    /// Within these limits of time and memory, and until one of their switches is thrown.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Budget {
        self.limits = limits;
        self
    }

    /// At most so many nodes; with several threads, a few thousand more for each.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Budget {
        self.nodes = nodes;
        self
    }

    /// At most so many plies below the root.
    #[must_use]
    pub fn depth(mut self, plies: u32) -> Budget {
        self.depth = plies;
        self
    }

    /// The most nodes.
    #[must_use]
    pub fn most_nodes(&self) -> u64 {
        self.nodes
    }

    /// The most plies below the root.
    #[must_use]
    pub fn most_plies(&self) -> u32 {
        self.depth
    }

    /// What is left of it after so many nodes.
    pub(crate) fn after(&self, nodes: u64) -> Budget {
        let unlimited = self.nodes == u64::MAX;
        Budget { nodes: if unlimited { u64::MAX } else { self.nodes.saturating_sub(nodes) }, ..self.clone() }
    }

    /// The same budget for random games, each of which takes as long as some nodes.
    pub(crate) fn in_games(self) -> Budget {
        const NODES: u64 = 16;
        let nodes = if self.nodes == u64::MAX { u64::MAX } else { self.nodes / NODES };
        Budget { nodes, ..self }
    }

    /// Whether it will come to an end, and is enough for random games to tell anything.
    pub(crate) fn allows_games(&self) -> bool {
        const FEW: u64 = 20;
        self.is_limited() && self.clone().in_games().nodes >= FEW
    }

    /// Whether a search that does not come to its end will stop.
    pub(crate) fn is_limited(&self) -> bool {
        self.nodes < u64::MAX || self.time_left().is_some()
    }

    /// Whether nothing is left of it.
    pub(crate) fn is_used_up(&self) -> bool {
        self.nodes == 0 || self.time_left() == Some(Duration::ZERO)
    }

    /// One part in so many of the time that is left and of the nodes, and at most so many nodes.
    pub(crate) fn part(&self, parts: u32, most_nodes: u64) -> Budget {
        let limits = match self.limits.time_left() {
            Some(left) => self.limits.clone().time(left / parts),
            None => self.limits.clone(),
        };
        Budget { limits, nodes: (self.nodes / u64::from(parts)).min(most_nodes), depth: self.depth }
    }

    /// The same budget for so many stages, one after the other, each of which counts the nodes of those before it: the
    /// first ends when its part of the time and of the nodes is used up, the last when all is.
    pub(crate) fn stages(&self, count: u32) -> Vec<Budget> {
        let left = self.limits.time_left();
        let stage = |number: u32| {
            let limits = match left {
                Some(left) => self.limits.clone().time(left / count * number),
                None => self.limits.clone(),
            };
            let nodes = match self.nodes {
                u64::MAX => u64::MAX,
                nodes => share_of(nodes, u64::from(number), u64::from(count)),
            };
            Budget { limits, nodes, depth: self.depth }
        };
        (1..=count).map(stage).collect()
    }

    /// Its limits of time and memory, with its switches.
    #[must_use]
    pub fn bounds(&self) -> &Limits {
        &self.limits
    }

    /// How much of the time is left, if time is limited.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.limits.time_left()
    }

    /// At most so long from now on, and no longer than before.
    ///
    /// ```
    /// use std::time::Duration;
    /// use search::Budget;
    /// let budget = Budget::default().within(Duration::from_secs(60)).within(Duration::from_secs(600));
    /// assert!(budget.time_left().is_some_and(|left| left <= Duration::from_secs(60)));
    /// ```
    #[must_use]
    pub fn within(mut self, time: Duration) -> Budget {
        if self.time_left().is_none_or(|left| time < left) {
            self.limits = self.limits.time(time);
        }
        self
    }

    /// The limit of memory in bytes, if there is one.
    #[must_use]
    pub fn bytes(&self) -> Option<usize> {
        self.limits.bytes()
    }
}

/// So many parts of `all`, which has `parts`.
pub(crate) fn share_of(all: u64, number: u64, parts: u64) -> u64 {
    (u128::from(all) * u128::from(number) / u128::from(parts.max(1))) as u64
}

/// Why a search did not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A position came twice: the game may go on for ever, and a search that looks forwards only cannot tell what that
    /// is worth.
    Repetition,
    /// The board has more squares than the engine takes on, so nothing was searched.
    TooLarge,
    /// A limit was met.
    Stopped(Stopped),
}

impl From<Stopped> for Halt {
    fn from(why: Stopped) -> Halt {
        Halt::Stopped(why)
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Repetition => f.write_str("a position came twice, so the game may go on for ever"),
            Halt::TooLarge => f.write_str("the board is too large to be solved"),
            Halt::Stopped(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for Halt {}

/// What all threads of a search have spent together, and whether they should give up.
#[derive(Debug)]
pub(crate) struct Account<'a> {
    budget: &'a Budget,
    nodes: AtomicU64,
    done: AtomicBool,
}

impl<'a> Account<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Account<'a> {
        Account { budget, nodes: AtomicU64::new(0), done: AtomicBool::new(false) }
    }

    /// Goes on within another budget; the nodes so far count.
    pub(crate) fn within(&mut self, budget: &'a Budget) {
        self.budget = budget;
    }

    /// The nodes that were reported so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether one of the limits of time and memory was met, or a switch thrown.
    pub(crate) fn is_over(&self) -> bool {
        self.budget.limits.exceeded(0).is_some()
    }

    /// One of the threads has the answer: the others need not go on.
    pub(crate) fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Another question follows.
    pub(crate) fn resume(&self) {
        self.done.store(false, Ordering::Relaxed);
    }

    pub(crate) fn budget(&self) -> &'a Budget {
        self.budget
    }
}

/// Why a thread stops: for a reason of the whole search, because another thread was faster, or because the table should
/// grow first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Break {
    Halt(Halt),
    Beaten,
    Grow,
}

impl From<Stopped> for Break {
    fn from(why: Stopped) -> Break {
        Break::Halt(why.into())
    }
}

/// The nodes of one thread, and when to look at the clock.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    account: &'a Account<'a>,
    /// Nodes until the next look.
    left: u32,
    /// Nodes between looks.
    share: u32,
    nodes: u64,
    /// At this many nodes the table should grow.
    grow_at: u64,
    /// How many nodes may be examined between looks, and when the last was.
    every: u32,
    looked: Option<Instant>,
}

/// At most so many nodes are examined between two looks at the clock, and at first; where nodes are dear, fewer.
const MOST: u32 = 256;
const FEW: u32 = 8;
/// Looks at the clock should be about so far apart.
const APART: std::ops::Range<Duration> = Duration::from_micros(200)..Duration::from_millis(1);

impl<'a> Meter<'a> {
    pub(crate) fn new(account: &'a Account<'a>) -> Meter<'a> {
        Meter { account, left: 0, share: 0, nodes: 0, grow_at: u64::MAX, every: FEW, looked: None }
    }

    /// Stops with [`Break::Grow`] after so many nodes more.
    pub(crate) fn grow_after(&mut self, nodes: u64) {
        self.grow_at = self.nodes.saturating_add(nodes);
    }

    /// The most plies below the root.
    pub(crate) fn most_plies(&self) -> u32 {
        self.account.budget.depth
    }

    /// The nodes of this thread.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node about to be examined.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Break> {
        if self.left == 0 {
            self.look()?;
        }
        self.left -= 1;
        self.nodes += 1;
        Ok(())
    }

    /// The same for an engine of one thread whose table does not grow by [`Break::Grow`].
    #[inline]
    pub(crate) fn tick_alone(&mut self) -> Result<(), Halt> {
        self.tick().map_err(|why| match why {
            Break::Halt(halt) => halt,
            Break::Beaten | Break::Grow => {
                unreachable!("there is no other thread, and `grow_after` was not called")
            }
        })
    }

    /// Looks at the clock in the middle of a node that takes long.
    #[cold]
    pub(crate) fn look_within(&self) -> Result<(), Break> {
        match self.account.budget.limits.exceeded(0) {
            Some(why) => Err(why.into()),
            None => Ok(()),
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Break> {
        let account = self.account;
        let before = account.nodes.fetch_add(u64::from(self.share), Ordering::Relaxed);
        let spent = before + u64::from(self.share);
        self.share = 0;
        if account.done.load(Ordering::Relaxed) {
            return Err(Break::Beaten);
        }
        if let Some(why) = account.budget.limits.exceeded(0) {
            return Err(why.into());
        }
        if spent >= account.budget.nodes {
            return Err(Stopped::Nodes.into());
        }
        if self.nodes >= self.grow_at {
            return Err(Break::Grow);
        }
        self.pace();
        // Where the nodes end and where the table grows does not depend on the clock.
        let room = (account.budget.nodes - spent).min(self.grow_at - self.nodes);
        self.share = self.every.min(room.min(u64::from(u32::MAX)) as u32);
        self.left = self.share;
        Ok(())
    }

    /// Sees that the clock is looked at often enough, and not much oftener.
    fn pace(&mut self) {
        let now = Instant::now();
        match self.looked.replace(now).map(|before| now.duration_since(before)) {
            Some(apart) if apart < APART.start => self.every = (2 * self.every).min(MOST),
            Some(apart) if apart > APART.end => {
                let fewer = f64::from(self.every) * APART.end.as_secs_f64() / apart.as_secs_f64();
                self.every = (fewer as u32).max(1);
            }
            _ => {}
        }
    }

    /// Reports what was not reported yet.
    pub(crate) fn settle(&mut self) {
        let unreported = u64::from(self.share - self.left);
        self.account.nodes.fetch_add(unreported, Ordering::Relaxed);
        (self.share, self.left) = (0, 0);
    }
}
