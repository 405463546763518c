//! Games with engines that know nothing but the rules.

use std::sync::Arc;

use arena::{AnyGame, AnyMove, Engines, Hint};
use game::{Notation, Playable};
use search::{Options, Solver};

/// A game, and engines for it.
pub(crate) fn table<G: Playable + Notation + Clone + 'static>(game: &G) -> (Arc<AnyGame>, Engines) {
    let (a, b, c) = (game.clone(), game.clone(), game.clone());
    let engines = Engines::new(
        move |state, budget| {
            let (state, options) = (state.get().unwrap(), Options::default().budget(budget.clone()));
            AnyMove::choice(&a, state, &Solver::new(&a, ()).options(options).choose(state))
        },
        move |state, budget| {
            let (state, options) = (state.get().unwrap(), Options::default().budget(budget.clone()));
            AnyMove::answer(&b, state, Solver::new(&b, ()).options(options).solve(state))
        },
        move |state, budget| {
            let (state, options) = (state.get().unwrap(), Options::default().budget(budget.clone()));
            let judged = Solver::new(&c, ()).options(options).analyze(state);
            Hint::numbered(&c, state, judged.into_iter().map(Hint::from))
        },
    );
    (Arc::new(AnyGame::new(game.clone())), engines)
}
