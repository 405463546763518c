//! Playing at a terminal, typed and shown.

mod common;
mod look;
mod plain;
mod screen;
mod watching;
