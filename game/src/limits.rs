//! How much an engine may spend, and how to stop it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that another thread or a signal handler sets to stop long-running work. All clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Returns a flag that is not set.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Sets the flag, so that all work that watches it stops. The flag cannot be cleared again.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the flag is set.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whether this machine can start threads. On WebAssembly it cannot: all work is done by the thread that asks for it.
pub const CAN_START_THREADS: bool = cfg!(not(target_family = "wasm"));

/// What an engine may spend: time, memory, nodes, depth and threads. It also holds the [`Stop`] flags that interrupt
/// the engine. By default an engine runs on one thread, and nothing else is limited.
///
/// All engines take their limits in this form. An engine ignores a limit that it has no use for: proof-number search,
/// for example, always runs on one thread.
///
/// ```
/// use std::time::Duration;
/// use game::{Limits, Stopped};
/// let limits = Limits::default().memory(1 << 30).time(Duration::from_secs(60)).nodes(1_000_000).threads(2);
/// assert_eq!((limits.most_nodes(), limits.thread_count()), (1_000_000, 2));
/// // An engine says from time to time how much memory it uses, and learns whether to go on.
/// assert_eq!(limits.exceeded(1 << 20), None);
/// assert_eq!(limits.exceeded(1 << 31), Some(Stopped::Memory));
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    memory: Option<usize>,
    deadline: Option<Instant>,
    stops: Vec<Stop>,
    /// [`u64::MAX`] if they are not limited.
    nodes: u64,
    depth: Option<u32>,
    threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: None, deadline: None, stops: Vec::new(), nodes: u64::MAX, depth: None, threads: 1 }
    }
}

impl Limits {
    /// Limits the memory to `bytes` bytes.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Limits {
        self.memory = Some(bytes);
        self
    }

    /// Limits the time to `time`, counted from this call, in place of any earlier time limit. If that is further ahead
    /// than the clock can represent, time is not limited.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Limits {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Adds a flag that stops the work when it is set. If there are several flags, any of them stops it.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Limits {
        self.stops.push(stop);
        self
    }

    /// Limits a search to `nodes` nodes; for random games, that is the number of games. On several threads, each thread
    /// but one may examine a few hundred nodes more.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Limits {
        self.nodes = nodes;
        self
    }

    /// Limits a search to a depth of `plies` plies, counted from the position where it starts.
    #[must_use]
    pub fn depth(mut self, plies: u32) -> Limits {
        self.depth = Some(plies);
        self
    }

    /// Allows the engine to use `threads` threads; 0 counts as 1, and so does any number where no thread can be
    /// [started](CAN_START_THREADS). Counts and proved values do not depend on this number; which of several equally
    /// good moves is found may.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Limits {
        self.threads = if CAN_START_THREADS { threads.max(1) } else { 1 };
        self
    }

    /// Limits the time to `time`, counted from this call, unless less time was left already.
    ///
    /// ```
    /// use std::time::Duration;
    /// use game::Limits;
    /// let limits = Limits::default().within(Duration::from_secs(60)).within(Duration::from_secs(600));
    /// assert!(limits.time_left().is_some_and(|left| left <= Duration::from_secs(60)));
    /// ```
    #[must_use]
    pub fn within(self, time: Duration) -> Limits {
        if self.time_left().is_none_or(|left| time < left) { self.time(time) } else { self }
    }

    /// Returns the limits that are left after `nodes` nodes have been examined. Only the limit on nodes changes.
    ///
    /// ```
    /// use game::Limits;
    /// assert_eq!(Limits::default().nodes(100).after(30).most_nodes(), 70);
    /// assert_eq!(Limits::default().after(30).most_nodes(), u64::MAX);
    /// ```
    #[must_use]
    pub fn after(&self, nodes: u64) -> Limits {
        let left = if self.limits_nodes() { self.nodes.saturating_sub(nodes) } else { u64::MAX };
        self.clone().nodes(left)
    }

    /// Returns limits for one of `parts` equal parts of the work: that part of the remaining time and of the nodes, but
    /// at most `most_nodes` nodes. The other limits stay as they are.
    ///
    /// # Panics
    /// If `parts` is 0 and time is limited.
    #[must_use]
    pub fn part(&self, parts: u32, most_nodes: u64) -> Limits {
        let nodes = self.nodes_until(1, parts).min(most_nodes);
        match self.time_left() {
            Some(left) => self.clone().nodes(nodes).time(left / parts),
            None => self.clone().nodes(nodes),
        }
    }

    /// Returns the limits of `count` stages that run one after another and share one count of nodes. Stage i, counted
    /// from 1, ends when i / `count` of the time and of the nodes is used up, so a stage may use what those before it
    /// left.
    ///
    /// ```
    /// use game::Limits;
    /// let stages = Limits::default().nodes(100).stages(3);
    /// assert_eq!(stages.iter().map(Limits::most_nodes).collect::<Vec<_>>(), [33, 66, 100]);
    /// ```
    #[must_use]
    pub fn stages(&self, count: u32) -> Vec<Limits> {
        let left = self.time_left();
        let stage = |number: u32| {
            let limits = self.clone().nodes(self.nodes_until(number, count));
            match left {
                Some(left) => limits.time(left / count * number),
                None => limits,
            }
        };
        (1..=count).map(stage).collect()
    }

    /// Returns how many nodes the first `number` of `count` [stages](Limits::stages) may examine in total.
    #[must_use]
    pub fn nodes_until(&self, number: u32, count: u32) -> u64 {
        if !self.limits_nodes() {
            return u64::MAX;
        }
        // At most `nodes`, as `number` is at most `count`: it fits.
        (u128::from(self.nodes) * u128::from(number.min(count)) / u128::from(count.max(1))) as u64
    }

    /// Returns the limit on nodes, or [`u64::MAX`] if there is none.
    #[must_use]
    pub fn most_nodes(&self) -> u64 {
        self.nodes
    }

    fn limits_nodes(&self) -> bool {
        self.nodes < u64::MAX
    }

    /// Returns the limit on depth in plies, if there is one.
    #[must_use]
    pub fn most_plies(&self) -> Option<u32> {
        self.depth
    }

    /// Returns the number of threads that an engine may use, at least 1.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        self.threads
    }

    /// Returns whether time or nodes are limited. If not, work that has no end of its own, such as random games, may go
    /// on until a flag stops it.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.limits_nodes() || self.deadline.is_some()
    }

    /// Returns whether the time or the nodes are used up.
    #[must_use]
    pub fn is_used_up(&self) -> bool {
        self.nodes == 0 || self.time_left() == Some(Duration::ZERO)
    }

    /// Returns the limit on memory in bytes, if there is one.
    #[must_use]
    pub fn bytes(&self) -> Option<usize> {
        self.memory
    }

    /// Returns how much time is left, if time is limited.
    ///
    /// ```
    /// use std::time::Duration;
    /// use game::Limits;
    /// let limits = Limits::default().time(Duration::from_secs(60));
    /// assert!(limits.time_left().is_some_and(|left| left <= Duration::from_secs(60)));
    /// assert_eq!(Limits::default().time_left(), None);
    /// ```
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Returns why work that holds `bytes` bytes of memory must stop, or `None` if it may go on. This method checks the
    /// stop flags, the memory and the time; engines count nodes and plies themselves. It reads the clock, so call it
    /// every few thousand steps, not at every step.
    #[must_use]
    pub fn exceeded(&self, bytes: usize) -> Option<Stopped> {
        if self.stops.iter().any(Stop::is_stopped) {
            Some(Stopped::Asked)
        } else if self.memory.is_some_and(|limit| bytes > limit) {
            Some(Stopped::Memory)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Stopped::Time)
        } else {
            None
        }
    }
}

