//! What a search knows about the positions of a game.
//!
//! ```text
//!  the game's crate                     here, what engines take          knows
//!  Game                       ──▶  &game                            the rules
//!  Game + Symmetry + Indexed  ──▶  Symmetric::new(&game)            which positions are alike
//!  Game + Threats             ──▶  Tactical::new(&game)             threats, bounds, and which are alike
//!  Evaluate                   ──▶  Guided { evaluate, knowledge }   any of these, and who seems ahead
//! ```
//!
//! Each of these holds the game that it is about, and a solver plays by the rules of that game: so knowledge of one
//! game cannot be used on another.

mod guided;
mod rules;
mod symmetric;
mod tactical;

use std::hash::{Hash, Hasher};

use game::{Class, Game, Glance, KeyHasher, Outcome, Value, Verdict};

pub use guided::Guided;
pub use symmetric::Symmetric;
pub use tactical::Tactical;

use crate::score::win_in;

/// A position of the game that some knowledge is about.
pub(crate) type StateOf<K> = <<K as Knowledge>::Game as Game>::State;
/// A move of that game.
pub(crate) type MoveOf<K> = <<K as Knowledge>::Game as Game>::Move;

/// A move, and how promising it looks: the greatest is tried first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// How promising it looks.
    pub weight: i32,
}

/// Only this crate implements [`Knowledge`].
pub(crate) mod sealed {
    pub trait Sealed {}
}

/// A game, and what is known about its positions beside the rules. It is what a [`Solver`](crate::Solver) is made of.
///
/// `&game` knows the rules and will do for every game; [`Symmetric`] knows which positions are alike, [`Tactical`] sees
/// threats, and [`Guided`] adds an [`Evaluate`](game::Evaluate). To teach the engines about your own game, implement
/// [`game::Threats`], [`game::Symmetry`] or [`game::Evaluate`]: this trait is how the engines see those, and no other
/// crate can implement it.
///
/// What is certain (glances, bounds, classes) changes how soon a search is done, never what it answers. Orders and
/// scores are guesses.
pub trait Knowledge: sealed::Sealed + Send + Sync {
    /// The game that it is about.
    type Game: Game;

    /// What a glance hands on to the list of moves, so that the same is not computed twice.
    type Notes;

    /// Whether the players are known to alternate. Then no search asks whose turn it is.
    const ALTERNATES: bool = false;

    /// Whether all positions after a move are looked up in the table before any is searched. It saves nodes, and costs
    /// time where moves are slow to play.
    const LOOKS_UP: bool = true;

    /// Whether a glance and [`at_most`](Knowledge::at_most) settle many positions. Then all positions after a move are
    /// looked at before any is searched.
    const SETTLES: bool = false;

    /// Whether [`list_loud`](Knowledge::list_loud) lists anything.
    const IS_LOUD: bool = false;

    /// Returns the game.
    fn game(&self) -> &Self::Game;

    /// Returns the key of a position up to symmetry, and the symmetry that leads to the canonical form.
    #[inline]
    fn class(&self, state: &StateOf<Self>) -> Class {
        Class { key: self.game().key(state), symmetry: 0 }
    }

    /// Returns whether positions have the same key only if they are the same up to symmetry.
    fn is_exact(&self) -> bool {
        false
    }

    /// Returns a number other than 0 for the image of a move under a symmetry. Moves may share one.
    #[inline]
    fn code(&self, mv: MoveOf<Self>, symmetry: usize) -> u8 {
        let _ = symmetry;
        code_of(&mv)
    }

    /// Returns how the game has ended, if it has. A position that a [listed](Knowledge::list) move led to is `quiet`.
    #[inline]
    fn end(&self, state: &StateOf<Self>, quiet: bool) -> Option<Outcome> {
        let _ = quiet;
        self.game().outcome(state)
    }

