//! The value of a position.

pub mod lines;
pub mod tree;
