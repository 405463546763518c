//! What several tests need.

use game::Game;

/// How many lines of so many moves there are; a game that has ended has none.
pub(crate) fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> usize {
    if depth == 0 {
        return 1;
    }
    if game.outcome(state).is_some() {
        return 0;
    }
    if depth == 1 {
        return game.moves(state).count();
    }
    game.moves(state).map(|mv| perft(game, &game.next(state, mv), depth - 1)).sum()
}
