//! Searches of the whole state space of a game or another system: every state that can be reached, one by one.
//!
//! To answer questions about all reachable states:
//! - [`bfs_find`] and [`matches()`] find the states that satisfy a predicate, each with a shortest path to it;
//! - [`path_exists`] finds a path on which several predicates become true one after the other;
//! - [`Checker`] decides claims about a system (always, sometimes, eventually, leads to, until, no deadlock), all in
//!   one search, and gives an example or a counter-example where there is one;
//! - [`Vocabulary`] turns text into predicates, which may use the properties that a system names;
//! - [`can_force`] decides whether a player can force something, whatever the opponent does, and gives the strategy;
//! - [`solve`] and [`Table`] give the value of every position, and its distance to the end of the game;
//! - [`Explorer`] is the search behind all of these. You can set its order, how it stores states, a canonical form, a
//!   boundary beyond which it does not go, and limits, such as the number of threads; it shows every state to a
//!   [`Visitor`];
//! - [`Graph`] numbers and lists all states and steps, and writes them to files for other programs ([`Format`]);
//! - [`Simulation`] walks at random, through systems that are too large to be searched.
//!
//! To count ways to play without playing each of them:
//! - [`perft`] counts the ways to play n moves;
//! - [`census`] counts the nodes of the whole game tree and the complete games in it, and finds its value; it examines
//!   each distinct position once;
//! - [`fold`] does the same for any other quantity of a position that is computed from the positions after it.
//!
//! In this example a checker finds a shortest solution of a puzzle:
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
mod words;

pub use count::{census, fold, perft};

pub use check::expression::{Expression, Vocabulary};
pub use check::find::{Found, FoundAll, Matches, Nearest, bfs_find, find_nearest, find_with, matches};
pub use check::force::{Forced, can_force, can_force_with};
pub use check::product::{PathFound, path_exists, path_meeting};
pub use check::property::{Predicate, Property};
pub use check::{Checker, Finding, Verdict, Witness};
pub use explorer::{Exploration, Explorer};
pub use graph::Graph;
pub use graph::export::{Export, Format};
pub use path::Path;
pub use report::{Counts, Piece, Progress, Report, Stage, Store};
pub use search::ends::Ends;
pub use search::erased::Erased;
pub use search::largest::Largest;
pub use search::order::Order;
pub use search::visitor::{Match, Place, Seen, Visitor};
pub use simulation::{Play, Simulation, Statistics};
pub use values::induction::Unsolved;
pub use values::strong::{Solution, solve};
pub use values::table::Table;
pub use words::{Followers, sort_words};
