//! What can go wrong, as values.

use std::fmt;

/// The result of every operation that may fail.
pub type Result<T> = std::result::Result<T, Error>;

/// Everything that can go wrong in this library.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The watcher stopped the work.
    Stopped,
    /// A number became too large for the type it is counted in.
    Overflow,
    /// A number is outside the range that this library can hold.
    OutOfRange {
        /// What was out of range.
        what: String,
    },
    /// A file could not be read back.
    Corrupt {
        /// What was wrong with it.
        reason: String,
    },
    /// Reading or writing failed.
    Io(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Stopped => write!(f, "stopped by the watcher"),
            Error::Overflow => write!(f, "a number became too large for the type it is counted in"),
            Error::OutOfRange { what } => write!(f, "{what} is out of range"),
            Error::Corrupt { reason } => write!(f, "damaged diagram: {reason}"),
            Error::Io(message) => write!(f, "{message}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Error::Io(error.to_string())
    }
}
