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
//! - [`Simulation`]: random walks, for what is too large.
//!
//! Counting without listing:
//! - [`perft`]: how many ways there are to play n moves;
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

mod check;
mod count;
mod explorer;
mod graph;
mod path;
mod report;
mod search;
mod simulation;
mod store;
mod trail;
mod values;

pub use count::{census, fold, natural, perft};

pub use check::expression::{Expression, Vocabulary};
pub use check::find::{Found, FoundAll, Matches, bfs_find, find_with, matches};
pub use check::force::{Forced, can_force, can_force_with};
pub use check::product::{Reached, path_exists, path_meeting};
pub use check::property::{Predicate, Property};
pub use check::{Checker, Finding, Verdict, Witness};
pub use explorer::{Exploration, Explorer};
pub use graph::Graph;
pub use graph::export::{Export, Format};
pub use path::Path;
pub use report::{Counts, Progress, Report, Store};
pub use search::ends::Ends;
pub use search::erased::Erased;
pub use search::order::Order;
pub use search::visitor::{Flow, Match, Place, Seen, Visitor};
pub use simulation::{Play, Simulation, Statistics};
pub use values::induction::Unsolved;
pub use values::meter::Solving;
pub use values::strong::{Solution, solve, solve_watched};
pub use values::table::Table;
