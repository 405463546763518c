//! What is known so far, and telling it.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::alpha_beta::Bracket;
use crate::progress::Progress;
use crate::score;

/// What was told last, until somebody takes it.
pub(crate) type Latest<M> = Mutex<Option<Progress<M>>>;

/// What is known of the position that is solved, and where that is told a few times a second.
pub(super) struct Report<'t, M> {
    pub(super) bracket: Bracket,
    /// A move that achieves the least of it, or holds out for as long as is known; none if nothing is known.
    pub(super) best: Option<M>,
    told: &'t Latest<M>,
    start: Instant,
    next: Duration,
    /// Nodes until the next look at the clock.
    left: u32,
}

/// How often it is told, and after how many nodes the clock is looked at.
const APART: Duration = Duration::from_millis(100);
const NODES: u32 = 1000;

impl<'t, M: Copy> Report<'t, M> {
    pub(super) fn new(told: &'t Latest<M>) -> Report<'t, M> {
        let start = Instant::now();
        Report { bracket: Bracket::UNKNOWN, best: None, told, start, next: APART, left: NODES }
    }

    /// The score is at least this, and at most that.
    pub(super) fn learn(&mut self, least: i32, most: i32) {
        self.bracket.least = self.bracket.least.max(least);
        self.bracket.most = self.bracket.most.min(most);
    }

    /// A node was examined: whether it is time to tell.
    #[inline]
    pub(super) fn is_due(&mut self) -> bool {
        self.left -= 1;
        if self.left > 0 {
            return false;
        }
        self.left = NODES;
        self.start.elapsed() >= self.next
    }

    /// Tells how far it is.
    pub(super) fn tell(&mut self, nodes: u64, table: u32) {
        let elapsed = self.start.elapsed();
        self.next = elapsed + APART;
        let Bracket { least, most } = self.bracket;
        let (least, most) = (score::value(least), score::value(most));
        let line = self.best.into_iter().collect();
        let so_far = Progress { least, most, line, nodes, elapsed, table };
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(so_far);
    }
}
