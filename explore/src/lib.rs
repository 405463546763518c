//! Whole state spaces, state by state.
//!
//! Questions about everything that can be reached:
//! - [`bfs_find`] and [`matches()`]: the states that have a property, each with a shortest path;
//! - [`path_exists`]: a path that meets several predicates in order;
//! - [`Checker`]: claims about a system (always, sometimes, eventually, leads to, until, no deadlock), all decided in one
//!   search, with counter-examples;
//! - [`Vocabulary`]: predicates as text, over what a system names;
//! - [`can_force`]: what a player can force, whatever the other does, with a strategy;
//! - [`solve`] and [`Table`]: the value of every position and how far the end is;
//! - [`Explorer`]: the search behind all of these. Its order, its store, the number of threads, a canonical form, a
//!   boundary and limits can be chosen; a [`Visitor`] looks at every state;
//! - [`Graph`]: states and steps, numbered and listed, and as files for other programs ([`Format`]);
//! - [`simulate`] and [`Simulation`]: random walks, for what is too large.
//!
//! Counting without listing:
//! - [`perft`]: how many ways there are to play so many moves;
//! - [`census`]: how large the whole game tree is, how many games it holds, and who wins, each distinct position
//!   examined once;
//! - [`fold`]: the same for any other quantity that a position inherits from the positions after it.
//!
//! ```
//! use explore::{Checker, Explorer, Property, Verdict};
//! use games::hanoi::{Hanoi, Rings};
//!
//! // Three rings, three pegs: can they all be carried to the last peg, and in how many steps?
//! let hanoi = Hanoi::new(3, 3);
//! let done = |rings: &Rings| (0..3).all(|ring| hanoi.peg(rings, ring) == 2);
//! let (findings, report) = Checker::new(Explorer::new(&hanoi)).claim("done", Property::Sometimes(&done)).run();
//! assert_eq!(findings[0].verdict, Verdict::Holds);
//! assert_eq!(findings[0].witness.as_ref().unwrap().path.len(), 7);
//! assert_eq!(report.counts.states, 27);
//! ```

mod agenda;
mod arrows;
pub mod census;
mod check;
mod coding;
mod erased;
mod examine;
mod exchange;
mod explorer;
mod export;
mod expression;
mod find;
pub mod fold;
mod force;
mod forecast;
mod graph;
mod induction;
mod liveness;
mod meter;
pub mod natural;
mod order;
mod path;
pub mod perft;
mod product;
mod property;
mod report;
mod retrace;
mod search;
mod shard;
mod simulate;
mod simulation;
mod sorting;
mod space;
mod strong;
mod sweep;
mod table;
mod tally;
mod visited;
mod visitor;

pub use check::{Checker, Finding, Verdict, Witness};
pub use erased::Erased;
pub use explorer::{Exploration, Explorer};
pub use export::{Export, Format};
pub use expression::{Expression, Vocabulary};
pub use find::{Found, FoundAll, Matches, bfs_find, find_with, matches};
pub use force::{Forced, can_force, can_force_with};
pub use graph::Graph;
pub use induction::Unsolved;
pub use meter::Solving;
pub use order::Order;
pub use path::Path;
pub use product::{Reached, path_exists, path_meeting};
pub use property::{Predicate, Property};
pub use report::{Counts, Progress, Report, Store};
pub use simulate::{Play, simulate};
pub use simulation::{Simulation, Statistics};
pub use strong::{Solution, solve, solve_watched};
pub use table::Table;
pub use tally::Ends;
pub use visitor::{Flow, Match, Place, Seen, Visitor};
