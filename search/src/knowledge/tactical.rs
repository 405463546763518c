//! A game that sees threats.

use std::hash::{Hash, Hasher};

use game::{Class, Game, Glance, Outcome, Threats, Value, Verdict};

use super::sealed::Sealed;
use super::{Knowledge, Ranked};

/// A game that sees [`Threats`]: moves that win at once come first, threats are answered, and moves that lose at once
/// are left out.
///
/// ```
/// use game::Game;
/// use games::mnk::{Mnk, Rule};
/// use search::{Solver, Tactical};
/// let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
/// let answer = Solver::new(Tactical::new(&game)).solve(&game.initial());
/// assert_eq!(answer.value().map(|value| value.to_string()), Some("draw".to_string()));
/// ```
///
/// The threats are those of the game that is solved. On (4,3,3), those of (4,4,4) would make a draw of a win; they
/// cannot be named:
///
/// ```compile_fail
/// use games::mnk::{Mnk, Rule};
/// use search::{Solver, Tactical};
/// let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
/// let other: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
/// Solver::new(&game, Tactical::new(&other));
/// ```
///
/// ```compile_fail
/// use games::mnk::{Mnk, Rule};
/// use search::{Solver, Tactical};
/// let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
/// let other: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
/// Tactical::of(&game, |_| Some(&other));
/// ```
#[derive(Debug)]
pub struct Tactical<'a, G, T = G> {
    game: &'a G,
    threats: &'a T,
}

impl<'a, G> Tactical<'a, G>
where
    G: Game + Threats<State = <G as Game>::State, Move = <G as Game>::Move>,
{
    /// Returns the knowledge of a game that sees threats.
    #[must_use]
    pub fn new(game: &'a G) -> Self {
        Tactical { game, threats: game }
    }
}

impl<'a, G, T> Tactical<'a, G, T> {
    /// Returns the knowledge of a game that may see threats, if it does. They are found in the game itself, by a
    /// function that knows nothing else: threats of another game would give wrong values.
    ///
    /// ```
    /// use game::Game;
    /// use games::mnk::{Mnk, Rule};
    /// use search::{Solver, Tactical};
    /// let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    /// let knowledge = Tactical::of(&game, Some).expect("k in a row sees threats");
    /// let answer = Solver::new(knowledge).solve(&game.initial());
    /// assert_eq!(answer.value().map(|value| value.to_string()), Some("win in 7".to_string()));
    /// ```
    pub fn of(game: &'a G, threats: fn(&'a G) -> Option<&'a T>) -> Option<Self> {
        Some(Tactical { game, threats: threats(game)? })
    }
}

impl<G, T> Clone for Tactical<'_, G, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, T> Copy for Tactical<'_, G, T> {}

impl<G, T> Sealed for Tactical<'_, G, T> {}

impl<G: Game, T: Threats<State = G::State, Move = G::Move>> Knowledge for Tactical<'_, G, T> {
    type Game = G;
    type Notes = T::Moves;

    const ALTERNATES: bool = true;
    const SETTLES: bool = true;

    #[inline]
    fn game(&self) -> &G {
        self.game
    }

    #[inline]
    fn class(&self, state: &G::State) -> Class {
        self.threats.class(state)
    }

    fn is_exact(&self) -> bool {
        self.threats.class_is_exact()
    }

    #[inline]
    fn code(&self, mv: G::Move, symmetry: usize) -> u8 {
        let image = if symmetry == 0 { mv } else { self.threats.image_of_move(mv, symmetry) };
        let mut digits = Digits(0);
        image.hash(&mut digits);
        (digits.finish() % 255) as u8 + 1
    }

    #[inline]
    fn end(&self, state: &G::State, quiet: bool) -> Option<Outcome> {
        // After quiet moves neither player has won, so only a full board ends the game.
        if quiet {
            (self.threats.plies_left(state) == 0).then_some(Outcome::Draw)
        } else {
            self.game.outcome(state)
        }
    }

    #[inline]
    fn glance(&self, state: &G::State, quiet: bool) -> Glance<G::Move, T::Moves> {
        self.threats.glance(state, quiet)
    }

    #[inline]
    fn list(&self, _: &G::State, notes: T::Moves, moves: &mut Vec<Ranked<G::Move>>) {
        moves.extend(notes.map(|mv| Ranked { mv, weight: 0 }));
    }

    #[inline]
    fn promises<'s>(&'s self, state: &'s G::State) -> impl Fn(G::Move, Option<&T::Moves>) -> i32 {
        self.threats.promises(state)
    }

    #[inline]
    fn only_move(&self, notes: &T::Moves) -> Option<G::Move> {
        let mut moves = notes.clone();
        let only = moves.next();
        if moves.next().is_none() { only } else { None }
    }

    #[inline]
    fn plies_left(&self, state: &G::State) -> u32 {
        self.threats.plies_left(state)
    }

    #[inline]
    fn at_most(&self, state: &G::State, notes: &T::Moves, useful: Verdict) -> Value {
        self.threats.at_most(state, notes, useful)
    }

    #[inline]
    fn at_least(&self, state: &G::State) -> Value {
        self.threats.at_least(state)
    }
}

/// A hasher that leaves a single number as it is. Moves on boards are numbers of squares: as codes they then differ,
/// where a hash of eight bits would give several moves one history.
struct Digits(u64);

impl Digits {
    #[inline]
    fn push(&mut self, digit: u64) {
        self.0 = self.0.wrapping_mul(31).wrapping_add(digit);
    }
}

impl Hasher for Digits {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.push(u64::from(byte)));
    }

    #[inline]
    fn write_u8(&mut self, digit: u8) {
        self.push(u64::from(digit));
    }

    #[inline]
    fn write_u16(&mut self, digit: u16) {
        self.push(u64::from(digit));
    }

    #[inline]
    fn write_u32(&mut self, digit: u32) {
        self.push(u64::from(digit));
    }

    #[inline]
    fn write_u64(&mut self, digit: u64) {
        self.push(digit);
    }

    #[inline]
    fn write_usize(&mut self, digit: usize) {
        self.push(digit as u64);
    }
}
