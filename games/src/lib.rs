//! The built-in games of morpion, one folder each.

pub mod amazons;
pub mod bits;
pub mod coins;
pub mod cube;
pub mod grid;
pub mod hanoi;
pub mod images;
pub mod lines;
mod marks;
pub mod mnk;
pub mod nim;
mod observed;
mod permutations;
mod rank;
pub mod registry;
pub mod ultimate;
