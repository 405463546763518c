#![doc = include_str!("../README.md")]

mod apply;
mod arc;
mod binary;
mod cache;
mod collect;
mod count;
mod dot;
mod drawing;
mod engine;
mod error;
mod family;
mod file;
mod fixpoint;
mod formula;
mod frame;
mod frontier;
mod hom;
mod hom_text;
mod homs;
mod inductive;
mod intern;
mod inverse;
pub mod levels;
mod manager;
mod observer;
mod op;
mod outcome;
mod plan;
mod print;
mod ready;
mod saturate;
mod set;
mod statistics;
mod store;
mod strategy;
mod text;
pub mod tictactoe;
mod words;

pub use error::{Error, Result};
pub use formula::{id, sum};
pub use hom::Hom;
pub use inductive::Inductive;
pub use manager::{Builder, Manager};
pub use observer::{Layer, Observer, Progress, Verdict};
pub use print::Printed;
pub use set::Set;
pub use statistics::{CacheUse, Statistics};
pub use strategy::Strategy;
pub use words::{Word, Words};

/// A variable. All but the greatest number can be used.
pub type Var = u32;
/// A value.
pub type Val = i32;

/// The greatest number marks the end of words inside the engine.
pub(crate) fn check_var(var: Var) -> Result<()> {
    if var == Var::MAX {
        return Err(Error::OutOfRange { what: format!("variable {var}") });
    }
    Ok(())
}
