//! Brains of other people as players.

mod answer;
mod command;
#[cfg(unix)]
mod guardian;
mod player;
mod process;

pub use command::Command;
pub use player::{Program, Setting};
pub use process::wait_for_programs;
