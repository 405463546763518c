//! Nodes and arcs, each node once, and what is remembered of operations on them.

pub(crate) mod arc;
pub(crate) mod cache;
pub(crate) mod op;
pub(crate) mod store;
