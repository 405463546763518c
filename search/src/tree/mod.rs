//! Game trees, for any game: to teach with, and as the oracle of the faster engines.
//!
//! Everything here is written to be read. Nothing is remembered from one position to the next, nothing is shared
//! between threads and nothing is guessed, so it is plain that the results are right. The faster engines are tested
//! against them. For a game of any size, use one of those.
//!
//! A [`Tree`] is a [`Leaf`](Tree::Leaf) with a value, or a [`Node`](Tree::Node) with an iterator of moves and the trees
//! after them. It is lazy: the iterator makes a tree when it is needed, and the tree is dropped when its value is
//! known, so only the branch under examination is in memory.
//!
//! | query | answer | what it forces |
//! |---|---|---|
//! | how large? | [`size`](Tree::size), [`leaves`](Tree::leaves), [`height`](Tree::height) | all |
//! | its value? | [`minimax`](Tree::minimax), [`negamax`](Tree::negamax), [`negamax_loop`](Tree::negamax_loop) | all |
//! | the same, no better than needed | [`alpha_beta`](Tree::alpha_beta) | what it must |
//! | is it worth at least this? | [`at_least`](Tree::at_least), [`assured_win`](Tree::assured_win) | less still |
//! | which move? | [`best_move`](Tree::best_move) | as much as alpha-beta |
//!
//! The laws, each of them a test:
//! - `minimax(Max)` = `negamax` = `negamax_loop` = −`minimax(Min)`;
//! - alpha-beta is [equivalent](Window::equivalent) to minimax for every window;
//! - the number of nodes forced is exact, so a search that prunes too little is as wrong as one that prunes too much:
//!   with moves in increasing order and the full window, (3,3,3) forces 18 297 nodes, of which 7 330 are leaves.
//!
//! ```
//! use games::mnk::{Mnk, Rule};
//! use search::tree::{Search, Tree, Window};
//!
//! let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
//! assert_eq!(Tree::of(&game).size(), 549_946);
//!
//! let mut search = Search::default();
//! assert_eq!(search.alpha_beta(Tree::of(&game), Window::FULL), Ok(0));
//! assert_eq!((search.forced().nodes, search.forced().leaves), (18_297, 7_330));
//! ```
//!
//! All functions recurse as deep as the tree is high. The trees of games that can go on for ever have no height: use a
//! [`Search`] for those, which stops at its limits.

mod alpha_beta;
mod minimax;
mod search;
mod window;

use std::fmt;

use game::{Game, Player};

pub use minimax::Sense;
pub use search::{Forced, Search};
pub use window::Window;

/// The least value. It has a negative, unlike [`i32::MIN`].
const LEAST: i32 = -i32::MAX;

/// The moves of a node and the trees after them.
pub type Offspring<'a, M> = Box<dyn Iterator<Item = (M, Tree<'a, M>)> + 'a>;

/// A game tree with moves of type `M`, generated as it is examined.
///
/// Values belong to the player who is up: at each node the one who is to move, at each leaf the one who would be.
/// They range from −[`i32::MAX`] to [`i32::MAX`]; a leaf with [`i32::MIN`], which has no negative, counts as the
/// former.
///
/// ```
/// use search::tree::Tree;
///
/// // Left, the opponent can choose between 3 and 5 for himself; right, between 2 and 4.
/// let tree = || {
///     Tree::node([
///         ("left", Tree::node([("a", Tree::leaf(-3)), ("b", Tree::leaf(-5))])),
///         ("right", Tree::node([("c", Tree::leaf(-2)), ("d", Tree::leaf(-4))])),
///     ])
/// };
/// assert_eq!((tree().size(), tree().leaves(), tree().height()), (7, 4, 2));
/// assert_eq!(tree().best_move(), Some(("right", -4)));
/// ```
pub enum Tree<'a, M> {
    /// The game is over: its value for the player who is up.
    Leaf(i32),
    /// The moves of the player who is up and the trees after them, in each of which the opponent is up. A node without
    /// moves, which no game makes, has the least of all values.
    Node(Offspring<'a, M>),
    /// The tree inside, with the players exchanged: it is worth the negative of the tree inside. Not a node of its own.
    /// In a tree made from a game it stands where the same player moves again.
    Flip(Box<Tree<'a, M>>),
}

impl<'a, M: 'a> Tree<'a, M> {
    /// Returns a finished game with this value for the player who is up.
    #[must_use]
    pub const fn leaf(value: i32) -> Self {
        Tree::Leaf(value)
    }

    /// Returns a choice between moves, which are taken from the iterator one by one as they are needed.
    #[must_use]
    pub fn node<I>(offspring: I) -> Self
    where
        I: IntoIterator<Item = (M, Tree<'a, M>)>,
        I::IntoIter: 'a,
    {
        Tree::Node(Box::new(offspring.into_iter()))
    }

    /// Returns the same tree with the players exchanged, worth the negative.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Tree::Leaf(value) => Tree::Leaf(-known(value)),
            Tree::Flip(inside) => *inside,
            node @ Tree::Node(_) => Tree::Flip(Box::new(node)),
        }
    }

    /// Returns the number of nodes, leaves and the root included.
    #[must_use]
    pub fn size(self) -> u64 {
        match self {
            Tree::Leaf(_) => 1,
            Tree::Node(offspring) => 1 + offspring.map(|(_, tree)| tree.size()).sum::<u64>(),
            Tree::Flip(inside) => inside.size(),
        }
    }

    /// Returns the number of leaves: of a game, the number of ways in which it can be played.
    #[must_use]
    pub fn leaves(self) -> u64 {
        match self {
            Tree::Leaf(_) => 1,
            Tree::Node(offspring) => offspring.map(|(_, tree)| tree.leaves()).sum(),
            Tree::Flip(inside) => inside.leaves(),
        }
    }

    /// Returns the number of moves on the longest branch: 0 for a leaf.
    #[must_use]
    pub fn height(self) -> usize {
        match self {
            Tree::Leaf(_) => 0,
            // A node without branches is as high as a leaf.
            Tree::Node(offspring) => offspring.map(|(_, tree)| 1 + tree.height()).max().unwrap_or(0),
            Tree::Flip(inside) => inside.height(),
        }
    }
}

