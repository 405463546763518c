//! What a game must say to become diagrams.

use game::{Ending, Limits, Player, Stopped, System};
use levels::{Judge, Mapping, Relation, Shape};
use std::fmt;

use crate::direct::Direct;

/// A system whose states are words of one shape, and whose steps are relations between words, read letter by letter.
///
/// Players take turns, the first begins, and the turn is not part of the word: engines keep the plies apart. So each
/// step has a `mover`. Systems without players return the same for both.
///
/// A game without this trait can only be explored position by position. `games/src/hanoi/symbolic.rs` is a small
/// implementation, and [`Reaching`](crate::Reaching) has one in its example.
///
/// A [`Relation`] reads the words of its *image* and answers with letters of its *source*:
///
/// | | reads | answers with | its image of a set of positions |
/// |---|---|---|---|
/// | [`step`](Symbolic::step) | the word after a step | letters before it | the positions after a step |
/// | [`step_back`](Symbolic::step_back) | the word before a step | letters after it | the positions before a step |
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no symbolic form",
    note = "implement `symbolic::Symbolic`: shape, encode, decode, step, step_back, judge and meaning; it is optional, \
            and buys exact counts and strong solutions beyond what memory can list"
)]
pub trait Symbolic: System {
    /// Whether there is a form: only [`Unsupported`](game::Unsupported) says no, and then nothing is compiled for it.
    #[doc(hidden)]
    const IS_SUPPORTED: bool = true;

    /// A step: where the word *after* it has a letter, what the word before it may have had.
    type Step: Relation<State: Send> + Send + 'static;
    /// The inverse of a step: where the word *before* it has a letter, what the word after it may have.
    type Back: Relation<State: Send> + Send + 'static;
    /// Tells positions where the game is over from positions where play goes on.
    type Judge: Judge<State: Send> + Send + 'static;
    /// Recognises unfinished positions by themselves; [`Never`](crate::Never) where that is not possible.
    type Unfinished: Judge<State: Send> + Send + 'static;

    /// Prepares the form where that takes long, as in a system that derives it from rules given as data. It is called
    /// before the other methods, so that `limits` hold for this work, too, and keeps what it makes for them. By default
    /// it does nothing.
    ///
    /// # Errors
    /// If a limit is reached, or the rules have no symbolic form.
    fn prepare(&self, limits: &Limits) -> Result<(), Unformed> {
        let _ = limits;
        Ok(())
    }

    /// Returns the shape of the words: variables and their domains.
    fn shape(&self) -> Shape;

    /// Returns a state as a word.
    fn encode(&self, state: &Self::Configuration) -> Vec<u32>;

    /// Returns the state of a word in which `turn` is to move; `None` if there is no such state.
    fn decode(&self, word: &[u32], turn: Player) -> Option<Self::Configuration>;

    /// Returns the relation of one step by `mover`. Its image of a set is the set of the states after it.
    fn step(&self, mover: Player) -> Self::Step;

    /// Returns the inverse of a step by `mover`. Its image of a set is the set of the states before it.
    fn step_back(&self, mover: Player) -> Self::Back;

    /// Returns the judge of states after a step by `mover`: it gives each state a number from 1 up, of which
    /// [`meaning`](Symbolic::meaning) tells the meaning. It accepts the starts. A word that it rejects is not a state
    /// after a step, so a relation may leave conditions to it that depend only on the word after the step.
    fn judge(&self, mover: Player) -> Self::Judge;

    /// Returns what a number of the judge means at a ply. It may be called with numbers and plies that do not occur,
    /// and then may return anything. Where a state does not determine its ply, only whose turn it is may matter.
    fn meaning(&self, judged: u32, ply: u32) -> Ending;

    /// Returns whether the turn is part of a state, so that the same word is two states. True by default; false in
    /// systems without players.
    fn has_turns(&self) -> bool {
        true
    }

    /// Returns whether no state can be reached by two different numbers of steps, so that what was found before need not
    /// be kept. By default, whether [states tell](game::System::depth) how many led to them.
    fn has_plies_apart(&self) -> bool {
        self.starts().all(|start| self.depth(&start).is_some())
    }

    /// Returns the symmetries as maps of words: all of those that [`game::Symmetry`] has, in the same order. By default
    /// only the identity; `None` if there are too many to list.
    fn mappings(&self) -> Option<Vec<Mapping>> {
        Some(vec![Mapping::of_levels((0..self.shape().levels()).collect())])
    }

    /// Returns what unfinished positions have in common, if everything that has it can be reached.
    fn direct(&self) -> Option<Direct<Self::Unfinished>> {
        None
    }
}

/// Why a system has no symbolic form, although its type may have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unformed {
    /// A limit was reached while it was made.
    Stopped(Stopped),
    /// The rules have none, for this reason.
    Impossible(String),
}

impl From<Stopped> for Unformed {
    fn from(stopped: Stopped) -> Unformed {
        Unformed::Stopped(stopped)
    }
}

impl fmt::Display for Unformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unformed::Stopped(stopped) => stopped.fmt(f),
            Unformed::Impossible(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Unformed {}

/// Returns the most symmetries that are listed.
#[must_use]
pub const fn most_mappings() -> usize {
    720
}
