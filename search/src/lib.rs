//! The value of a position.

mod alpha_beta;
mod answer;
mod budget;
mod knowledge;
mod minimax;
mod options;
mod progress;
mod score;
mod solver;
mod table;
pub mod tree;

pub use answer::Answer;
pub use budget::{Budget, Halt};
pub use knowledge::{Guided, Knowledge, Ranked, Sight, Symmetric, Tactical};
pub use minimax::minimax;
pub use options::{Engine, Options};
pub use progress::Progress;
pub use solver::{Judged, Solver};
