//! In which order variables are read.

use crate::model::{Model, Var};

/// Returns an order of the variables in which those that are read together are near to each other.
pub(crate) fn best(model: &Model) -> Vec<Var> {
    (0..model.variables.len() as Var).collect()
}
