//! Positional games: players take squares in turn, and whoever first holds all squares of a line wins. Which squares and
//! which lines there are is data, so one game serves shapes of squares, boards that wrap around, cubes, and whatever a
//! file says.

mod board;
mod drawing;
mod entry;
mod file;
mod group;
mod observed;
mod patterns;
mod plan;
mod shape;
mod symbolic;
mod text;
mod torus;

pub use drawing::Drawing;
pub use entry::{Animals, Files, Tori};
pub(crate) use entry::{VARIANT, filled_by, visit};
pub use file::{fingerprint, parse};
pub use plan::{MOST_LINES, MOST_SQUARES, Plan};
pub use shape::Shape;
pub use torus::wrapped;

use std::sync::Arc;

use game::{
    Evaluate, FilledBy, Game, Indexed, Look, Notation, Outcome, Packed, Packing, ParseError, Pick, Player,
    Symmetry,
};

use crate::bits::Bits;
use crate::diagram::Order;
use crate::images::Images;
use crate::lines::OpenLines;
use crate::marks::Marks;
use crate::mnk::Square;
use crate::rank::Rank;
use patterns::Patterns;

/// A positional game, made of a [`Plan`]. Square n of the plan is bit n.
///
/// ```
/// use game::{FilledBy, Game, Notation, Outcome, Player};
/// use games::positional::{Drawing, Plan, Positional, Shape};
///
/// let board = Drawing::rectangle(3, 2);
/// let corners = Shape::read("el").unwrap().placements(&board);
/// let game: Positional<u64> = Positional::new(Plan::new(board, corners, FilledBy::Either).unwrap());
/// let (_, positions) = game.parse_line("b1 a1 b2 c2 c1").unwrap();
/// assert_eq!(game.outcome(&positions[5]), Some(Outcome::Win(Player::First)));
/// ```
#[derive(Clone, Debug)]
pub struct Positional<B> {
    plan: Arc<Plan>,
    full: B,
    /// As in the plan.
    filled_by: FilledBy,
    patterns: Patterns<B>,
    images: Images<B>,
    rank: Arc<Rank<B>>,
    /// The squares in the order of the variables of diagrams.
    order: Arc<[u16]>,
}

impl<B: Bits> Positional<B> {
    /// Makes the game of a plan.
    ///
    /// # Panics
    /// If the plan has more squares than `B` has bits.
    #[must_use]
    pub fn new(plan: Plan) -> Positional<B> {
        let squares = plan.drawing().squares() as u32;
        assert!(squares <= B::WIDTH, "{squares} squares do not fit {} bits", B::WIDTH);
        let full = (0..squares).fold(B::ZERO, |full, square| full | B::bit(square));
        Positional {
            full,
            filled_by: plan.filled_by(),
            patterns: Patterns::new(plan.lines()),
            images: Images::new(plan.symmetries().to_vec()),
            rank: Arc::new(Rank::new(full)),
            order: order(&plan).into(),
            plan: Arc::new(plan),
        }
    }

    /// Returns the plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns every line.
    #[must_use]
    pub fn lines(&self) -> Vec<B> {
        let line = |line: &Vec<u16>| line.iter().fold(B::ZERO, |set, &square| set | B::bit(square.into()));
        self.plan.lines().iter().map(line).collect()
    }

    /// Returns the evaluation by open lines.
    #[must_use]
    pub fn open_lines(&self) -> OpenLines<B> {
        OpenLines::new(self.lines())
    }

    #[inline]
    fn free(&self, state: &Marks<B>) -> B {
        self.full & !(state.own | state.other)
    }

    /// Returns whether marks of this player win; `count` is their number.
    #[inline]
    fn wins(&self, player: Player, marks: B, count: u32) -> bool {
        self.filled_by.counts(player) && self.patterns.filled(marks, count)
    }

    /// Returns the squares of all lines that these marks fill.
    fn filled(&self, marks: B) -> B {
        let filled = self.lines().into_iter().filter(|&line| line & marks == line);
        filled.fold(B::ZERO, |all, line| all | line)
    }
}

