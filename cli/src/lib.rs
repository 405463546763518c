//! The command line: what was typed becomes what is meant, a command answers, and the answer is printed once, as text
//! or as JSON. [`App`] is the whole of it, for any catalogue of games.
//!
//! Exit codes: 0 if all is well, 1 if a limit was reached before the answer was complete, 2 if the question makes no
//! sense.

#![allow(unreachable_pub, reason = "commands are private modules")]

mod analyze;
mod answer;
mod app;
mod args;
mod bench;
mod bitmap;
mod check;
mod count;
mod draft;
mod draw;
mod explore;
mod games;
mod info;
mod laws;
mod pages;
mod perft;
mod play;
mod play_args;
mod progress;
mod reach;
mod simulate;
mod solve;
mod strong;
mod tournament;
mod tree;
mod units;
mod versus;

pub use app::App;
