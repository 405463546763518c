//! k in a row with marks of one's own: normal, misère and weak rules, on a table or with gravity.

use game::look::Role;
use game::{
    Evaluate, Game, Indexed, Look, Notation, Outcome, Packed, Packing, ParseError, Pick, Player, Symmetry,
};

use super::board::{Board, Square, Squares};
use super::columns::Columns;
use super::placement::{FixedSize, Flat, Gravity, Placement};
use super::ternary::Ternary;
use super::threats::ThreatTables;
use super::weights::Weights;

use crate::bits::Bits;
use crate::grid::{self, Labels};
use crate::images::Images;
use crate::lines::OpenLines;
use crate::marks::Marks;

/// What k marks in a row decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The player with k in a row wins.
    Normal,
    /// The player with k in a row loses.
    Misere,
    /// Only the first player can win; the second wants to prevent it.
    Weak,
    /// The player with k in a row and no more wins: a longer row counts for nothing.
    Exact,
}

/// The (w,h,k) game: players take turns to mark a square of their own, and k in a row decide.
///
/// ```
/// use game::Game;
/// use games::mnk::{Mnk, Rule};
/// let tic_tac_toe: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// assert_eq!(tic_tac_toe.moves(&tic_tac_toe.initial()).count(), 9);
/// ```
///
/// The [`Placement`] says what a legal move is and, where the compiler knows the size, replaces arithmetic by
/// constants.
#[derive(Clone, Debug)]
pub struct Mnk<B, F = Flat> {
    pub(super) board: Board<B>,
    pub(super) placement: F,
    pub(super) rule: Rule,
    images: Images<B>,
    numbers: Numbers<B>,
    pub(super) threat_tables: ThreatTables<B>,
}

/// How positions are numbered.
#[derive(Clone, Debug)]
enum Numbers<B> {
    Table(Ternary<B>),
    Upright(Columns<B>),
}

impl<B: Bits> Mnk<B> {
    /// Makes the game on a w×h board with k in a row.
    ///
    /// # Panics
    /// If w, h or k is 0, or `B` has fewer than (w + 1)·(h + 1) bits.
    #[must_use]
    pub fn new(w: u32, h: u32, k: u32, rule: Rule) -> Mnk<B> {
        Mnk::with_placement(Board::new(w, h, k), Flat, rule)
    }
}

impl<B: Bits> Mnk<B, Gravity<B>> {
    /// Makes the game with gravity: a mark falls to the lowest free square of its column, as in Connect Four.
    ///
    /// # Panics
    /// As [`new`](Mnk::new).
    #[must_use]
    pub fn with_gravity(w: u32, h: u32, k: u32, rule: Rule) -> Mnk<B, Gravity<B>> {
        let board = Board::new(w, h, k);
        let placement = Gravity::new(&board);
        Mnk::with_placement(board, placement, rule)
    }
}

impl<B: Bits, const W: u32, const H: u32, const K: u32, const FALLS: bool> Mnk<B, FixedSize<W, H, K, FALLS>>
where
    FixedSize<W, H, K, FALLS>: Placement<B>,
{
    /// Makes the game on a board whose size is known to the compiler: the same game, somewhat faster. The word may be a
    /// `u32` where (w + 1)·(h + 1) bits fit it, and a `u64` otherwise.
    ///
    /// ```
    /// use games::mnk::{FixedSize, Mnk, Rule};
    /// let connect_four: Mnk<u64, FixedSize<7, 6, 4, true>> = Mnk::fixed(Rule::Normal);
    /// assert!(connect_four.falls());
    /// ```
    #[must_use]
    pub fn fixed(rule: Rule) -> Self {
        Mnk::with_placement(Board::new(W, H, K), FixedSize, rule)
    }
}

