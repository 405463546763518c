//! The knowledge of which positions are the same.

use game::{Class, Indexed, Playable, Symmetry};

use super::{Knowledge, Ranked, Sight, code_of};

/// The knowledge that positions which are the same but for a [`Symmetry`] have the same value; and, where the game is
/// [`Indexed`], of a key that is exact.
///
/// ```
/// use game::{Absent, Game, Value};
/// use games::nim::Nim;
/// use search::{Solver, Symmetric};
/// let game = Nim::new(&[1, 2, 3], false);
/// let knowledge = Symmetric::with_index(&game);
/// assert_eq!(Solver::new(&game, knowledge).solve(&game.initial()).value(), Some(Value::loss(6)));
/// ```
#[derive(Debug)]
pub struct Symmetric<'a, I> {
    index: Option<&'a I>,
}

impl<'a, I> Symmetric<'a, I> {
    /// For a game that may have an index.
    #[must_use]
    pub fn new(index: Option<&'a I>) -> Symmetric<'a, I> {
        Symmetric { index }
    }

    /// For a game that has an index.
    #[must_use]
    pub fn with_index(index: &'a I) -> Symmetric<'a, I> {
        Symmetric { index: Some(index) }
    }
}

impl<G, I> Knowledge<G> for Symmetric<'_, I>
where
    G: Playable + Symmetry,
    I: Indexed<Configuration = G::State>,
{
    type Notes = ();

    #[inline]
    fn class(&self, game: &G, state: &G::State) -> Class {
        let symmetry = game.to_canonical(state);
        let canonical = game.image(state, symmetry);
        let key = match self.index {
            Some(index) if index.size().is_some() => index.index(&canonical),
            _ => game.key(&canonical),
        };
        Class { key, symmetry }
    }

    fn is_exact(&self, _: &G) -> bool {
        self.index.is_some_and(|index| index.size().is_some())
    }

    #[inline]
    fn code(&self, game: &G, mv: G::Move, symmetry: usize) -> u8 {
        code_of(&game.image_of_action(mv, symmetry))
    }

    #[inline]
    fn glance(&self, game: &G, state: &G::State, quiet: bool) -> Sight<G::Move, ()> {
        ().glance(game, state, quiet)
    }

    #[inline]
    fn list(&self, game: &G, state: &G::State, (): (), moves: &mut Vec<Ranked<G::Move>>) {
        ().list(game, state, (), moves);
    }
}
