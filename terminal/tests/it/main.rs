//! Playing at a terminal, typed and shown.

mod common;
mod look;
mod picture;
mod plain;
mod screen;
mod watching;