/// Estimates how much memory an allocation of `bytes` bytes really takes, including the rounding and the bookkeeping of
/// the allocator. The formula is that of the C library of Linux. An allocation of 0 bytes takes nothing.
///
/// ```
/// assert_eq!([0, 1, 24, 25, 100].map(game::allocated), [0, 32, 32, 48, 112]);
/// ```
#[must_use]
pub const fn allocated(bytes: usize) -> usize {
    const NOTES: usize = 8;
    const LEAST: usize = 32;
    let taken = (bytes + NOTES).next_multiple_of(16);
    if bytes == 0 {
        0
    } else if taken < LEAST {
        LEAST
    } else {
        taken
    }
}

/// Why an engine stopped before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The work needs more memory than is allowed; how much more is not known.
    Memory,
    /// The time is up.
    Time,
    /// A [`Stop`] flag was set.
    Asked,
    /// All nodes that were allowed have been examined, and the work is not done.
    Nodes,
    /// The search reached the limit on plies before the end of the game.
    Depth,
    /// No room is left on the disk, or by a limit on it.
    Disk,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Memory => "more memory would be needed than is allowed",
            Stopped::Time => "the time allowed is used up",
            Stopped::Asked => "interrupted",
            Stopped::Nodes => "the nodes allowed are used up",
            Stopped::Depth => "the game goes on for longer than is allowed",
            Stopped::Disk => "no room is left on the disk",
        })
    }
}

impl std::error::Error for Stopped {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_noticed() {
        assert_eq!(Limits::default().exceeded(usize::MAX), None);
        assert_eq!(Limits::default().memory(10).exceeded(10), None);
        assert_eq!(Limits::default().memory(10).exceeded(11), Some(Stopped::Memory));
        assert_eq!(Limits::default().time(Duration::ZERO).exceeded(0), Some(Stopped::Time));
        assert_eq!(Limits::default().time(Duration::MAX).exceeded(0), None);
        let stop = Stop::new();
        let limits = Limits::default().stop(stop.clone()).stop(Stop::new());
        assert_eq!(limits.exceeded(0), None);
        stop.stop();
        assert_eq!(limits.exceeded(0), Some(Stopped::Asked));
    }

    #[test]
    fn parts_of_limits_keep_the_rest() {
        let limits =
            Limits::default().nodes(1000).depth(7).threads(3).memory(5).time(Duration::from_secs(80));
        let kept = |limits: &Limits| (limits.most_plies(), limits.thread_count(), limits.bytes());
        let part = limits.part(4, 200);
        assert_eq!((part.most_nodes(), kept(&part)), (200, kept(&limits)));
        assert!(part.time_left().is_some_and(|left| left <= Duration::from_secs(20)));
        let stages = limits.stages(4);
        assert_eq!(stages.iter().map(Limits::most_nodes).collect::<Vec<_>>(), [250, 500, 750, 1000]);
        assert!(stages.iter().all(|stage| kept(stage) == kept(&limits)));
        assert!(stages[0].time_left() < stages[3].time_left());
        assert_eq!(limits.after(2000).most_nodes(), 0);
        assert!(limits.after(2000).is_used_up() && limits.is_limited() && !Limits::default().is_limited());
        assert!(!Limits::default().depth(1).threads(0).is_limited());
        assert_eq!(Limits::default().threads(0).thread_count(), 1);
        assert!(!Limits::default().part(8, u64::MAX).is_limited());
    }
}
