//! Engines that find the value of a position and choose moves.
//!
//! A [`Solver`] finds out whether a position is won, drawn or lost for the player to move, in how many plies, and by
//! which move. `Solver::new(&game)` works for every [`Game`](game::Game). With more [`Knowledge`], such as
//! [`Tactical`], the search is faster, but the value it finds is the same. [`Limits`](game::Limits) set what a search
//! may spend.
//!
//! ```
//! use game::{Game, Value};
//! use games::mnk::{Mnk, Rule};
//! use search::{Solver, Tactical};
//!
//! // Three in a row on four columns and three rows: whoever begins completes a row with the seventh mark.
//! let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
//! let answer = Solver::new(Tactical::new(&game)).solve(&game.initial());
//! assert_eq!(answer.value(), Some(Value::win(7)));
//! assert!(answer.best.is_some());
//! ```
//!
//! | engine | finds | by |
//! |---|---|---|
//! | [`Engine::AlphaBeta`] | value and distance | null windows and a transposition table, on any number of threads |
//! | [`Engine::DfPn`] | value and distance | proof numbers: good where a win is many plies away but every step forced |
//! | [`Engine::Mcts`] | a good move, and whatever is proved on the way | random games (Monte Carlo tree search) |
//! | [`Engine::Minimax`], [`minimax`] | value and distance | plain recursion; tests compare the others with it |
//! | [`lines::Solver`] | value and distance, for games such as k in a row | proofs that need only some of the squares |
//!
//! To read the source of an engine, open its folder: `mod.rs` explains the idea in one page and lists the other files.
//! In most folders `node.rs` searches one node, `table.rs` stores what is known of positions, and `run.rs` runs the
//! search.
//!
//! To play a game, call [`Solver::choose`]: it returns the best move that it finds within the limits. For k in a row on
//! boards that are too large to solve, [`lines::Tactician`] plays better. [`Solver::analyze`] returns the value of
//! every legal move. The module [`tree`] has lazy game trees, for teaching.
//!
//! # What is certain
//! Every bound in an [`Answer`] is proved, even if the search was stopped early. There are two caveats:
//! - If the keys of positions are hashes, two positions may share a key by chance: see [`Solver::is_exact`].
//! - In some games a position can occur twice. Alpha-beta and proof numbers find wins and losses in such games as in
//!   any other. They prove a draw if few positions can be reached; otherwise the search may stop with
//!   [`Halt::Repetition`] or [`Stopped::Depth`](game::Stopped::Depth). Minimax stops at the first repetition.

mod alpha_beta;
mod answer;
mod budget;
mod busy;
pub mod certificate;
mod dfpn;
mod engine;
mod erased;
mod halt;
mod job;
mod judge;
mod knowledge;
mod large_stack;
pub mod lines;
mod mcts;
mod minimax;
mod position;
mod progress;
mod score;
mod solver;
mod strategy;
pub mod tree;

pub use answer::Answer;
pub use engine::Engine;
pub use halt::Halt;
pub use judge::Judged;
pub use knowledge::{Guided, Knowledge, Ranked, Symmetric, Tactical};
pub use mcts::by_random_games;
pub use minimax::minimax;
pub use progress::{Progress, Watch};
pub use solver::{Choice, Solver};
