//! A game of which only the type of its moves is known.

use std::any::Any;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};

use game::{Game, Outcome, Player, allocated};

/// A game of which only the type of its moves is known: a [`Game`] like any other, only slower. Engines that need not be
/// fast take it, and are compiled once for all games with such moves.
#[derive(Clone, Copy)]
pub(crate) struct Erased<'a, M>(pub(crate) &'a dyn Rules<M>);

/// A position of an [`Erased`] game.
pub(crate) struct State(Box<dyn Content>);

/// The rules of a game behind a pointer.
pub(crate) trait Rules<M>: Send + Sync {
    fn initial(&self) -> State;
    fn turn(&self, state: &State) -> Player;
    fn outcome(&self, state: &State) -> Option<Outcome>;
    fn moves(&self, state: &State) -> Vec<M>;
    fn play(&self, state: &mut State, mv: M);
    fn heap_bytes(&self, state: &State) -> usize;
    fn ply(&self, state: &State) -> Option<u32>;
}

impl<G: Game> Rules<G::Move> for G {
    fn initial(&self) -> State {
        State::new(Game::initial(self))
    }

    fn turn(&self, state: &State) -> Player {
        Game::turn(self, state.get())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        Game::outcome(self, state.get())
    }

    fn moves(&self, state: &State) -> Vec<G::Move> {
        Game::moves(self, state.get()).collect()
    }

    fn play(&self, state: &mut State, mv: G::Move) {
        let state = state.0.as_any_mut().downcast_mut().expect(SAME_GAME);
        Game::play(self, state, mv);
    }

    fn heap_bytes(&self, state: &State) -> usize {
        state.bytes() + Game::heap_bytes(self, state.get())
    }

    fn ply(&self, state: &State) -> Option<u32> {
        Game::ply(self, state.get())
    }
}

impl<M: Copy + Eq + Hash + Debug + Send + Sync + 'static> Game for Erased<'_, M> {
    type State = State;
    type Move = M;

    fn initial(&self) -> State {
        self.0.initial()
    }

    fn turn(&self, state: &State) -> Player {
        self.0.turn(state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.0.outcome(state)
    }

    fn moves(&self, state: &State) -> impl Iterator<Item = M> {
        self.0.moves(state).into_iter()
    }

    fn play(&self, state: &mut State, mv: M) {
        self.0.play(state, mv);
    }

    fn heap_bytes(&self, state: &State) -> usize {
        self.0.heap_bytes(state)
    }

    fn ply(&self, state: &State) -> Option<u32> {
        self.0.ply(state)
    }
}

const SAME_GAME: &str = "positions of different games are not mixed";

/// What a position is, behind a pointer.
trait Content: Send + Sync {
    fn copy(&self) -> Box<dyn Content>;
    fn equals(&self, other: &dyn Content) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Clone + Eq + Hash + Debug + Send + Sync + 'static> Content for T {
    fn copy(&self) -> Box<dyn Content> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn Content) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl State {
    pub(crate) fn new<T: Clone + Eq + Hash + Debug + Send + Sync + 'static>(state: T) -> State {
        State(Box::new(state))
    }

    /// Returns the position with its type.
    pub(crate) fn get<T: 'static>(&self) -> &T {
        (*self.0).as_any().downcast_ref().expect(SAME_GAME)
    }

    /// Returns the bytes that it takes beside itself, but for what the position allocates.
    pub(crate) fn bytes(&self) -> usize {
        allocated(size_of_val(&*self.0))
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        State((*self.0).copy())
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        (*self.0).equals(&*other.0)
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (*self.0).hash_into(hasher);
    }
}

impl Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (*self.0).show(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimax;
    use game::Limits;
    use game::mock::Mock;

    #[test]
    fn values_are_those_of_the_game() {
        for seed in 0..20 {
            let game = Mock::random_tree(seed, 6, 3);
            let (erased, limits) = (Erased(&game), Limits::default());
            let (start, own) = (Game::initial(&erased), Game::initial(&game));
            assert_eq!(start.get::<<Mock as Game>::State>(), &own);
            assert_eq!(minimax(&erased, &start, &limits), minimax(&game, &own, &limits));
        }
    }
}
