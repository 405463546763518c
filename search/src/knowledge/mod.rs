//! What a search may ask about a position.

mod guided;
mod symmetric;
mod tactical;

use std::hash::{Hash, Hasher};

use game::{Class, Game, Outcome, Value, Verdict};
use rustc_hash::FxHasher;

pub use guided::Guided;
pub use symmetric::Symmetric;
pub use tactical::Tactical;

use crate::score::win_in;

/// A move, and how promising it looks: the greatest is tried first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// How promising it looks.
    pub weight: i32,
}

/// What a glance at an unfinished position tells a search.
#[derive(Clone, Debug)]
pub enum Sight<M, N> {
    /// Its value is known, and a move that achieves it: won in so many plies.
    Won(M, u32),
    /// Its value is known, and a move that holds out longest: lost in so many plies.
    Lost(M, u32),
    /// The game goes on.
    Open {
        /// In no fewer plies can the player to move win; `u32::MAX` if never.
        soonest_win: u32,
        /// In no fewer plies can the player to move lose; `u32::MAX` if never.
        soonest_loss: u32,
        /// What [`Knowledge::list`] wants to know again.
        notes: N,
    },
}

/// What is known about the positions of a game, beside its rules: the search asks, games do not know the search.
///
/// What is certain (the [glance](Knowledge::glance), the bounds, the class) changes how soon the search is done, never
/// what it answers. Orders and scores are guesses. `()` knows nothing, and will do for every game;
/// [`Symmetric`] knows which positions are the same, [`Tactical`] sees threats, and [`Guided`] adds an
/// [`Evaluate`](game::Evaluate).
pub trait Knowledge<G: Game>: Send + Sync {
    /// What a glance hands on to the list of moves.
    type Notes;

    /// Whether the players are known to alternate: then nobody is asked whose turn it is.
    const ALTERNATES: bool = false;

    /// Whether all positions after a move are looked up in the table before any is searched. It saves nodes, and costs
    /// time where moves are slow to play.
    const LOOKS_UP: bool = true;

    /// Whether a glance and [`at_most`](Knowledge::at_most) settle many positions: then they are asked about the
    /// positions after all moves before any of those is searched.
    const SETTLES: bool = false;

    /// The key of a position up to symmetry, and the symmetry that leads to the canonical form.
    #[inline]
    fn class(&self, game: &G, state: &G::State) -> Class {
        Class { key: game.key(state), symmetry: 0 }
    }

    /// Whether positions share a key only if they are the same but for a symmetry.
    fn is_exact(&self, game: &G) -> bool {
        let _ = game;
        false
    }

    /// A number other than 0 for the image of a move under a symmetry. Moves may share one.
    #[inline]
    fn code(&self, game: &G, mv: G::Move, symmetry: usize) -> u8 {
        let _ = (game, symmetry);
        code_of(&mv)
    }

    /// How the game has ended, if it has. The position is `quiet` if it was reached by a move that was
    /// [listed](Knowledge::list).
    #[inline]
    fn end(&self, game: &G, state: &G::State, quiet: bool) -> Option<Outcome> {
        let _ = quiet;
        game.outcome(state)
    }

    /// A glance at an unfinished position.
    fn glance(&self, game: &G, state: &G::State, quiet: bool) -> Sight<G::Move, Self::Notes>;

    /// The moves worth a look: all those that do not lose sooner than any of these.
    fn list(&self, game: &G, state: &G::State, notes: Self::Notes, moves: &mut Vec<Ranked<G::Move>>);

    /// How many plies deeper to look from here, for this [glance](Knowledge::glance), where a search of limited depth
    /// looks ahead: one, for instance, where the only move is forced, so that threats do not push what matters out of
    /// sight. Not more than one, or a search might never end.
    #[inline]
    fn extension(&self, notes: &Self::Notes) -> u32 {
        let _ = notes;
        0
    }

    /// How many plies less to look ahead, at first, after a move that is not the first to be tried: the first is number 0.
    /// If it turns out to be better than those before it is searched again, as deep as they were. Fewer than the depth,
    /// and none where there is no order to trust.
    #[inline]
    fn reduction(number: usize, depth: u32) -> u32 {
        let _ = (number, depth);
        0
    }

