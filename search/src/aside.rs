//! Searching on threads of their own, beside one that waits.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{panic, thread};

/// Searches recurse: threads get a stack that will do for the deepest.
const STACK: usize = 256 << 20;

/// How often the thread that waits looks up.
const APART: Duration = Duration::from_millis(100);

/// Some work, whatever it is about. It leaves its result where whoever waits will find it: so threads and channels are
/// compiled once, not for the moves of every game.
pub(crate) type Work<'w> = Box<dyn FnOnce() + Send + 'w>;

/// Does all of this work, each piece on a thread with a stack for deep searches, and returns when all is done; meanwhile
/// does something else a few times a second. Work for which there is no thread to be had is left undone.
pub(crate) fn aside<'w>(works: Vec<Work<'w>>, meanwhile: &mut dyn FnMut()) {
    thread::scope(|scope| {
        // Nothing is sent: when the last thread has let go of its end, all are done.
        let (busy, done) = mpsc::channel::<()>();
        let start = |work: Work<'w>| {
            let busy = busy.clone();
            let run = move || {
                work();
                drop(busy);
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok()
        };
        let workers: Vec<_> = works.into_iter().filter_map(start).collect();
        drop(busy);
        while done.recv_timeout(APART) == Err(RecvTimeoutError::Timeout) {
            meanwhile();
        }
        for worker in workers {
            worker.join().unwrap_or_else(|broken| panic::resume_unwind(broken));
        }
    });
}
