//! Exceptions that were raised where no error can be returned: inside an engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::{PyErr, PyResult};

use crate::error::wrong;

/// The first exception that Python code raised inside an engine. Once there is one, that code answers at once, so that
/// the engine soon ends; its result is then dropped, and the exception raised.
#[derive(Clone, Default, Debug)]
pub(crate) struct Fault(Arc<Inner>);

#[derive(Default, Debug)]
struct Inner {
    is_there: AtomicBool,
    kept: Mutex<Kept>,
}

#[derive(Default, Debug)]
struct Kept {
    error: Option<PyErr>,
    /// How often an exception came or was raised: whoever finds it changed has had answers that do not count.
    changes: u64,
}

impl Fault {
    /// Whether an exception was raised.
    pub(crate) fn is_there(&self) -> bool {
        self.0.is_there.load(Ordering::Relaxed)
    }

    /// Keeps an exception, if it is the first.
    pub(crate) fn keep(&self, error: PyErr) {
        let mut kept = self.lock();
        kept.changes += 1;
        kept.error.get_or_insert(error);
        self.0.is_there.store(true, Ordering::Relaxed);
    }

    /// Asks something, and raises what was raised meanwhile, if anything was; from then on there is nothing.
    ///
    /// Several threads may ask at once. If the exception of one is raised in another, the first is told that its answer
    /// does not count.
    pub(crate) fn unless_raised<R>(&self, ask: impl FnOnce() -> R) -> PyResult<R> {
        let before = self.lock().changes;
        let answer = ask();
        let mut kept = self.lock();
        match kept.error.take() {
            Some(error) => {
                kept.changes += 1;
                self.0.is_there.store(false, Ordering::Relaxed);
                Err(error)
            }
            None if kept.changes == before => Ok(answer),
            None => Err(wrong(
                "the game has raised an exception for another thread, so this one has no answer; ask again",
            )),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        // What it protects is whole at any moment.
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
