//! Whole state spaces, state by state.
//!
//! - [`perft`]: how many ways there are to play so many moves;
//! - [`census`]: how large the whole game tree is, how many games it holds, and who wins, each distinct position
//!   examined once;
//! - [`fold`]: the same for any other quantity that a position inherits from the positions after it.

pub mod census;
pub mod fold;
pub mod natural;
pub mod perft;
