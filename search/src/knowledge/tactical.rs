//! The knowledge of a game that sees threats.

use game::{Class, Game, Glance, Outcome, Threats, Value};

use super::{Knowledge, Ranked, Sight};

/// The knowledge of a game that sees [`Threats`]: wins at once come first, threats are answered, moves that lose at once
/// are left out.
///
/// ```
/// use game::Game;
/// use games::mnk::{Mnk, Rule};
/// use search::{Solver, Tactical};
/// let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
/// let answer = Solver::new(&game, Tactical(&game)).solve(&game.initial());
/// assert_eq!(answer.value().map(|value| value.to_string()), Some("draw".to_string()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tactical<'a, T>(pub &'a T);

impl<G: Game, T: Threats<State = G::State, Move = G::Move>> Knowledge<G> for Tactical<'_, T> {
    type Notes = T::Moves;

    const ALTERNATES: bool = true;
    const SETTLES: bool = true;

    #[inline]
    fn class(&self, _: &G, state: &G::State) -> Class {
        self.0.class(state)
    }

    fn is_exact(&self, _: &G) -> bool {
        self.0.class_is_exact()
    }

    #[inline]
    fn code(&self, _: &G, mv: G::Move, symmetry: usize) -> u8 {
        self.0.code(mv, symmetry)
    }

    #[inline]
    fn end(&self, game: &G, state: &G::State, quiet: bool) -> Option<Outcome> {
        if quiet { (self.0.plies_left(state) == 0).then_some(Outcome::Draw) } else { game.outcome(state) }
    }

    #[inline]
    fn glance(&self, _: &G, state: &G::State, quiet: bool) -> Sight<G::Move, T::Moves> {
        match self.0.glance(state, quiet) {
            Glance::Win(mv) => Sight::Won(mv, 1),
            Glance::Lost { best, plies } => Sight::Lost(best, plies),
            Glance::Open { moves, soonest_win, soonest_loss } => {
                Sight::Open { soonest_win, soonest_loss, notes: moves }
            }
        }
    }

    #[inline]
    fn list(&self, _: &G, state: &G::State, notes: T::Moves, moves: &mut Vec<Ranked<G::Move>>) {
        moves.extend(notes.map(|mv| Ranked { mv, weight: self.0.promise(state, mv) }));
    }

    #[inline]
    fn plies_left(&self, _: &G, state: &G::State) -> u32 {
        self.0.plies_left(state)
    }

    #[inline]
    fn at_most(&self, _: &G, state: &G::State) -> Value {
        self.0.at_most(state)
    }

    #[inline]
    fn at_least(&self, _: &G, state: &G::State) -> Value {
        self.0.at_least(state)
    }
}
