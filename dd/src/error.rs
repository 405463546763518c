//! What can go wrong, as values.

use crate::Var;
use std::fmt;

/// The result of every operation that may fail.
pub type Result<T> = std::result::Result<T, Error>;

/// Everything that can go wrong in this library.
///
/// After any of these errors the manager and all the sets that were held before remain valid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The limit in bytes was reached and collecting dead nodes did not make enough room.
    OutOfMemory {
        /// The limit that was set with [`Builder::memory_limit`](crate::Builder::memory_limit).
        limit: usize,
    },
    /// A homomorphism reached the end of a word and has no answer there ("Terminal ==> Error").
    Terminal {
        /// The homomorphism, as its `Debug` prints it.
        hom: String,
        /// The last variable before the end of the word, if there was one.
        after: Option<Var>,
    },
    /// Negation or the condition of `ite` needed a selector and got something else, or a homomorphism that calls itself
    /// a selector does not act like one.
    NotSelector {
        /// The offending homomorphism.
        hom: String,
    },
    /// The set contains the terminal TOP, so the question has no answer.
    Undefined,
    /// A set of another manager was given.
    ForeignSet,
    /// The manager was used from inside a `phi` that it is itself evaluating.
    Busy,
    /// An observer stopped the computation.
    Stopped,
    /// A value or variable is outside the range this library can hold.
    OutOfRange {
        /// What was out of range.
        what: String,
    },
    /// A number became too large for the type it is counted in.
    Overflow,
    /// A homomorphism failed with its own message (see [`Hom::fail`](crate::Hom::fail)).
    Failed(String),
    /// Homomorphisms are nested too deeply in one another, or one of them waits for its own result.
    TooDeep {
        /// The greatest nesting allowed, or how far a homomorphism that waits for itself was followed.
        limit: u32,
    },
    /// The operation is not defined for this homomorphism.
    Unsupported(String),
    /// A file or text could not be read back.
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
            Error::OutOfMemory { limit } => write!(f, "out of memory: the limit is {limit} bytes"),
            Error::Terminal { hom, after: Some(var) } => {
                write!(f, "{hom} reached the end of a word after variable {var}")
            }
            Error::Terminal { hom, after: None } => write!(f, "{hom} was applied to the empty word"),
            Error::NotSelector { hom } => write!(f, "{hom} is not a selector"),
            Error::Undefined => write!(f, "the set contains TOP (words of incompatible shapes were united)"),
            Error::ForeignSet => write!(f, "the set belongs to another manager"),
            Error::Busy => write!(f, "the manager is evaluating and cannot be used from inside phi"),
            Error::Stopped => write!(f, "stopped by the observer"),
            Error::OutOfRange { what } => write!(f, "{what} is out of range"),
            Error::Overflow => write!(f, "a number became too large for the type it is counted in"),
            Error::Failed(message) => write!(f, "{message}"),
            Error::TooDeep { limit } => write!(f, "homomorphisms nested deeper than {limit}"),
            Error::Unsupported(what) => write!(f, "{what} is not supported"),
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
