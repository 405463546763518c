//! Alpha-beta: negamax with principal variation search and a transposition table, the same text on one thread or many.
//!
//! # The idea
//! The value of a position is the best of the negated values after its moves. A search has a *window* (α, β): scores
//! up to α are of no use to the player to move, who has something better elsewhere, and the opponent will not allow
//! scores from β on. So as soon as one move reaches β the others need not be looked at:
//!
//! ```text
//!              max: window (3, 9)              the first move gives 5: now the window is (5, 9)
//!             /        |        \
//!          5 ◀─     min (−6,−5)   …            the others are only asked "more than 5?", a null window
//!                  /    |    \
//!                −2    cut    cut              the opponent has a reply that keeps it at 2: no
//! ```
//!
//! With the best move first, that looks at the square root of the positions. So what decides the speed is the order of
//! moves ([`order`]), and how much is known without a search: from threats, and from the [`table`].
//!
//! # Values
//! [`solve`] asks for a value by null windows: is it a win? is it a draw? how far away is the end? Each answer narrows
//! a [`Bracket`], and each query is answered faster than the one before because the table remembers. [`deepen`]
//! asks for the best move in a limited time instead: one ply deep, then two, then three.
//!
//! # Where to read on
//! | file | |
//! |---|---|
//! | [`node`] | the life of one node: read this first |
//! | [`table`] | what is remembered of positions, in 64 bits each |
//! | [`run`] | queries to one thread or many |
//! | [`solve`], [`deepen`], [`line`] | the value, the best move in time, best play |
//! | [`window`], [`order`] | windows and places; the order of moves |

mod deepen;
mod line;
mod node;
mod order;
mod run;
mod solve;
pub(crate) mod table;
mod window;

pub(crate) use deepen::Depth;
pub(crate) use line::best_play;
pub(crate) use node::{Found, Worker};
pub(crate) use run::{AlphaBeta, Means, Memory, Query};
pub(crate) use solve::{Bracket, by_alpha_beta};
pub(crate) use window::{Place, Window};
