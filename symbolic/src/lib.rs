//! Games as decision diagrams: every position that can be reached, counted without being listed.
//!
//! A game that implements [`Symbolic`] encodes each position as a word, that is, a sequence of small numbers (letters),
//! one for each square, for example. It describes a move as a relation between the word before and the word after it,
//! by an automaton that reads letter by letter. For such a game this crate offers:
//!
//! - [`reach`]: how many positions can be reached at each ply, how many of them end the game and how, and how many
//!   there are up to symmetry. It is built on [`Reaching`], which goes from one ply to the next and keeps only the
//!   diagram of the last ply, unless positions can repeat.
//! - [`reach_kept`]: the same, with the last plies kept by a [`Keeper`], from which a later call goes on.
//! - [`direct`]: the same numbers without going ply by ply, for games that have a [`Direct`] form, because the marks on
//!   a board alone show whether it can be reached and is unfinished.
//! - [`solve`]: the value of every position, computed backwards from the last ply, or until nothing changes where
//!   positions repeat. The resulting diagrams serve as the tablebase: see [`Table`].
//! - [`reach_by_homs`]: the same positions, computed with the other kind of diagrams, [`dd::Set`]. They are the
//!   fixpoint of one homomorphism, which is derived from the relation: see [`homs`].
//! - [`laws::check`]: a test that the symbolic form agrees with the rules.
//!
//! ```
//! use game::Limits;
//! use games::mnk::{Mnk, Rule};
//! use symbolic::{Options, reach};
//!
//! let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
//! let found = reach(&game, Options::default(), &Limits::default(), &mut |_| ());
//! assert_eq!(found.positions(), 5478u32.into());
//! ```
//!
//! For comparison, [`tictactoe`] computes the positions of tic-tac-toe by homomorphisms that are written by hand.
//!
//! A diagram of a billion positions may take only a few megabytes, since words that end in the same letters share
//! nodes. See [`levels`] for how the diagrams work.

mod classes;
mod direct;
mod ending;
mod endless;
pub mod homs;
mod keeper;
pub mod laws;
mod model;
mod reach;
mod reaching;
mod saturated;
mod solve;
mod symbolic;
mod table;
pub mod tictactoe;
mod unsupported;
mod watch;

pub use ::levels;
pub use direct::{Direct, Never, direct};
pub use game::Ending;
pub use homs::reach_by_homs;
pub use keeper::{Keeper, Reading, Writing};
pub use reach::{Options, Reach, reach, reach_kept};
pub use reaching::{Layer, Reaching};
pub use saturated::Saturated;
pub use solve::{Solved, Unsolved, solve};
pub use symbolic::{Symbolic, Unformed, most_mappings};
pub use table::{Slice, Table};
pub use watch::Progress;
