//! A game, and which of its positions are alike.

use game::{Class, Game, Glance, Indexed, Playable, Symmetry};

use super::sealed::Sealed;
use super::{Knowledge, Ranked, code_of};

/// A game, and the knowledge that positions which are the same up to [`Symmetry`] have the same value; and, where the
/// game is [`Indexed`], a key for each that is exact.
///
/// ```
/// use game::{Game, Value};
/// use games::nim::Nim;
/// use search::{Solver, Symmetric};
/// let game = Nim::new(&[1, 2, 3], false);
/// let answer = Solver::new(Symmetric::new(&game)).solve(&game.initial());
/// assert_eq!(answer.value(), Some(Value::loss(6)));
/// ```
///
/// The symmetries are those of the game that is solved; a function that returns another game's is not taken:
///
/// ```compile_fail
/// use game::Unsupported;
/// use games::nim::Nim;
/// use search::Symmetric;
/// let (game, other) = (Nim::new(&[1, 2, 3], false), Nim::new(&[5, 5], false));
/// Symmetric::of(&game, |_| Some(&other), |_| None::<&Unsupported<Nim>>);
/// ```
#[derive(Debug)]
pub struct Symmetric<'a, G, Y = G, I = G> {
    game: &'a G,
    symmetry: Option<&'a Y>,
    index: Option<&'a I>,
}

impl<'a, G: Playable + Symmetry + Indexed> Symmetric<'a, G> {
    /// Returns the knowledge of a game that has symmetries and an index.
    #[must_use]
    pub fn new(game: &'a G) -> Self {
        Symmetric { game, symmetry: Some(game), index: Some(game) }
    }
}

impl<'a, G, Y, I> Symmetric<'a, G, Y, I> {
    /// Returns the knowledge of a game that may have symmetries and an index. Both are found in the game itself, by
    /// functions that know nothing else: knowledge of another game would give wrong values.
    ///
    /// ```
    /// use game::Unsupported;
    /// use games::nim::Nim;
    /// use search::{Solver, Symmetric};
    /// let game = Nim::new(&[1, 2, 3], false);
    /// let without_index = Symmetric::of(&game, Some, |_| None::<&Unsupported<Nim>>);
    /// assert!(!Solver::new(without_index).is_exact());
    /// ```
    #[must_use]
    pub fn of(game: &'a G, symmetry: fn(&'a G) -> Option<&'a Y>, index: fn(&'a G) -> Option<&'a I>) -> Self {
        Symmetric { game, symmetry: symmetry(game), index: index(game) }
    }
}

impl<G, Y, I> Clone for Symmetric<'_, G, Y, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, Y, I> Copy for Symmetric<'_, G, Y, I> {}

impl<G, Y, I> Sealed for Symmetric<'_, G, Y, I> {}

impl<G, Y, I> Knowledge for Symmetric<'_, G, Y, I>
where
    G: Game,
    Y: Symmetry<Configuration = G::State, Action = G::Move>,
    I: Indexed<Configuration = G::State>,
{
    type Game = G;
    type Notes = ();

    #[inline]
    fn game(&self) -> &G {
        self.game
    }

    #[inline]
    fn class(&self, state: &G::State) -> Class {
        let key = |state: &G::State| match self.index {
            Some(index) if index.size().is_some() => index.index(state),
            _ => self.game.key(state),
        };
        let Some(group) = self.symmetry else { return Class { key: key(state), symmetry: 0 } };
        let symmetry = group.to_canonical(state);
        Class { key: key(&group.image(state, symmetry)), symmetry }
    }

    fn is_exact(&self) -> bool {
        self.index.is_some_and(|index| index.size().is_some())
    }

    #[inline]
    fn code(&self, mv: G::Move, symmetry: usize) -> u8 {
        code_of(&self.symmetry.map_or(mv, |group| group.image_of_action(mv, symmetry)))
    }

    #[inline]
    fn glance(&self, state: &G::State, quiet: bool) -> Glance<G::Move, ()> {
        self.game.glance(state, quiet)
    }

    #[inline]
    fn list(&self, state: &G::State, (): (), moves: &mut Vec<Ranked<G::Move>>) {
        self.game.list(state, (), moves);
    }
}
