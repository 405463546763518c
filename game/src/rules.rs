//! The rules of a game.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use crate::{KeyHasher, Outcome, Player, System};

/// The rules of one game variant: immutable, and shared by all threads.
///
/// A state is plain data and holds no parameters: the size of the board belongs to the game. Five methods are required.
/// [`outcome`](Game::outcome) alone decides whether the game is over, and engines list and play moves only while it is
/// not.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a game",
    label = "the rules of a game are expected here",
    note = "implement `game::Game`: `initial`, `turn`, `outcome`, `moves` and `play`"
)]
pub trait Game: Send + Sync {
    /// A position, with whatever decides how the game may go on from it.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move: small, since engines copy it freely.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Returns the position every game starts from.
    fn initial(&self) -> Self::State;

    /// Returns the player to move; in a finished game, the one who would be.
    fn turn(&self, state: &Self::State) -> Player;

    /// Returns how the game has ended, or `None` while it goes on.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Returns the legal moves of an unfinished game: at least one, each once, always in the same order. A player who
    /// may pass has a move that says so.
    fn moves(&self, state: &Self::State) -> impl Iterator<Item = Self::Move>;

    /// Plays a legal move. An illegal one may panic or lead to any state.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// Returns the position after a legal move.
    #[inline]
    fn next(&self, state: &Self::State, mv: Self::Move) -> Self::State {
        let mut next = state.clone();
        self.play(&mut next, mv);
        next
    }

    /// Returns whether a move is legal: among [`moves`](Game::moves), and the game not over. Override it where there
    /// is a quicker way to decide.
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        self.outcome(state).is_none() && self.moves(state).any(|legal| legal == mv)
    }

    /// Returns the number of bytes that a state holds on the heap, in vectors for example, so that engines can keep a
    /// limit on memory. By default 0.
    #[inline]
    fn heap_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// Returns the number of moves played so far, if the position itself tells it: 0 at the start, and one more after
    /// every move. Then no position can repeat, and engines can forget earlier plies. By default `None`: unknown.
    #[inline]
    fn ply(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// Returns a 64-bit hash of the position. Override it if the game has an exact or an incremental key.
    #[inline]
    fn key(&self, state: &Self::State) -> u64 {
        let mut hasher = KeyHasher::default();
        state.hash(&mut hasher);
        // The hash of an empty input is 0; a key should not be.
        mix(hasher.finish() ^ 0x9e37_79b9_7f4a_7c15)
    }
}

/// Spreads the entropy of a hash over all its bits (the finaliser of `MurmurHash3`), so that a table may use any of
/// them.
#[inline]
const fn mix(mut x: u64) -> u64 {
    x ^= x >> 33;
    x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 33;
    x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ (x >> 33)
}

/// A [`Game`], known to be a [`System`] over the same states and moves.
///
/// Every game is one. Write this bound in place of `Game` where a function also asks for a capability that systems
/// have, such as [`Symmetry`](crate::Symmetry): it tells the compiler that both have the same states.
///
/// ```
/// use game::{Game, Playable, Symmetry};
///
/// fn canonical_start<G: Playable + Symmetry>(game: &G) -> G::State {
///     game.canonical(&game.initial())
/// }
/// ```
pub trait Playable:
    Game + System<Configuration = <Self as Game>::State, Action = <Self as Game>::Move>
{
}

impl<G: Game> Playable for G {}
