//! The game of the amazons: queens that move, and shoot arrows that block the board.

mod entry;
mod rays;

use game::look::{Grid, Mark, Role};
use game::{
    Evaluate, Game, Look, Notation, Observable, Observe, Outcome, Packed, Packing, ParseError, Pick, Player,
    Symmetry,
};

use crate::bits::Bits;
use crate::grid::{self, Labels};
use crate::images::{Images, rectangle};
use crate::observed;
use rays::Rays;

/// The fewest columns, and the fewest rows.
pub const SHORTEST_SIDE: u32 = 4;
/// The most columns, and the most rows.
pub const LONGEST_SIDE: u32 = 26;
/// The most squares.
pub const MOST_SQUARES: u32 = 128;

/// Queens and arrows. Square (i, j), column i and row j counted from the lower left, is bit w·j + i.
///
/// The number of arrows tells who is to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pieces {
    /// The queens of the player to move.
    pub own: u128,
    /// The queens of the opponent.
    pub other: u128,
    /// The arrows.
    pub arrows: u128,
}

/// A move: a queen goes from one square to another and shoots an arrow from there. Squares by the number of their bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shot {
    /// Where the queen was.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
    /// Where its arrow goes.
    pub arrow: u8,
}

/// The game of the amazons, with four queens a side. A player who cannot move loses.
///
/// ```
/// use game::Game;
/// use games::amazons::Amazons;
/// let amazons = Amazons::new(10, 10);
/// assert_eq!(amazons.moves(&amazons.initial()).count(), 2176);
/// ```
#[derive(Clone, Debug)]
pub struct Amazons {
    w: u32,
    h: u32,
    full: u128,
    /// All squares but those of the first column, and all but those of the last.
    not_first: u128,
    not_last: u128,
    rays: Rays,
    images: Images<u128>,
}

impl Amazons {
    /// Makes the game on a board of w columns and h rows. White's queens stand on the two lower corners' columns, a
    /// third of the way up, and on the bottom row, a third of the way from either side; black's mirror them.
    ///
    /// # Panics
    /// If a side is shorter than [`SHORTEST_SIDE`] or longer than [`LONGEST_SIDE`], or there are more than
    /// [`MOST_SQUARES`] squares.
    #[must_use]
    pub fn new(w: u32, h: u32) -> Amazons {
        let sides = SHORTEST_SIDE..=LONGEST_SIDE;
        assert!(
            sides.contains(&w) && sides.contains(&h) && w * h <= MOST_SQUARES,
            "amazons on a {w}x{h} board"
        );
        let full = u128::MAX >> (u128::BITS - w * h);
        let first = (0..h).fold(0, |column, j| column | 1 << (w * j));
        Amazons {
            w,
            h,
            full,
            not_first: full & !first,
            not_last: full & !(first << (w - 1)),
            rays: Rays::new(w, h),
            images: images(w, h),
        }
    }

    /// Returns the width and the height of the board.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.w, self.h)
    }

    #[inline]
    fn free(&self, state: &Pieces) -> u128 {
        self.full & !(state.own | state.other | state.arrows)
    }

    /// Returns the squares next to these, and these.
    #[inline]
    fn around(&self, squares: u128) -> u128 {
        let row = squares | (squares & self.not_last) << 1 | (squares & self.not_first) >> 1;
        row | row << self.w | row >> self.w
    }

    /// Returns the queens of the first and of the second player.
    fn by_player(&self, state: &Pieces) -> (u128, u128) {
        match self.turn(state) {
            Player::First => (state.own, state.other),
            Player::Second => (state.other, state.own),
        }
    }

    /// Returns what stands on a square: its letter, and its owner.
    fn piece(&self, state: &Pieces, square: u32) -> Option<(char, Role)> {
        let (white, black) = self.by_player(state);
        let pieces =
            [(white, 'w', Role::First), (black, 'b', Role::Second), (state.arrows, '#', Role::Blocked)];
        pieces.into_iter().find(|(set, ..)| set.has(square)).map(|(_, letter, role)| (letter, role))
    }

    fn name(&self, square: u8) -> String {
        let square = u32::from(square);
        game::square((square % self.w) as usize, (square / self.w) as usize)
    }
}

