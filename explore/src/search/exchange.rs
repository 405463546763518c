//! Work shared by several threads, in two phases that take turns: *expand*, in which pieces of the frontier are worked
//! on independently, each putting what it finds into a box for every owner; and *absorb*, in which every owner empties
//! its boxes, in the order of the pieces.
//!
//! A state has one owner, named by the high bits of its hash, and only the owner ever looks it up: no table is shared,
//! and nothing is locked while it is used. Since the boxes are emptied in the order of the pieces, the outcome is the
//! same for any number of threads, down to the order of the states. This is the seam along which a search can be spread
//! over machines: a box is what would be sent.
//!
//! Measured on 4×4 tic-tac-toe and two cores (`bench explore`): two threads are done 1.7 times as fast as one, with all
//! states kept and by layers. What follows about 64 threads is argued, not measured. All work on states is done in jobs
//! that share nothing, 64 owners in one phase and some ten to thousands of pieces of up to 4096 states in the other, so
//! that a thread that is done early finds another job. What does not scale is one meeting of all threads per phase,
//! with the start of the threads, perhaps ten microseconds each: little beside a phase of a hundred thousand states and
//! more, which should take 64 threads about a millisecond; and between the phases one thread hands in the tallies, a
//! few instructions for each piece. With one owner for each thread the slowest owner decides; owners are chosen by hash
//! and differ little.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, RwLock, RwLockReadGuard, RwLockWriteGuard};

use game::{CAN_START_THREADS, Limits, Stopped};

/// Why no lock is ever poisoned.
pub(crate) const SOUND: &str = "a panic in a job ends the search, so no one comes to a lock after it";

/// Does the jobs from 0 to `jobs`, each once, on `threads` threads. A panic in a job is a panic here.
pub(crate) fn share(threads: usize, jobs: usize, job: impl Fn(usize) + Sync) {
    share_any(threads, jobs, &job);
}

/// The same, compiled once for all kinds of jobs: they are large enough for that.
fn share_any(threads: usize, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs {
                return;
            }
            job(number);
        }
    };
    let helpers = if CAN_START_THREADS { threads.min(jobs).saturating_sub(1) } else { 0 };
    // Starting a thread takes ten microseconds: a single job, as in the first layers, is done here.
    if helpers == 0 {
        return work();
    }
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (0..helpers).map(|_| scope.spawn(work)).collect();
        work();
        for helper in helpers {
            // A panic goes on in the thread that asked.
            helper.join().unwrap_or_else(|broken| std::panic::resume_unwind(broken));
        }
    });
}

/// The clock and the switches, looked at by several threads: once one of them has to stop, all do.
pub(crate) struct Halt<'a> {
    limits: &'a Limits,
    why: OnceLock<Stopped>,
}

impl<'a> Halt<'a> {
    /// Nothing has stopped yet.
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Halt { limits, why: OnceLock::new() }
    }

    /// Whether the work has to stop. Reads the clock.
    pub(crate) fn look(&self) -> bool {
        if self.why.get().is_none()
            && let Some(why) = self.limits.exceeded(0)
        {
            self.why.get_or_init(|| why);
        }
        self.why.get().is_some()
    }

    /// Why the work was stopped, if it was.
    pub(crate) fn result(self) -> Result<(), Stopped> {
        self.why.into_inner().map_or(Ok(()), Err)
    }
}

/// What one piece has found, for every owner.
pub(crate) struct Boxes<T>(Vec<Mutex<T>>);

impl<T> Boxes<T> {
    /// Returns a box for each of `owners` owners.
    pub(crate) fn new(owners: usize, one: impl Fn() -> T) -> Boxes<T> {
        Boxes((0..owners).map(|_| Mutex::new(one())).collect())
    }

    /// The box for an owner, while the piece is worked on.
    #[inline]
    pub(crate) fn to(&mut self, owner: usize) -> &mut T {
        self.0[owner].get_mut().expect(SOUND)
    }

    /// The box for an owner, to be emptied by it.
    pub(crate) fn of(&self, owner: usize) -> MutexGuard<'_, T> {
        self.0[owner].lock().expect(SOUND)
    }

    /// All of them.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(|one| one.get_mut().expect(SOUND))
    }
}

/// Something that in one phase is changed by one thread, and in the other read by all. The lock is never waited for:
/// it shows the compiler what the phases guarantee.
pub(crate) struct Phased<T>(RwLock<T>);

impl<T> Phased<T> {
    pub(crate) fn new(item: T) -> Phased<T> {
        Phased(RwLock::new(item))
    }

    pub(crate) fn read(&self) -> RwLockReadGuard<'_, T> {
        self.0.read().expect(SOUND)
    }

    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, T> {
        self.0.write().expect(SOUND)
    }

    pub(crate) fn get(&mut self) -> &mut T {
        self.0.get_mut().expect(SOUND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once() {
        for threads in [1, 2, 5] {
            let done: Vec<AtomicUsize> = (0..100).map(|_| AtomicUsize::new(0)).collect();
            share(threads, 100, |job| {
                done[job].fetch_add(1, Ordering::Relaxed);
            });
            assert!(done.iter().all(|times| times.load(Ordering::Relaxed) == 1));
        }
    }

    #[test]
    fn a_panic_is_handed_on() {
        let broken = std::panic::catch_unwind(|| share(2, 10, |job| assert_ne!(job, 5)));
        assert!(broken.is_err());
    }
}
