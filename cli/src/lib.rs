//! The command line: arguments are read, a command answers, and the answer is printed once, as text or as JSON. [`App`]
//! is the whole of it, for any catalogue of games.
//!
//! Exit codes: 0 for a complete answer, 1 if a limit cut it short, 2 for invalid usage.

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
mod info;
mod laws;
mod pages;
mod perft;
mod play;
mod play_args;
mod play_file;
mod position;
mod progress;
mod reach;
mod records;
mod shortest;
mod signals;
mod simulate;
mod solve;
mod strong;
mod tournament;
mod tree;
mod units;
mod versus;

pub use app::App;
