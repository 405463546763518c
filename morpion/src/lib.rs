//! Define a game once; then play it, solve it, explore it, check it, and count it.
//!
//! This crate gathers the others under one roof; each can also be used alone.
//!
//! | module | what lives there |
//! |---|---|
//! | [`game`] | the contract: what a game is, and the laws it obeys |
//! | [`games`] | the built-in games |
//! | [`rules`] | games as text, in the language Regular Boardgames |
//! | [`registry`] | how a game is named, and what it declares |
//! | [`search`] | the value of a position: game trees, minimax, alpha-beta |
//! | [`explore`] | whole state spaces: path counts, and game trees counted by distinct position |
//! | [`dd`] | decision diagrams with homomorphisms: sets of words too many to list |
//! | [`symbolic`] | games as decision diagrams: exact counts and strong solutions beyond what memory can list |
//! | [`arena`] | players, clocks, matches, records and tournaments |
//! | [`tablebase`] | the value of every position, in one file |
//! | [`catalogue`] | every game as an object, with every engine behind it |
//! | `App` | the command line for your own games (feature `cli`) |
//!
//! ```
//! use morpion::games::mnk::{Mnk, Rule};
//! use morpion::prelude::*;
//!
//! let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
//! assert_eq!(morpion::solve(&game).value(), Some(Value::win(7)));
//! let best = &morpion::analyze(&game, &game.initial())[0];
//! assert_eq!(best.answer.value(), Some(Value::win(7)));
//! ```

pub use {arena, catalogue, dd, explore, game, games, registry, rules, search, symbolic, tablebase};

#[cfg(feature = "bare-cli")]
pub use cli::App;

mod ask;

pub use ask::{Ask, analyze, solve};

/// What most programs want.
pub mod prelude {
    pub use catalogue::{Catalogue, Entry, Job, Variant};
    pub use game::laws::Laws;
    pub use game::{
        Evaluate, Game, Indexed, Limits, Notation, Observable, Observe, Outcome, ParseError, Playable,
        Player, Random, Stop, Symmetry, SyntaxError, System, Value, Verdict, square,
    };
    pub use registry::{About, Alias, Capabilities, Family, Field, Parameters, Visitor, declare};
}
