//! Random games.

use game::{Game, Outcome, Random};

/// The plies after which a random game counts as drawn.
const LONGEST: u32 = 10_000;

/// Plays at random to the end. Returns how the game ended.
#[inline]
pub(super) fn playout<G: Game>(game: &G, mut state: G::State, random: &mut Random) -> Outcome {
    for _ in 0..LONGEST {
        if let Some(outcome) = game.outcome(&state) {
            return outcome;
        }
        // Counted and then chosen: cheaper than a random number for every move.
        let count = game.moves(&state).count();
        let Some(mv) = game.moves(&state).nth(random.below(count)) else { return Outcome::Draw };
        game.play(&mut state, mv);
    }
    Outcome::Draw
}
