//! What a search has spent so far, of what its [`Limits`] allow.
//!
//! ```text
//! Limits            what may be spent                       game, public
//!   └ SharedBudget  what all threads have spent together    one for each search
//!       └ NodeCounter   the nodes of one thread             one for each thread
//!             └ Interrupt   why a thread stops              what `tick` returns
//! ```

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use game::{CAN_START_THREADS, Limits, Stopped};

use crate::Halt;

/// The depth of a search whose limits name none: searches recurse, and this fits the stack that they are given. Where
/// no thread can be started, that is the stack of a browser, about a megabyte.
pub(crate) const DEEPEST: u32 = if CAN_START_THREADS { 4000 } else { 600 };

/// The bytes that a table may take where the limits name none.
pub(crate) const TABLE_BYTES: usize = 1 << 30;

/// What all threads of a search have spent together, and whether they should give up.
#[derive(Debug)]
pub(crate) struct SharedBudget<'a> {
    limits: &'a Limits,
    nodes: AtomicU64,
    done: AtomicBool,
}

impl<'a> SharedBudget<'a> {
    pub(crate) fn new(limits: &'a Limits) -> SharedBudget<'a> {
        SharedBudget { limits, nodes: AtomicU64::new(0), done: AtomicBool::new(false) }
    }

    /// Goes on within other limits; the nodes so far count.
    pub(crate) fn set_limits(&mut self, limits: &'a Limits) {
        self.limits = limits;
    }

    /// Returns the limits.
    pub(crate) fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Returns the nodes that were reported so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the greatest number of plies below the root.
    pub(crate) fn most_plies(&self) -> u32 {
        // Nobody may have set a limit; then it is ours, here and below.
        self.limits.most_plies().unwrap_or(DEEPEST)
    }

    /// Returns the bytes that a table may take.
    pub(crate) fn table_bytes(&self) -> usize {
        self.limits.bytes().unwrap_or(TABLE_BYTES)
    }

    /// Returns whether the time is up or a stop flag is set.
    pub(crate) fn is_over(&self) -> bool {
        self.limits.exceeded(0).is_some()
    }

    /// Tells the other threads that one of them has the answer.
    pub(crate) fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Lets threads work on another query.
    pub(crate) fn resume(&self) {
        self.done.store(false, Ordering::Relaxed);
    }
}

/// Why a thread stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Interrupt {
    /// For a reason of the whole search.
    Halt(Halt),
    /// Another thread was faster.
    Beaten,
    /// The table should grow first.
    Grow,
}

impl From<Stopped> for Interrupt {
    fn from(why: Stopped) -> Interrupt {
        Interrupt::Halt(why.into())
    }
}

/// Counts the nodes of one thread, and decides when to look at the clock.
///
/// A node takes about 100 ns, and so does reading a clock that other threads share a cache line with. So nodes are
/// counted in a field of the thread, and only every few hundred of them are added to the shared budget.
#[derive(Debug)]
pub(crate) struct NodeCounter<'a> {
    budget: &'a SharedBudget<'a>,
    /// Nodes until the next look at the clock.
    left: u32,
    /// Nodes between the last look and the next.
    share: u32,
    nodes: u64,
    /// The table should grow at this number of nodes.
    grow_at: u64,
    /// Nodes between two looks, as the last ones were far apart in time.
    every: u32,
    looked: Option<Instant>,
}

/// The most nodes between two looks at the clock, and the number at first; where nodes are slow, there are fewer.
const MOST: u32 = 256;
const FEW: u32 = 8;
/// How far apart two looks at the clock should be.
const APART: std::ops::Range<Duration> = Duration::from_micros(200)..Duration::from_millis(1);

impl<'a> NodeCounter<'a> {
    pub(crate) fn new(budget: &'a SharedBudget<'a>) -> NodeCounter<'a> {
        NodeCounter { budget, left: 0, share: 0, nodes: 0, grow_at: u64::MAX, every: FEW, looked: None }
    }

    /// Stops with [`Interrupt::Grow`] after `nodes` more nodes.
    pub(crate) fn grow_after(&mut self, nodes: u64) {
        self.grow_at = self.nodes.saturating_add(nodes);
    }

    /// Returns the greatest number of plies below the root.
    pub(crate) fn most_plies(&self) -> u32 {
        self.budget.most_plies()
    }

    /// Returns the nodes of this thread.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node about to be examined.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Interrupt> {
        if self.left == 0 {
            self.look()?;
        }
        self.left -= 1;
        self.nodes += 1;
        Ok(())
    }

    /// Counts a node of an engine with one thread whose table does not grow by [`Interrupt::Grow`].
    #[inline]
    pub(crate) fn tick_alone(&mut self) -> Result<(), Halt> {
        self.tick().map_err(|why| match why {
            Interrupt::Halt(halt) => halt,
            Interrupt::Beaten | Interrupt::Grow => {
                unreachable!("there is no other thread, and `grow_after` was not called")
            }
        })
    }

    /// Looks at the clock in the middle of a node that takes long.
    #[cold]
    pub(crate) fn look_within(&self) -> Result<(), Interrupt> {
        match self.budget.limits.exceeded(0) {
            Some(why) => Err(why.into()),
            None => Ok(()),
        }
    }

    // Out of line, so that `tick` is a comparison and two additions.
    #[cold]
    fn look(&mut self) -> Result<(), Interrupt> {
        let budget = self.budget;
        let before = budget.nodes.fetch_add(u64::from(self.share), Ordering::Relaxed);
        let spent = before + u64::from(self.share);
        self.share = 0;
        if budget.done.load(Ordering::Relaxed) {
            return Err(Interrupt::Beaten);
        }
        if let Some(why) = budget.limits.exceeded(0) {
            return Err(why.into());
        }
        if spent >= budget.limits.most_nodes() {
            return Err(Stopped::Nodes.into());
        }
        if self.nodes >= self.grow_at {
            return Err(Interrupt::Grow);
        }
        self.pace();
        // Where the nodes end and where the table grows must not depend on the clock, or no run could be repeated.
        let room = (budget.limits.most_nodes() - spent).min(self.grow_at - self.nodes);
        self.share = self.every.min(room.min(u64::from(u32::MAX)) as u32);
        self.left = self.share;
        Ok(())
    }

    /// Adapts the number of nodes between looks to how long they take.
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

    /// Adds the nodes that were not reported yet to the shared budget.
    pub(crate) fn settle(&mut self) {
        let unreported = u64::from(self.share - self.left);
        self.budget.nodes.fetch_add(unreported, Ordering::Relaxed);
        (self.share, self.left) = (0, 0);
    }
}