    /// No game takes more plies than this from here.
    #[inline]
    fn plies_left(&self, game: &G, state: &G::State) -> u32 {
        let _ = (game, state);
        u32::MAX
    }

    /// The value is at most this, by what can be told without a search; a loss with the most plies it can take, a win
    /// with the fewest.
    #[inline]
    fn at_most(&self, game: &G, state: &G::State) -> Value {
        let _ = (game, state);
        Value::of(Verdict::Win)
    }

    /// The value is at least this, by what can be told without a search; a win with the most plies it can take, a loss
    /// with the fewest.
    #[inline]
    fn at_least(&self, game: &G, state: &G::State) -> Value {
        let _ = (game, state);
        Value::of(Verdict::Loss)
    }

    /// How good an unfinished position looks to the player to move. A million either way is the most that counts.
    fn score(&self, game: &G, state: &G::State) -> i32 {
        let _ = (game, state);
        0
    }

    /// Whether its [scores](Knowledge::score) mean anything.
    fn evaluates(&self) -> bool {
        false
    }
}

/// Knowledge is shared as easily as it is given away.
impl<G: Game, K: Knowledge<G>> Knowledge<G> for &K {
    type Notes = K::Notes;

    const ALTERNATES: bool = K::ALTERNATES;
    const LOOKS_UP: bool = K::LOOKS_UP;
    const SETTLES: bool = K::SETTLES;

    #[inline]
    fn class(&self, game: &G, state: &G::State) -> Class {
        (**self).class(game, state)
    }

    fn is_exact(&self, game: &G) -> bool {
        (**self).is_exact(game)
    }

    #[inline]
    fn code(&self, game: &G, mv: G::Move, symmetry: usize) -> u8 {
        (**self).code(game, mv, symmetry)
    }

    #[inline]
    fn end(&self, game: &G, state: &G::State, quiet: bool) -> Option<Outcome> {
        (**self).end(game, state, quiet)
    }

    #[inline]
    fn glance(&self, game: &G, state: &G::State, quiet: bool) -> Sight<G::Move, K::Notes> {
        (**self).glance(game, state, quiet)
    }

    #[inline]
    fn list(&self, game: &G, state: &G::State, notes: K::Notes, moves: &mut Vec<Ranked<G::Move>>) {
        (**self).list(game, state, notes, moves);
    }

    #[inline]
    fn extension(&self, notes: &K::Notes) -> u32 {
        (**self).extension(notes)
    }

    #[inline]
    fn reduction(number: usize, depth: u32) -> u32 {
        K::reduction(number, depth)
    }

    #[inline]
    fn plies_left(&self, game: &G, state: &G::State) -> u32 {
        (**self).plies_left(game, state)
    }

    #[inline]
    fn at_most(&self, game: &G, state: &G::State) -> Value {
        (**self).at_most(game, state)
    }

    #[inline]
    fn at_least(&self, game: &G, state: &G::State) -> Value {
        (**self).at_least(game, state)
    }

    fn score(&self, game: &G, state: &G::State) -> i32 {
        (**self).score(game, state)
    }

    fn evaluates(&self) -> bool {
        (**self).evaluates()
    }
}

/// Nothing is known but the rules.
impl<G: Game> Knowledge<G> for () {
    type Notes = ();

    #[inline]
    fn glance(&self, _: &G, _: &G::State, _: bool) -> Sight<G::Move, ()> {
        Sight::Open { soonest_win: 1, soonest_loss: 1, notes: () }
    }

    #[inline]
    fn list(&self, game: &G, state: &G::State, (): (), moves: &mut Vec<Ranked<G::Move>>) {
        moves.extend(game.moves(state).map(|mv| Ranked { mv, weight: 0 }));
    }
}

/// A number other than 0 for anything.
#[inline]
pub(crate) fn code_of<T: Hash>(thing: &T) -> u8 {
    let mut hasher = FxHasher::default();
    thing.hash(&mut hasher);
    (hasher.finish() % 255) as u8 + 1
}

/// The least and the greatest score of a position of which no more is known than how soon it can end.
#[inline]
pub(crate) fn bounds(soonest_win: u32, soonest_loss: u32, plies_left: u32) -> (i32, i32) {
    let within = |soonest: u32| if soonest > plies_left { 0 } else { win_in(soonest) };
    (-within(soonest_loss), within(soonest_win))
}
