//! Errors as exceptions.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(morpion, MorpionError, PyValueError, "What was wrong, where, and what would work.");

/// Returns the exception of a message.
pub(crate) fn wrong(message: impl Display) -> PyErr {
    MorpionError::new_err(message.to_string())
}

/// Turns errors into exceptions.
pub(crate) trait OrRaise<T> {
    /// Returns what there is, or raises a [`MorpionError`] with the message of the error.
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: Display> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(wrong)
    }
}
