//! A player that plays at random.

use game::{Game, Random};

use crate::{Action, Player, Request};

/// Plays any legal move, each with the same chance; the same seed plays the same game.
///
/// ```
/// use arena::{Match, RandomPlayer};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let play = || {
///     let mut table = Match::new(&game);
///     table.run([&mut RandomPlayer::new(1), &mut RandomPlayer::new(2)], &mut |_| {});
///     table.history().to_vec()
/// };
/// assert_eq!(play(), play());
/// ```
#[derive(Clone, Debug)]
pub struct RandomPlayer(Random);

impl RandomPlayer {
    /// Creates a player with this seed.
    #[must_use]
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer(Random::new(seed))
    }
}

impl<G: Game> Player<G> for RandomPlayer {
    fn act(&mut self, request: &Request<'_, G>) -> Action<G::Move> {
        self.0.choose(request.game.moves(request.state)).map_or(Action::Resign, Action::Move)
    }
}
