//! Homomorphisms: formulas as users write them, and their interned forms, which are numbers.

pub(crate) mod family;
pub(crate) mod hom;
pub(crate) mod inductive;
mod intern;
pub(crate) mod interned;
mod operators;
mod ready;
mod strategy;
mod text;

pub use hom::Hom;
pub use inductive::Inductive;
pub use operators::{id, sum};
pub use strategy::Strategy;
