//! What a game has beyond its rules.

use game::{
    Evaluate, Game, Indexed, Limits, Lines, Observable, Packed, Symmetry, SyntaxError, System, Threats,
    Unsupported,
};
use symbolic::{Saturated, Symbolic};

/// What a game or system has beyond its rules. Every method has a default that says "nothing"; [`declare!`] writes the
/// others.
///
/// | capability | declared by | without it |
/// |---|---|---|
/// | [`Symmetry`] | `declare!(symmetry)` | each image of a position is examined separately |
/// | [`Observe`](game::Observe) | `declare!(observe)` | claims know no more than who has won |
/// | [`Indexed`] | `declare!(indexed)` | visited positions are kept in hash tables |
/// | [`Packed`] | `declare!(packed)` | without an index positions are not kept on disk |
/// | [`Threats`] | `declare!(threats)` | a search must play out moves that would end the game |
/// | [`Lines`] | `declare!(lines)` | it is solved by general search |
/// | [`Symbolic`] | `declare!(symbolic)` | positions are listed, never counted by diagrams |
/// | [`Evaluate`] | [`evaluation`](Capabilities::evaluation) and `knowledge` | play goes by random games |
///
/// ```
/// use game::{Game, Outcome, Player, Symmetry};
/// use registry::{Capabilities, declare};
///
/// # #[derive(Clone)]
/// struct Counter;
/// # impl Game for Counter {
/// #     type State = u8;
/// #     type Move = u8;
/// #     fn initial(&self) -> u8 { 0 }
/// #     fn turn(&self, state: &u8) -> Player { Player::BOTH[usize::from(*state % 2)] }
/// #     fn outcome(&self, state: &u8) -> Option<Outcome> { (*state == 9).then_some(Outcome::Draw) }
/// #     fn moves(&self, _: &u8) -> impl Iterator<Item = u8> { std::iter::once(1) }
/// #     fn play(&self, state: &mut u8, step: u8) { *state += step; }
/// # }
/// impl Symmetry for Counter {}
/// impl Capabilities for Counter {
///     declare!(symmetry);
/// }
/// assert!(Counter.as_symmetric().is_some() && Counter.as_indexed().is_none());
/// ```
///
/// [`declare!`]: crate::declare
pub trait Capabilities: System {
    /// Whether its positions can be searched by alpha-beta and its like. Where not, only random games and engines made
    /// for the game are asked.
    const SEARCHED: bool = true;

    /// Whether it sees threats: known when a program is compiled, so that one search is made for it, not two.
    const SEES_THREATS: bool = false;

    /// Whether it has [`measures`](Capabilities::measures): known when a program is compiled, so that nothing is measured
    /// where there are none.
    const MEASURED: bool = false;

    /// Returns the same system as one whose symmetries are known, if they are.
    fn as_symmetric(
        &self,
    ) -> Option<&impl Symmetry<Configuration = Self::Configuration, Action = <Self as System>::Action>>
    where
        Self: Sized,
    {
        None::<&Unsupported<Self>>
    }

    /// Returns the same system as one with a perfect index, if it has one.
    fn as_indexed(
        &self,
    ) -> Option<&impl Indexed<Configuration = Self::Configuration, Action = <Self as System>::Action>>
    where
        Self: Sized,
    {
        None::<&Unsupported<Self>>
    }

    /// Returns the same system as one whose states have a fixed width, if they have.
    fn as_packed(
        &self,
    ) -> Option<&impl Packed<Configuration = Self::Configuration, Action = <Self as System>::Action>>
    where
        Self: Sized,
    {
        None::<&Unsupported<Self>>
    }

    /// Returns the same system as one that can be made into diagrams, if it can.
    fn as_symbolic(
        &self,
    ) -> Option<&impl Symbolic<Configuration = Self::Configuration, Action = <Self as System>::Action>>
    where
        Self: Sized,
    {
        None::<&Unsupported<Self>>
    }

    /// Returns the same game as one that sees threats, if it does.
    fn as_threats(
        &self,
    ) -> Option<&impl Threats<State = Self::Configuration, Move = <Self as System>::Action>>
    where
        Self: Sized,
    {
        None::<&Unsupported<Self>>
    }

