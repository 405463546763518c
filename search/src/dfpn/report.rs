//! What is known so far, and reporting it.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::alpha_beta::Bracket;
use crate::large_stack::SOUND;
use crate::progress::Progress;
use crate::score;

/// The last report, until it is taken.
pub(crate) type Latest<M> = Mutex<Option<Progress<M>>>;

/// What is known of the position that is solved, reported a few times a second.
pub(super) struct Report<'t, M> {
    pub(super) bracket: Bracket,
    /// A move that achieves the lower bound, or holds out for as long as is known; none if nothing is known.
    pub(super) best: Option<M>,
    latest: &'t Latest<M>,
    start: Instant,
    next: Duration,
    /// Nodes until the next look at the clock.
    left: u32,
}

/// How often it is reported, and the number of nodes between two looks at the clock.
const APART: Duration = Duration::from_millis(100);
const NODES: u32 = 1000;

impl<'t, M: Copy> Report<'t, M> {
    pub(super) fn new(latest: &'t Latest<M>) -> Report<'t, M> {
        let start = Instant::now();
        Report { bracket: Bracket::UNKNOWN, best: None, latest, start, next: APART, left: NODES }
    }

    /// Learns that the score lies between these, both included.
    pub(super) fn learn(&mut self, least: i32, most: i32) {
        self.bracket.least = self.bracket.least.max(least);
        self.bracket.most = self.bracket.most.min(most);
    }

    /// Counts a node. Returns whether it is time to report.
    #[inline]
    pub(super) fn is_due(&mut self) -> bool {
        self.left -= 1;
        if self.left > 0 {
            return false;
        }
        self.left = NODES;
        self.start.elapsed() >= self.next
    }

    /// Reports progress.
    pub(super) fn tell(&mut self, nodes: u64, table: u32) {
        let elapsed = self.start.elapsed();
        self.next = elapsed + APART;
        let Bracket { least, most } = self.bracket;
        let (worth, line) = (score::between(least, most), self.best.into_iter().collect());
        let so_far = Progress { worth, line, nodes, elapsed, table };
        *self.latest.lock().expect(SOUND) = Some(so_far);
    }
}
