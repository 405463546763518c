//! The program, from outside.

mod dictionary;
mod documents;
mod playthroughs;
mod signals;
mod tablebase;