impl<B: Bits, F: Placement<B>> Mnk<B, F> {
    fn with_placement(board: Board<B>, placement: F, rule: Rule) -> Mnk<B, F> {
        let images = board.images(F::FALLS);
        let numbers = if F::FALLS {
            Numbers::Upright(Columns::new(&board))
        } else {
            Numbers::Table(Ternary::new(board.full()))
        };
        let threat_tables = ThreatTables::new(&board, F::FALLS, rule);
        Mnk { board, placement, rule, images, numbers, threat_tables }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board<B> {
        &self.board
    }

    /// Returns what k in a row decide.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns whether marks fall.
    #[must_use]
    pub fn falls(&self) -> bool {
        F::FALLS
    }

    /// Returns the evaluation by open lines.
    #[must_use]
    pub fn open_lines(&self) -> OpenLines<B> {
        OpenLines::new(self.board.lines())
    }

    /// Returns the squares that may be marked.
    #[inline]
    pub(super) fn free(&self, state: &Marks<B>) -> B {
        self.placement.free(&self.board, state.own | state.other)
    }

    #[inline]
    pub(super) fn aligned(&self, marks: B) -> bool {
        self.placement.aligned(&self.board, marks)
    }

    #[inline]
    fn weights(&self) -> &Weights {
        match &self.numbers {
            Numbers::Table(ternary) => &ternary.weights,
            Numbers::Upright(columns) => &columns.weights,
        }
    }

    /// Returns whether 64 bits number the positions.
    pub(super) fn has_numbers(&self) -> bool {
        Indexed::size(self).is_some()
    }

    /// Returns the number of a position, or a hash where there are too many to be numbered.
    #[inline]
    pub(super) fn number(&self, state: &Marks<B>) -> u64 {
        // A number tells positions apart, so tables need not keep the position itself.
        if self.has_numbers() {
            self.index(state)
        } else {
            let (x, o) = state.by_player();
            x.hashed().rotate_left(32) ^ o.hashed().wrapping_mul(0xff51_afd7_ed55_8ccd)
        }
    }
}

impl<B: Bits, F: Placement<B>> Game for Mnk<B, F> {
    type State = Marks<B>;
    type Move = Square;

    fn initial(&self) -> Marks<B> {
        Marks::NONE
    }

    #[inline]
    fn ply(&self, state: &Marks<B>) -> Option<u32> {
        Some((state.own | state.other).count())
    }

    #[inline]
    fn turn(&self, state: &Marks<B>) -> Player {
        state.turn()
    }

    #[inline]
    fn outcome(&self, state: &Marks<B>) -> Option<Outcome> {
        // Only the player who moved last can have completed a row: the other's marks are not looked at.
        if self.aligned(state.other) {
            let last = self.turn(state).other();
            match (self.rule, last) {
                (Rule::Normal, _) | (Rule::Weak, Player::First) => return Some(Outcome::Win(last)),
                (Rule::Misere, _) => return Some(Outcome::Win(last.other())),
                (Rule::Exact, _) if self.board.aligned_exactly(state.other) => {
                    return Some(Outcome::Win(last));
                }
                (Rule::Weak, Player::Second) | (Rule::Exact, _) => {}
            }
        }
        self.free(state).is_empty().then_some(Outcome::Draw)
    }

    #[inline]
    fn moves(&self, state: &Marks<B>) -> impl Iterator<Item = Square> {
        Squares::of(self.free(state))
    }

    #[inline]
    fn play(&self, state: &mut Marks<B>, mv: Square) {
        *state = state.with(mv.0.into());
    }

    #[inline]
    fn is_legal(&self, state: &Marks<B>, mv: Square) -> bool {
        u32::from(mv.0) < B::WIDTH && self.free(state).has(u32::from(mv.0)) && self.outcome(state).is_none()
    }
}

impl<B: Bits, F: Placement<B>> Notation for Mnk<B, F> {
    fn action_text(&self, _: &Marks<B>, mv: Square) -> String {
        if self.falls() { (self.board.place(mv).0 + 1).to_string() } else { self.board.name(mv) }
    }

    fn spellings(&self, _: &Marks<B>, mv: Square) -> Vec<String> {
        let (i, j) = self.board.place(mv);
        if self.falls() { vec![self.board.name(mv)] } else { vec![grid::coordinates(i, j)] }
    }

    fn board_text(&self, state: &Marks<B>) -> String {
        let (x, o) = state.by_player();
        self.board.draw(x, o, if self.falls() { Labels::Numbers } else { Labels::Letters })
    }

