//! The contract: laws, how boards look, what may be asked, lists of moves, and messages.

mod laws;
mod lines;
mod look;
mod messages;
mod observe;
