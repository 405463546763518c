//! What the other threads are searching.

use std::sync::atomic::{AtomicU64, Ordering};

/// The positions or moves that some thread is searching right now, by a number for each, so that other threads search
/// something else first and come back later, when the table knows the answer (ABDADA, in the simple form of Kerrigan).
/// A mark that is lost costs time, never truth.
#[derive(Debug)]
pub(crate) struct Busy(Box<[AtomicU64]>);

const SLOTS: usize = 1 << 12;

impl Busy {
    /// Returns a set without marks.
    pub(crate) fn new() -> Busy {
        Busy((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(key ^ key >> 17 ^ key >> 41) as usize % SLOTS]
    }

    /// Returns whether a thread is searching this.
    pub(crate) fn has(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    /// Does some work while other threads see what it is about.
    #[inline]
    pub(crate) fn during<T>(&self, key: u64, work: impl FnOnce() -> T) -> T {
        self.slot(key).store(key, Ordering::Relaxed);
        let result = work();
        // Another thread may have put its own mark there.
        if self.has(key) {
            self.slot(key).store(0, Ordering::Relaxed);
        }
        result
    }
}
