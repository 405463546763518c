//! The contract of morpion: what a game is, and what may be known about it.
//!
//! A game is the five methods of [`Game`]. Implement them and every engine of morpion works with your game; the optional
//! traits get more out of the engines. None of these traits does input or output.
//!
//! | trait | what it says | without it |
//! |---|---|---|
//! | [`Game`] | the rules | — |
//! | [`System`] | states and actions, with or without players; every `Game` is one | — |
//! | [`Notation`] | how positions and moves are written, and how they [look] | no play by hand, no command line |
//! | [`Symmetry`] | which positions are the same but for a symmetry | each of them is examined separately |
//! | [`Indexed`] | a number for every position, without gaps | visited positions are kept in hash tables |
//! | [`Observe`] | what may be asked of a position, by name | claims as text know no more than who has won |
//! | [`Lines`] | its squares and lines, where whoever fills a line wins | it is solved by general search, many times slower |
//! | [`Evaluate`] | knowledge about who is ahead and which move to try first | depth-limited play is blind |
//! | [`Threats`] | what could end the game at once, seen without playing | a search plays it out, many times slower |
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

mod absent;
mod evaluate;
mod indexed;
pub mod laws;
mod limits;
mod lines;
pub mod look;
mod mistake;
pub mod mock;
mod notation;
mod observe;
mod outcome;
mod player;
mod random;
mod rules;
mod symmetry;
mod system;
mod threats;
mod value;
mod worth;

pub use absent::Absent;
pub use evaluate::Evaluate;
pub use indexed::Indexed;
pub use limits::{Limits, Stop, Stopped, allocated};
pub use lines::{FilledBy, LineBoard, Lines};
pub use look::{Look, Pick};
pub use mistake::{Mistake, shortened};
pub use notation::{Notation, ParseError, legal_actions, letters, square};
pub use observe::{Kind, Observable, Observe, Parameter, Words};
pub use outcome::Outcome;
pub use player::Player;
pub use random::Random;
pub use rules::{Game, Playable};
pub use symmetry::Symmetry;
pub use system::System;
pub use threats::{Class, Glance, Threats};
pub use value::{Value, Verdict};
pub use worth::Worth;
