//! What a server may be told.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// What a server may be told. By default it can be reached from this machine only.
///
/// ```
/// let options = serve::Options { port: 0, read_only: true, ..serve::Options::default() };
/// assert!(options.bind.is_loopback());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Names under which the server may be addressed, beside `localhost` and addresses made of numbers. A request that
    /// names another host is refused, because it may come from a foreign page whose name was pointed at this machine.
    pub hosts: Vec<String>,
    /// Whether to show the page in a browser.
    pub open: bool,
    /// Whether long computations are refused.
    pub read_only: bool,
    /// The threads for long computations, all together.
    pub threads: usize,
    /// The memory for computations, all together, in bytes.
    pub memory: usize,
    /// The longest time of one computation.
    pub time: Duration,
    /// How long a session is kept that nobody uses.
    pub expiry: Duration,
    /// How long a client may be slow to read before it is given up.
    pub patience: Duration,
    /// How long a client may take to send the head of a request, or to send nothing between two requests.
    pub head_time: Duration,
    /// How long a client may take to send what follows the head.
    pub body_time: Duration,
    /// The most connections at once; others wait until one ends.
    pub connections: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8080,
            hosts: Vec::new(),
            open: false,
            read_only: false,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: 2 << 30,
            time: Duration::from_secs(60),
            expiry: Duration::from_secs(600),
            patience: Duration::from_secs(20),
            head_time: Duration::from_secs(30),
            body_time: Duration::from_secs(15),
            connections: 1024,
        }
    }
}

/// The most computations at once: more only make each of them slower.
const MOST_AT_ONCE: usize = 4;
/// The computer's moves that are looked for at once: those of a few nodes, and those that take all the time of a move.
pub(crate) const QUICK_AT_ONCE: usize = 8;
pub(crate) const THOUGHTS_AT_ONCE: usize = 4;
/// The time of a computer's move, and the same where long computations are refused.
const MOVE_TIME: Duration = Duration::from_secs(5);
const READ_ONLY_MOVE_TIME: Duration = Duration::from_millis(300);

impl Options {
    /// Returns how many long computations run at once.
    pub(crate) fn at_once(&self) -> usize {
        self.threads.clamp(1, MOST_AT_ONCE)
    }

    /// Returns what one request may spend, so that all together stay within the options.
    pub(crate) fn ceilings(&self) -> protocol::Ceilings {
        let at_once = self.at_once();
        // A quarter of the memory is for computer's moves.
        let for_moves = self.memory / 4;
        let quick_time = if self.read_only { READ_ONLY_MOVE_TIME } else { MOVE_TIME };
        protocol::Ceilings {
            time: self.time,
            quick_time: quick_time.min(self.time),
            memory: (self.memory - for_moves) / at_once,
            quick_memory: for_moves / (QUICK_AT_ONCE + THOUGHTS_AT_ONCE),
            threads: (self.threads / at_once).max(1),
            read_only: self.read_only,
        }
    }
}
