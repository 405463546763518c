//! How the positions of a game are found in a tablebase.

use explore::Explorer;
use game::{Game, Indexed, Limits, Notation, Playable, Value};
use levels::Shape;
use symbolic::Symbolic;

/// Access to a game: the ways in which its positions are found in the bodies of tablebases.
///
/// Notation is enough. Form and index are optional; a game passes what it has, as in
/// `Access::new(&game).form(game.as_symbolic()).index(game.as_indexed())`.
pub struct Access<'a, G: Playable> {
    pub(crate) game: &'a G,
    pub(crate) text: fn(&G, &G::State) -> String,
    pub(crate) form: Option<Box<dyn Form<G> + 'a>>,
    pub(crate) index: Option<Box<dyn Index<G> + 'a>>,
}

impl<'a, G: Playable + Notation> Access<'a, G> {
    /// Returns access by how positions are written.
    #[must_use]
    pub fn new(game: &'a G) -> Access<'a, G> {
        Access { game, text: G::board_text, form: None, index: None }
    }
}

impl<'a, G: Playable> Access<'a, G> {
    /// Adds the form of the game as diagrams, if it has one: most often the game itself.
    #[must_use]
    pub fn form<S: Symbolic<Configuration = G::State>>(mut self, form: Option<&'a S>) -> Access<'a, G> {
        self.form = form.map(|form| Box::new(form) as Box<dyn Form<G> + 'a>);
        self
    }

    /// Adds a form of the game as diagrams that is an object already.
    #[must_use]
    pub fn form_by(mut self, form: Box<dyn Form<G> + 'a>) -> Access<'a, G> {
        self.form = Some(form);
        self
    }

    /// Adds the index of the game, if it has one: most often the game itself.
    #[must_use]
    pub fn index<I>(mut self, index: Option<&'a I>) -> Access<'a, G>
    where
        I: Indexed<Configuration = G::State, Action = G::Move>,
    {
        if const { I::IS_SUPPORTED } {
            self.index = index.map(|index| Box::new(index) as Box<dyn Index<G> + 'a>);
        }
        self
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &'a G {
        self.game
    }

    pub(crate) fn text(&self, state: &G::State) -> String {
        (self.text)(self.game, state)
    }
}

/// The form of a game as diagrams, without its type. Every reference to a [`Symbolic`] is one for games with its
/// states.
pub trait Form<G: Playable>: Sync {
    /// Returns the variables and their domains.
    fn shape(&self) -> Shape;

    /// Returns what a table says of a position.
    fn value(&self, table: &symbolic::Table, game: &G, state: &G::State) -> Option<Value>;

    /// Solves the game.
    ///
    /// # Errors
    /// If a limit is reached, or the diagrams cannot be made.
    fn solve(
        &self,
        distances: bool,
        limits: &Limits,
        watch: &mut dyn FnMut(&symbolic::Progress),
    ) -> Result<symbolic::Solved, Box<symbolic::Unsolved>>;
}

impl<G: Playable, S: Symbolic<Configuration = <G as Game>::State>> Form<G> for &S {
    fn shape(&self) -> Shape {
        Symbolic::shape(*self)
    }

    fn value(&self, table: &symbolic::Table, game: &G, state: &G::State) -> Option<Value> {
        table.value(game, *self, state)
    }

    fn solve(
        &self,
        distances: bool,
        limits: &Limits,
        watch: &mut dyn FnMut(&symbolic::Progress),
    ) -> Result<symbolic::Solved, Box<symbolic::Unsolved>> {
        symbolic::solve(*self, distances, limits, watch)
    }
}

/// An index without its type.
pub(crate) trait Index<G: Playable>: Sync {
    fn size(&self) -> Option<u64>;
    fn index(&self, state: &G::State) -> u64;
    /// Solves the game as the explorer says, with this index.
    fn solve<'e>(&'e self, explorer: Explorer<'e, G>) -> Result<explore::Table, explore::Unsolved>;
}

impl<G, I> Index<G> for &I
where
    G: Playable,
    I: Indexed<Configuration = <G as Game>::State, Action = <G as Game>::Move>,
{
    fn size(&self) -> Option<u64> {
        Indexed::size(*self)
    }

    fn index(&self, state: &G::State) -> u64 {
        Indexed::index(*self, state)
    }

    fn solve<'e>(&'e self, explorer: Explorer<'e, G>) -> Result<explore::Table, explore::Unsolved> {
        explore::Table::solve(&explorer.index(Some(*self)))
    }
}
