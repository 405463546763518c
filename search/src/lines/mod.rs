//! Games of lines, such as k in a row: the player who first holds all squares of a line has won.
//!
//! A [`Solver`] takes any game that is a [`game::Lines`] and finds who wins from a position, how fast, and by which
//! moves. It knows nothing of the game but its squares and lines. A [`Tactician`] plays such games where they are too
//! large to be solved: by forced wins where it finds them, and otherwise by looking a few moves ahead.
//!
//! # The idea
//! One query has two answers: can the *maker* fill a line, or does the *breaker* prevent it? A draw is proved where
//! possible in the *weak* game, in which the breaker has no lines: if even such a breaker holds, the game is not won.
//! Where the maker wins the weak game, the breaker's lines count too, since a maker must answer threats.
//!
//! A proof comes with a *zone*: squares that suffice for it, even if the loser owned all others.
//!
//! ```text
//!   a b c d     the maker has just played a; the breaker holds by the pairs (e f) and (g h): zone {e f g h}
//!   e f . .     so every move outside the zone, b, c and d among them, is refuted in the same way,
//!   g h . .     and only e, f, g and h are left to be tried
//! ```
//!
//! # What makes it fast
//! - A position is what is left of it: the open lines, each as the squares still free in it. Lines that hold all of
//!   another are dropped, and in the weak game pairs of squares that lie on the same lines, with their lines.
//! - A move refuted inside a zone refutes all moves outside it, so few moves are searched.
//! - The breaker holds without search where the Erdős–Selfridge potential is low or a pairing strategy is found.
//! - What the table knows of the weak game serves the strong one: that the breaker holds, or the maker's first move.
//! - Moves are tried in the order of that potential: the sum of 2^−(free squares) over the open lines of both sides;
//!   of two that weigh the same, the one with the heavier neighbours.
//! - If a win is to be found within a number of moves, longer lines do not count.
//!
//! # Where to read on
//! | file | |
//! |---|---|
//! | `node` | the life of one node: read this first |
//! | `table`, `checkpoint` | proofs found so far, in memory and outside |
//! | `run`, `workers` | queries about one position, on one thread or many |
//! | `position`, `candidates` | what is left of a game; the moves worth trying |
//! | `tactics`, `potential`, `pairing` | what needs no search |
//! | `play` | playing without solving |

#[cfg(test)]
mod brute_force;
mod candidates;
mod certify;
mod checkpoint;
mod node;
mod pairing;
mod play;
mod position;
mod potential;
mod progress_estimate;
mod run;
mod solver;
mod symmetries;
mod table;
mod tactics;
mod workers;

pub use checkpoint::{CHECKPOINT_VERSION, Keeper, Saved};
pub use play::{Decision, Tactician, Why};
pub use solver::Solver;
pub use workers::Progress;
