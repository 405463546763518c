//! Monte Carlo tree search: UCT, with wins and losses that are proved backed up as such (Winands et al. 2008).
//!
//! For games too large to be searched. What is proved is certain: a position is won if one move leads to a lost one, and
//! lost if all lead to won ones; the rest is the share of random games that end well.

mod node;
mod playout;
mod tree;

pub(crate) use tree::Mcts;
