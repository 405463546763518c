#![doc = include_str!("../README.md")]

mod error;
mod eval;
mod formula;
mod nodes;
mod output;
mod sets;

pub use error::{Error, Result};
pub use eval::{Layer, Observer, Progress, Verdict};
pub use formula::{Hom, Inductive, Strategy, id, sum};
pub use output::{Diagram, Node, Printed};
pub use sets::{Builder, CacheUse, Manager, Set, Statistics, Word, Words};

/// A variable of a word: any number except [`u32::MAX`].
pub type Var = u32;
/// A value of a variable.
pub type Val = i32;

/// The greatest number marks the end of words inside the engine.
pub(crate) fn check_var(var: Var) -> Result<()> {
    if var == Var::MAX {
        return Err(Error::OutOfRange { what: format!("variable {var}") });
    }
    Ok(())
}
