//! Searching on a thread of its own, beside one that listens.

use std::sync::mpsc::{self, Sender};
use std::{panic, thread};

/// Searches recurse: threads get a stack that will do for the deepest.
pub(crate) const STACK: usize = 256 << 20;

/// Does some work on a thread with a stack for deep searches, and meanwhile hears what it tells; `None` if there is no
/// such thread to be had.
pub(crate) fn aside<N: Send, T: Send>(
    work: impl FnOnce(Sender<N>) -> T + Send,
    mut hear: impl FnMut(&N),
) -> Option<T> {
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(send)).ok()?;
        receive.iter().for_each(|news| hear(&news));
        Some(worker.join().unwrap_or_else(|broken| panic::resume_unwind(broken)))
    })
}
