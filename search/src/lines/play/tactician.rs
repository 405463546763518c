//! The public entry point for playing games of lines.

use game::{Limits, Lines};

use super::board_index::BoardIndex;
use super::decision::{Decision, Why};
use super::move_search::MoveSearch;
use super::scored_position::ScoredPosition;

/// Plays games of lines, on boards of any size up to 512 squares, as well as the time allows.
///
/// Where marks fall, or to fill a line loses, a game has no board of lines:
/// [`Solver::choose`](crate::Solver::choose) plays those.
///
/// ```
/// use std::time::Duration;
/// use game::{Game, Limits, Lines};
/// use games::bits::BitSet;
/// use games::mnk::{Mnk, Rule};
/// use search::lines::{Tactician, Why};
///
/// let gomoku: Mnk<BitSet<4>> = Mnk::new(15, 15, 5, Rule::Normal);
/// let tactician = Tactician::new(&gomoku).expect("a board of 225 squares");
/// let squares = |columns: [usize; 3], row: usize| columns.map(|column| 15 * column + row);
/// let (x, o) = (squares([6, 7, 8], 7), squares([0, 3, 12], 0));
/// let moves = x.into_iter().zip(o).flat_map(|(x, o)| [x, o]);
/// let state = moves.fold(gomoku.initial(), |state, square| gomoku.next(&state, gomoku.move_of(square)));
///
/// // Three in a row with both ends free: a fourth makes two threats at once.
/// let decision = tactician.choose(&state, &Limits::default().time(Duration::from_secs(1)));
/// assert_eq!(decision.why, Why::Forces { plies: 3 });
/// assert_eq!(decision.line.len(), 3);
/// ```
///
/// However small the limits, the move is legal:
///
/// ```
/// use std::time::Duration;
/// use game::mock::LineGame;
/// use game::{Game, Limits};
/// use search::lines::Tactician;
///
/// let game = LineGame::random(1, 100, 60, 3, 4);
/// let tactician = Tactician::new(&game).expect("a board of 100 squares");
/// let limits = Limits::default().time(Duration::from_micros(1));
/// let best = tactician.choose(&game.initial(), &limits).best;
/// assert!(best.is_some_and(|square| game.is_legal(&game.initial(), square)));
/// ```
pub struct Tactician<'g, G> {
    game: &'g G,
    board: BoardIndex,
    hunts: bool,
}

impl<'g, G: Lines> Tactician<'g, G> {
    /// Returns a player of a game, or `None` if it is not a game of lines, has more than 512 squares, more than 255
    /// lines through one of them, or lines of more than 127.
    #[must_use]
    pub fn new(game: &'g G) -> Option<Tactician<'g, G>> {
        let board = BoardIndex::new(&game.line_board()?)?;
        Some(Tactician { game, board, hunts: true })
    }

    /// Looks ahead without looking for forced wins before: a weaker player.
    #[must_use]
    pub fn without_threats(mut self) -> Self {
        self.hunts = false;
        self
    }

    /// Returns the best move that can be found within the limits: what wins at once, what stops the other side from
    /// it, a forced win, and if there is none, what looks best a few moves ahead among the moves that do not lose by
    /// force.
    ///
    /// With a limit of nodes or depth it is the same move each time. Without any limit it would look ahead until it
    /// sees the end of the game, which on a large board takes longer than a life.
    #[must_use]
    pub fn choose(&self, state: &G::State, limits: &Limits) -> Decision<G::Move> {
        if self.game.outcome(state).is_some() {
            return Decision::at_once(None, Why::Over);
        }
        let position = self.position(state);
        MoveSearch::new(&self.board, &position, limits)
            .decide(self.hunts)
            .map(|square| self.game.move_of(square))
    }

    /// Returns a win that the player to move can force, if one is found within the limits: first by fours, moves that
    /// threaten to fill a line and leave one reply, then by threes as well, which threaten a win by fours.
    ///
    /// What is found is certain: every reply that could matter was tried. The moves are those of both sides in turn, to
    /// the end; there may be shorter wins. If nothing is found there may be a win all the same.
    ///
    /// ```
    /// use game::{Game, Limits};
    /// use games::mnk::{Mnk, Rule};
    /// use search::lines::Tactician;
    ///
    /// // Four in a row on 6×6 can be forced, by threats alone.
    /// let game: Mnk<u64> = Mnk::new(6, 6, 4, Rule::Normal);
    /// let tactician = Tactician::new(&game).expect("a board of 36 squares");
    /// let first = tactician.choose(&game.initial(), &Limits::default().nodes(1)).best.unwrap();
    /// let middle = game.next(&game.initial(), first);
    /// let far = game.next(&middle, game.moves(&middle).next().unwrap());
    /// let line = tactician.forced_win(&far, &Limits::default().nodes(100_000)).unwrap();
    /// let end = line.into_iter().fold(far, |state, mv| game.next(&state, mv));
    /// assert!(game.outcome(&end).is_some());
    /// ```
    #[must_use]
    pub fn forced_win(&self, state: &G::State, limits: &Limits) -> Option<Vec<G::Move>> {
        if self.game.outcome(state).is_some() {
            return None;
        }
        let position = self.position(state);
        let line = MoveSearch::new(&self.board, &position, limits).forced_win()?;
        Some(line.into_iter().map(|square| self.game.move_of(square)).collect())
    }

    fn position(&self, state: &G::State) -> ScoredPosition {
        self.board.position(&|square| self.game.holder(state, square), self.game.turn(state))
    }
}
