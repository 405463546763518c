//! Monte Carlo tree search, for games too large to be searched.
//!
//! # The idea
//! A tree grows from the root, one node with each random game:
//!
//! ```text
//!  1 descend       2 expand       3 play at random       4 back up
//!     ●               ●               ●                     ● 7 of 12 → 8 of 13
//!    / \             / \             / \                   / \
//!   ●   ○           ●   ○           ●   ○                 ● 4 of 6 → 5 of 7
//!  / \             / \             / \                   / \
//! ○   ●           ○   ●           ○   ●                 ○   ● 1 of 1
//!                                     ┊ … ends in a win
//! ```
//!
//! Step 1 goes where results are good or visits few (UCT). The most visited move is the best that is known.
//!
//! What is proved is backed up as such (Winands et al. 2008), draws too, by a least and a greatest value for each
//! position (Cazenave and Saffidine 2010): a position is won if one move leads to a lost one, and lost if all lead to
//! won ones. Such bounds are certain; the share of random games that end well is a guess. Moves that can change
//! nothing any more are not visited again.
//!
//! | file | |
//! |---|---|
//! | [`node`] | a position in the tree: visits, results, and what is proved |
//! | [`tree`] | the table of this engine: all nodes, the descent and the way back up |
//! | [`run`] | growing the tree until the root is proved or a limit is reached |
//! | [`playout`] | random games |

mod node;
mod playout;
mod run;
mod tree;

pub use run::by_random_games;
pub(crate) use run::{Mcts, solve};
