//! Searches of whole state spaces, from outside.

mod checking;
mod common;
mod counting;
mod diagrams;
mod exporting;
mod expressions;
mod facts;
mod finding;
mod searching;
mod simulating;
mod solving;
