//! The command line for any catalogue of games, as one object: [`App`]. It reads the arguments, runs a command, and
//! prints its answer once, as text or as JSON.
//!
//! Exit codes: 0 for a complete answer, 1 if a limit cut it short or a file could not be written, 2 for invalid usage.

#![allow(unreachable_pub, reason = "commands are private modules")]

mod analyze;
mod answer;
mod app;
mod args;
mod bench;
mod bitmap;
mod check;
mod count;
mod draw;
mod explore;
mod files;
mod games;
mod gomocup_engine;
mod info;
mod judge;
mod kept;
mod laws;
mod pages;
mod perft;
mod play;
mod play_args;
mod play_file;
mod position;
mod programs;
mod progress;
mod reach;
mod records;
#[cfg(feature = "serve")]
mod serve;
mod shortest;
mod signals;
mod simulate;
mod solve;
mod store;
mod strong;
mod tournament;
mod tree;
mod units;
mod versus;

pub use app::App;
