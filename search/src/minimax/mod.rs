//! Minimax with distance: what every other engine is tested against.
//!
//! # The idea
//! The value of a position is its definition, and nothing else is done: the best of the values after its moves, each
//! seen from the other side and one ply farther away.
//!
//! ```text
//!              win in 3
//!             /    |    \
//!       loss in 2  draw  win in 1      values of the opponent, who moves next
//! ```
//!
//! Every position is looked at once, and its value kept in a [`table`]. A position that is met while its own value is
//! being computed repeats, and then no search that looks forwards finds a value.
//!
//! | file | |
//! |---|---|
//! | [`run`] | the recursion, and the line |
//! | [`table`] | the values of positions, within a limit of memory |

mod run;
mod table;

pub(crate) use run::by_minimax;
pub use run::minimax;
