//! Tests of games as text.

mod common;
mod forms;
mod mistakes;
mod numbers;
mod symbolic;
mod texts;
mod words;
