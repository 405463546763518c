#![doc = include_str!("../README.md")]

mod account;
mod combine;
mod diagram;
mod error;
mod file;
mod fixed;
mod image;
mod keys;
mod minimise;
mod reader;
mod relation;
mod shape;
mod sweep;
mod tally;
mod words;

pub use diagram::Diagram;
pub use error::{Error, Result};
pub use file::{Input, Output};
pub use fixed::{Fixed, Mapping};
pub use image::Image;
pub use reader::{Judge, Reader, Tabulated};
pub use relation::{Relation, Steps, Way};
pub use shape::Shape;
pub use sweep::{Automaton, Effort, Sweep, sweep, sweep_to_count};
pub use tally::{Graded, Natural, Tally};
