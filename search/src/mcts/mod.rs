//! Monte Carlo tree search: UCT, with what is proved backed up as such (Winands et al. 2008), draws too, by a least and a
//! greatest value for each position (Cazenave and Saffidine 2010).
//!
//! For games too large to be searched. What is proved is certain: a position is won if one move leads to a lost one, and
//! lost if all lead to won ones, and what can change nothing any more is not visited again; the rest is the share of
//! random games that end well.

mod node;
mod playout;
mod solve;
mod tree;

pub use solve::by_random_games;
pub(crate) use solve::solve;
pub(crate) use tree::Mcts;
