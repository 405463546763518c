//! The evaluator: a stack machine without recursion, its plans, its fixpoints and its collector.

mod apply;
mod binary;
pub(crate) mod collect;
pub(crate) mod engine;
mod fixpoint;
pub(crate) mod frame;
mod frontier;
mod inverse;
pub(crate) mod observer;
mod outcome;
pub(crate) mod plan;
mod saturate;

pub use observer::{Layer, Observer, Progress, Verdict};
