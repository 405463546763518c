//! Why work on a folder did not come to its end.

use std::fmt;
use std::io::{self, ErrorKind};

use game::Stopped;

use crate::place::Place;

/// Why work on a folder did not come to its end. What was finished before is kept, whichever it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The folder is of something else, in use, or cannot be used: the message says what would work.
    Refused(String),
    /// A limit was reached, on the disk too.
    Stopped(Stopped),
    /// A file is damaged: its number among the plies, and its name. Callers outside this crate never see it where it can
    /// be made again.
    Damaged(Damage),
}

/// A file that is not what was written, and where it belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The name of the file.
    pub file: String,
    /// What is wrong.
    pub what: String,
}

impl Error {
    /// What the machine says about a file in a place.
    pub(crate) fn io(place: &Place, file: &str, error: &io::Error) -> Error {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Error::Stopped(Stopped::Disk),
            _ => Error::Refused(format!("{place}/{file}: {error}")),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Refused(why) => f.write_str(why),
            Error::Stopped(why) => write!(f, "{why}"),
            Error::Damaged(damage) => write!(f, "{damage}"),
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is damaged: {}", self.file, self.what)
    }
}

impl std::error::Error for Error {}

impl From<Stopped> for Error {
    fn from(why: Stopped) -> Error {
        Error::Stopped(why)
    }
}
