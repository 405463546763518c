//! k in a row where either mark may be placed: wild, wild misère, order and chaos.

use game::look::Role;
use game::{Game, Look, Notation, Outcome, Packed, Packing, ParseError, Pick, Player, Symmetry};

use super::board::{Board, Square, Squares};
use crate::bits::Bits;
use crate::grid::{self, Labels};
use crate::images::Images;

/// What k equal marks in a row decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WildRule {
    /// The player who completes them wins.
    Normal,
    /// The player who completes them loses.
    Misere,
    /// The first player, Order, wins if either player completes them; otherwise the second, Chaos, wins.
    Order,
}

/// The marks on the board, regardless of who placed them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Both<B> {
    /// The squares marked x.
    pub x: B,
    /// The squares marked o.
    pub o: B,
}

/// A square and the mark placed on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placed {
    /// The square.
    pub square: Square,
    /// Whether it is an o.
    pub is_o: bool,
}

/// The (w,h,k) game in which each player may place either mark.
#[derive(Clone, Debug)]
pub struct Wild<B> {
    pub(super) board: Board<B>,
    rule: WildRule,
    images: Images<B>,
}

impl<B: Bits> Wild<B> {
    /// Makes the game on a w×h board with k in a row.
    ///
    /// # Panics
    /// If w, h or k is 0, or `B` has fewer than (w + 1)·(h + 1) bits.
    #[must_use]
    pub fn new(w: u32, h: u32, k: u32, rule: WildRule) -> Wild<B> {
        let board = Board::new(w, h, k);
        let images = board.images(false);
        Wild { board, rule, images }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board<B> {
        &self.board
    }

    /// Returns what k equal marks in a row decide.
    #[must_use]
    pub fn rule(&self) -> WildRule {
        self.rule
    }

    #[inline]
    fn free(&self, state: &Both<B>) -> B {
        self.board.full() & !(state.x | state.o)
    }
}

impl<B: Bits> Game for Wild<B> {
    type State = Both<B>;
    type Move = Placed;

    fn initial(&self) -> Both<B> {
        Both { x: B::ZERO, o: B::ZERO }
    }

    #[inline]
    fn ply(&self, state: &Both<B>) -> Option<u32> {
        Some((state.x | state.o).count())
    }

    #[inline]
    fn turn(&self, state: &Both<B>) -> Player {
        Player::at_ply((state.x | state.o).count())
    }

    #[inline]
    fn outcome(&self, state: &Both<B>) -> Option<Outcome> {
        if self.board.aligned(state.x) || self.board.aligned(state.o) {
            let last = self.turn(state).other();
            return Some(Outcome::Win(match self.rule {
                WildRule::Normal => last,
                WildRule::Misere => last.other(),
                WildRule::Order => Player::First,
            }));
        }
        self.free(state).is_empty().then_some(match self.rule {
            WildRule::Order => Outcome::Win(Player::Second),
            WildRule::Normal | WildRule::Misere => Outcome::Draw,
        })
    }

    #[inline]
    fn moves(&self, state: &Both<B>) -> impl Iterator<Item = Placed> {
        Squares::of(self.free(state)).flat_map(|square| [false, true].map(|is_o| Placed { square, is_o }))
    }

    #[inline]
    fn play(&self, state: &mut Both<B>, mv: Placed) {
        let mark = B::bit(u32::from(mv.square.0));
        if mv.is_o { state.o |= mark } else { state.x |= mark }
    }
}

impl<B: Bits> Notation for Wild<B> {
    fn action_text(&self, _: &Both<B>, mv: Placed) -> String {
        format!("{}{}", letter(mv), self.board.name(mv.square))
    }

    fn spellings(&self, _: &Both<B>, mv: Placed) -> Vec<String> {
        let (i, j) = self.board.place(mv.square);
        let (mark, name) = (letter(mv), self.board.name(mv.square));
        vec![
            format!("{mark} {name}"),
            format!("{name} {mark}"),
            format!("{mark} {}", grid::coordinates(i, j)),
            format!("{} {mark}", grid::coordinates(i, j)),
        ]
    }

    fn board_text(&self, state: &Both<B>) -> String {
        self.board.draw(state.x, state.o, Labels::Letters)
    }

    /// Draws every x as the first player's and every o as the second's, regardless of who placed it.
    fn look(&self, state: &Both<B>) -> Look {
        let line = self.outcome(state).map(|_| self.board.filled(state.x) | self.board.filled(state.o));
        Look::Grids(vec![self.board.grid(state.x, state.o, [Role::First, Role::Second], line)])
    }

    /// Returns the square, then the mark.
    fn picks(&self, _: &Both<B>, mv: Placed) -> Vec<Pick> {
        vec![self.board.pick(mv.square), Pick::Label(letter(mv).to_string())]
    }

    fn parse_board(&self, text: &str) -> Result<Both<B>, ParseError> {
        let (x, o) = self.board.read(text)?;
        Ok(Both { x, o })
    }
}

fn letter(mv: Placed) -> char {
    if mv.is_o { 'o' } else { 'x' }
}

/// The symmetries of the board, each with and without exchanging the two marks: the rules treat them alike.
impl<B: Bits> Symmetry for Wild<B> {
    fn symmetries(&self) -> usize {
        2 * self.images.count()
    }

    #[inline]
    fn image(&self, state: &Both<B>, symmetry: usize) -> Both<B> {
        let (turn, exchange) = (symmetry / 2, symmetry % 2 == 1);
        let (x, o) = (self.images.of(state.x, turn), self.images.of(state.o, turn));
        if exchange { Both { x: o, o: x } } else { Both { x, o } }
    }

    fn image_of_action(&self, mv: Placed, symmetry: usize) -> Placed {
        let square = self.images.of_bit(u32::from(mv.square.0), symmetry / 2) as u16;
        Placed { square: Square(square), is_o: mv.is_o ^ (symmetry % 2 == 1) }
    }

    #[inline]
    fn to_canonical(&self, state: &Both<B>) -> usize {
        let plain = 2 * self.images.least_of_two(state.x, state.o);
        let exchanged = 2 * self.images.least_of_two(state.o, state.x) + 1;
        if self.image(state, exchanged) < self.image(state, plain) { exchanged } else { plain }
    }
}

impl<B: Bits> Packed for Wild<B> {
    fn bits(&self) -> usize {
        2 * self.board.full().count() as usize
    }

    fn pack(&self, state: &Both<B>, to: &mut Packing) {
        to.put_set(state.x, self.board.full());
        to.put_set(state.o, self.board.full());
    }

    fn unpack(&self, from: &mut Packing) -> Both<B> {
        let (x, o) = (from.take_set(self.board.full()), from.take_set(self.board.full()));
        Both { x, o }
    }
}
