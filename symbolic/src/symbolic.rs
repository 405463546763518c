//! What a game says to become diagrams.

use game::{Player, System};
use levels::{Judge, Mapping, Relation, Shape};

use crate::direct::Direct;
use crate::ending::Ending;

/// A system whose states are words of one shape, and whose steps are relations between words, read letter by letter.
///
/// Players take turns, the first begins, and the turn is no part of the word: engines keep the plies apart. So a step is
/// asked for by who makes it. Systems in which nobody plays say the same for both.
///
/// Without it a game can only be explored position by position.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no symbolic form",
    note = "implement `symbolic::Symbolic`: shape, encode, decode, step, step_back, judge and ending; it is optional, \
            and buys exact counts and strong solutions beyond what memory can list"
)]
pub trait Symbolic: System {
    /// Whether there is a form: only [`Absent`](game::Absent) says no, and then nothing is compiled for it.
    #[doc(hidden)]
    const IS_THERE: bool = true;

    /// A step, read backwards: where the word *after* it has a letter, what the word before it may have had.
    type Step: Relation<State: Send> + Send + 'static;
    /// A step, read forwards: where the word *before* it has a letter, what the word after it may have.
    type Back: Relation<State: Send> + Send + 'static;
    /// What tells ends from positions where play goes on.
    type Judge: Judge<State: Send> + Send + 'static;
    /// What tells unfinished positions by themselves; [`Never`](crate::Never) where that cannot be said.
    type Unfinished: Judge<State: Send> + Send + 'static;

    /// The variables and their domains.
    fn shape(&self) -> Shape;

    /// A state as a word.
    fn encode(&self, state: &Self::Configuration) -> Vec<u32>;

    /// The state of a word in which `turn` is to move, if it is one.
    fn decode(&self, word: &[u32], turn: Player) -> Option<Self::Configuration>;

    /// One step by `mover`: the image of a set are the states after it.
    fn step(&self, mover: Player) -> Self::Step;

    /// The inverse: the image of a set are the states before a step by `mover`.
    fn step_back(&self, mover: Player) -> Self::Back;

    /// Looks at a state after a step by `mover`, and gives it a number from 1 that [`ending`](Symbolic::ending)
    /// understands.
    fn judge(&self, mover: Player) -> Self::Judge;

    /// What a number given by the judge means after so many steps. It may be asked of numbers and plies that do not
    /// occur: then any answer will do. Where states do not tell their ply, only whose turn it is may matter.
    fn ending(&self, judged: u32, ply: u32) -> Ending;

    /// Whether the turn is part of a state, so that the same word is two states. By default, yes; systems in which
    /// nobody plays say no.
    fn has_turns(&self) -> bool {
        true
    }

    /// The symmetries as maps of words: all of those that [`game::Symmetry`] has, in the same order. By default, only
    /// the identity; `None` if there are too many to list.
    fn mappings(&self) -> Option<Vec<Mapping>> {
        Some(vec![Mapping::of_levels((0..self.shape().levels()).collect())])
    }

    /// What unfinished positions have in common, if that decides that they can be reached.
    fn direct(&self) -> Option<Direct<Self::Unfinished>> {
        None
    }
}

/// Symmetries are listed if there are no more than so many.
#[must_use]
pub const fn most_mappings() -> usize {
    720
}
