//! The value of a position.

pub mod tree;
