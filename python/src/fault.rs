//! Exceptions that were raised where no error can be returned: inside an engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::PyErr;

/// The first exception that Python code raised inside an engine. Once there is one, that code answers at once, so that
/// the engine soon ends; its result is then dropped, and the exception raised.
#[derive(Clone, Default, Debug)]
pub(crate) struct Fault(Arc<Inner>);

#[derive(Default, Debug)]
struct Inner {
    is_there: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Fault {
    /// Whether an exception was raised.
    pub(crate) fn is_there(&self) -> bool {
        self.0.is_there.load(Ordering::Relaxed)
    }

    /// Keeps an exception, if it is the first.
    pub(crate) fn keep(&self, error: PyErr) {
        self.slot().get_or_insert(error);
        self.0.is_there.store(true, Ordering::Relaxed);
    }

    /// Raises the exception, if there is one; from then on there is none.
    pub(crate) fn raise(&self) -> Result<(), PyErr> {
        if !self.is_there() {
            return Ok(());
        }
        let error = self.slot().take();
        self.0.is_there.store(false, Ordering::Relaxed);
        error.map_or(Ok(()), Err)
    }

    fn slot(&self) -> std::sync::MutexGuard<'_, Option<PyErr>> {
        // What it protects is whole at any moment.
        self.0.error.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
