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
mod guards;
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
pub(crate) use guards::{Guarded, Guards};
pub(crate) use letters::Last;
pub(crate) use system::Formed;

/// Mixes two numbers so that each bit of the result depends on all of theirs.
pub(crate) fn mixed(a: u64, b: u64) -> u64 {
    let mut mixed = (a.rotate_left(25) ^ b).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

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
