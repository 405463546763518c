//! The value of every position, found backwards from the ends.

pub(crate) mod induction;
pub(crate) mod meter;
pub(crate) mod strong;
pub(crate) mod table;
