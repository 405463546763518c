//! Tests of the server over real connections.

mod api;
mod client;
mod hostile;
mod queue;
mod schema;