    /// Returns what a glance at an unfinished position shows; notes stand for the moves of an open position.
    fn glance(&self, state: &StateOf<Self>, quiet: bool) -> Glance<MoveOf<Self>, Self::Notes>;

    /// Adds the moves worth searching: all that do not lose sooner than any of these.
    fn list(&self, state: &StateOf<Self>, notes: Self::Notes, moves: &mut Vec<Ranked<MoveOf<Self>>>);

    /// Adds the moves that may win by force where a search of limited depth breaks off: few of them, each of which leaves
    /// the other side few replies. They are only searched for wins.
    #[inline]
    fn list_loud(&self, state: &StateOf<Self>, moves: &mut Vec<Ranked<MoveOf<Self>>>) {
        let _ = (state, moves);
    }

    /// Returns how much more promising listed moves are than their weights say, where that takes time to find out: only
    /// engines that need the order of moves ask, and only once they know that one of them must be searched. Beside a
    /// move come the notes of a glance at the position it leads to, if there was one.
    #[inline]
    fn promises<'s>(
        &'s self,
        state: &'s StateOf<Self>,
    ) -> impl Fn(MoveOf<Self>, Option<&Self::Notes>) -> i32 {
        let _ = state;
        |_, _| 0
    }

    /// Returns how many plies deeper to look after this [glance](Knowledge::glance) in a search of limited depth: 1
    /// where the only move is forced, for example, so that threats do not push what matters out of sight. At most 1,
    /// or a search might never end.
    #[inline]
    fn extension(&self, notes: &Self::Notes) -> u32 {
        let _ = notes;
        0
    }

    /// Returns the only move worth searching after this [glance](Knowledge::glance), if there is just one and the
    /// knowledge sees it at no cost.
    #[inline]
    fn only_move(&self, notes: &Self::Notes) -> Option<MoveOf<Self>>
    where
        Self: Sized,
    {
        let _ = notes;
        None
    }

    /// Returns how many plies less deep to look at first after move `number`, counted from 0. If the move turns out to
    /// be better than those before, it is searched again, as deep as they were. Less than the depth, and 0 where the
    /// order of moves means little.
    #[inline]
    fn reduction(number: usize, depth: u32) -> u32 {
        let _ = (number, depth);
        0
    }

    /// Returns an upper bound on the plies left.
    #[inline]
    fn plies_left(&self, state: &StateOf<Self>) -> u32 {
        let _ = state;
        u32::MAX
    }

    /// Returns an upper bound on the value, found without a search after an open glance: see
    /// [`game::Threats::at_most`].
    #[inline]
    fn at_most(&self, state: &StateOf<Self>, notes: &Self::Notes, useful: Verdict) -> Value {
        let _ = (state, notes, useful);
        Value::of(Verdict::Win)
    }

    /// Returns a lower bound on the value, found without a search: see [`game::Threats::at_least`].
    #[inline]
    fn at_least(&self, state: &StateOf<Self>) -> Value {
        let _ = state;
        Value::of(Verdict::Loss)
    }

    /// Returns how good an unfinished position looks to the player to move. Beyond a million either way, nothing
    /// counts.
    fn score(&self, state: &StateOf<Self>) -> i32 {
        let _ = state;
        0
    }

    /// Returns whether its [scores](Knowledge::score) mean anything.
    fn is_informative(&self) -> bool {
        false
    }
}

/// Returns a number other than 0 for anything.
#[inline]
pub(crate) fn code_of<T: Hash>(thing: &T) -> u8 {
    let mut hasher = KeyHasher::default();
    thing.hash(&mut hasher);
    (hasher.finish() % 255) as u8 + 1
}

/// Returns the least and the greatest score of a position of which no more is known than how soon it can end.
#[inline]
pub(crate) fn bounds(soonest_win: u32, soonest_loss: u32, plies_left: u32) -> (i32, i32) {
    let within = |soonest: u32| if soonest > plies_left { 0 } else { win_in(soonest) };
    (-within(soonest_loss), within(soonest_win))
}
