//! Games as decision diagrams: every position that can be reached, counted without being listed.
//!
//! A game that is [`Symbolic`] says how its positions are words, and how one step changes a word, letter by letter. Then
//! - [`Reaching`] finds all positions ply by ply, one diagram for each ply, and [`reach`] adds them up: exact numbers, how
//!   the games ended, and positions up to symmetry;
//! - [`direct`] finds the same numbers without going ply by ply, where the game knows which positions are unfinished;
//! - [`reach_by_homs`] finds the same states by the other kind of diagrams, [`dd::Set`], as a fixpoint of one
//!   homomorphism that is derived from what the game says: see [`homs`];
//! - [`solve`] finds the value of every position, backwards from the last ply: the diagrams *are* the tablebase, a
//!   [`Table`];
//! - [`tictactoe`] is the classical formula, written by hand, to compare with;
//! - [`laws::check`] compares what a game says here with its rules.
//!
//! A board of a thousand million positions takes a few megabytes, since positions that can go on in the same ways share
//! what they have in common. See [`levels`] for how the diagrams work.

mod absent;
mod classes;
mod direct;
mod ending;
pub mod homs;
pub mod laws;
mod model;
mod reach;
mod reaching;
mod solve;
mod symbolic;
mod table;
pub mod tictactoe;
mod watch;

pub use ::levels;
pub use direct::{Direct, Never, direct};
pub use ending::Ending;
pub use homs::reach_by_homs;
pub use reach::{Options, Reach, reach};
pub use reaching::{Layer, Reaching};
pub use solve::{Solved, Unsolved, solve};
pub use symbolic::{Symbolic, most_mappings};
pub use table::{Slice, Table};
pub use watch::Progress;
