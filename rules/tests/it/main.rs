//! Tests of games as text.

mod common;
mod forms;
mod keeper;
mod mistakes;
mod numbers;
mod symbolic;
mod texts;
mod words;
