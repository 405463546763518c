//! What a game sees of a position without playing it out: who could end the game at once, and which positions are
//! alike.

use crate::{System, Unsupported, Value, Verdict};

/// What a glance at an unfinished position shows to the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Glance<M, I> {
    /// The position is won.
    Won {
        /// A move that wins soonest.
        best: M,
        /// The distance of the win in plies.
        plies: u32,
    },
    /// The position is lost.
    Lost {
        /// A move that loses no sooner than any other.
        best: M,
        /// The distance of the loss in plies.
        plies: u32,
    },
    /// The game goes on.
    Open {
        /// The moves worth searching, at least one: those left out lose sooner than any of these can.
        moves: I,
        /// The player to move wins in this number of plies at the soonest; `u32::MAX` if never.
        soonest_win: u32,
        /// The player to move loses in this number of plies at the soonest, by one of these moves; `u32::MAX` if never.
        soonest_loss: u32,
    },
}

/// The key of a position for a table: the same for all positions that are the same up to symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class {
    /// The key of the canonical form.
    pub key: u64,
    /// The symmetry that leads to the canonical form.
    pub symmetry: usize,
}

/// A game of two players in turn that knows more about its positions than the rules say: what would end the game at
/// once, for either player, and bounds on the value, without playing out moves.
///
/// Unlike an [`Evaluate`](crate::Evaluate), this knowledge is certain. Without it a search finds the same by playing
/// the moves: in Connect Four that takes ten times as long.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not see threats",
    note = "implement `game::Threats`; it is optional, and makes searches faster where threats decide games"
)]
pub trait Threats: Send + Sync {
    /// A position.
    type State;
    /// A move.
    type Move: Copy;
    /// A list of moves, cheap to copy.
    type Moves: Iterator<Item = Self::Move> + Clone;

    /// Returns what a glance at an unfinished position shows. With `no_win_in_one` the caller knows that the player to
    /// move cannot win at once, because one of the moves of an open glance led here; then there is no need to look for
    /// it.
    fn glance(&self, state: &Self::State, no_win_in_one: bool) -> Glance<Self::Move, Self::Moves>;

    /// Returns how promising moves of a position look: the greatest is tried first. Beside a move comes what a glance
    /// has shown of the position it leads to, if there was one, so that the same is not looked for twice.
    fn promises<'s>(
        &'s self,
        state: &'s Self::State,
    ) -> impl Fn(Self::Move, Option<&Self::Moves>) -> i32 + use<'s, Self>;

    /// Returns an upper bound on the plies left. At 0 the game is over, and after moves of open glances that is the
    /// only way for it to be over, in a draw.
    fn plies_left(&self, state: &Self::State) -> u32;

    /// Returns an upper bound on the value for the player to move, found without a search. A loss comes with the most
    /// plies it can take, a win with the fewest; a win without distance may come at once. `moves` are those of an open
    /// glance at the position. Bounds better than `useful` help nobody and need not be looked for. By default a win is
    /// possible.
    fn at_most(&self, state: &Self::State, moves: &Self::Moves, useful: Verdict) -> Value {
        let _ = (state, moves, useful);
        Value::of(Verdict::Win)
    }

    /// Returns a lower bound on the value for the player to move, found without a search. A win comes with the most
    /// plies it can take, a loss with the fewest; a loss without distance may come at once. By default a loss is
    /// possible.
    fn at_least(&self, state: &Self::State) -> Value {
        let _ = state;
        Value::of(Verdict::Loss)
    }

    /// Returns the key of a position up to symmetry.
    fn class(&self, state: &Self::State) -> Class;

    /// Returns whether positions have the same key only if they are the same up to symmetry.
    fn class_is_exact(&self) -> bool;

    /// Returns the image of a move under a symmetry that [`class`](Threats::class) returned.
    fn image_of_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move;
}

/// Never called: this type has no values.
impl<S: System> Threats for Unsupported<S> {
    type State = S::Configuration;
    type Move = S::Action;
    type Moves = std::iter::Empty<S::Action>;

    fn glance(&self, _: &S::Configuration, _: bool) -> Glance<S::Action, Self::Moves> {
        self.unreachable()
    }

    fn promises<'s>(
        &'s self,
        _: &'s S::Configuration,
    ) -> impl Fn(S::Action, Option<&Self::Moves>) -> i32 + use<'s, S> {
        |_, _| self.unreachable()
    }

    fn plies_left(&self, _: &S::Configuration) -> u32 {
        self.unreachable()
    }

    fn class(&self, _: &S::Configuration) -> Class {
        self.unreachable()
    }

    fn class_is_exact(&self) -> bool {
        self.unreachable()
    }

    fn image_of_move(&self, _: S::Action, _: usize) -> S::Action {
        self.unreachable()
    }
}
