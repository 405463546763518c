//! Knowledge with an evaluation beside it.

use game::{Class, Evaluate, Game, Outcome, Value};

use super::{Knowledge, Ranked, Sight};

/// Other knowledge, and an [`Evaluate`] beside it: its priorities order the moves, and its score is what an unfinished
/// position is worth where a search of limited depth breaks off.
#[derive(Clone, Copy, Debug)]
pub struct Guided<E, K> {
    /// The evaluation.
    pub evaluate: E,
    /// What else is known.
    pub knowledge: K,
}

impl<G: Game, E: Evaluate<G>, K: Knowledge<G>> Knowledge<G> for Guided<E, K> {
    type Notes = K::Notes;

    const ALTERNATES: bool = K::ALTERNATES;
    const LOOKS_UP: bool = K::LOOKS_UP;
    const SETTLES: bool = K::SETTLES;

    #[inline]
    fn class(&self, game: &G, state: &G::State) -> Class {
        self.knowledge.class(game, state)
    }

    fn is_exact(&self, game: &G) -> bool {
        self.knowledge.is_exact(game)
    }

    #[inline]
    fn code(&self, game: &G, mv: G::Move, symmetry: usize) -> u8 {
        self.knowledge.code(game, mv, symmetry)
    }

    #[inline]
    fn end(&self, game: &G, state: &G::State, quiet: bool) -> Option<Outcome> {
        self.knowledge.end(game, state, quiet)
    }

    #[inline]
    fn glance(&self, game: &G, state: &G::State, quiet: bool) -> Sight<G::Move, K::Notes> {
        self.knowledge.glance(game, state, quiet)
    }

    #[inline]
    fn list(&self, game: &G, state: &G::State, notes: K::Notes, moves: &mut Vec<Ranked<G::Move>>) {
        let known = moves.len();
        self.knowledge.list(game, state, notes, moves);
        if !self.evaluate.orders() {
            return;
        }
        for ranked in &mut moves[known..] {
            ranked.weight += self.evaluate.priority(game, state, ranked.mv);
        }
    }

    #[inline]
    fn extension(&self, notes: &K::Notes) -> u32 {
        self.knowledge.extension(notes)
    }

    #[inline]
    fn reduction(number: usize, depth: u32) -> u32 {
        K::reduction(number, depth)
    }

    #[inline]
    fn plies_left(&self, game: &G, state: &G::State) -> u32 {
        self.knowledge.plies_left(game, state)
    }

    #[inline]
    fn at_most(&self, game: &G, state: &G::State) -> Value {
        self.knowledge.at_most(game, state)
    }

    #[inline]
    fn at_least(&self, game: &G, state: &G::State) -> Value {
        self.knowledge.at_least(game, state)
    }

    fn score(&self, game: &G, state: &G::State) -> i32 {
        self.evaluate.score(game, state)
    }

    fn evaluates(&self) -> bool {
        self.evaluate.knows()
    }
}
