//! How positions and moves of a model are written and shown.

use crate::model::Model;

/// What is needed to draw positions.
pub(crate) struct Drawing {}

impl Drawing {
    pub(crate) fn new(_: &Model) -> Drawing {
        Drawing {}
    }
}
