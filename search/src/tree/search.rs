//! Searches that count what they force, and stop when it is enough.

use game::{Limits, Stopped};

use super::alpha_beta::{self, Watch};
use super::{Tree, Window};

/// How much of a tree was forced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Forced {
    /// How many nodes were examined, the root and the leaves among them.
    pub nodes: u64,
    /// How many of those were leaves.
    pub leaves: u64,
}

/// Alpha-beta that counts what it forces, and stops where it is told to.
///
/// It counts, and spends, over all that it is asked. The same questions without a count or a limit are methods of
/// [`Tree`].
///
/// ```
/// use game::Stopped;
/// use games::mnk::{Mnk, Rule};
/// use search::tree::{Search, Tree, Window};
///
/// let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
/// let mut search = Search::new().nodes(1000);
/// assert_eq!(search.alpha_beta(Tree::of(&game), Window::FULL), Err(Stopped::Nodes));
/// assert_eq!(search.forced().nodes, 1000);
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    nodes: u64,
    depth: usize,
    limits: Limits,
    forced: Forced,
}

impl Search {
    /// A search that may force as many nodes as it needs, at most 2000 moves deep.
    #[must_use]
    pub fn new() -> Search {
        Search { nodes: u64::MAX, depth: 2000, limits: Limits::default(), forced: Forced::default() }
    }

    /// At most so many nodes.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Search {
        self.nodes = nodes;
        self
    }

    /// At most so many moves below the root; 2000 unless told otherwise. The search recurses so deep: what is allowed
    /// here must fit the stack of the thread.
    #[must_use]
    pub fn depth(mut self, depth: usize) -> Search {
        self.depth = depth;
        self
    }

    /// Within these limits of time and until this switch is thrown; looked at every few thousand nodes. The limit of
    /// memory makes no difference: one branch is all that a search holds.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Search {
        self.limits = limits;
        self
    }

    /// What was forced so far, also by searches that did not come to their end.
    #[must_use]
    pub fn forced(&self) -> Forced {
        self.forced
    }

    /// [`Tree::alpha_beta`], counted.
    ///
    /// # Errors
    /// If it had to stop before it was done, here and in the methods below.
    pub fn alpha_beta<'a, M: 'a>(&mut self, tree: Tree<'a, M>, window: Window) -> Result<i32, Stopped> {
        alpha_beta::value(tree, window, 0, self)
    }

    /// [`Tree::at_least`], counted.
    ///
    /// # Errors
    /// If it had to stop.
    pub fn at_least<'a, M: 'a>(&mut self, tree: Tree<'a, M>, bound: i32) -> Result<bool, Stopped> {
        alpha_beta::at_least(tree, bound, self)
    }

    /// [`Tree::assured_win`], counted.
    ///
    /// # Errors
    /// If it had to stop.
    pub fn assured_win<'a, M: 'a>(&mut self, tree: Tree<'a, M>) -> Result<bool, Stopped> {
        self.at_least(tree, 1)
    }

    /// [`Tree::best_move`], counted.
    ///
    /// # Errors
    /// If it had to stop.
    pub fn best_move<'a, M: 'a>(&mut self, tree: Tree<'a, M>) -> Result<Option<(M, i32)>, Stopped> {
        alpha_beta::best_move(tree, self)
    }
}

impl Default for Search {
    fn default() -> Search {
        Search::new()
    }
}

impl Watch for Search {
    type Reason = Stopped;

    fn examine(&mut self, is_leaf: bool, depth: usize) -> Result<(), Stopped> {
        const EVERY: u64 = 4096;
        if self.forced.nodes >= self.nodes {
            return Err(Stopped::Nodes);
        }
        if depth > self.depth {
            return Err(Stopped::Depth);
        }
        if self.forced.nodes.is_multiple_of(EVERY)
            && let Some(reason) = self.limits.exceeded(0)
        {
            return Err(reason);
        }
        self.forced.nodes += 1;
        self.forced.leaves += u64::from(is_leaf);
        Ok(())
    }
}
