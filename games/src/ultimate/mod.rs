//! Ultimate tic-tac-toe: nine small boards, and where a mark is placed says in which of them the opponent must go on.

mod entry;
mod look;
mod observed;
mod symbolic;
mod text;

use game::{Evaluate, Game, Look, Notation, Outcome, Packed, Packing, ParseError, Pick, Player, Symmetry};

use crate::bits::Bits;
use crate::images::rectangle;

/// Stands for any small board, where one would be named.
pub const ANY: u8 = 9;

/// All nine squares of a small board.
const FULL: u16 = 0o777;

/// The lines of a small board, and of the small boards themselves.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Whether a set of squares of a small board has a line.
static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < LINES.len() {
            table[set] |= set as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        set += 1;
    }
    table
};

/// The marks in the nine small boards, and the small board to play in.
///
/// Small boards, and the squares in each, are numbered from the lower left, row by row:
///
/// ```text
///     6 7 8
///     3 4 5
///     0 1 2
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nine {
    /// The squares of each small board that the first player has marked, and those that the second has.
    pub marks: [[u16; 9]; 2],
    /// The small board to play in. It is not finished, and nor is the game; otherwise this is [`ANY`].
    pub next: u8,
    /// The player to move.
    pub turn: Player,
}

/// A square of the whole board, numbered nine times the number of its small board, plus its number in there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u8);

impl Cell {
    /// Returns the cell in a column and a row of the whole board, both from 0 to 8.
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Cell {
        let board = row / 3 * 3 + column / 3;
        Cell(9 * board + row % 3 * 3 + column % 3)
    }

    /// Returns the column and row on the whole board.
    #[must_use]
    pub const fn place(self) -> (u8, u8) {
        let (board, square) = (self.board(), self.square());
        (board % 3 * 3 + square % 3, board / 3 * 3 + square / 3)
    }

    /// Returns the number of the small board.
    #[must_use]
    pub const fn board(self) -> u8 {
        self.0 / 9
    }

    /// Returns the number of the square within the small board.
    #[must_use]
    pub const fn square(self) -> u8 {
        self.0 % 9
    }
}

/// Ultimate tic-tac-toe. A mark on a square of a small board sends the opponent to the small board in the same place;
/// if that is finished, won or full, to any that is not. Three small boards in a row win; if all are finished without
/// that, the game is drawn.
///
/// ```
/// use game::Game;
/// use games::ultimate::Ultimate;
/// let game = Ultimate::new();
/// let first = game.moves(&game.initial()).next().unwrap();
/// assert_eq!(game.moves(&game.next(&game.initial(), first)).count(), 8);
/// ```
#[derive(Clone, Debug)]
pub struct Ultimate {
    /// Where each square goes, in each symmetry.
    to: Vec<[u8; 9]>,
    /// Where each set of squares goes, in each symmetry.
    sets: Vec<[u16; 512]>,
}

impl Default for Ultimate {
    fn default() -> Ultimate {
        Ultimate::new()
    }
}

impl Ultimate {
    /// Makes the game.
    #[must_use]
    pub fn new() -> Ultimate {
        let permutation = |map: &dyn Fn(u32, u32) -> (u32, u32)| -> [u8; 9] {
            std::array::from_fn(|square| {
                let (i, j) = map(square as u32 % 3, square as u32 / 3);
                (3 * j + i) as u8
            })
        };
        let to: Vec<[u8; 9]> = rectangle(3, 3).iter().map(|map| permutation(map)).collect();
        let image = |to: &[u8; 9], set: usize| {
            to.iter()
                .enumerate()
                .filter(|(square, _)| set >> square & 1 == 1)
                .fold(0, |set, (_, to)| set | 1 << to)
        };
        let sets = to.iter().map(|to| std::array::from_fn(|set| image(to, set))).collect();
        Ultimate { to, sets }
    }
}

/// Returns whether a player has a line in a small board, or in the set of small boards.
#[inline]
fn has_line(squares: u16) -> bool {
    HAS_LINE[usize::from(squares & FULL)]
}

/// Returns the small boards that are won with these marks.
#[inline]
fn won(marks: &[u16; 9]) -> u16 {
    (0..).zip(marks).fold(0, |won, (board, &squares)| won | u16::from(has_line(squares)) << board)
}

impl Nine {
    /// Returns the marks of both players in a small board.
    #[inline]
    fn squares(&self, board: u8) -> [u16; 2] {
        let board = usize::from(board);
        [self.marks[0][board], self.marks[1][board]]
    }

    /// Returns whether a small board is closed: won or full.
    #[inline]
    #[must_use]
    pub fn is_finished(&self, board: u8) -> bool {
        let [x, o] = self.squares(board);
        x | o == FULL || has_line(x) || has_line(o)
    }

    /// Returns the free squares of a small board in which the player to move may play.
    #[inline]
    fn open(&self, board: u8) -> u16 {
        let wanted = self.next == board || self.next == ANY;
        if !wanted || self.is_finished(board) {
            return 0;
        }
        let [x, o] = self.squares(board);
        FULL & !(x | o)
    }

