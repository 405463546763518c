//! Games and models as text.
//!
//! A [`Model`] is variables of finite domains and an automaton whose edges are small tests and assignments, each knowing
//! what it reads and writes. Readers of text make models; the forms in which engines use them are made from models
//! alone.

mod meaning;
pub mod model;

pub use meaning::{Plain, TooLong};
pub use model::Model;
