//! The players that come with the house.

mod engine;
mod human;
mod perfect;
mod random;
mod scripted;

pub use engine::{Chooser, EnginePlayer, Searching};
pub use human::{Hand, Human};
pub use perfect::{Perfect, Prover, Solving};
pub use random::RandomPlayer;
pub use scripted::Scripted;