fn images(w: u32, h: u32) -> Images<u128> {
    let permutation = |map: &dyn Fn(u32, u32) -> (u32, u32)| -> Vec<u32> {
        let place = |square| map(square % w, square / w);
        (0..w * h).map(place).map(|(i, j)| w * j + i).collect()
    };
    Images::new(rectangle(w, h).iter().map(|map| permutation(map)).collect())
}

impl Game for Amazons {
    type State = Pieces;
    type Move = Shot;

    fn initial(&self) -> Pieces {
        let (w, h) = (self.w, self.h);
        let (i, j) = ((w - 1) / 3, (h - 1) / 3);
        let white = [(0, j), (i, 0), (w - 1 - i, 0), (w - 1, j)];
        let set = |queens: [(u32, u32); 4]| queens.iter().fold(0, |set, (i, j)| set | 1 << (w * j + i));
        Pieces { own: set(white), other: set(white.map(|(i, j)| (i, h - 1 - j))), arrows: 0 }
    }

    #[inline]
    fn ply(&self, state: &Pieces) -> Option<u32> {
        Some(state.arrows.count_ones())
    }

    #[inline]
    fn turn(&self, state: &Pieces) -> Player {
        Player::at_ply(state.arrows.count_ones())
    }

    #[inline]
    fn outcome(&self, state: &Pieces) -> Option<Outcome> {
        // A queen beside a free square can go there, and shoot back at where it was: so a few shifts decide, where the
        // first move would take rays from four queens.
        let can_move = self.around(state.own) & self.free(state) != 0;
        (!can_move).then(|| Outcome::Win(self.turn(state).other()))
    }

    #[inline]
    fn moves(&self, state: &Pieces) -> impl Iterator<Item = Shot> {
        let free = self.free(state);
        state.own.iter().flat_map(move |from| {
            let left = free | 1 << from;
            self.rays.reach(from, free).iter().flat_map(move |to| {
                let arrows = self.rays.reach(to, left).iter();
                arrows.map(move |arrow| Shot { from: from as u8, to: to as u8, arrow: arrow as u8 })
            })
        })
    }

    #[inline]
    fn play(&self, state: &mut Pieces, mv: Shot) {
        *state = Pieces {
            own: state.other,
            other: state.own ^ (1 << mv.from | 1 << mv.to),
            arrows: state.arrows | 1 << mv.arrow,
        };
    }

    #[inline]
    fn is_legal(&self, state: &Pieces, mv: Shot) -> bool {
        let Shot { from, to, arrow } = mv;
        if [from, to, arrow].iter().any(|&square| u32::from(square) >= self.w * self.h) {
            return false;
        }
        let free = self.free(state);
        state.own.has(from.into())
            && self.rays.reach(from.into(), free).has(to.into())
            && self.rays.reach(to.into(), free | 1 << from).has(arrow.into())
    }
}

/// `d1-d7/g7`: from d1 to d7, with an arrow to g7. As punctuation does not matter, `d1 d7 g7` is the same.
impl Notation for Amazons {
    fn action_text(&self, _: &Pieces, mv: Shot) -> String {
        format!("{}-{}/{}", self.name(mv.from), self.name(mv.to), self.name(mv.arrow))
    }

    fn board_text(&self, state: &Pieces) -> String {
        grid::draw(self.w, self.h, Labels::Letters, |i, j| {
            self.piece(state, self.w * j + i).map_or('.', |(letter, _)| letter)
        })
    }

