//! Games of lines, solved by proofs, or played by threats: who first holds all squares of a line has won.
//!
//! [`Solver`] takes any game that is a [`game::Lines`] and answers who wins from a position, how fast, and by which moves.
//! It knows nothing of the game but its squares and lines. A [`Tactician`] plays such games where they are too large to be
//! solved: by forced wins where it finds them, and otherwise as well as it can see.
//!
//! A draw is proved where possible as the *weak* game, in which a maker wants to fill a line and a breaker only to prevent
//! it: if even a breaker without lines of his own holds, the game is not won. Where the maker wins the weak game, the
//! breaker's lines are looked at too: a maker must answer threats.
//!
//! What makes it fast:
//! - A position is what is left of it: the open lines, each as the squares still free in it. Lines that hold all of
//!   another are dropped, and in the weak game pairs of squares that lie on the same lines, with their lines.
//! - A proof comes with a *zone*: squares that suffice for it, even if the loser owned all others. A move refuted inside a
//!   zone refutes all moves outside it, so few moves are searched.
//! - The breaker holds without search where the Erdős–Selfridge potential is low or a pairing strategy is found.
//! - Moves are tried in the order of that potential: the sum of 2^−(free squares) over the open lines of both sides;
//!   of two that weigh the same, the one with the heavier neighbours.
//! - If a win is to be found within a number of moves, longer lines do not count.

#[cfg(test)]
mod brute_force;
mod candidates;
mod crew;
mod pairing;
mod play;
mod position;
mod potential;
mod prover;
mod session;
mod set;
mod share;
mod solver;
mod symmetries;
mod table;
mod tactics;

pub use crew::Progress;
pub use play::{Decision, Tactician, Why};
pub use solver::Solver;