    /// Returns the result of the game so far.
    fn result(&self) -> Option<Outcome> {
        let last = self.turn.other();
        if has_line(won(&self.marks[last.index()])) {
            return Some(Outcome::Win(last));
        }
        (0..9).all(|board| self.is_finished(board)).then_some(Outcome::Draw)
    }
}

impl Game for Ultimate {
    type State = Nine;
    type Move = Cell;

    fn initial(&self) -> Nine {
        Nine { marks: [[0; 9]; 2], next: ANY, turn: Player::First }
    }

    #[inline]
    fn ply(&self, state: &Nine) -> Option<u32> {
        Some(state.marks.iter().flatten().map(|board| board.count_ones()).sum())
    }

    #[inline]
    fn turn(&self, state: &Nine) -> Player {
        state.turn
    }

    #[inline]
    fn outcome(&self, state: &Nine) -> Option<Outcome> {
        // A small board to play in is named only while the game goes on, so most positions need no further test.
        if state.next == ANY { state.result() } else { None }
    }

    #[inline]
    fn moves(&self, state: &Nine) -> impl Iterator<Item = Cell> {
        let boards = if state.next == ANY { 0..9 } else { state.next..state.next + 1 };
        boards.flat_map(|board| {
            let open = u64::from(state.open(board));
            open.iter().map(move |square| Cell(9 * board + square as u8))
        })
    }

    #[inline]
    fn play(&self, state: &mut Nine, mv: Cell) {
        let (board, square) = (usize::from(mv.board()), mv.square());
        let marks = &mut state.marks[state.turn.index()];
        marks[board] |= 1 << square;
        let wins = has_line(marks[board]) && has_line(won(marks));
        let anywhere = wins || state.is_finished(square);
        state.next = if anywhere { ANY } else { square };
        state.turn = state.turn.other();
    }

    #[inline]
    fn is_legal(&self, state: &Nine, mv: Cell) -> bool {
        mv.0 < 81 && state.open(mv.board()) >> mv.square() & 1 == 1 && self.outcome(state).is_none()
    }
}

impl Notation for Ultimate {
    fn action_text(&self, _: &Nine, mv: Cell) -> String {
        let (i, j) = mv.place();
        game::square(i.into(), j.into())
    }

    fn spellings(&self, _: &Nine, mv: Cell) -> Vec<String> {
        let (i, j) = mv.place();
        vec![crate::grid::coordinates(i.into(), j.into())]
    }

    fn board_text(&self, state: &Nine) -> String {
        text::draw(state)
    }

    /// Returns a grid for each small board, in the order of their numbers.
    fn look(&self, state: &Nine) -> Look {
        Look::Grids(look::grids(state, self.outcome(state)))
    }

    fn picks(&self, _: &Nine, mv: Cell) -> Vec<Pick> {
        vec![look::pick(mv)]
    }

    fn parse_board(&self, text: &str) -> Result<Nine, ParseError> {
        text::read(text)
    }
}

/// The symmetries of a square, on the small boards and within each of them at once.
impl Symmetry for Ultimate {
    fn symmetries(&self) -> usize {
        self.to.len()
    }

    #[inline]
    fn image(&self, state: &Nine, symmetry: usize) -> Nine {
        let (to, sets) = (&self.to[symmetry], &self.sets[symmetry]);
        let mut image = *state;
        for (board, &there) in to.iter().enumerate() {
            for (marks, before) in image.marks.iter_mut().zip(&state.marks) {
                marks[usize::from(there)] = sets[usize::from(before[board])];
            }
        }
        // Any board stays any board.
        image.next = to.get(usize::from(state.next)).copied().unwrap_or(ANY);
        image
    }

    fn image_of_action(&self, mv: Cell, symmetry: usize) -> Cell {
        let to = |number: u8| self.to[symmetry][usize::from(number)];
        Cell(9 * to(mv.board()) + to(mv.square()))
    }

    fn to_canonical(&self, state: &Nine) -> usize {
        let least = (0..self.to.len()).min_by_key(|&symmetry| self.image(state, symmetry));
        least.expect("the identity is among the symmetries")
    }
}

/// An evaluation of ultimate tic-tac-toe: who has won more small boards, the middle one counting double.
#[derive(Clone, Copy, Debug)]
pub struct SmallBoards;

impl Evaluate<Ultimate> for SmallBoards {
    fn score(&self, _: &Ultimate, state: &Nine) -> i32 {
        let worth = |player: Player| {
            let boards = won(&state.marks[player.index()]);
            (boards.count_ones() + u32::from(boards >> 4 & 1 == 1)) as i32
        };
        worth(state.turn) - worth(state.turn.other())
    }
}

impl Packed for Ultimate {
    fn bits(&self) -> usize {
        2 * 81 + 4 + 1
    }

    fn pack(&self, state: &Nine, to: &mut Packing) {
        to.put(state.next.into(), 4);
        to.put(state.turn.index() as u64, 1);
        state.marks.iter().flatten().for_each(|&board| to.put(board.into(), 9));
    }

    fn unpack(&self, from: &mut Packing) -> Nine {
        let (next, turn) = (from.take(4) as u8, Player::BOTH[from.take(1) as usize]);
        let marks = [[0; 9]; 2].map(|boards| boards.map(|_: u16| from.take(9) as u16));
        Nine { marks, next, turn }
    }
}
