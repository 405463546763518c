//! Diagrams in levels, from outside.

mod diagrams;
mod memory;
mod words;
