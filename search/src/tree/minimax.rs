//! The value of a tree by its definition.

use super::{LEAST, Tree, known};

/// Whether the player who is up makes a value as great as possible or as small, where all values are seen by one
/// player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sense {
    /// The player whose values these are is up.
    Max,
    /// The opponent is up.
    Min,
}

impl Sense {
    /// Returns the sense after a move.
    #[must_use]
    pub const fn other(self) -> Sense {
        match self {
            Sense::Max => Sense::Min,
            Sense::Min => Sense::Max,
        }
    }

    /// Returns the value of a leaf, which belongs to the player who is up, as the one player sees it.
    const fn interpret(self, value: i32) -> i32 {
        match self {
            Sense::Max => known(value),
            Sense::Min => -known(value),
        }
    }

    /// Returns the best of these values.
    fn best(self, values: impl Iterator<Item = i32>) -> i32 {
        match self {
            Sense::Max => values.fold(LEAST, i32::max),
            Sense::Min => values.fold(-LEAST, i32::min),
        }
    }
}

impl<'a, M: 'a> Tree<'a, M> {
    /// Returns the value of the tree for one player, the same at every node: the one who is up at the root if the
    /// sense is [`Max`](Sense::Max), the opponent if it is [`Min`](Sense::Min). The whole tree is forced.
    ///
    /// ```
    /// use search::tree::{Sense, Tree};
    /// let tree = || Tree::numbered([3, 1, 2].map(Tree::leaf));
    /// assert_eq!(tree().minimax(Sense::Max), -1);
    /// assert_eq!(tree().minimax(Sense::Min), 1);
    /// ```
    #[must_use]
    pub fn minimax(self, sense: Sense) -> i32 {
        match self {
            Tree::Leaf(value) => sense.interpret(value),
            Tree::Node(offspring) => sense.best(offspring.map(|(_, tree)| tree.minimax(sense.other()))),
            Tree::Flip(inside) => inside.minimax(sense.other()),
        }
    }

    /// Returns the value of the tree for the player who is up: the greatest of the negated values after the moves. One
    /// case where minimax has two; the whole tree is forced.
    #[must_use]
    pub fn negamax(self) -> i32 {
        match self {
            Tree::Leaf(value) => known(value),
            Tree::Node(offspring) => offspring.map(|(_, tree)| -tree.negamax()).fold(LEAST, i32::max),
            Tree::Flip(inside) => -inside.negamax(),
        }
    }

    /// Returns the same as [`negamax`](Tree::negamax), with the best value so far kept in a loop over the moves: the
    /// step before [`alpha_beta`](Tree::alpha_beta), which hands that value down to the moves that come after.
    #[must_use]
    pub fn negamax_loop(self) -> i32 {
        match self {
            Tree::Leaf(value) => known(value),
            Tree::Flip(inside) => -inside.negamax_loop(),
            Tree::Node(offspring) => {
                let mut best = LEAST;
                for (_, tree) in offspring {
                    let value = -tree.negamax_loop();
                    if value > best {
                        best = value;
                    }
                }
                best
            }
        }
    }
}
