//! Tests of games as text.

mod agreement;
mod common;
mod forms;
mod keeper;
mod mistakes;
mod numbers;
mod order;
mod symbolic;
mod symmetry;
mod texts;
mod words;
