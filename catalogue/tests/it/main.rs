//! Games as objects: every engine behind them, against the plainest of searches.

mod any_system;
mod capabilities;
mod certificates;
mod common;
mod engines;
mod harary;
mod plain;
mod players;
mod problems;
mod wide;
