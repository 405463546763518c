//! The states that were met: how each is kept, and where it is found again.

pub(crate) mod coding;
pub(crate) mod shard;
pub(crate) mod sorting;
pub(crate) mod visited;
