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
pub struct Symmetric<'a, Y, I> {
    symmetry: Option<&'a Y>,
    index: Option<&'a I>,
}

impl<'a, Y, I> Symmetric<'a, Y, I> {
    /// For a game that may have symmetries and an index.
    #[must_use]
    pub fn new(symmetry: Option<&'a Y>, index: Option<&'a I>) -> Self {
        Symmetric { symmetry, index }
    }
}

impl<'a, G> Symmetric<'a, G, G> {
    /// For a game that has both.
    #[must_use]
    pub fn with_index(game: &'a G) -> Self {
        Symmetric { symmetry: Some(game), index: Some(game) }
    }
}

impl<G, Y, I> Knowledge<G> for Symmetric<'_, Y, I>
where
    G: Playable,
    Y: Symmetry<Configuration = G::State, Action = G::Move>,
    I: Indexed<Configuration = G::State>,
{
    type Notes = ();

    #[inline]
    fn class(&self, game: &G, state: &G::State) -> Class {
        let key = |state: &G::State| match self.index {
            Some(index) if index.size().is_some() => index.index(state),
            _ => game.key(state),
        };
        let Some(group) = self.symmetry else { return Class { key: key(state), symmetry: 0 } };
        let symmetry = group.to_canonical(state);
        Class { key: key(&group.image(state, symmetry)), symmetry }
    }

    fn is_exact(&self, _: &G) -> bool {
        self.index.is_some_and(|index| index.size().is_some())
    }

    #[inline]
    fn code(&self, _: &G, mv: G::Move, symmetry: usize) -> u8 {
        code_of(&self.symmetry.map_or(mv, |group| group.image_of_action(mv, symmetry)))
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
