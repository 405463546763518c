//! Tic-tac-toe in any number of dimensions: n^d cells, and n in a row win.

mod board;
mod entry;
mod group;
mod observed;
mod space;
mod symbolic;
mod text;

pub use entry::Cubes;

use game::{Evaluate, FilledBy, Game, Indexed, Look, Notation, Outcome, ParseError, Pick, Player, Symmetry};

use crate::bits::{Bits, WIDEST};
use crate::images::Images;
use crate::lines::OpenLines;
use crate::mnk::{Marks, Square};
use crate::rank::Rank;
use space::Space;

/// The most cells.
pub const MOST_CELLS: u32 = WIDEST;
/// The most dimensions: with two cells along each axis, these fill [`MOST_CELLS`].
pub const MOST_DIMENSIONS: u32 = 9;

/// Tic-tac-toe on n^d cells: the first player to fill a line from side to side wins, along an axis or along a diagonal
/// of any number of axes. Cell (c₀, c₁, …) is bit c₀ + c₁·n + c₂·n² + ….
///
/// Its symmetries take lines to lines; there are more than those of the geometric cube, 192 of 4×4×4. Where there would
/// be more than 400, a subgroup keeps their tables small.
///
/// ```
/// use games::cube::Cube;
/// let qubic: Cube<u64> = Cube::new(4, 3);
/// assert_eq!(qubic.lines().len(), 76);
/// ```
#[derive(Clone, Debug)]
pub struct Cube<B> {
    space: Space<B>,
    images: Images<B>,
    rank: Rank<B>,
    filled_by: FilledBy,
}

/// Returns the number of cells, n^d, or `None` if n or d is 0 or either is too large.
///
/// ```
/// assert_eq!(games::cube::cells(4, 3), Some(64));
/// assert_eq!(games::cube::cells(9, 3), None);
/// ```
#[must_use]
pub const fn cells(n: u32, d: u32) -> Option<u32> {
    if n == 0 || d == 0 || d > MOST_DIMENSIONS {
        return None;
    }
    match n.checked_pow(d) {
        Some(cells) if cells <= MOST_CELLS => Some(cells),
        _ => None,
    }
}

impl<B: Bits> Cube<B> {
    /// Makes the game with n cells along each of d axes.
    ///
    /// # Panics
    /// If n or d is 0, d is more than [`MOST_DIMENSIONS`], or `B` has fewer than n^d bits.
    #[must_use]
    pub fn new(n: u32, d: u32) -> Cube<B> {
        assert!(
            cells(n, d).is_some_and(|cells| cells <= B::WIDTH),
            "{n}^{d} cells do not fit {} bits",
            B::WIDTH
        );
        let space = Space::new(n, d);
        let (images, rank) = (space.images(), Rank::new(space.full));
        Cube { space, images, rank, filled_by: FilledBy::Either }
    }

    /// Returns the same game, in which these players win by filling a line.
    ///
    /// ```
    /// use game::{FilledBy, Game, Notation};
    /// use games::cube::Cube;
    /// let weak: Cube<u64> = Cube::new(3, 2).won_by(FilledBy::First);
    /// let (_, positions) = weak.parse_line("b2 a1 c1 a3 c2 a2").unwrap();
    /// assert_eq!(weak.outcome(&positions[6]), None);
    /// ```
    #[must_use]
    pub fn won_by(self, filled_by: FilledBy) -> Cube<B> {
        Cube { filled_by, ..self }
    }

    /// Returns whether marks of this player win.
    #[inline]
    fn wins(&self, player: Player, marks: B) -> bool {
        self.filled_by.counts(player) && self.space.aligned(marks)
    }

    /// Returns the number of cells along each axis, and the number of axes.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.space.n, self.space.d)
    }

    /// Returns every line: ((n + 2)^d − n^d) / 2 of them, if n is more than 1.
    #[must_use]
    pub fn lines(&self) -> Vec<B> {
        self.space.lines()
    }

    /// Returns the evaluation by open lines.
    #[must_use]
    pub fn open_lines(&self) -> OpenLines<B> {
        OpenLines::new(self.lines())
    }

    #[inline]
    fn free(&self, state: &Marks<B>) -> B {
        self.space.full & !(state.own | state.other)
    }
}

