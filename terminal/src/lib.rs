//! Playing at a terminal: any game, on the whole screen or line by line.
//!
//! A [`Session`] is a game at the table with its players, whatever its rules: what may be shown of it and done with it.
//! [`screen::run`] shows it on the whole screen, with cursor keys and mouse; [`plain::run`] line by line, for screen
//! readers and scripts. Both know games only as [`arena::AnyGame`], so they are compiled once.
//!
//! ```
//! use std::sync::Arc;
//! use arena::{AnyGame, Engines, Who};
//! use game::Stop;
//! use games::mnk::{Mnk, Rule};
//! use terminal::{Session, Setup};
//!
//! # fn engines(game: &Mnk<u64>) -> Engines {
//! #     use arena::{AnyMove, Hint};
//! #     use search::Solver;
//! #     let (a, b, c) = (game.clone(), game.clone(), game.clone());
//! #     Engines::new(
//! #         move |state, limits| {
//! #             let state = state.get().unwrap();
//! #             AnyMove::choice(&a, state, &Solver::new(&a).limits(limits.clone()).choose(state))
//! #         },
//! #         move |state, limits| {
//! #             let state = state.get().unwrap();
//! #             AnyMove::answer(&b, state, Solver::new(&b).limits(limits.clone()).solve(state))
//! #         },
//! #         move |state, limits| {
//! #             let state = state.get().unwrap();
//! #             let judged = Solver::new(&c).limits(limits.clone()).analyze(state);
//! #             Hint::numbered(&c, state, judged.into_iter().map(Hint::from))
//! #         },
//! #     )
//! # }
//! let game = Mnk::<u64>::new(3, 3, 3, Rule::Normal);
//! let engines = engines(&game);
//! let game = Arc::new(AnyGame::new(game));
//! let session = Session::new(&game, engines, Setup::new("mnk:3,3,3", [Who::Human, Who::Perfect]));
//! let mut shown = Vec::new();
//! terminal::plain::run(session, "b2\nhint\nquit\n".as_bytes(), &mut shown, &Stop::new()).unwrap();
//! let shown = String::from_utf8(shown).unwrap();
//! assert!(shown.contains("[ Turn 0 ] x to move:"));
//! assert!(shown.contains("draw"));
//! ```

mod advice;
mod board;
pub mod plain;
pub mod screen;
mod session;
mod watch;
mod words;

pub use advice::{Advice, Favourite};
pub use board::{Area, Board, Square, Words};
pub use session::{Session, Setup};
