//! Anything with states and actions.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Ending, Game};

/// Anything with states and actions: puzzles, protocols, and every [`Game`].
///
/// Its names differ from those of `Game`, so that both traits can be in scope: a state is called a configuration here,
/// and a move an action. A configuration that is not final and has no action is a deadlock.
///
/// ```
/// use game::System;
///
/// /// A counter that two processes may advance, and that stops at ten.
/// struct Counter;
///
/// impl System for Counter {
///     type Configuration = u8;
///     type Action = u8;
///     fn starts(&self) -> impl Iterator<Item = u8> {
///         std::iter::once(0)
///     }
///     fn actions(&self, &count: &u8) -> impl Iterator<Item = u8> {
///         [1, 2].into_iter().filter(move |step| count + step <= 10)
///     }
///     fn apply(&self, count: &mut u8, step: u8) {
///         *count += step;
///     }
///     fn is_final(&self, &count: &u8) -> bool {
///         count == 10
///     }
/// }
/// assert_eq!(Counter.actions(&9).collect::<Vec<_>>(), [1]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a system nor a game",
    label = "something with states and actions is expected here",
    note = "implement `game::System` (`starts`, `actions`, `apply`), or `game::Game` if there are two players"
)]
pub trait System: Send + Sync {
    /// A state: plain data.
    type Configuration: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A step from one state to another.
    type Action: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Returns the initial states.
    fn starts(&self) -> impl Iterator<Item = Self::Configuration>;

    /// Returns the actions of a state, each once and always in the same order. Only called on states that are not final.
    fn actions(&self, state: &Self::Configuration) -> impl Iterator<Item = Self::Action>;

    /// Applies one of the [`actions`](System::actions).
    fn apply(&self, state: &mut Self::Configuration, action: Self::Action);

    /// Returns whether this is a proper end, after which nothing more is meant to happen. By default, never.
    fn is_final(&self, state: &Self::Configuration) -> bool {
        let _ = state;
        false
    }

    /// Returns whether the system has ended in this state, and how: for a game, who has won. The default follows
    /// [`is_final`](System::is_final), and an override must be open in the same states.
    #[inline]
    fn ending(&self, state: &Self::Configuration) -> Ending {
        if self.is_final(state) { Ending::Final } else { Ending::Open }
    }

    /// Returns the number of bytes that a state holds on the heap, in vectors for example, so that engines can keep a
    /// limit on memory. By default 0.
    #[inline]
    fn heap_bytes_of(&self, state: &Self::Configuration) -> usize {
        let _ = state;
        0
    }

    /// Returns the number of actions that led here, if the state itself tells it: 0 in the starts, and one more after
    /// every action. Then no state can repeat, and engines can forget earlier layers. By default `None`: unknown.
    #[inline]
    fn depth(&self, state: &Self::Configuration) -> Option<u32> {
        let _ = state;
        None
    }

    /// Returns the state after an action.
    #[inline]
    fn after(&self, state: &Self::Configuration, action: Self::Action) -> Self::Configuration {
        let mut next = state.clone();
        self.apply(&mut next, action);
        next
    }

    /// Returns the actions of a state and where they lead; none if it is final.
    #[inline]
    fn steps(
        &self,
        state: &Self::Configuration,
    ) -> impl Iterator<Item = (Self::Action, Self::Configuration)> {
        (!self.is_final(state))
            .then(|| self.actions(state))
            .into_iter()
            .flatten()
            .map(|action| (action, self.after(state, action)))
    }
}

impl<G: Game> System for G {
    type Configuration = G::State;
    type Action = G::Move;

    fn starts(&self) -> impl Iterator<Item = G::State> {
        std::iter::once(self.initial())
    }

    #[inline]
    fn actions(&self, state: &G::State) -> impl Iterator<Item = G::Move> {
        self.moves(state)
    }

    #[inline]
    fn apply(&self, state: &mut G::State, action: G::Move) {
        self.play(state, action);
    }

    #[inline]
    fn is_final(&self, state: &G::State) -> bool {
        self.outcome(state).is_some()
    }

    #[inline]
    fn ending(&self, state: &G::State) -> Ending {
        self.outcome(state).into()
    }

    #[inline]
    fn heap_bytes_of(&self, state: &G::State) -> usize {
        self.heap_bytes(state)
    }

    #[inline]
    fn depth(&self, state: &G::State) -> Option<u32> {
        self.ply(state)
    }
}
