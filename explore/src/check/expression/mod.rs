//! Claims as text: a small language over what a system names.

mod meaning;
mod syntax;
mod token;
mod vocabulary;

pub use vocabulary::{Expression, Vocabulary};
