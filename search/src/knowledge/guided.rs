//! Knowledge with an evaluation beside it.

use game::{Class, Evaluate, Glance, Outcome, Value, Verdict};

use super::sealed::Sealed;
use super::{Knowledge, MoveOf, Ranked, StateOf};

/// Other knowledge, and an [`Evaluate`] beside it: its priorities order the moves, and its score is what an unfinished
/// position is worth where a search of limited depth breaks off.
///
/// Guesses never change what is proved, so nothing depends on which game they were made for.
#[derive(Clone, Copy, Debug)]
pub struct Guided<E, K> {
    /// The evaluation.
    pub evaluate: E,
    /// What else is known.
    pub knowledge: K,
}

impl<E, K> Sealed for Guided<E, K> {}

impl<E: Evaluate<K::Game>, K: Knowledge> Knowledge for Guided<E, K> {
    type Game = K::Game;
    type Notes = K::Notes;

    const ALTERNATES: bool = K::ALTERNATES;
    const LOOKS_UP: bool = K::LOOKS_UP;
    const SETTLES: bool = K::SETTLES;

    #[inline]
    fn game(&self) -> &K::Game {
        self.knowledge.game()
    }

    #[inline]
    fn class(&self, state: &StateOf<K>) -> Class {
        self.knowledge.class(state)
    }

    fn is_exact(&self) -> bool {
        self.knowledge.is_exact()
    }

    #[inline]
    fn code(&self, mv: MoveOf<K>, symmetry: usize) -> u8 {
        self.knowledge.code(mv, symmetry)
    }

    #[inline]
    fn end(&self, state: &StateOf<K>, quiet: bool) -> Option<Outcome> {
        self.knowledge.end(state, quiet)
    }

    #[inline]
    fn glance(&self, state: &StateOf<K>, quiet: bool) -> Glance<MoveOf<K>, K::Notes> {
        self.knowledge.glance(state, quiet)
    }

    #[inline]
    fn list(&self, state: &StateOf<K>, notes: K::Notes, moves: &mut Vec<Ranked<MoveOf<K>>>) {
        self.knowledge.list(state, notes, moves);
    }

    #[inline]
    fn promises<'s>(&'s self, state: &'s StateOf<K>) -> impl Fn(MoveOf<K>, Option<&Self::Notes>) -> i32 {
        let promises = self.knowledge.promises(state);
        // An evaluation without priorities is not called for each move: that would be a call for nothing at every node.
        let orders = self.evaluate.orders();
        move |mv, notes| {
            let priority = if orders { self.evaluate.priority(self.game(), state, mv) } else { 0 };
            promises(mv, notes) + priority
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
    fn plies_left(&self, state: &StateOf<K>) -> u32 {
        self.knowledge.plies_left(state)
    }

    #[inline]
    fn at_most(&self, state: &StateOf<K>, notes: &K::Notes, useful: Verdict) -> Value {
        self.knowledge.at_most(state, notes, useful)
    }

    #[inline]
    fn at_least(&self, state: &StateOf<K>) -> Value {
        self.knowledge.at_least(state)
    }

    fn score(&self, state: &StateOf<K>) -> i32 {
        self.evaluate.score(self.game(), state)
    }

    fn is_informative(&self) -> bool {
        self.evaluate.is_informative()
    }
}
