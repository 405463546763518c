//! Who is stronger, by how much, and how sure that is.

mod elo;
mod score;
mod sprt;

pub use elo::Elo;
pub use score::{Pairs, Score};
pub use sprt::{Sprt, SprtState, SprtVerdict};
