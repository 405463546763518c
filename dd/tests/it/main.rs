//! Diagrams from outside.

mod algebra;
mod common;
mod damage;
mod drawing;
mod memory;
mod surface;
mod views;
