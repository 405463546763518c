//! Alpha-beta: the value of a tree without what cannot matter.

use std::convert::Infallible;

use super::{LEAST, Offspring, Tree, Window, known};

/// Watches over a search: sees every node before it is examined, and may stop the search there.
pub(super) trait Watch {
    /// Why it stops a search.
    type Reason;

    /// Called before a node `depth` moves below the root is examined.
    ///
    /// # Errors
    /// If the search should stop.
    fn examine(&mut self, is_leaf: bool, depth: usize) -> Result<(), Self::Reason>;
}

/// Lets every search go on.
impl Watch for () {
    type Reason = Infallible;

    fn examine(&mut self, _: bool, _: usize) -> Result<(), Infallible> {
        Ok(())
    }
}

impl<'a, M: 'a> Tree<'a, M> {
    /// Returns a value that is [equivalent](Window::equivalent) to the true one for this window: exact if the true one
    /// is inside, and otherwise on the same side. With the [full](Window::FULL) window it is the true one.
    ///
    /// Moves are tried in order, and as soon as one is worth β or more the rest are not even generated: the opponent
    /// will not let it come to this node.
    ///
    /// ```
    /// use search::tree::{Tree, Window};
    /// let never = std::iter::from_fn(|| panic!("forced"));
    /// let tree = Tree::numbered([Tree::leaf(-5)].into_iter().chain(never));
    /// assert!(tree.alpha_beta(Window::new(0, 4).unwrap()) >= 4);
    /// ```
    #[must_use]
    pub fn alpha_beta(self, window: Window) -> i32 {
        let Ok(value) = value(self, window, 0, &mut ());
        value
    }

    /// Returns whether the value is at least this bound: one search with a [null window](Window::null).
    #[must_use]
    pub fn at_least(self, bound: i32) -> bool {
        let Ok(answer) = at_least(self, bound, &mut ());
        answer
    }

    /// Returns whether the player who is up can force a win, that is, a value of at least 1: one search with the null
    /// window (0, 1). If not, there may still be a draw.
    ///
    /// ```
    /// use games::mnk::{Mnk, Rule};
    /// use search::tree::Tree;
    /// assert!(!Tree::of(&Mnk::<u64>::new(3, 3, 3, Rule::Normal)).assured_win());
    /// assert!(Tree::of(&Mnk::<u64>::new(4, 3, 3, Rule::Normal)).assured_win());
    /// ```
    #[must_use]
    pub fn assured_win(self) -> bool {
        self.at_least(1)
    }

    /// Returns the first of the moves that achieve the optimum, and the value of the tree; `None` if there is no move.
    /// It forces as much as [`alpha_beta`](Tree::alpha_beta) with the full window. If the tree is
    /// [flipped](Tree::flipped), the move is the best one for the player who makes it, and the value its negative.
    #[must_use]
    pub fn best_move(self) -> Option<(M, i32)> {
        let Ok(best) = best_move(self, &mut ());
        best
    }
}

/// Returns the value of a tree `depth` moves below the root, by alpha-beta.
///
/// It is fail-soft: a value outside the window is as near to the true one as the search knows.
pub(super) fn value<'a, M: 'a, W: Watch>(
    tree: Tree<'a, M>,
    window: Window,
    depth: usize,
    watch: &mut W,
) -> Result<i32, W::Reason> {
    match tree {
        Tree::Leaf(value) => watch.examine(true, depth).map(|()| known(value)),
        Tree::Node(offspring) => best(offspring, window, depth, watch).map(|(_, value)| value),
        Tree::Flip(inside) => value(*inside, window.flipped(), depth, watch).map(|value| -value),
    }
}

/// Returns the first move of a node with the best value found, and that value, by alpha-beta.
fn best<'a, M: 'a, W: Watch>(
    offspring: Offspring<'a, M>,
    mut window: Window,
    depth: usize,
    watch: &mut W,
) -> Result<(Option<M>, i32), W::Reason> {
    watch.examine(false, depth)?;
    let (mut choice, mut best) = (None, LEAST);
    for (mv, tree) in offspring {
        let value = -value(tree, window.flipped(), depth + 1, watch)?;
        if value > best || choice.is_none() {
            (choice, best) = (Some(mv), value);
        }
        if best >= window.beta() {
            break;
        }
        window = window.raised(best);
    }
    Ok((choice, best))
}

pub(super) fn at_least<'a, M: 'a, W: Watch>(
    tree: Tree<'a, M>,
    bound: i32,
    watch: &mut W,
) -> Result<bool, W::Reason> {
    Ok(value(tree, Window::null(bound), 0, watch)? >= bound)
}

pub(super) fn best_move<'a, M: 'a, W: Watch>(
    tree: Tree<'a, M>,
    watch: &mut W,
) -> Result<Option<(M, i32)>, W::Reason> {
    match tree {
        Tree::Leaf(_) => watch.examine(true, 0).map(|()| None),
        Tree::Node(offspring) => {
            let (choice, value) = best(offspring, Window::FULL, 0, watch)?;
            Ok(choice.map(|mv| (mv, value)))
        }
        Tree::Flip(inside) => Ok(best_move(*inside, watch)?.map(|(mv, value)| (mv, -value))),
    }
}
