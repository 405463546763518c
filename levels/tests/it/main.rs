//! Diagrams in levels, from outside.

mod diagrams;
mod files;
mod memory;
mod words;
