//! Ultimate tic-tac-toe, as diagrams.
//!
//! A word says more than a position would need to, so that a move changes it letter by letter:
//!
//! ```text
//!   won        1 if a player has won
//!   next       the small board to play in, or ANY
//!   then for each small board
//!     status   open, won by the first or the second player, or full
//!     squares  empty or marked, nine of them
//! ```
//!
//! A move is the automaton [`Mark`], which reads two words at once, the one before and the one after the move, and
//! changes its state ([`Move`]) at most four times:
//!
//! ```text
//!          won                next                        status of some board      the square of that board
//!   Start ─────► Start ───────────────► To ────────────────────────────────► In ────────────────────────► Made
//!          0 to 0 or 1   before: board,      open before the move;               empty before the move,
//!                        after: square       in all other boards                 marked after it
//!                                            the status stays
//! ```
//!
//! The letter `next` before the move says in which small board it is made; after the move it says on which square it
//! was made, since that is where the opponent is sent. So after two letters all is known but, where `next` is `ANY`,
//! the board or the square, which the automaton then guesses: a state for each guess. `anywhere` and `wins` are
//! promises about letters that come later, checked by [`agrees`] at the status of the board to which the opponent is
//! sent, and by [`Truth`].

use game::{Outcome, Player};
use symbolic::levels::{Judge, Mapping, Relation, Shape, Way};
use symbolic::{Ending, Never, Symbolic};

use super::{ANY, FULL, Nine, Ultimate, has_line};
use crate::diagram::{EMPTY, O, X, own};

const WON: usize = 0;
const NEXT: usize = 1;
const FIRST_BOARD: usize = 2;
/// A status and nine squares.
const BOARD: usize = 10;
const LEVELS: usize = FIRST_BOARD + 9 * BOARD;
const OPEN: u32 = 0;
const STATUSES: u32 = 4;

/// What a level is about.
enum Place {
    Won,
    Next,
    Status(u32),
    Square(u32, u32),
}

fn place(level: usize) -> Place {
    match level {
        WON => Place::Won,
        NEXT => Place::Next,
        _ => {
            let (board, within) = ((level - FIRST_BOARD) / BOARD, (level - FIRST_BOARD) % BOARD);
            match within.checked_sub(1) {
                None => Place::Status(board as u32),
                Some(square) => Place::Square(board as u32, square as u32),
            }
        }
    }
}

/// Open, won or full.
fn status(x: u16, o: u16) -> u32 {
    match (has_line(x), has_line(o)) {
        (true, _) => X,
        (_, true) => O,
        _ if x | o == FULL => 3,
        _ => OPEN,
    }
}

/// A move, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Nothing is known but whether it wins.
    Start { wins: bool },
    /// It is to be made on this square, in this small board or any, and the opponent may play anywhere after it, or
    /// not.
    To { square: u8, board: u8, anywhere: bool, wins: bool },
    /// This small board is the one.
    In { square: u8, anywhere: bool, wins: bool },
    /// It is made.
    Made { square: u8, anywhere: bool, wins: bool },
}

/// A mark in a small board: where the word after a move has a letter, what the word before it has, or the inverse.
pub struct Mark {
    mark: u32,
    back: bool,
}

impl Mark {
    /// The letters before and after, by which of them the image has.
    fn sides(&self, image: u32, source: u32) -> (u32, u32) {
        if self.back { (image, source) } else { (source, image) }
    }

    /// Where the move may be, if `next` was wanted and then is.
    fn aims(&self, image: u32, wins: bool) -> Vec<Way<Move>> {
        let mut ways = Vec::new();
        for source in 0..=u32::from(ANY) {
            let (before, after) = self.sides(image, source);
            let anywhere = after == u32::from(ANY);
            let squares = if anywhere { 0..9 } else { after..after + 1 };
            for square in squares.filter(|_| anywhere || !wins) {
                let aim = Move::To { square: square as u8, board: before as u8, anywhere, wins };
                ways.push(Way::letter(source, aim));
            }
        }
        ways
    }
}

/// A small board that the opponent is sent to must be open; one that is finished lets the opponent play anywhere.
fn agrees(square: u8, anywhere: bool, wins: bool, board: u32, after: u32) -> bool {
    u32::from(square) != board || wins || anywhere == (after != OPEN)
}

impl Relation for Mark {
    type State = Move;

    fn states(&self) -> u32 {
        2 + 9 * 4 * (10 + 1 + 1)
    }

    fn start(&self) -> Move {
        Move::Start { wins: false }
    }

    fn ways(&self, level: usize, &state: &Move, value: u32) -> Vec<Way<Move>> {
        match (place(level), state) {
            (Place::Won, _) => {
                // Before a move the game is not won.
                let sources = (0..2).filter(|&source| self.sides(value, source).0 == 0);
                let wins = |source| Move::Start { wins: self.sides(value, source).1 == 1 };
                sources.map(|source| Way::letter(source, wins(source))).collect()
            }
            (Place::Next, Move::Start { wins }) => self.aims(value, wins),
            (Place::Status(board), Move::To { square, board: wanted, anywhere, wins }) => {
                let mut ways = Vec::new();
                if agrees(square, anywhere, wins, board, value) {
                    ways.push(Way::letter(value, state));
                }
                if u32::from(wanted) == board || wanted == ANY {
                    let sources = (0..STATUSES).filter(|&source| {
                        let (before, after) = self.sides(value, source);
                        before == OPEN && agrees(square, anywhere, wins, board, after)
                    });
                    ways.extend(
                        sources.map(|source| Way::letter(source, Move::In { square, anywhere, wins })),
                    );
                }
                ways
            }
            (Place::Status(board), Move::Made { square, anywhere, wins }) => {
                let fits = agrees(square, anywhere, wins, board, value);
                fits.then(|| Way::letter(value, state)).into_iter().collect()
            }
            (Place::Square(_, here), Move::In { square, anywhere, wins }) if here == u32::from(square) => {
                let (image, source) = if self.back { (EMPTY, self.mark) } else { (self.mark, EMPTY) };
                let made = Way::letter(source, Move::Made { square, anywhere, wins });
                (value == image).then_some(made).into_iter().collect()
            }
            (Place::Square(..), _) => vec![Way::letter(value, state)],
            _ => Vec::new(),
        }
    }

