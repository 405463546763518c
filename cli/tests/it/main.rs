//! The program, from outside.

mod checkpoints;
mod dictionary;
mod documents;
mod files;
mod gomocup;
mod judge;
mod limits;
mod playing;
mod playthroughs;
mod program;
mod programs;
mod questions;
mod screens;
mod signals;
mod stores;
mod tablebase;
