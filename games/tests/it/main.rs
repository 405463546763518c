//! The built-in games, from outside.

mod amazons;
mod coins;
mod common;
mod cube;
mod hanoi;
mod line_boards;
mod look;
mod mnk;
mod nim;
mod positional;
mod registry;
mod symbolic;
mod tablebases;
mod ultimate;
mod wrong_bitmaps;
