//! Tests of the site: the engines in WebAssembly answer as the same engines do natively, and as is known.
//!
//! They need Node, and the target that the site is compiled for.

mod answers;
mod common;
mod facts;
mod limits;
