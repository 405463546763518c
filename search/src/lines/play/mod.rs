//! Playing games of lines on boards too large to be solved.
//!
//! A [`Tactician`] looks for forced wins first: by fours, each of which leaves the other side one reply, then by threes,
//! which leave it a few ([`threats`]). Where there is none it looks ahead by the alpha-beta of every other game, with a
//! [sight](sight::Sighted) of open lines that a [`Stand`](stand::Stand) keeps up to date from move to move.

mod decision;
mod field;
mod forced;
mod pressure;
mod sight;
mod stand;
mod tactician;
mod thought;
mod threats;
mod weights;

pub use decision::{Decision, Why};
pub use tactician::Tactician;
