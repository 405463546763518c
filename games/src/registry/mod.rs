//! Every game by name: `mnk:4,4,4` becomes the game, and every mistake an answer that helps.
//!
//! A game is written `name` or `name:parameters`. The text is parsed into a [`Spec`]; a spec hands the game it
//! describes, with its concrete type, to a [`Visitor`], so that engines are compiled for each game and nothing is
//! decided while they run.
//!
//! ```
//! use game::{Notation, Playable, Symmetry};
//! use games::registry::{Catalogued, Spec, Visitor};
//!
//! struct Draw;
//!
//! impl Visitor for Draw {
//!     type Output = String;
//!     fn game<G: Playable + Catalogued>(self, game: &G) -> String {
//!         game.board_text(&game.initial())
//!     }
//!     fn system<S: Catalogued>(self, system: &S) -> String {
//!         system.starts().map(|start| system.board_text(&start)).collect()
//!     }
//! }
//!
//! let spec: Spec = "mnk:2,2,2".parse().unwrap();
//! assert_eq!(spec.visit(Draw), "2 . .\n1 . .\n  a b");
//! let error = "mnk:2,q,2".parse::<Spec>().unwrap_err();
//! assert_eq!(error.problem, "`q` is not a number");
//! ```

mod catalogued;
mod entries;
mod parameters;
mod spec;
mod visit;

pub use catalogued::{Catalogued, LinesTask};
pub use entries::{ALIASES, Alias, ENTRIES, Entry};
pub use game::Mistake as SpecError;
pub use spec::{Spec, Variant};
pub use visit::Visitor;
