//! Define a game once; then play it, solve it, explore it, check it, and count it.
//!
//! This crate gathers the others under one roof; each can also be used alone.
//!
//! | module | what lives there |
//! |---|---|
//! | [`game`] | the contract: what a game is, and the laws it obeys |
//! | [`games`] | the built-in games, and the registry that knows them by name |
//! | [`search`] | the value of a position: game trees, minimax, alpha-beta |
//! | [`arena`] | players, clocks, matches, records and tournaments |
//! | [`dd`] | decision diagrams with homomorphisms: sets of words too many to list |
//! | [`explore`] | whole state spaces: path counts, and game trees counted by distinct position |
//! | `symbolic` | the same as decision diagrams: exact counts and strong solutions beyond what memory can list (a feature, on by default) |
//!
//! ```
//! use morpion::prelude::*;
//! use morpion::games::mnk::{Mnk, Rule};
//! use morpion::search::tree::Tree;
//!
//! let tic_tac_toe: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
//! assert_eq!(Tree::of(&tic_tac_toe).negamax(), 0);
//! ```

pub use arena;
pub use dd;
pub use explore;
pub use game;
pub use games;
pub use search;
#[cfg(feature = "symbolic")]
pub use symbolic;

/// What most programs want.
pub mod prelude {
    pub use game::laws::Laws;
    pub use game::{
        Evaluate, Game, Indexed, Limits, Notation, Observable, Observe, Outcome, Playable, Player, Random,
        Stop, Symmetry, System, Value, Verdict,
    };
    pub use games::registry::{Catalogued, Spec, Visitor};
}
