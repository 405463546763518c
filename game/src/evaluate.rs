//! Knowledge about a game, apart from its rules.

use crate::Game;

/// Knowledge about a game: guesses that make a search better, and never change what is true.
///
/// It is a thing of its own, not the game: a game may have several, and an engine is given one of them. Without it a
/// search that cannot reach the end of the game takes every unfinished position for even, and tries moves in the order
/// in which the rules give them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not evaluate `{G}`",
    note = "implement `game::Evaluate<{G}>`: `score`, and `priority` if some moves should be tried first"
)]
pub trait Evaluate<G: Game>: Send + Sync {
    /// How good an unfinished position looks to the player to move: 0 is even, more is better. A million
    /// either way is the most that counts.
    fn score(&self, game: &G, state: &G::State) -> i32;

    /// How promising a legal move looks: the greatest is tried first. By default all are alike.
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        0
    }

    /// Whether its priorities mean anything. Where they do not, no move is asked about.
    fn orders(&self) -> bool {
        true
    }

    /// Whether its scores mean anything. Where they do not, an engine had better go by random games.
    fn knows(&self) -> bool {
        true
    }
}

/// An evaluation, or none: a switch, where engines should not be compiled both with one and without.
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

    fn knows(&self) -> bool {
        self.as_ref().is_some_and(Evaluate::knows)
    }
}

/// No knowledge at all: every position is even, every move as good as another.
impl<G: Game> Evaluate<G> for () {
    fn score(&self, _: &G, _: &G::State) -> i32 {
        0
    }

    fn orders(&self) -> bool {
        false
    }

    fn knows(&self) -> bool {
        false
    }
}