    fn accepts(&self, state: &Move) -> bool {
        matches!(state, Move::Made { .. })
    }
}

/// What is known of a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Known {
    said_won: bool,
    next: u8,
    /// The small boards that each player has won.
    won: [u16; 2],
    any_open: bool,
    /// What is said of the small board at hand, and its marks.
    said: u32,
    marks: [u16; 2],
}

/// Accepts words in which `won`, `next` and each status agree with the squares: 1 if play goes on, 2 if a player has
/// won, 3 if all small boards are finished.
pub struct Truth {
    mover: Player,
}

impl Judge for Truth {
    type State = Known;

    fn start(&self) -> Known {
        Known { said_won: false, next: ANY, won: [0; 2], any_open: false, said: OPEN, marks: [0; 2] }
    }

    fn read(&self, level: usize, known: &Known, value: u32) -> Option<Known> {
        let mut known = *known;
        match place(level) {
            Place::Won => known.said_won = value == 1,
            Place::Next => known.next = value as u8,
            Place::Status(board) => {
                if known.next != ANY && u32::from(known.next) == board && value != OPEN {
                    return None;
                }
                known.said = value;
            }
            Place::Square(board, square) => {
                match value {
                    X => known.marks[0] |= 1 << square,
                    O => known.marks[1] |= 1 << square,
                    _ => {}
                }
                if square == 8 {
                    if status(known.marks[0], known.marks[1]) != known.said {
                        return None;
                    }
                    match known.said {
                        X => known.won[0] |= 1 << board,
                        O => known.won[1] |= 1 << board,
                        _ => known.any_open |= known.said == OPEN,
                    }
                    (known.said, known.marks) = (OPEN, [0; 2]);
                }
            }
        }
        Some(known)
    }

    fn end(&self, known: &Known) -> u32 {
        let won = has_line(known.won[self.mover.index()]);
        match (won, known.any_open) {
            _ if won != known.said_won => 0,
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 3,
        }
    }
}

/// A variable for whether the game is won, one for the small board to play in, and ten for each small board.
impl Symbolic for Ultimate {
    type Step = Mark;
    type Back = Mark;
    type Judge = Truth;
    type Unfinished = Never;

    fn shape(&self) -> Shape {
        let values = |level| match place(level) {
            Place::Won => 2,
            Place::Next => 10,
            Place::Status(_) => STATUSES as usize,
            Place::Square(..) => 3,
        };
        let levels = (0..LEVELS).map(|level| vec![level + 1; values(level)]);
        Shape::new(levels.collect()).expect("every value leads to the next level")
    }

    fn encode(&self, state: &Nine) -> Vec<u32> {
        let won = matches!(game::Game::outcome(self, state), Some(Outcome::Win(_)));
        let mut word = vec![u32::from(won), state.next.into()];
        for board in 0..9 {
            let [x, o] = [state.marks[0][board], state.marks[1][board]];
            word.push(status(x, o));
            word.extend((0..9).map(|square| match (x >> square & 1, o >> square & 1) {
                (1, _) => X,
                (_, 1) => O,
                _ => EMPTY,
            }));
        }
        word
    }

    fn decode(&self, word: &[u32], turn: Player) -> Option<Nine> {
        let mut state = Nine { marks: [[0; 9]; 2], next: *word.get(NEXT)? as u8, turn };
        for (level, &value) in word.iter().enumerate() {
            if let (Place::Square(board, square), X | O) = (place(level), value) {
                state.marks[value as usize - 1][board as usize] |= 1 << square;
            }
        }
        (word.len() == LEVELS && self.encode(&state) == word).then_some(state)
    }

    fn step(&self, mover: Player) -> Mark {
        Mark { mark: own(mover), back: false }
    }

    fn step_back(&self, mover: Player) -> Mark {
        Mark { mark: own(mover), back: true }
    }

    fn judge(&self, mover: Player) -> Truth {
        Truth { mover }
    }

    fn meaning(&self, judged: u32, ply: u32) -> Ending {
        match judged {
            1 => Ending::Open,
            2 => Ending::Won(Player::at_ply(ply).other()),
            _ => Ending::Drawn,
        }
    }

    fn mappings(&self) -> Option<Vec<Mapping>> {
        let mapping = |to: &[u8; 9]| {
            let level = |level| match place(level) {
                Place::Won | Place::Next => level,
                Place::Status(board) => FIRST_BOARD + BOARD * usize::from(to[board as usize]),
                Place::Square(board, square) => {
                    let (board, square) = (to[board as usize], to[square as usize]);
                    FIRST_BOARD + BOARD * usize::from(board) + 1 + usize::from(square)
                }
            };
            let values = |level| match place(level) {
                Place::Won => vec![0, 1],
                Place::Next => to.iter().map(|&board| board.into()).chain([ANY.into()]).collect(),
                Place::Status(_) => (0..STATUSES).collect(),
                Place::Square(..) => vec![EMPTY, X, O],
            };
            Mapping { to: (0..LEVELS).map(level).collect(), values: (0..LEVELS).map(values).collect() }
        };
        Some(self.to.iter().map(mapping).collect())
    }
}