/// Returns the squares in the order that is best for lines on a drawing: layers one after another, each row by row.
fn order(plan: &Plan) -> Vec<u16> {
    if plan.drawing().layers().len() > 1 {
        return (0..plan.drawing().squares() as u16).collect();
    }
    let (w, h) = plan.drawing().size();
    // Without lines one order is as good as another.
    let longest = plan.lines().iter().map(Vec::len).max().unwrap_or(0);
    let places = Order::best(w, h, longest as u32, false).squares(w, h);
    places.into_iter().filter_map(|(i, j)| plan.drawing().at(i, j)).collect()
}

impl<B: Bits> Game for Positional<B> {
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
        // Only the player who moved last can have filled a line, and has half of the marks, or one more.
        let ply = (state.own | state.other).count();
        let last = Player::at_ply(ply).other();
        if self.wins(last, state.other, ply.div_ceil(2)) {
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
        *state = state.with(mv.0.into());
    }

    #[inline]
    fn is_legal(&self, state: &Marks<B>, mv: Square) -> bool {
        u32::from(mv.0) < B::WIDTH && self.free(state).has(mv.0.into()) && self.outcome(state).is_none()
    }
}

/// Squares by their names; on boards whose squares are named as in chess, also by column and row counted from zero.
impl<B: Bits> Notation for Positional<B> {
    fn action_text(&self, _: &Marks<B>, mv: Square) -> String {
        self.plan.names()[usize::from(mv.0)].clone()
    }

    fn spellings(&self, _: &Marks<B>, mv: Square) -> Vec<String> {
        text::spellings(&self.plan, mv.0)
    }

    fn board_text(&self, state: &Marks<B>) -> String {
        text::draw(&self.plan, &|square| state.holder(square.into()))
    }

    fn look(&self, state: &Marks<B>) -> Look {
        let over = self.outcome(state);
        let line = if matches!(over, Some(Outcome::Win(_))) { self.filled(state.other) } else { B::ZERO };
        let (holder, is_lit) =
            (|square: u16| state.holder(square.into()), |square: u16| line.has(square.into()));
        Look::Grids(text::grids(&self.plan, &holder, &is_lit, over.is_none()))
    }

    fn picks(&self, _: &Marks<B>, mv: Square) -> Vec<Pick> {
        vec![text::pick(&self.plan, mv.0)]
    }

    fn parse_board(&self, text: &str) -> Result<Marks<B>, ParseError> {
        let held = text::read(&self.plan, text)?;
        let of = |player| {
            let squares = (0..).zip(&held).filter(|(_, holder)| **holder == Some(player));
            squares.fold(B::ZERO, |set, (square, _)| set | B::bit(square))
        };
        let state = Marks::read(of(Player::First), of(Player::Second))?;
        if self.wins(state.turn(), state.own, state.own.count()) {
            return Err(ParseError::new(
                "the game was over before the last mark",
                "play stops when a line is filled",
            ));
        }
        Ok(state)
    }
}

impl<B: Bits> Symmetry for Positional<B> {
    fn symmetries(&self) -> usize {
        self.images.count()
    }

    #[inline]
    fn image(&self, state: &Marks<B>, symmetry: usize) -> Marks<B> {
        state.image(&self.images, symmetry)
    }

    fn image_of_action(&self, mv: Square, symmetry: usize) -> Square {
        Square(self.images.of_bit(mv.0.into(), symmetry) as u16)
    }

    #[inline]
    fn to_canonical(&self, state: &Marks<B>) -> usize {
        self.images.least_of_two(state.own, state.other)
    }
}

impl<B: Bits> Indexed for Positional<B> {
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

impl<B: Bits> Evaluate<Positional<B>> for OpenLines<B> {
    fn score(&self, _: &Positional<B>, state: &Marks<B>) -> i32 {
        self.balance(state.own, state.other)
    }

    fn priority(&self, _: &Positional<B>, state: &Marks<B>, mv: Square) -> i32 {
        self.weight(state.own, state.other, mv.0.into())
    }
}

/// A bit for each square that the first player has marked, and one for each of the second.
impl<B: Bits> Packed for Positional<B> {
    fn bits(&self) -> usize {
        2 * self.full.count() as usize
    }

    fn pack(&self, state: &Marks<B>, to: &mut Packing) {
        let (x, o) = state.by_player();
        to.put_set(x, self.full);
        to.put_set(o, self.full);
    }

    fn unpack(&self, from: &mut Packing) -> Marks<B> {
        let (x, o) = (from.take_set(self.full), from.take_set(self.full));
        Marks::of_players(x, o)
    }
}
