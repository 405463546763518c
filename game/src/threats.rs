//! What a glance at a position tells: who could end the game at once, and which moves do not lose at once.

use crate::{Absent, System, Value, Verdict};

/// What a glance at an unfinished position tells the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Glance<M, I> {
    /// This move wins at once.
    Win(M),
    /// Every move loses, in that many plies at most; this one holds out for so long.
    Lost {
        /// A move that loses no sooner than any other.
        best: M,
        /// The distance of the loss.
        plies: u32,
    },
    /// The game goes on. The moves left out lose sooner than any of these can.
    Open {
        /// The moves worth a look: at least one.
        moves: I,
        /// In no fewer plies can the player to move win; `u32::MAX` if never.
        soonest_win: u32,
        /// In no fewer plies can the player to move lose, by one of these moves; `u32::MAX` if never.
        soonest_loss: u32,
    },
}

/// A table's name for a position: the same for all positions that are the same but for a symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class {
    /// The key of the canonical form.
    pub key: u64,
    /// The symmetry that leads to the canonical form.
    pub symmetry: usize,
}

/// A game of two players in turn that sees threats by tricks of its own: what would end the game at once, for either
/// player, without playing out the moves.
///
/// It is knowledge that is certain, unlike that of [`Evaluate`](crate::Evaluate). Without it a search finds the same by
/// playing the moves: in Connect Four that takes it ten times as long.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not see threats",
    note = "implement `game::Threats`; it is optional, and buys speed where games are decided by threats"
)]
pub trait Threats: Send + Sync {
    /// A position.
    type State;
    /// A move.
    type Move: Copy;
    /// A list of moves, cheap to copy.
    type Moves: Iterator<Item = Self::Move> + Clone;

    /// Looks at an unfinished position. It is `quiet` if it was reached by one of the moves of an open glance: then the
    /// player to move cannot win at once, and need not look.
    fn glance(&self, state: &Self::State, quiet: bool) -> Glance<Self::Move, Self::Moves>;

    /// How promising a move looks: the greatest is tried first.
    fn promise(&self, state: &Self::State, mv: Self::Move) -> i32;

    /// No game takes more plies than this from here. Where nothing is left the game is over, and after quiet moves that
    /// is the only way for it to be over, in a draw.
    fn plies_left(&self, state: &Self::State) -> u32;

    /// The value for the player to move is at most this, by what can be told without a search. A loss is given with the
    /// most plies it can take, a win with the fewest; a win without distance may come at once. By default a win is
    /// possible.
    fn at_most(&self, state: &Self::State) -> Value {
        let _ = state;
        Value::of(Verdict::Win)
    }

    /// The value for the player to move is at least this, by what can be told without a search. A win is given with the
    /// most plies it can take, a loss with the fewest; a loss without distance may come at once. By default a loss is
    /// possible.
    fn at_least(&self, state: &Self::State) -> Value {
        let _ = state;
        Value::of(Verdict::Loss)
    }

    /// The key of a position up to symmetry.
    fn class(&self, state: &Self::State) -> Class;

    /// Whether positions have the same key only if they are the same but for a symmetry.
    fn class_is_exact(&self) -> bool;

    /// A number for the image of a move under a symmetry. Different moves may share one; it only serves to order them.
    fn code(&self, mv: Self::Move, symmetry: usize) -> u8;
}

/// There is none, so nothing is ever asked of it.
impl<S: System> Threats for Absent<S> {
    type State = S::Configuration;
    type Move = S::Action;
    type Moves = std::iter::Empty<S::Action>;

    fn glance(&self, _: &S::Configuration, _: bool) -> Glance<S::Action, Self::Moves> {
        self.cannot_be()
    }

    fn promise(&self, _: &S::Configuration, _: S::Action) -> i32 {
        self.cannot_be()
    }

    fn plies_left(&self, _: &S::Configuration) -> u32 {
        self.cannot_be()
    }

    fn class(&self, _: &S::Configuration) -> Class {
        self.cannot_be()
    }

    fn class_is_exact(&self) -> bool {
        self.cannot_be()
    }

    fn code(&self, _: S::Action, _: usize) -> u8 {
        self.cannot_be()
    }
}
