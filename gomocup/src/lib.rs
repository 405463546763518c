//! The protocol of [Gomocup](https://plastovicka.github.io/protocl2en.htm), by which programs play five in a row through
//! pipes: a *manager* keeps the board and the time, and a *brain* chooses moves.
//!
//! - [`Brain`] is the engine of this house for managers of other people.
//! - [`Program`] is a brain of somebody else as a [`Player`](arena::Player) here: in a process of its own, within limits.
//!   Whatever it does, the match goes on and no process is left behind.
//!
//! Both speak of a [`Board`]: what of a game the protocol can express.

mod board;
mod brain;
mod program;

pub use board::{Board, NotExpressible};
pub use brain::Brain;
pub use program::{Command, Program, Setting, wait_for_programs};
