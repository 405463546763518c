//! The value of a position.
//!
//! A [`Solver`] takes a game, some [`Knowledge`] of it and [`Options`], and says what a position is worth: win, draw or
//! loss, in how many plies, and by which move. `()` is knowledge enough for every [`Game`](game::Game); more of it makes
//! the search faster, and never changes the answer.
//!
//! ```
//! use game::{Game, Value};
//! use games::mnk::{Known, Mnk, Rule};
//! use search::{Options, Solver, Tactical};
//!
//! let game: Mnk<u64, Known<7, 6, 4, true>> = Mnk::known(Rule::Normal);
//! let late = [3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 0, 0, 0, 0, 2];
//! let state = late.iter().fold(game.initial(), |state, &column| {
//!     let mv = game.moves(&state).find(|mv| u32::from(mv.0) / 7 == column).unwrap();
//!     game.next(&state, mv)
//! });
//! let answer = Solver::new(&game, Tactical(&game)).solve(&state);
//! assert!(answer.value().is_some() && answer.nodes < 100_000);
//! ```
//!
//! | engine | finds | by |
//! |---|---|---|
//! | [`Engine::AlphaBeta`] | value and distance | negamax with null windows and a transposition table, on any number of threads |
//! | [`Engine::DfPn`] | value and distance | proof numbers, for wins that are deep and narrow |
//! | [`Engine::Mcts`] | what is proved on the way, and a good move | random games |
//! | [`Engine::Minimax`], [`minimax`] | value and distance | the definition: the oracle of the others |
//!
//! [`Solver::choose`] is for players: the best move that there is time to find, by iterative deepening; games of k in a row
//! on boards too large to be solved are played best by a [`lines::Tactician`]. [`Solver::analyze`] judges every move. [`tree`] holds lazy game trees, to teach with.
//!
//! # What is certain
//! Every bound in an [`Answer`] is proved, also when the search was stopped. The two caveats are stated where they belong:
//! keys that are hashes (see [`Knowledge::is_exact`]), and games whose positions can come twice: wins and losses of those
//! are found as in other games; that nobody can force anything is told if the positions that can be reached are few, and
//! otherwise the search says [`Halt::Repetition`] or [`Stopped::Depth`](game::Stopped::Depth).

mod alpha_beta;
mod answer;
mod aside;
mod budget;
mod dfpn;
mod judge;
mod knowledge;
pub mod lines;
mod mcts;
mod minimax;
mod options;
mod position;
mod progress;
mod score;
mod solver;
mod table;
pub mod tree;

pub use answer::Answer;
pub use budget::{Budget, Halt};
pub use judge::Judged;
pub use knowledge::{Guided, Knowledge, Ranked, Sight, Symmetric, Tactical};
pub use mcts::by_random_games;
pub use minimax::minimax;
pub use options::{Engine, Options};
pub use progress::Progress;
pub use solver::{Choice, Solver};