    fn look(&self, state: &Pieces) -> Look {
        let grid = Grid::squares(self.w as usize, self.h as usize, |i, j| {
            let (letter, role) = self.piece(state, self.w * j as u32 + i as u32)?;
            Some(Mark::new(letter, role))
        });
        Look::Grids(vec![grid.active(self.outcome(state).is_none())])
    }

    /// Returns the queen, its target, and the target of its arrow.
    fn picks(&self, _: &Pieces, mv: Shot) -> Vec<Pick> {
        let (w, h) = (self.w as usize, self.h as usize);
        let pick = |square: u8| Pick::square((w, h), (usize::from(square) % w, usize::from(square) / w));
        [mv.from, mv.to, mv.arrow].map(pick).to_vec()
    }

    fn parse_board(&self, text: &str) -> Result<Pieces, ParseError> {
        let [_, white, black, arrows]: [u128; 4] =
            grid::read_sets(self.w, self.h, ['.', 'w', 'b', '#'], text)?;
        if (white.count(), black.count()) != (4, 4) {
            let problem = format!("{} white and {} black queens", white.count(), black.count());
            return Err(ParseError::new(problem, "each side has four, drawn `w` and `b`"));
        }
        Ok(match Player::at_ply(arrows.count()) {
            Player::First => Pieces { own: white, other: black, arrows },
            Player::Second => Pieces { own: black, other: white, arrows },
        })
    }
}

impl Symmetry for Amazons {
    fn symmetries(&self) -> usize {
        self.images.count()
    }

    #[inline]
    fn image(&self, state: &Pieces, symmetry: usize) -> Pieces {
        let of = |set| self.images.of(set, symmetry);
        Pieces { own: of(state.own), other: of(state.other), arrows: of(state.arrows) }
    }

    fn image_of_action(&self, mv: Shot, symmetry: usize) -> Shot {
        let of = |square: u8| self.images.of_bit(square.into(), symmetry) as u8;
        Shot { from: of(mv.from), to: of(mv.to), arrow: of(mv.arrow) }
    }

    #[inline]
    fn to_canonical(&self, state: &Pieces) -> usize {
        // Three sets that do not meet are as good as two: an arrow is where both are.
        self.images.least_of_two(state.own | state.arrows, state.other | state.arrows)
    }
}

impl Observe for Amazons {
    fn observables(&self) -> Vec<Observable<'_, Pieces>> {
        observed::board((self.w, self.h), &["empty", "w", "b", "arrow"], |state, i, j| {
            let square = self.w * j + i;
            let (white, black) = self.by_player(state);
            let sets = [white, black, state.arrows];
            sets.iter().position(|set| set.has(square)).map_or(0, |number| number + 1)
        })
    }
}

/// An evaluation of amazons: who has more squares within reach of a single queen's move.
#[derive(Clone, Copy, Debug)]
pub struct Mobility;

impl Evaluate<Amazons> for Mobility {
    fn score(&self, game: &Amazons, state: &Pieces) -> i32 {
        let free = game.free(state);
        let reach = |queens: u128| -> u32 { queens.iter().map(|q| game.rays.reach(q, free).count()).sum() };
        reach(state.own) as i32 - reach(state.other) as i32
    }

    fn priority(&self, game: &Amazons, state: &Pieces, mv: Shot) -> i32 {
        -self.score(game, &game.next(state, mv))
    }
}

/// Two bits for each square, both for an arrow.
impl Packed for Amazons {
    fn bits(&self) -> usize {
        2 * (self.w * self.h) as usize
    }

    fn pack(&self, state: &Pieces, to: &mut Packing) {
        to.put_set(state.own | state.arrows, self.full);
        to.put_set(state.other | state.arrows, self.full);
    }

    fn unpack(&self, from: &mut Packing) -> Pieces {
        let (own, other) = (from.take_set(self.full), from.take_set(self.full));
        let arrows = own & other;
        Pieces { own: own & !arrows, other: other & !arrows, arrows }
    }
}
