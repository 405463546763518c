//! A game of which no more is known than its rules.

use game::{Game, Glance};

use super::sealed::Sealed;
use super::{Knowledge, Ranked};

impl<G: Game> Sealed for &G {}

/// The rules alone: every position is open, and every legal move worth searching.
impl<G: Game> Knowledge for &G {
    type Game = G;
    type Notes = ();

    #[inline]
    fn game(&self) -> &G {
        self
    }

    #[inline]
    fn glance(&self, _: &G::State, _: bool) -> Glance<G::Move, ()> {
        Glance::Open { moves: (), soonest_win: 1, soonest_loss: 1 }
    }

    #[inline]
    fn list(&self, state: &G::State, (): (), moves: &mut Vec<Ranked<G::Move>>) {
        moves.extend(self.moves(state).map(|mv| Ranked { mv, weight: 0 }));
    }
}
