//! The threads for long computations, and the queue before them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use game::Stop;
use serde_json::{Value, json};

use crate::stream::Mailbox;

/// The most computations that wait.
const MOST_WAITING: usize = 256;
/// The stack of a thread that computes.
const STACK: usize = 16 << 20;

/// What is to be done: it gets the mailbox, and returns the last event.
type Work = Box<dyn FnOnce(&Mailbox) -> Value + Send>;

/// A few threads, and a queue in order of arrival. Nobody has more than one place in it, so it is fair: whoever begins
/// something else, or cancels, loses the place.
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    arrived: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    next: u64,
    closed: bool,
}

struct Waiting {
    number: u64,
    work: Work,
    stop: Stop,
    mailbox: Mailbox,
}

impl Queue {
    /// Tells everybody who waits how many are before.
    fn tell_places(&self) {
        for (place, waiting) in (1..).zip(&self.waiting) {
            waiting.mailbox.queued(place);
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // A queue is whole whenever the lock is free.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next computation; `None` when there will be no more.
    fn next(&self) -> Option<Waiting> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(first) = queue.waiting.pop_front() {
                queue.tell_places();
                return Some(first);
            }
            // As in `lock`.
            queue = self.arrived.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A place in the queue, given up when it is dropped. What runs already is not affected.
pub(crate) struct Ticket {
    number: u64,
    shared: Arc<Shared>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        let before = queue.waiting.len();
        queue.waiting.retain(|waiting| waiting.number != self.number);
        if queue.waiting.len() < before {
            queue.tell_places();
        }
    }
}

impl Pool {
    /// Starts so many threads.
    ///
    /// # Errors
    /// If the system has no more threads.
    pub(crate) fn start(threads: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared { queue: Mutex::default(), arrived: Condvar::new() });
        for number in 1..=threads {
            let shared = Arc::clone(&shared);
            let work = move || {
                while let Some(Waiting { work, mailbox, .. }) = shared.next() {
                    mailbox.queued(0);
                    let last = guarded(|| work(&mailbox));
                    mailbox.last(&last);
                }
            };
            std::thread::Builder::new().name(format!("heavy-{number}")).stack_size(STACK).spawn(work)?;
        }
        Ok(Pool(shared))
    }

    /// Returns whether too many wait already.
    pub(crate) fn is_full(&self) -> bool {
        self.0.lock().waiting.len() >= MOST_WAITING
    }

    /// Takes those out of the queue that were stopped while they waited, and tells them.
    pub(crate) fn drop_stopped(&self) {
        let mut queue = self.0.lock();
        let (stopped, waiting): (VecDeque<_>, VecDeque<_>) =
            std::mem::take(&mut queue.waiting).into_iter().partition(|waiting| waiting.stop.is_stopped());
        queue.waiting = waiting;
        if !stopped.is_empty() {
            queue.tell_places();
        }
        drop(queue);
        stopped.iter().for_each(|waiting| waiting.mailbox.last(&json!({ "error": "cancelled" })));
    }

    /// Puts a computation into the queue; `None` if too many wait already.
    pub(crate) fn submit(&self, mailbox: Mailbox, stop: Stop, work: Work) -> Option<Ticket> {
        let mut queue = self.0.lock();
        if queue.waiting.len() >= MOST_WAITING || queue.closed {
            return None;
        }
        let number = queue.next;
        queue.next += 1;
        mailbox.queued(queue.waiting.len() + 1);
        queue.waiting.push_back(Waiting { number, work, stop, mailbox });
        drop(queue);
        self.0.arrived.notify_one();
        Some(Ticket { number, shared: Arc::clone(&self.0) })
    }

    /// Lets the threads end when they are done with what they are at.
    pub(crate) fn close(&self) {
        let mut queue = self.0.lock();
        queue.closed = true;
        queue.waiting.clear();
        self.0.arrived.notify_all();
    }
}

/// Does some work; if it panics, the event says that the program is at fault.
pub(crate) fn guarded(work: impl FnOnce() -> Value) -> Value {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|thrown| {
        if let Some(mistake) = thrown.downcast_ref::<game::SyntaxError>() {
            return json!({ "error": mistake.problem, "help": mistake.help });
        }
        json!({ "error": "the program has made a mistake in this computation", "help": "please report it, with the address of the page" })
    })
}
