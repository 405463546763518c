//! What the other threads are searching.

use std::sync::atomic::{AtomicU64, Ordering};

/// The positions that some thread is searching right now, so that others look elsewhere first and come back later, when
/// the table knows the answer (ABDADA, in the simple form of Kerrigan). A mark that is lost costs time, never truth.
#[derive(Debug)]
pub(crate) struct Busy(Box<[AtomicU64]>);

const SLOTS: usize = 1 << 12;

impl Busy {
    pub(crate) fn new() -> Busy {
        Busy((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(key ^ key >> 17 ^ key >> 41) as usize % SLOTS]
    }

    /// Whether a thread is searching this position.
    pub(crate) fn has(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    /// This thread begins to.
    pub(crate) fn enter(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    /// It is done.
    pub(crate) fn leave(&self, key: u64) {
        if self.has(key) {
            self.slot(key).store(0, Ordering::Relaxed);
        }
    }
}
