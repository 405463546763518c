//! Games and models as text.
//!
//! A [`Model`] is variables of finite domains and an automaton whose edges are small tests and assignments, each knowing
//! what it reads and writes. Readers of text make models; the forms in which engines use them are made from models
//! alone.

mod entry;
mod explicit;
mod longest;
mod meaning;
pub mod model;
pub mod rbg;
mod reduce;
pub mod symbolic;

pub use entry::Texts;
pub use explicit::{Move, State, TextGame, TextSystem, Words};
pub use meaning::{Plain, TooLong};
pub use model::Model;
