//! From parameters to a game with its type.

use game::{Notation, Playable, SyntaxError};

use crate::{About, Capabilities, Parameters};

/// Games under one name, which differ by their parameters.
pub trait Family {
    /// What people read about it, and what its parameters may be.
    const ABOUT: &'static About;

    /// Returns the same parameters, such that they name the same game at any other time: where a game is read from a
    /// file, with a fingerprint of what is in it. Most parameters are so by themselves.
    ///
    /// # Errors
    /// If the file cannot be read, or has another fingerprint than the parameters say.
    fn settled(given: Parameters) -> Result<Parameters, SyntaxError> {
        Ok(given)
    }

    /// Makes the game that the parameters describe, and hands it to the visitor.
    ///
    /// # Errors
    /// If the parameters, each of them within its range, do not fit together.
    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError>;
}

/// Something to be done with a game of any type.
pub trait Visitor: Sized {
    /// The result.
    type Output;

    /// Takes a game of two players.
    fn game<G: Playable + Notation + Capabilities + Clone + 'static>(self, game: G) -> Self::Output;

    /// Takes a system that is not a game.
    fn system<S: Notation + Capabilities + Clone + 'static>(self, system: S) -> Self::Output;

    /// Takes a game whose state space cannot be listed: a board of many words. It is a game like any other; whoever
    /// compiles engines for each type may make fewer for this one.
    fn wide_game<G: Playable + Notation + Capabilities + Clone + 'static>(self, game: G) -> Self::Output {
        self.game(game)
    }

    /// Takes a game twice: as it is, and compiled for this one size, which is faster where nothing but the rules
    /// counts.
    fn fixed_game<G, F>(self, game: G, fixed: F) -> Self::Output
    where
        G: Playable + Notation + Capabilities + Clone + 'static,
        F: Playable<State = G::State, Move = G::Move> + Notation + Capabilities + Clone + 'static,
    {
        // Only a visitor that can be faster for it looks at the general one.
        let _ = game;
        self.game(fixed)
    }
}
