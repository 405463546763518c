//! Diagrams from outside.

mod algebra;
mod common;
mod damage;
mod drawing;
mod levels;
mod memory;
mod surface;
