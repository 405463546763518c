//! Games whose players fill lines of squares.

use crate::{Game, Player};

/// A game in which the players take turns to take a free square each, any of them, and whoever first holds all squares
/// of a line has won; when every square is taken the game is drawn.
///
/// Such a game is known completely by its [`LineBoard`], and engines made for such games ask for nothing else. Without
/// this trait a game is solved by search from its rules alone, which takes many times as long.
///
/// ```
/// use game::mock::LineGame;
/// use game::{Game, Lines, Player};
///
/// let rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
/// let tic_tac_toe = LineGame::new(9, rows);
/// let (start, centre) = (tic_tac_toe.initial(), tic_tac_toe.move_of(4));
/// assert_eq!(tic_tac_toe.holder(&tic_tac_toe.next(&start, centre), 4), Some(Player::First));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known as a game of lines",
    note = "implement `game::Lines`: `line_board`, `holder`, `move_of` and `square_of`"
)]
pub trait Lines: Game {
    /// The squares and the lines, or `None` where this variant of the game is played by other rules: marks fall, or
    /// whoever fills a line loses.
    fn line_board(&self) -> Option<LineBoard>;

    /// Returns the player who holds a square, if there is one.
    fn holder(&self, state: &Self::State, square: usize) -> Option<Player>;

    /// Returns the move that takes a square.
    fn move_of(&self, square: usize) -> Self::Move;

    /// Returns the square that a move takes.
    fn square_of(&self, mv: Self::Move) -> usize;
}

/// The board of a game of lines. Its squares are numbered from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineBoard {
    /// The number of squares.
    pub squares: usize,
    /// The squares of each line, none of them twice.
    pub lines: Vec<Vec<usize>>,
    /// For each line the squares that spoil it for the player who holds one of them, as a square beside five in a row
    /// does where six do not count. Empty where nothing spoils a line.
    pub beyond: Vec<Vec<usize>>,
    /// Who wins by filling a line.
    pub filled_by: FilledBy,
    /// Permutations of the squares that take lines to lines, and the inverse of each among them. `to[square]` is where
    /// a square goes. The first is the identity.
    pub symmetries: Vec<Vec<usize>>,
}

/// Who wins by filling a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilledBy {
    /// Either player: the normal game.
    Either,
    /// The first player only; the second is content to prevent it. This is the weak game, of a maker and a breaker.
    First,
}

impl FilledBy {
    /// Returns whether a line filled by this player counts.
    #[must_use]
    pub fn counts(self, player: Player) -> bool {
        self == FilledBy::Either || player == Player::First
    }
}
