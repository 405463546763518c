//! On the whole screen: the board with a cursor, the moves, the clocks, hints.
//!
//! [`App`] is what is shown and what the keys do; it reads no keys and writes to no terminal by itself, so that tests
//! can press keys and look at the screen. [`run`] gives it a terminal, and takes it away again, whatever happens.

mod app;
mod draw;
mod edit;
mod grid;
mod keys;
mod menu;
mod panel;
mod pick;
mod prompt;
mod run;
mod signals;
mod squares;

pub use app::App;
pub use run::{choose, give_back, run};
#[cfg(unix)]
pub use signals::is_ignored;
