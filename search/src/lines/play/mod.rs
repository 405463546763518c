//! Playing games of lines on boards too large to be solved.
//!
//! # The idea
//! With five in a row, a *four* lacks one square: it leaves the other side one reply. A *three* lacks two, and
//! threatens a win by fours: it leaves a few replies. A win by force is a chain of such threats that ends in two at
//! once:
//!
//! ```text
//!   . . . . . . .        . . . . . . .        . . . . . . .
//!   . . x x x . .   ──▶  . X x x x . .   ──▶  O X x x x X .      two fours at once: one reply is not enough
//!   . . . . . . .        . . . . . . .        . . . . . . .
//! ```
//!
//! A [`Tactician`] looks for a chain of [`fours`] first, then of [`threes`]. Where there is none it looks ahead by the
//! alpha-beta of every other game, guided by [`heuristics`] about open lines; where that breaks off, wins by a few fours
//! are still seen.
//!
//! | file | |
//! |---|---|
//! | [`scored_position`] | a node: the marks, and what each square is worth to either side |
//! | [`board_index`] | which lines pass through which square; playing a move, and keeping the worths up to date |
//! | [`fours`], [`threes`], [`forced`] | wins by force, remembered where there are none |
//! | [`move_search`] | what to look for, in which order, and for how long |

mod board_index;
mod decision;
mod forced;
mod fours;
mod heuristics;
mod move_search;
mod scored_position;
mod tactician;
mod threes;
mod weights;

pub use decision::{Decision, Why};
pub use tactician::Tactician;