impl<B: Bits> Game for Cube<B> {
    type State = Marks<B>;
    type Move = Square;

    fn initial(&self) -> Marks<B> {
        Marks { own: B::ZERO, other: B::ZERO }
    }

    #[inline]
    fn ply(&self, state: &Marks<B>) -> Option<u32> {
        Some((state.own | state.other).count())
    }

    #[inline]
    fn turn(&self, state: &Marks<B>) -> Player {
        Player::at_ply((state.own | state.other).count())
    }

    #[inline]
    fn outcome(&self, state: &Marks<B>) -> Option<Outcome> {
        let last = self.turn(state).other();
        if self.wins(last, state.other) {
            return Some(Outcome::Win(last));
        }
        self.free(state).is_empty().then_some(Outcome::Draw)
    }

    #[inline]
    fn moves(&self, state: &Marks<B>) -> impl Iterator<Item = Square> {
        self.free(state).iter().map(|bit| Square(bit as u16))
    }

    #[inline]
    fn play(&self, state: &mut Marks<B>, mv: Square) {
        let mark = B::bit(u32::from(mv.0));
        *state = Marks { own: state.other, other: state.own | mark };
    }

    #[inline]
    fn is_legal(&self, state: &Marks<B>, mv: Square) -> bool {
        u32::from(mv.0) < B::WIDTH && self.free(state).has(u32::from(mv.0)) && self.outcome(state).is_none()
    }
}

/// Letters and numbers in turn, one for each axis: `b2` on a plane, `b2c` in space, `b2c1` beyond.
impl<B: Bits> Notation for Cube<B> {
    fn action_text(&self, _: &Marks<B>, mv: Square) -> String {
        text::name(self.space.coordinates(mv.0.into()))
    }

    fn spellings(&self, _: &Marks<B>, mv: Square) -> Vec<String> {
        let coordinates = self.space.coordinates(mv.0.into()).map(|c| c.to_string());
        vec![coordinates.collect::<Vec<String>>().join(" ")]
    }

    fn board_text(&self, state: &Marks<B>) -> String {
        let (x, o) = state.by_player();
        self.space.draw(x, o)
    }

    /// Returns a grid for each layer. Those along the third axis stand side by side, all others below each other.
    fn look(&self, state: &Marks<B>) -> Look {
        let (x, o) = state.by_player();
        let line = self.outcome(state).map(|outcome| match outcome {
            Outcome::Win(_) => {
                let filled = self.lines().into_iter().filter(|&line| line & state.other == line);
                filled.fold(B::ZERO, |all, line| all | line)
            }
            Outcome::Draw => B::ZERO,
        });
        Look::Grids(self.space.grids(x, o, line))
    }

    fn picks(&self, _: &Marks<B>, mv: Square) -> Vec<Pick> {
        vec![self.space.pick(mv.0.into())]
    }

    fn parse_board(&self, text: &str) -> Result<Marks<B>, ParseError> {
        let (x, o) = self.space.read(text)?;
        let state = Marks::read(x, o)?;
        if self.wins(state.turn(), state.own) {
            return Err(ParseError::new(
                "the game was over before the last mark",
                "play stops when a line is filled",
            ));
        }
        Ok(state)
    }
}

impl<B: Bits> Symmetry for Cube<B> {
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

impl<B: Bits> Indexed for Cube<B> {
    fn size(&self) -> Option<u64> {
        self.rank.size()
    }

    fn index(&self, state: &Marks<B>) -> u64 {
        let (x, o) = state.by_player();
        self.rank.index(x, o)
    }

    fn state_at(&self, index: u64) -> Marks<B> {
        let (x, o) = self.rank.position(index);
        Marks::of_players(x, o)
    }
}

impl<B: Bits> Evaluate<Cube<B>> for OpenLines<B> {
    fn score(&self, _: &Cube<B>, state: &Marks<B>) -> i32 {
        self.balance(state.own, state.other)
    }

    fn priority(&self, _: &Cube<B>, state: &Marks<B>, mv: Square) -> i32 {
        self.weight(state.own, state.other, u32::from(mv.0))
    }
}
