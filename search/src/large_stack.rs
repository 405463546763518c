//! Searching on threads with large stacks, beside one that waits.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{panic, thread};

use game::CAN_START_THREADS;

/// The stack of a thread: searches recurse, and this is enough for the deepest.
const STACK: usize = 256 << 20;

/// How often the thread that waits looks up.
const APART: Duration = Duration::from_millis(100);

/// Why no lock of a search is poisoned.
pub(crate) const SOUND: &str = "a panic in a thread is passed on, so no one comes to a lock after it";

/// A piece of work that leaves its result where the caller will find it. Without a type for results, threads and
/// channels are compiled once and not for the moves of every game.
pub(crate) type Work<'w> = Box<dyn FnOnce() + Send + 'w>;

/// Does all of this work, each piece on a thread with a large stack, and returns when all is done; calls `meanwhile` a
/// few times a second. Work for which no thread can be started is left undone.
///
/// On WebAssembly, where nothing can start a thread, all work is done here, one piece after another. There the stack is
/// what the program was linked with, and `meanwhile` is called after each piece.
pub(crate) fn run_on_large_stack<'w>(works: Vec<Work<'w>>, meanwhile: &mut dyn FnMut()) {
    if !CAN_START_THREADS {
        for work in works {
            work();
            meanwhile();
        }
        return;
    }
    thread::scope(|scope| {
        // Nothing is sent: when the last thread has dropped its end, all are done.
        let (busy, done) = mpsc::channel::<()>();
        let start = |work: Work<'w>| {
            let busy = busy.clone();
            let run = move || {
                work();
                drop(busy);
            };
            // A thread that does not start is not an error: the callers go on with fewer, and say so if there is none.
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok()
        };
        let workers: Vec<_> = works.into_iter().filter_map(start).collect();
        drop(busy);
        while done.recv_timeout(APART) == Err(RecvTimeoutError::Timeout) {
            meanwhile();
        }
        for worker in workers {
            // A panic goes on in the thread that asked.
            worker.join().unwrap_or_else(|broken| panic::resume_unwind(broken));
        }
    });
}
