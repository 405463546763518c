//! The program, from outside.

mod dictionary;
mod documents;
mod files;
mod limits;
mod playing;
mod playthroughs;
mod program;
mod questions;
mod screens;
mod signals;
mod tablebase;
