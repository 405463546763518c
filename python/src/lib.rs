//! The compiled half of the Python module `morpion`: games, positions and diagrams as Python objects, over the
//! catalogue. The other half, in `morpion/*.py`, gives them names, defaults and documentation.
//!
//! Whatever may take long runs on a thread of its own while the interpreter is released: see `work`.

// Arguments that come from Python are made for the call, and cannot be borrowed.
#![allow(clippy::needless_pass_by_value)]

mod contest;
mod convert;
mod core;
mod diagrams;
mod error;
mod fault;
mod homs;
mod own;
mod planes;
mod position;
mod requests;
mod table;
mod value;
mod work;

/// The compiled half of `morpion`.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::core::{Core, open_table};
    #[pymodule_export]
    use crate::diagrams::{Manager, Set};
    #[pymodule_export]
    use crate::error::MorpionError;
    #[pymodule_export]
    use crate::homs::Hom;
    #[pymodule_export]
    use crate::position::State;
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::value::Value;
    use pyo3::prelude::*;

    /// Lists the games: their names, titles and syntax, and the short names.
    #[pyfunction]
    fn games() -> Vec<(&'static str, &'static str, &'static str)> {
        let entries = builtin::ENTRIES.iter().map(|entry| entry.about);
        entries.map(|about| (about.name, about.syntax, about.title)).collect()
    }
}
