//! Openings made at random.

use std::collections::HashSet;

use game::{Game, Random};

/// Returns up to `count` different lines of `plies` plies each, played at random, after which the game is not over:
/// fewer if the game has no more, or they are hard to find.
///
/// ```
/// use games::mnk::{Mnk, Rule};
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// assert_eq!(arena::random_openings(&game, 1, 100, 7).len(), 9);
/// ```
#[must_use]
pub fn random_openings<G: Game>(game: &G, plies: usize, count: usize, seed: u64) -> Vec<Vec<G::Move>> {
    let mut random = Random::new(seed);
    let (mut seen, mut openings) = (HashSet::new(), Vec::new());
    for _ in 0..count.saturating_mul(20).saturating_add(1000) {
        if openings.len() == count {
            break;
        }
        if let Some(line) = line(game, plies, &mut random)
            && seen.insert(line.clone())
        {
            openings.push(line);
        }
    }
    openings
}

/// Returns `plies` random moves from the start; `None` if the game is over by then.
fn line<G: Game>(game: &G, plies: usize, random: &mut Random) -> Option<Vec<G::Move>> {
    let (mut state, mut line) = (game.initial(), Vec::new());
    while game.outcome(&state).is_none() {
        if line.len() == plies {
            return Some(line);
        }
        let mv = random.choose(game.moves(&state))?;
        game.play(&mut state, mv);
        line.push(mv);
    }
    None
}
