//! The symbolic form: a model as decision diagrams, with no word from its author.
//!
//! ```text
//!   Letters     which values each variable can have, and at which level it is read
//!   Store       sets of words and relations between words, as diagrams that share their nodes
//!   Walks       where walks lead, backwards from the turns: conditions as sets, moves as relations
//!   Form        the moves of each player and how the game stands, as automata for the crate `symbolic`
//! ```

mod automata;
mod counts;
mod form;
mod letters;
mod nodes;
mod order;
mod relations;
mod store;
mod system;
mod terms;
mod walks;

use game::Stopped;
use std::fmt;

pub use automata::{OneMove, Standing};
pub(crate) use form::Form;
pub use form::Size;
pub(crate) use letters::Last;
pub(crate) use system::Formed;

/// Why a model has no symbolic form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoForm {
    /// A limit was reached while it was made.
    Stopped(Stopped),
    /// The order does not have every variable once.
    Order,
    /// Something depends on too much.
    Wide(&'static str),
}

impl From<Stopped> for NoForm {
    fn from(stopped: Stopped) -> NoForm {
        NoForm::Stopped(stopped)
    }
}

impl fmt::Display for NoForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoForm::Stopped(stopped) => stopped.fmt(f),
            NoForm::Order => f.write_str("the order of variables does not have each of them once"),
            NoForm::Wide(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for NoForm {}
