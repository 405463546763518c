//! Games of lines given line by line.

use crate::{FilledBy, Game, LineBoard, Lines, Outcome, Player, Random};

/// A game of lines given line by line, in which any set of squares may be a line.
///
/// ```
/// use game::mock::LineGame;
/// use game::{Game, Outcome, Player};
///
/// // Whoever takes the middle one wins at once.
/// let game = LineGame::new(3, [[1]]);
/// let won = game.next(&game.initial(), 1);
/// assert_eq!(game.outcome(&won), Some(Outcome::Win(Player::First)));
/// ```
#[derive(Clone, Debug)]
pub struct LineGame {
    board: LineBoard,
}

impl LineGame {
    /// Returns a game of `squares` squares with these lines.
    ///
    /// # Panics
    /// If a line is empty, holds a square twice, or one that is not there.
    #[must_use]
    pub fn new<L: AsRef<[usize]>>(squares: usize, lines: impl IntoIterator<Item = L>) -> LineGame {
        let lines: Vec<Vec<usize>> = lines.into_iter().map(|line| line.as_ref().to_vec()).collect();
        for line in &lines {
            assert!(!line.is_empty() && line.iter().all(|&square| square < squares), "a line {line:?}");
            assert!((1..line.len()).all(|i| !line[..i].contains(&line[i])), "a square twice in {line:?}");
        }
        let symmetries = vec![(0..squares).collect()];
        LineGame {
            board: LineBoard { squares, lines, beyond: Vec::new(), filled_by: FilledBy::Either, symmetries },
        }
    }

    /// Returns the same game, in which only the first player can win.
    #[must_use]
    pub fn weak(mut self) -> LineGame {
        self.board.filled_by = FilledBy::First;
        self
    }

    /// Returns a game with random lines of `shortest` to `longest` squares.
    ///
    /// # Panics
    /// If the longest are longer than the board, or the shortest have no square.
    #[must_use]
    pub fn random(seed: u64, squares: usize, lines: usize, shortest: usize, longest: usize) -> LineGame {
        assert!(longest <= squares, "lines of {longest} of {squares} squares");
        let mut random = Random::new(seed);
        let line = |_| {
            let length = shortest + random.below(longest + 1 - shortest);
            let mut rest: Vec<usize> = (0..squares).collect();
            (0..length).map(|_| rest.swap_remove(random.below(rest.len()))).collect::<Vec<usize>>()
        };
        LineGame::new(squares, (0..lines).map(line).collect::<Vec<_>>())
    }

    fn filled(&self, state: &[Option<Player>], player: Player) -> bool {
        let holds = |&square: &usize| state[square] == Some(player);
        self.board.filled_by.counts(player) && self.board.lines.iter().any(|line| line.iter().all(holds))
    }
}

/// Who holds each square.
impl Game for LineGame {
    type State = Vec<Option<Player>>;
    type Move = usize;

    fn initial(&self) -> Self::State {
        vec![None; self.board.squares]
    }

    fn turn(&self, state: &Self::State) -> Player {
        Player::at_ply(state.iter().flatten().count() as u32)
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        let last = self.turn(state).other();
        if self.filled(state, last) {
            return Some(Outcome::Win(last));
        }
        state.iter().all(Option::is_some).then_some(Outcome::Draw)
    }

    fn moves(&self, state: &Self::State) -> impl Iterator<Item = usize> {
        (0..state.len()).filter(|&square| state[square].is_none())
    }

    fn play(&self, state: &mut Self::State, square: usize) {
        state[square] = Some(self.turn(state));
    }

    fn ply(&self, state: &Self::State) -> Option<u32> {
        Some(state.iter().flatten().count() as u32)
    }

    fn heap_bytes(&self, state: &Self::State) -> usize {
        size_of_val(state.as_slice())
    }
}

impl Lines for LineGame {
    fn line_board(&self) -> Option<LineBoard> {
        Some(self.board.clone())
    }

    fn holder(&self, state: &Self::State, square: usize) -> Option<Player> {
        state[square]
    }

    fn move_of(&self, square: usize) -> usize {
        square
    }

    fn square_of(&self, square: usize) -> usize {
        square
    }
}
