//! Games and models as text.
//!
//! A [`Model`] is variables of finite domains and an automaton whose edges are small tests and assignments, each knowing
//! what it reads and writes. Readers of text make models; the forms in which engines use them are made from models
//! alone, so each form serves every language, and each language has every form.
//!
//! | module or type | what it is |
//! |---|---|
//! | [`model`] | the core: variables, locations, edges, actions, and what they mean |
//! | [`Plain`] | the meaning of a model, in the simplest way: slow, for tests |
//! | [`rbg`] | the reader of Regular Boardgames |
//! | [`TextGame`] | a model as a game of two players, whose scores say who has won |
//! | [`TextSystem`] | a model as a system, with any number of players |
//! | [`Texts`] | games by the name of their file: `morpion play FILE.rbg` |
//! | [`net`], [`pnml`] | Petri nets, which have no bounds that a model would need, and their reader |
//!
//! ```
//! use game::{Game, Notation};
//! use rules::{TextGame, rbg};
//!
//! // Whoever takes the last stone wins; one, two or three are taken at a time.
//! let text = "
//!     #players = left(1), right(1)
//!     #pieces = stone, gone
//!     #variables =
//!     #board = rectangle(up, down, west, east, [stone, stone, stone, stone, stone])
//!     #take(me; other) = ->me west* {! west} ({gone} east)* {stone} [gone]
//!         (. + east {stone} [gone] (. + east {stone} [gone])) ->> [$ me = 1, other = 0]
//!     #rules = (take(left; right) take(right; left))*
//! ";
//! let game: TextGame<[u64; 3]> = TextGame::new(rbg::read("stones", text)?)?;
//! let moves: Vec<String> =
//!     game.moves(&game.initial()).map(|mv| game.action_text(&game.initial(), mv)).collect();
//! assert_eq!(moves, ["a1", "a1b1", "a1b1c1"]);
//! # Ok::<(), game::SyntaxError>(())
//! ```
//!
//! # From a text to a form
//!
//! In `rbg`, `source` cuts the text into tokens, `macros` replaces macros and remembers where they were used, `parse` and
//! `board` read the sections, `network` makes an automaton of the rules, and `unfold` its product with the board, in
//! which steps that only move are gone. `reduce` cuts off what leads nowhere and merges locations with the same future,
//! so that where the last piece was put is no part of a position. `meaning` says in the plainest way what a model means;
//! tests hold the forms against it. `explicit` packs variables into words, each bit of all cells side by side, so that a
//! few operations tell which cells have one of several values; a move is the word of its actions in 16 bytes. Where a
//! decision asks the same of every cell, `scan` finds all moves by shifting such planes against each other; where the
//! keeper has few ways to go, `rule` tells by masks which is open; all else is searched edge by edge, in `walk`. In
//! `symbolic`, `walks` computes backwards from the turns which words pass a pattern and which pairs of words a move
//! relates, and `form` makes automata of these for the crate `symbolic`. `symmetry` finds the exchanges
//! of cells that leave the automaton and the start as they are.
//!
//! # To add a language
//!
//! Write a function from text to [`Model`], with every mistake a [`SyntaxError`](game::SyntaxError) that shows its
//! place, and an entry as [`Texts`] is one, with the ending of its files as
//! [`About::suffix`](registry::About::suffix).
//! The fields of [`Model`] are public. Locations that are not needed do no harm, but locations that differ without need
//! make states differ, as a state holds the location where the next move begins.

mod entry;
mod explicit;
mod keeper;
mod longest;
mod meaning;
pub mod model;
pub mod net;
pub mod pnml;
pub mod rbg;
mod reduce;
pub mod symbolic;
mod symmetry;
mod words;

pub use entry::Texts;
pub use explicit::{Move, State, TextGame, TextSystem, Words};
pub use meaning::{Plain, TooLong};
pub use model::Model;
