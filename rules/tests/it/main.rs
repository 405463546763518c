//! Tests of games as text.

mod common;
mod forms;
mod mistakes;
mod numbers;
mod words;
