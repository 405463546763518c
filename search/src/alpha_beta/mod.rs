//! Alpha-beta: negamax with principal variation search and a transposition table, the same text on one thread or many.

mod busy;
mod deepen;
mod line;
mod order;
mod place;
mod question;
mod solve;
mod worker;

pub(crate) use deepen::Depth;
pub(crate) use line::best_play;
pub(crate) use place::{Place, Window};
pub(crate) use question::{Asker, Means, Memory, Question};
pub(crate) use solve::Bracket;
pub(crate) use worker::{Found, Worker};