    /// Where marks fall, the mark ends in the cell that is picked.
    fn look(&self, state: &Marks<B>) -> Look {
        let (x, o) = state.by_player();
        let line = self.outcome(state).map(|outcome| match outcome {
            Outcome::Win(_) => self.board.filled(state.other),
            Outcome::Draw => B::ZERO,
        });
        let grid = self.board.grid(x, o, [Role::First, Role::Second], line);
        Look::Grids(vec![if self.falls() { grid.falling() } else { grid }])
    }

    fn picks(&self, _: &Marks<B>, mv: Square) -> Vec<Pick> {
        vec![self.board.pick(mv)]
    }

    fn parse_board(&self, text: &str) -> Result<Marks<B>, ParseError> {
        let (x, o) = self.board.read(text)?;
        let state = Marks::read(x, o)?;
        if !self.placement.can_hold(&self.board, x | o) {
            return Err(ParseError::new(
                "a mark hangs in the air",
                "marks fall to the bottom of their column",
            ));
        }
        let counts = match self.rule {
            Rule::Normal | Rule::Misere => true,
            Rule::Weak => state.turn() == Player::First,
            Rule::Exact => self.board.aligned_exactly(state.own),
        };
        if counts && self.aligned(state.own) {
            return Err(ParseError::new(
                "the game was over before the last mark",
                "play stops when there are enough in a row",
            ));
        }
        Ok(state)
    }
}

impl<B: Bits, F: Placement<B>> Symmetry for Mnk<B, F> {
    fn symmetries(&self) -> usize {
        self.images.count()
    }

    #[inline]
    fn image(&self, state: &Marks<B>, symmetry: usize) -> Marks<B> {
        state.image(&self.images, symmetry)
    }

    fn image_of_action(&self, mv: Square, symmetry: usize) -> Square {
        Square(self.images.of_bit(u32::from(mv.0), symmetry) as u16)
    }

    #[inline]
    fn to_canonical(&self, state: &Marks<B>) -> usize {
        self.images.least_of_two(state.own, state.other)
    }
}

/// On a table a number in base three, with gravity one with a digit for each column. Every mark adds to it.
impl<B: Bits, F: Placement<B>> Indexed for Mnk<B, F> {
    fn size(&self) -> Option<u64> {
        match &self.numbers {
            Numbers::Table(ternary) => ternary.size(),
            Numbers::Upright(columns) => columns.size(),
        }
    }

    #[inline]
    fn index(&self, state: &Marks<B>) -> u64 {
        let (x, o) = state.by_player();
        self.weights().index(x, o)
    }

    #[inline]
    fn state_at(&self, index: u64) -> Marks<B> {
        let (x, o) = match &self.numbers {
            Numbers::Table(ternary) => ternary.position(index),
            Numbers::Upright(columns) => columns.position(index),
        };
        Marks::of_players(x, o)
    }

    #[inline]
    fn index_after(&self, state: &Marks<B>, index: u64, mv: Square) -> u64 {
        index + (self.weights().of(u32::from(mv.0)) << self.turn(state).index())
    }
}

impl<B: Bits, F: Placement<B>> Evaluate<Mnk<B, F>> for OpenLines<B> {
    fn score(&self, game: &Mnk<B, F>, state: &Marks<B>) -> i32 {
        let balance = self.balance(state.own, state.other);
        if game.rule == Rule::Misere { -balance } else { balance }
    }

    fn priority(&self, game: &Mnk<B, F>, state: &Marks<B>, mv: Square) -> i32 {
        let weight = self.weight(state.own, state.other, u32::from(mv.0));
        if game.rule == Rule::Misere { -weight } else { weight }
    }
}

/// A bit for each square that the first player has marked, and one for each of the second.
impl<B: Bits, F: Placement<B>> Packed for Mnk<B, F> {
    fn bits(&self) -> usize {
        2 * self.board.full().count() as usize
    }

    fn pack(&self, state: &Marks<B>, to: &mut Packing) {
        let (x, o) = state.by_player();
        to.put_set(x, self.board.full());
        to.put_set(o, self.board.full());
    }

    fn unpack(&self, from: &mut Packing) -> Marks<B> {
        let (x, o) = (from.take_set(self.board.full()), from.take_set(self.board.full()));
        Marks::of_players(x, o)
    }
}
