//! A small web server for the page: it hands out the files of the page, and answers the requests of the
//! [protocol] over HTTP.
//!
//! By default it can be reached from this machine only. Every session has at most one long computation; those of all
//! sessions share a few threads, and a queue before them whose place is told. Computer's moves have threads of their own,
//! so that nobody who plays waits behind somebody who computes. A client that goes away ends its computation.
//!
//! [protocol]: protocol

mod guard;
mod io;
mod open;
mod options;
mod pool;
mod routes;
mod server;
mod sessions;
mod stream;

pub use options::Options;
pub use server::{Server, run};
