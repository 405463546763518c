//! Diagrams in levels: for words that all have the same shape, many times faster than sets.
//!
//! A [`Set`](crate::Set) is free in everything: any variable may follow any other, sets share their nodes, and every
//! node made is looked up among all others. Where all words have one [`Shape`] (the same variables in the same order,
//! with small domains) none of this is needed. A [`Diagram`] keeps the nodes of each level in an array of its own, four
//! bytes for each arc, and is made in two passes over its levels:
//!
//! 1. [`sweep`] walks an [`Automaton`] downwards, level by level. The states met on a level are interned in a table that
//!    lives only as long as the level is being filled. How many words lead to each state is known on the way, so where
//!    only numbers are wanted no diagram is made at all.
//! 2. [`Sweep::diagram`] goes upwards and makes equal states one node.
//!
//! There is no operation cache and no unique table to outgrow the memory, and both passes read memory almost in order.
//!
//! A diagram is a function from words to small numbers; a set is a function to 0 and 1. What is done with diagrams is
//! said by automata: [`Image`] is the image of a diagram under a [`Relation`], sorted by a [`Reader`], in a single
//! sweep, and [`Diagram::combine`] is every pointwise operation.
//!
//! The same relations and judges are also homomorphisms on sets: [`Steps::sources`] and [`Selectors`]. So the two engines
//! can check each other.
//!
//! ```
//! use dd::levels::{Diagram, Shape};
//! use std::sync::Arc;
//!
//! // Words of ten letters a, b, c, and how many b they have.
//! let shape = Arc::new(Shape::uniform(10, 3));
//! let bs = Diagram::by_sum(&shape, |_, letter| u32::from(letter == 1))?;
//! assert_eq!(bs.value(&[0, 1, 2, 1, 1, 0, 0, 0, 0, 1]), Some(1 + 4));
//! let three = bs.relabelled(|count| u32::from(count == 1 + 3));
//! assert_eq!(three.count(1), (120u64 * 128).into()); // ten over three, times 2⁷
//! # dd::Result::Ok(())
//! ```

mod combine;
mod diagram;
mod file;
mod fixed;
mod homs;
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
pub use file::{Input, Output};
pub use fixed::{Fixed, Mapping};
pub use homs::Selectors;
pub use image::Image;
pub use reader::{Judge, Reader, Tabulated};
pub use relation::{Relation, Steps, Way};
pub use shape::Shape;
pub use sweep::{Automaton, Effort, Sweep, sweep, sweep_to_count};
pub use tally::{Graded, Natural, Tally};
