//! How a game is named, and what it declares beyond its rules.
//!
//! - [`About`] is what people read about a game: its name, syntax, parameters with their ranges, examples, rules.
//! - [`Parameters`] are the values typed behind the name, checked against the [`Field`]s of the entry.
//! - [`Capabilities`] says which optional traits a game has: symmetry, an index, threats, lines, a symbolic form.
//! - A [`Family`] turns parameters into a game and hands it, with its type, to a [`Visitor`]. So a family knows no
//!   engine, and no engine knows a family.
//!
//! ```
//! use game::{Game, Notation, Outcome, Playable, Player};
//! use registry::{About, Capabilities, Family, Field, Parameters, SyntaxError, Visitor, find};
//!
//! /// One heap; take one, two or three; taking the last wins.
//! #[derive(Clone)]
//! struct Heap(u32);
//!
//! impl Game for Heap {
//!     type State = (u32, Player);
//!     type Move = u32;
//!     fn initial(&self) -> Self::State {
//!         (self.0, Player::First)
//!     }
//!     fn turn(&self, state: &Self::State) -> Player {
//!         state.1
//!     }
//!     fn outcome(&self, state: &Self::State) -> Option<Outcome> {
//!         (state.0 == 0).then_some(Outcome::Win(state.1.other()))
//!     }
//!     fn moves(&self, state: &Self::State) -> impl Iterator<Item = u32> {
//!         1..=state.0.min(3)
//!     }
//!     fn play(&self, state: &mut Self::State, take: u32) {
//!         *state = (state.0 - take, state.1.other());
//!     }
//! }
//!
//! impl Notation for Heap {
//!     fn action_text(&self, _: &(u32, Player), take: u32) -> String {
//!         take.to_string()
//!     }
//!     fn board_text(&self, (left, turn): &(u32, Player)) -> String {
//!         format!("{left} left, {turn} to move")
//!     }
//! }
//!
//! impl Capabilities for Heap {}
//!
//! impl Family for Heap {
//!     const ABOUT: &'static About = &About {
//!         title: "take one, two or three",
//!         syntax: "heap:SIZE",
//!         fields: &[Field::number("SIZE", "the number of objects", 1, 99)],
//!         default: "heap:10",
//!         ..About::new("heap")
//!     };
//!     fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
//!         Ok(visitor.game(Heap(given.number("SIZE")?)))
//!     }
//! }
//!
//! /// Draws the start.
//! struct Draw;
//!
//! impl Visitor for Draw {
//!     type Output = String;
//!     fn game<G: Playable + Notation + Capabilities>(self, game: G) -> String {
//!         game.board_text(&game.initial())
//!     }
//!     fn system<S: Notation + Capabilities>(self, system: S) -> String {
//!         system.starts().map(|start| system.board_text(&start)).collect()
//!     }
//! }
//!
//! let (_, given) = find(&[Heap::ABOUT], "heap:5", "program").unwrap();
//! assert_eq!(Heap::open(&given, Draw), Ok("5 left, first to move".to_string()));
//! let mistake = find(&[Heap::ABOUT], "heap:q", "program").unwrap_err();
//! assert_eq!(mistake.problem, "`q` is not a number");
//! ```

mod about;
mod capabilities;
mod encoding;
mod family;
mod fields;
mod file;
mod find;
mod parameters;

pub use about::{About, Accepts, Alias, Field};
pub use capabilities::{Capabilities, LinesTask};
pub use family::{Family, Visitor};
pub use file::FileField;
pub use find::{find, problems};
pub use game::SyntaxError;
pub use parameters::Parameters;
#[doc(hidden)]
pub use {game, symbolic};
