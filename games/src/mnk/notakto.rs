//! Notakto: both players place x, and whoever completes k in a row loses.

use game::look::Role;
use game::{Game, Look, Notation, Outcome, Packed, Packing, ParseError, Pick, Player, Symmetry};

use super::board::{Board, Square, Squares};
use crate::bits::Bits;
use crate::grid::{self, Labels};
use crate::images::Images;

/// The (w,h,k) game in which both players place x, and the player who completes k in a row loses. A state is the set of
/// marks.
#[derive(Clone, Debug)]
pub struct Notakto<B> {
    pub(super) board: Board<B>,
    images: Images<B>,
}

impl<B: Bits> Notakto<B> {
    /// Makes the game on a w×h board with k in a row.
    ///
    /// # Panics
    /// If w, h or k is 0, or `B` has fewer than (w + 1)·(h + 1) bits.
    #[must_use]
    pub fn new(w: u32, h: u32, k: u32) -> Notakto<B> {
        let board = Board::new(w, h, k);
        let images = board.images(false);
        Notakto { board, images }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board<B> {
        &self.board
    }
}

impl<B: Bits> Game for Notakto<B> {
    type State = B;
    type Move = Square;

    fn initial(&self) -> B {
        B::ZERO
    }

    #[inline]
    fn ply(&self, state: &B) -> Option<u32> {
        Some(state.count())
    }

    #[inline]
    fn turn(&self, state: &B) -> Player {
        Player::at_ply(state.count())
    }

    #[inline]
    fn outcome(&self, state: &B) -> Option<Outcome> {
        if self.board.aligned(*state) {
            return Some(Outcome::Win(self.turn(state)));
        }
        (*state == self.board.full()).then_some(Outcome::Draw)
    }

    #[inline]
    fn moves(&self, state: &B) -> impl Iterator<Item = Square> {
        Squares::of(self.board.full() & !*state)
    }

    #[inline]
    fn play(&self, state: &mut B, mv: Square) {
        *state |= B::bit(u32::from(mv.0));
    }
}

impl<B: Bits> Notation for Notakto<B> {
    fn action_text(&self, _: &B, mv: Square) -> String {
        self.board.name(mv)
    }

    fn spellings(&self, _: &B, mv: Square) -> Vec<String> {
        let (i, j) = self.board.place(mv);
        vec![grid::coordinates(i, j)]
    }

    fn board_text(&self, state: &B) -> String {
        self.board.draw(*state, B::ZERO, Labels::Letters)
    }

    fn look(&self, state: &B) -> Look {
        let line = self.outcome(state).map(|_| self.board.filled(*state));
        Look::Grids(vec![self.board.grid(*state, B::ZERO, [Role::Neutral; 2], line)])
    }

    fn picks(&self, _: &B, mv: Square) -> Vec<Pick> {
        vec![self.board.pick(mv)]
    }

    fn parse_board(&self, text: &str) -> Result<B, ParseError> {
        match self.board.read(text)? {
            (x, o) if o.is_empty() => Ok(x),
            _ => Err(ParseError::new("the board has an o", "both players place x")),
        }
    }
}

impl<B: Bits> Symmetry for Notakto<B> {
    fn symmetries(&self) -> usize {
        self.images.count()
    }

    #[inline]
    fn image(&self, state: &B, symmetry: usize) -> B {
        self.images.of(*state, symmetry)
    }

    fn image_of_action(&self, mv: Square, symmetry: usize) -> Square {
        Square(self.images.of_bit(u32::from(mv.0), symmetry) as u16)
    }

    #[inline]
    fn to_canonical(&self, state: &B) -> usize {
        self.images.least_of_two(*state, B::ZERO)
    }
}

impl<B: Bits> Packed for Notakto<B> {
    fn bits(&self) -> usize {
        self.board.full().count() as usize
    }

    fn pack(&self, state: &B, to: &mut Packing) {
        to.put_set(*state, self.board.full());
    }

    fn unpack(&self, from: &mut Packing) -> B {
        from.take_set(self.board.full())
    }
}