    /// Runs a task with it as a game of lines, if it is one.
    fn with_lines<T: LinesTask<Self>>(&self, task: T) -> Option<T::Output>
    where
        Self: Sized,
    {
        let _ = task;
        None
    }

    /// Returns what may be asked of a position, by name.
    fn names(&self) -> Vec<Observable<'_, Self::Configuration>> {
        Vec::new()
    }

    /// Returns the numbers, without parameters, whose largest values are reported when all states are counted.
    fn measures(&self) -> Vec<Observable<'_, Self::Configuration>> {
        Vec::new()
    }

    /// Counts all states at once by saturation, if it can: for systems that no [`Symbolic`] form fits, since nobody knows
    /// in advance what values their variables take. `tell` is called with how far the work has got.
    fn saturate(&self, limits: &Limits, tell: &mut dyn FnMut(&symbolic::Progress)) -> Option<Saturated> {
        let _ = (limits, tell);
        None
    }

    /// Returns the same system with the variables of its diagrams in an order that is given by their names; `None` if
    /// nobody can give one.
    fn ordered(&self, names: &str) -> Option<Result<Self, SyntaxError>>
    where
        Self: Sized,
    {
        let _ = names;
        None
    }

    /// Returns why there is no end to its states, if that is found out quickly and within the limits. If not, there may be
    /// an end or none.
    fn endless(&self, limits: &Limits) -> Option<String> {
        let _ = limits;
        None
    }

    /// Returns why reaching an end solves nothing, if so: where ends differ in what they are worth, as in a game of three
    /// players, there is no shortest solution to look for.
    fn unsolvable(&self) -> Option<String> {
        None
    }

    /// Returns an evaluation of its positions: one that knows nothing if there is none.
    fn evaluation(&self) -> impl Evaluate<Self>
    where
        Self: Game + Sized,
    {
    }

    /// Returns what else there is to know about this one, in pairs of a word and what it means: for games that are read
    /// from files, whose entry knows nothing of them.
    fn details(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Returns what an evaluation of its positions goes by, if there is one.
    fn knowledge(&self) -> Option<&'static str> {
        None
    }
}

/// Something to be done with a game of lines that has the positions and moves of `S`.
pub trait LinesTask<S: System> {
    /// The result.
    type Output;

    /// Runs the task.
    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> Self::Output;
}

/// Declares, inside an `impl Capabilities`, which of the optional traits the type implements: any of `symmetry`,
/// `observe`, `indexed`, `packed`, `threats`, `lines` and `symbolic`.
#[macro_export]
macro_rules! declare {
    ($($capability:ident),+ $(,)?) => { $($crate::declare!(@ $capability);)+ };
    (@ symmetry) => {
        fn as_symmetric(
            &self,
        ) -> Option<
            &impl $crate::game::Symmetry<
                Configuration = Self::Configuration,
                Action = <Self as $crate::game::System>::Action,
            >,
        > {
            Some(self)
        }
    };
    (@ indexed) => {
        fn as_indexed(
            &self,
        ) -> Option<
            &impl $crate::game::Indexed<
                Configuration = Self::Configuration,
                Action = <Self as $crate::game::System>::Action,
            >,
        > {
            Some(self)
        }
    };
    (@ packed) => {
        fn as_packed(
            &self,
        ) -> Option<
            &impl $crate::game::Packed<
                Configuration = Self::Configuration,
                Action = <Self as $crate::game::System>::Action,
            >,
        > {
            Some(self)
        }
    };
    (@ symbolic) => {
        fn as_symbolic(
            &self,
        ) -> Option<
            &impl $crate::symbolic::Symbolic<
                Configuration = Self::Configuration,
                Action = <Self as $crate::game::System>::Action,
            >,
        > {
            Some(self)
        }
    };
    (@ threats) => {
        const SEES_THREATS: bool = true;

        fn as_threats(
            &self,
        ) -> Option<
            &impl $crate::game::Threats<State = Self::Configuration, Move = <Self as $crate::game::System>::Action>,
        > {
            Some(self)
        }
    };
    (@ lines) => {
        fn with_lines<T: $crate::LinesTask<Self>>(&self, task: T) -> Option<T::Output> {
            Some(task.run(self))
        }
    };
    (@ observe) => {
        fn names(&self) -> Vec<$crate::game::Observable<'_, Self::Configuration>> {
            $crate::game::Observe::observables(self)
        }
    };
}
