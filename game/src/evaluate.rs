//! Guesses about positions, apart from the rules.

use crate::Game;

/// An evaluation: guesses about the positions of a game that make a search better, and never change what is proved.
///
/// It is separate from the game: a game may have several, and an engine takes one of them. Without it a search that
/// cannot reach the end of the game takes every unfinished position for even, and tries moves in the order of the
/// rules.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not evaluate `{G}`",
    note = "implement `game::Evaluate<{G}>`: `score`, and `priority` if some moves should be tried first"
)]
pub trait Evaluate<G: Game>: Send + Sync {
    /// Returns how good an unfinished position looks to the player to move: 0 is even, more is better. Scores beyond a
    /// million either way count as a million.
    fn score(&self, game: &G, state: &G::State) -> i32;

    /// Returns how promising a legal move looks: the greatest is tried first. By default all are alike.
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        0
    }

    /// Returns whether its priorities mean anything. Where they do not, engines do not call
    /// [`priority`](Evaluate::priority).
    fn orders(&self) -> bool {
        true
    }

    /// Returns whether its scores mean anything. Where they do not, an engine had better go by random games.
    fn is_informative(&self) -> bool {
        true
    }
}

/// An evaluation, or none. One type for both, so that an engine is compiled once.
impl<G: Game, E: Evaluate<G>> Evaluate<G> for Option<E> {
    fn score(&self, game: &G, state: &G::State) -> i32 {
        self.as_ref().map_or(0, |evaluate| evaluate.score(game, state))
    }

    #[inline]
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        self.as_ref().map_or(0, |evaluate| evaluate.priority(game, state, mv))
    }

    #[inline]
    fn orders(&self) -> bool {
        self.as_ref().is_some_and(Evaluate::orders)
    }

    fn is_informative(&self) -> bool {
        self.as_ref().is_some_and(Evaluate::is_informative)
    }
}

/// An evaluation that knows nothing: every position is even, and all moves are alike.
impl<G: Game> Evaluate<G> for () {
    fn score(&self, _: &G, _: &G::State) -> i32 {
        0
    }

    fn orders(&self) -> bool {
        false
    }

    fn is_informative(&self) -> bool {
        false
    }
}
