//! Who takes part in a tournament.

use std::fmt;
use std::sync::Arc;

use game::Game;

use crate::Player;

/// Makes a player from a seed.
type Maker<G> = Arc<dyn Fn(u64) -> Box<dyn Player<G>> + Send + Sync>;

/// A participant of a tournament: a name, and a way to make a player for each game.
pub struct Entrant<G: Game> {
    /// The name, for the tables.
    pub name: String,
    maker: Maker<G>,
}

impl<G: Game> Entrant<G> {
    /// Creates an entrant whose player is made anew for each game, from a seed of that game.
    pub fn new<P: Player<G> + 'static>(
        name: impl Into<String>,
        make: impl Fn(u64) -> P + Send + Sync + 'static,
    ) -> Entrant<G> {
        Entrant { name: name.into(), maker: Arc::new(move |seed| Box::new(make(seed))) }
    }

    /// Returns a player for a game with this seed.
    #[must_use]
    pub fn player(&self, seed: u64) -> Box<dyn Player<G>> {
        (self.maker)(seed)
    }
}

impl<G: Game> Clone for Entrant<G> {
    fn clone(&self) -> Self {
        Entrant { name: self.name.clone(), maker: Arc::clone(&self.maker) }
    }
}

impl<G: Game> fmt::Debug for Entrant<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entrant").field("name", &self.name).finish_non_exhaustive()
    }
}
