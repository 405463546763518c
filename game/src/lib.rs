//! The traits by which a game describes itself to morpion, and the types that its engines share.
//!
//! To define a game, implement the five required methods of [`Game`]; then the general engines of morpion work with it.
//! The other traits are optional: with them, engines can do more with your game, or do it faster. None of these traits
//! does input or output.
//!
//! | trait | what it describes | without it |
//! |---|---|---|
//! | [`Game`] | the rules | — |
//! | [`System`] | states and actions, with or without players; every `Game` is one | — |
//! | [`Notation`] | how positions and moves are written, and how they [look] | people cannot play it; no command line |
//! | [`Symmetry`] | which positions are mirror images or the like | each image of a position is examined separately |
//! | [`Indexed`] | a number for every position, without gaps | visited positions are kept in hash tables |
//! | [`Observe`] | named properties of a position | claims can name only the turn, the ply, the end and the winner |
//! | [`Lines`] | the squares and winning lines of games like k in a row | it is solved by general search, far slower |
//! | [`Evaluate`] | guesses who is ahead and which move to try first | all unfinished positions look equally good |
//! | [`Threats`] | which moves end the game at once, without playing them | a search must play them, far slower |
//!
//! ```
//! use game::{Game, Outcome, Player};
//!
//! /// One heap; take one, two or three; whoever takes the last wins.
//! struct Subtraction;
//!
//! impl Game for Subtraction {
//!     type State = (u8, Player);
//!     type Move = u8;
//!     fn initial(&self) -> Self::State {
//!         (10, Player::First)
//!     }
//!     fn turn(&self, state: &Self::State) -> Player {
//!         state.1
//!     }
//!     fn outcome(&self, state: &Self::State) -> Option<Outcome> {
//!         (state.0 == 0).then_some(Outcome::Win(state.1.other()))
//!     }
//!     fn moves(&self, state: &Self::State) -> impl Iterator<Item = u8> {
//!         1..=state.0.min(3)
//!     }
//!     fn play(&self, state: &mut Self::State, take: u8) {
//!         *state = (state.0 - take, state.1.other());
//!     }
//! }
//!
//! game::laws::check(&Subtraction);
//! ```

pub mod bits;
mod ending;
mod evaluate;
mod indexed;
mod key_hasher;
pub mod laws;
mod limits;
mod lines;
pub mod look;
pub mod mock;
mod notation;
mod observe;
mod outcome;
mod packed;
mod player;
mod random;
mod rules;
mod symmetry;
mod syntax_error;
mod system;
mod threats;
mod unsupported;
mod value;
mod worth;

pub use ending::Ending;
pub use evaluate::Evaluate;
pub use indexed::Indexed;
pub use key_hasher::KeyHasher;
pub use limits::{CAN_START_THREADS, Limits, Stop, Stopped, allocated};
pub use lines::{FilledBy, LineBoard, Lines};
pub use look::{Look, Pick};
pub use notation::{Notation, ParseError, legal_actions, letters, square};
pub use observe::{Kind, Observable, Observe, Parameter, Words};
pub use outcome::Outcome;
pub use packed::{Packed, Packing};
pub use player::Player;
pub use random::Random;
pub use rules::{Game, Playable};
pub use symmetry::Symmetry;
pub use syntax_error::{SyntaxError, shortened, unless_abandoned};
pub use system::System;
pub use threats::{Class, Glance, Threats};
pub use unsupported::Unsupported;
pub use value::{Value, Verdict};
pub use worth::Worth;
