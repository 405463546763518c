//! Searches that count what they force, and stop at limits.

use game::{Limits, Stopped};

use super::alpha_beta::{self, Watch};
use super::{Tree, Window};

/// How much of a tree a search has forced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Forced {
    /// The number of nodes examined, the root and the leaves among them.
    pub nodes: u64,
    /// The number of leaves among them.
    pub leaves: u64,
}

/// Alpha-beta that counts what it forces, and stops at its [`Limits`].
///
/// It counts, and spends, over all of its searches. The same searches without a count or a limit are methods of
/// [`Tree`].
///
/// ```
/// use game::{Limits, Stopped};
/// use games::mnk::{Mnk, Rule};
/// use search::tree::{Search, Tree, Window};
///
/// let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
/// let mut search = Search::new(Limits::default().nodes(1000));
/// assert_eq!(search.alpha_beta(Tree::of(&game), Window::FULL), Err(Stopped::Nodes));
/// assert_eq!(search.forced().nodes, 1000);
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    limits: Limits,
    forced: Forced,
}

/// The depth of a search whose limits name none: it recurses, and this fits the stack of any thread.
const DEEPEST: u32 = 2000;

impl Search {
    /// Returns a search within these limits. Without a limit of depth it goes at most 2000 moves deep: it recurses, so
    /// what is allowed must fit the stack of the thread. Memory and threads make no difference: a search holds one
    /// branch, and works on one thread.
    #[must_use]
    pub fn new(limits: Limits) -> Search {
        Search { limits, forced: Forced::default() }
    }

    /// Returns what was forced so far, also by searches that did not come to their end.
    #[must_use]
    pub fn forced(&self) -> Forced {
        self.forced
    }

    /// Returns [`Tree::alpha_beta`], counted.
    ///
    /// # Errors
    /// If a limit was reached before it was done, here and in the methods below.
    pub fn alpha_beta<'a, M: 'a>(&mut self, tree: Tree<'a, M>, window: Window) -> Result<i32, Stopped> {
        alpha_beta::value(tree, window, 0, self)
    }

    /// Returns [`Tree::at_least`], counted.
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn at_least<'a, M: 'a>(&mut self, tree: Tree<'a, M>, bound: i32) -> Result<bool, Stopped> {
        alpha_beta::at_least(tree, bound, self)
    }

    /// Returns [`Tree::assured_win`], counted.
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn assured_win<'a, M: 'a>(&mut self, tree: Tree<'a, M>) -> Result<bool, Stopped> {
        self.at_least(tree, 1)
    }

    /// Returns [`Tree::best_move`], counted.
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn best_move<'a, M: 'a>(&mut self, tree: Tree<'a, M>) -> Result<Option<(M, i32)>, Stopped> {
        alpha_beta::best_move(tree, self)
    }
}

impl Default for Search {
    fn default() -> Search {
        Search::new(Limits::default())
    }
}

impl Watch for Search {
    type Reason = Stopped;

    fn examine(&mut self, is_leaf: bool, depth: usize) -> Result<(), Stopped> {
        const EVERY: u64 = 4096;
        if self.forced.nodes >= self.limits.most_nodes() {
            return Err(Stopped::Nodes);
        }
        // Without a limit, as deep as the stack allows.
        if depth as u64 > u64::from(self.limits.most_plies().unwrap_or(DEEPEST)) {
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
