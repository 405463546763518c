//! What every built-in game has, and what some have.

use game::{Absent, Evaluate, Game, Indexed, Lines, Notation, Observe, Symmetry, System, Threats};
#[cfg(feature = "symbolic")]
use symbolic::Symbolic;

use crate::amazons::{Amazons, Mobility};
use crate::bits::Bits;
use crate::coins::Coins;
use crate::cube::Cube;
use crate::hanoi::Hanoi;
use crate::mnk::{Form, Mnk, Notakto, Wild};
use crate::nim::{Nim, NimSum};
use crate::ultimate::{SmallBoards, Ultimate};

/// A built-in game or system: it can be written, its symmetries and what may be asked of it are known, and it says which of the other capabilities
/// it has.
pub trait Catalogued: Notation + Symmetry + Observe {
    /// The same system as one with a perfect index, if it has one.
    fn as_indexed(
        &self,
    ) -> Option<&impl Indexed<Configuration = Self::Configuration, Action = <Self as System>::Action>>
    where
        Self: Sized,
    {
        None::<&Absent<Self>>
    }

    /// The same system as one that can be made into diagrams, if it can.
    #[cfg(feature = "symbolic")]
    fn as_symbolic(
        &self,
    ) -> Option<&impl Symbolic<Configuration = Self::Configuration, Action = <Self as System>::Action>>
    where
        Self: Sized,
    {
        None::<&Absent<Self>>
    }

    /// Whether its positions are worth searching: not on the widest boards, whose searches would make every program
    /// larger and find nothing.
    const SEARCHED: bool = true;

    /// Whether it sees threats: known when a program is compiled, so that it need not hold what it never does.
    const SEES_THREATS: bool = false;

    /// The same game as one that sees threats, if it does.
    fn as_threats(
        &self,
    ) -> Option<&impl Threats<State = Self::Configuration, Move = <Self as System>::Action>>
    where
        Self: Sized,
    {
        None::<&Absent<Self>>
    }

    /// Does something with it as a game of lines, if it is one.
    fn with_lines<T: LinesTask<Self>>(&self, task: T) -> Option<T::Output>
    where
        Self: Sized,
    {
        let _ = task;
        None
    }

    /// An evaluation of its positions: one that knows nothing if there is none.
    fn evaluation(&self) -> impl Evaluate<Self>
    where
        Self: Game + Sized,
    {
    }

    /// What an evaluation of its positions goes by, if there is one.
    fn knowledge(&self) -> Option<&'static str> {
        None
    }
}

/// Something to be done with a game of lines that has the positions and moves of `S`.
pub trait LinesTask<S: System> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> Self::Output;
}

/// Those that are games of lines.
macro_rules! lines {
    () => {
        fn with_lines<T: LinesTask<Self>>(&self, task: T) -> Option<T::Output> {
            Some(task.run(self))
        }
    };
}

/// Those that something is known about: what a type that implements `Evaluate` for them goes by.
macro_rules! knowledge {
    ($words:literal) => {
        fn knowledge(&self) -> Option<&'static str> {
            Some($words)
        }
    };
}

/// Those whose index is declared.
macro_rules! indexed {
    () => {
        fn as_indexed(
            &self,
        ) -> Option<&impl Indexed<Configuration = Self::Configuration, Action = <Self as System>::Action>> {
            Some(self)
        }
    };
}

/// Those that have a symbolic form.
macro_rules! symbolic {
    () => {
        #[cfg(feature = "symbolic")]
        fn as_symbolic(
            &self,
        ) -> Option<&impl Symbolic<Configuration = Self::Configuration, Action = <Self as System>::Action>> {
            Some(self)
        }
    };
}

impl<B: Bits, F: Form<B>> Catalogued for Mnk<B, F> {
    const SEARCHED: bool = B::WIDTH <= 128;
    const SEES_THREATS: bool = true;

    lines!();
    indexed!();
    symbolic!();

    fn as_threats(
        &self,
    ) -> Option<&impl Threats<State = Self::Configuration, Move = <Self as System>::Action>> {
        Some(self)
    }

    fn evaluation(&self) -> impl Evaluate<Self> {
        self.open_lines()
    }

    knowledge!("open lines, and how full they are");
}

impl<B: Bits> Catalogued for Cube<B> {
    const SEARCHED: bool = B::WIDTH <= 64;

    lines!();
    indexed!();
    symbolic!();

    fn evaluation(&self) -> impl Evaluate<Self> {
        self.open_lines()
    }

    knowledge!("open lines, and how full they are");
}

impl Catalogued for Nim {
    fn evaluation(&self) -> impl Evaluate<Self> {
        NimSum
    }

    indexed!();
    symbolic!();
    knowledge!("the nim-sum of the heaps");
}

impl Catalogued for Hanoi {
    indexed!();
    symbolic!();
}

impl<B: Bits> Catalogued for Wild<B> {
    const SEARCHED: bool = B::WIDTH <= 64;
    symbolic!();
}

impl<B: Bits> Catalogued for Notakto<B> {
    const SEARCHED: bool = B::WIDTH <= 64;
    symbolic!();
}

impl Catalogued for Amazons {
    fn evaluation(&self) -> impl Evaluate<Self> {
        Mobility
    }

    knowledge!("how many moves each side has");
}

impl Catalogued for Ultimate {
    symbolic!();
    fn evaluation(&self) -> impl Evaluate<Self> {
        SmallBoards
    }

    knowledge!("small boards won, and their places");
}

impl Catalogued for Coins {
    #[cfg(feature = "symbolic")]
    fn as_symbolic(
        &self,
    ) -> Option<&impl Symbolic<Configuration = Self::Configuration, Action = <Self as System>::Action>> {
        self.is_short().then_some(self)
    }
}
