//! What users hold: managers, and sets of words.

pub(crate) mod count;
mod manager;
mod set;
mod statistics;
mod walk;
mod words;

pub use manager::{Builder, Manager};
pub use set::Set;
pub use statistics::{CacheUse, Statistics};
pub use words::{Word, Words};
