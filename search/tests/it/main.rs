//! Engines and the values they find, from outside.

mod checkpoints;
mod choosing;
mod dfpn;
mod lines;
mod mcts;
mod pictures;
mod shape;
mod solving;
mod tactician;
mod tree;
mod truth;
mod wrong_answers;
