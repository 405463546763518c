//! Games with engines that know nothing but the rules.

use std::sync::Arc;

use arena::{AnyGame, AnyMove, Engines, Hint};
use game::{Notation, Playable};
use search::Solver;

/// A game, and engines for it.
pub(crate) fn table<G: Playable + Notation + Clone + 'static>(game: &G) -> (Arc<AnyGame>, Engines) {
    let (a, b, c) = (game.clone(), game.clone(), game.clone());
    let engines = Engines::new(
        move |state, budget| {
            let state = state.get().unwrap();
            AnyMove::choice(&a, state, &Solver::new(&a).limits(budget.clone()).choose(state))
        },
        move |state, budget| {
            let state = state.get().unwrap();
            AnyMove::answer(&b, state, Solver::new(&b).limits(budget.clone()).solve(state))
        },
        move |state, budget| {
            let state = state.get().unwrap();
            let judged = Solver::new(&c).limits(budget.clone()).analyze(state);
            Hint::numbered(&c, state, judged.into_iter().map(Hint::from))
        },
    );
    (Arc::new(AnyGame::new(game.clone())), engines)
}