impl<'a, M: Copy + 'a> Tree<'a, M> {
    /// Returns the tree of a game from its initial position. Leaves are worth +1, 0 or −1, and moves come in the
    /// game's order.
    #[must_use]
    pub fn of<G: Game<Move = M>>(game: &'a G) -> Self {
        Tree::of_state(game, game.initial())
    }

    /// Returns the tree of a game from any position.
    ///
    /// A node holds its position and the list of its moves, and makes the trees after them one by one.
    #[must_use]
    pub fn of_state<G: Game<Move = M>>(game: &'a G, state: G::State) -> Self {
        let player = game.turn(&state);
        if let Some(outcome) = game.outcome(&state) {
            return Tree::Leaf(outcome.value_for(player).verdict.sign());
        }
        let moves: Vec<M> = game.moves(&state).collect();
        Tree::node(moves.into_iter().map(move |mv| (mv, Tree::after(game, player, game.next(&state, mv)))))
    }

    /// Returns the tree of a position that this player has moved to, as the opponent sees it.
    fn after<G: Game<Move = M>>(game: &'a G, player: Player, state: G::State) -> Self {
        let again = game.turn(&state) == player;
        let tree = Tree::of_state(game, state);
        if again { tree.flipped() } else { tree }
    }
}

impl<'a> Tree<'a, usize> {
    /// Returns a choice between moves that have no names: they are numbered from 0.
    ///
    /// ```
    /// use search::tree::Tree;
    /// let tree = Tree::numbered([3, 1, 2].map(Tree::leaf));
    /// assert_eq!(tree.best_move(), Some((1, -1)));
    /// ```
    #[must_use]
    pub fn numbered<I>(trees: I) -> Self
    where
        I: IntoIterator<Item = Tree<'a, usize>>,
        I::IntoIter: 'a,
    {
        Tree::node(trees.into_iter().enumerate())
    }
}

/// Shows the root alone: to show more would force it.
impl<M> fmt::Debug for Tree<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Leaf(value) => f.debug_tuple("Leaf").field(value).finish(),
            Tree::Node(_) => f.write_str("Node(..)"),
            Tree::Flip(inside) => f.debug_tuple("Flip").field(inside).finish(),
        }
    }
}

/// Returns the value of a leaf, such that it has a negative.
const fn known(value: i32) -> i32 {
    if value < LEAST { LEAST } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(values: &[i32]) -> Tree<'_, usize> {
        Tree::numbered(values.iter().map(|&value| Tree::leaf(value)))
    }

    #[test]
    fn measured_by_hand() {
        let tree = || Tree::numbered([leaves(&[1, 2, 3]), Tree::leaf(0), Tree::numbered([leaves(&[4])])]);
        assert_eq!(tree().size(), 9);
        assert_eq!(tree().leaves(), 5);
        assert_eq!(tree().height(), 3);
        assert_eq!((leaves(&[]).size(), leaves(&[]).leaves(), leaves(&[]).height()), (1, 0, 0));
    }

    #[test]
    fn exchanging_the_players_adds_no_node() {
        let tree = || Tree::Flip(Box::new(leaves(&[1, 2])));
        assert_eq!((tree().size(), tree().leaves(), tree().height()), (3, 2, 1));
        assert_eq!((tree().negamax(), tree().flipped().negamax()), (1, -1));
        assert_eq!(format!("{:?}", tree()), "Flip(Node(..))");
        assert_eq!(format!("{:?}", tree().flipped()), "Node(..)");
        assert_eq!(format!("{:?}", Tree::<()>::leaf(7).flipped()), "Leaf(-7)");
    }

    #[test]
    fn the_value_without_a_negative_counts_as_the_least() {
        let tree = || leaves(&[i32::MIN]);
        assert_eq!(tree().negamax(), i32::MAX);
        assert_eq!(tree().minimax(Sense::Max), i32::MAX);
        assert_eq!(tree().minimax(Sense::Min), LEAST);
        assert_eq!(tree().alpha_beta(Window::FULL), i32::MAX);
        assert_eq!(Tree::<()>::leaf(i32::MIN).negamax(), LEAST);
        assert_eq!(tree().flipped().flipped().negamax(), i32::MAX);
    }
}
