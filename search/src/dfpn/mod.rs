//! Proof-number search: depth first, with a table (df-pn, Nagai 2002).
//!
//! # The idea
//! A query has two answers: can this player, the attacker, force a win, or not? Every position has two numbers: how
//! many leaves must at least be won to prove it, and how many must fail to disprove it. One move is enough to prove a
//! position where the attacker moves, so there the least proof number counts; where the opponent moves all moves must
//! be proved.
//!
//! ```text
//!                      attacker: proof 2
//!                     /                \
//!            opponent: 2               opponent: 5        proof numbers add up where the opponent chooses
//!           /          \              /   |   \
//!     attacker: 1   attacker: 1       …    …    …         the search goes on here, on the left
//! ```
//!
//! The search goes where the fewest are missing. So it finds wins that are deep and narrow, where a search that goes
//! evenly deep is lost.
//!
//! # Games without end
//! In games whose positions can occur twice a query has a limit of plies, and what is known of a position belongs to
//! the plies that are left. So there are no cycles, no answer depends on how a position was reached, and a win found
//! is a win. A position that cannot be won within as many plies as there are positions cannot be won.
//!
//! # Where to read on
//! | file | |
//! |---|---|
//! | [`node`] | the life of one node: read this first |
//! | [`numbers`] | proof and disproof numbers, and which child to search |
//! | [`table`] | the numbers of positions met before |
//! | [`run`] | queries: the verdict first, then the distance; what is known so far ([`report`]) |

mod node;
mod numbers;
mod report;
mod run;
mod table;

pub(crate) use node::{Proofs, Prover};
pub(crate) use run::by_dfpn;
