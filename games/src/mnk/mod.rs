//! The (w,h,k) games: w columns, h rows, k in a row, and their variants on the same bitmaps.
//!
//! | game | marks | who completes k in a row |
//! |---|---|---|
//! | [`Mnk`], [`Rule::Normal`] | own | wins |
//! | [`Mnk`], [`Rule::Misere`] | own | loses |
//! | [`Mnk`], [`Rule::Weak`] | own | wins, if it is the first player |
//! | [`Mnk`], [`Rule::Exact`] | own | wins, if there are no more than k |
//! | [`Mnk`] with [`Gravity`] | own, falling | as above |
//! | [`Wild`], [`WildRule::Normal`] | either | wins |
//! | [`Wild`], [`WildRule::Misere`] | either | loses |
//! | [`Wild`], [`WildRule::Order`] | either | makes the first player win |
//! | [`Notakto`] | x only | loses |

pub mod bitmap;
mod board;
mod columns;
mod entry;
mod follow;
mod line_board;
mod notakto;
mod observed;
mod placement;
mod rules;
mod symbolic;
mod ternary;
mod threats;
mod weights;
mod wild;

pub use crate::marks::Marks;
pub use board::{Board, Square, Squares};
pub use entry::{OnTable, Upright};
pub use notakto::Notakto;
pub use placement::{FixedSize, Flat, Gravity, Placement};
pub use rules::{Mnk, Rule};
pub use wild::{Both, Placed, Wild, WildRule};
