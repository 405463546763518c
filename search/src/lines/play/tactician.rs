//! The way in.

use game::Lines;

use super::decision::{Decision, Why};
use super::field::Field;
use super::stand::Stand;
use super::thought::Thought;
use crate::Budget;

/// Plays games of lines, on boards of any size up to 512 squares, as well as the time allows.
///
/// Where marks fall, or whoever fills a line loses, a game has no board of lines:
/// [`Solver::choose`](crate::Solver::choose) plays those.
///
/// ```
/// use std::time::Duration;
/// use game::{Game, Limits, Lines};
/// use games::bits::Wide;
/// use games::mnk::{Mnk, Rule};
/// use search::Budget;
/// use search::lines::{Tactician, Why};
///
/// let gomoku: Mnk<Wide<4>> = Mnk::new(15, 15, 5, Rule::Normal);
/// let tactician = Tactician::new(&gomoku).expect("a board of 225 squares");
/// let squares = |columns: [usize; 3], row: usize| columns.map(|column| 15 * column + row);
/// let (x, o) = (squares([6, 7, 8], 7), squares([0, 3, 12], 0));
/// let moves = x.into_iter().zip(o).flat_map(|(x, o)| [x, o]);
/// let state = moves.fold(gomoku.initial(), |state, square| gomoku.next(&state, gomoku.move_of(square)));
///
/// // Three in a row with both ends free: a fourth makes two threats at once.
/// let budget = Budget::default().limits(Limits::default().time(Duration::from_secs(1)));
/// let decision = tactician.choose(&state, &budget);
/// assert_eq!(decision.why, Why::Forces { plies: 3 });
/// assert_eq!(decision.line.len(), 3);
/// ```
///
/// However small the budget, the move is legal:
///
/// ```
/// use std::time::Duration;
/// use game::mock::LineGame;
/// use game::{Game, Limits};
/// use search::Budget;
/// use search::lines::Tactician;
///
/// let game = LineGame::random(1, 100, 60, 3, 4);
/// let tactician = Tactician::new(&game).expect("a board of 100 squares");
/// let budget = Budget::default().limits(Limits::default().time(Duration::from_micros(1)));
/// let best = tactician.choose(&game.initial(), &budget).best;
/// assert!(best.is_some_and(|square| game.is_legal(&game.initial(), square)));
/// ```
pub struct Tactician<'g, G> {
    game: &'g G,
    field: Field,
    hunts: bool,
}

impl<'g, G: Lines> Tactician<'g, G> {
    /// A player of this game, or `None` if it is no game of lines, has more than 512 squares, more than 255 lines through
    /// one of them, or lines of more than 255.
    #[must_use]
    pub fn new(game: &'g G) -> Option<Tactician<'g, G>> {
        let field = Field::new(&game.line_board()?)?;
        Some(Tactician { game, field, hunts: true })
    }

    /// The same, but not looking for forced wins before looking ahead: a weaker player.
    #[must_use]
    pub fn without_threats(mut self) -> Self {
        self.hunts = false;
        self
    }

    /// The best move that can be found within the budget: what wins at once, what stops the other side from it, a forced
    /// win, and if there is none, what looks best a few moves ahead among the moves that do not lose by force.
    ///
    /// With a limit of nodes or depth it is the same move each time. Without any limit it would look ahead until it sees
    /// the end of the game, which on a large board nobody lives to see.
    #[must_use]
    pub fn choose(&self, state: &G::State, budget: &Budget) -> Decision<G::Move> {
        if self.game.outcome(state).is_some() {
            return Decision::at_once(None, Why::Over);
        }
        let stand = self.stand(state);
        Thought::new(&self.field, &stand, budget).decide(self.hunts).map(|square| self.game.move_of(square))
    }

    /// A win that the player to move can force, if one is found within the budget: first by fours, moves that threaten to
    /// fill a line and leave one reply, then by threes as well, which threaten a win by fours.
    ///
    /// What is found is certain: every reply that could matter was tried. The moves are those of both sides in turn, to
    /// the end; there may be shorter wins. If nothing is found there may be a win all the same.
    ///
    /// ```
    /// use game::Game;
    /// use games::mnk::{Mnk, Rule};
    /// use search::Budget;
    /// use search::lines::Tactician;
    ///
    /// // Four in a row on 6×6 can be forced, by threats alone.
    /// let game: Mnk<u64> = Mnk::new(6, 6, 4, Rule::Normal);
    /// let tactician = Tactician::new(&game).expect("a board of 36 squares");
    /// let middle = game.next(&game.initial(), tactician.choose(&game.initial(), &Budget::default().nodes(1)).best.unwrap());
    /// let far = game.moves(&middle).next().unwrap();
    /// let line = tactician.forced_win(&game.next(&middle, far), &Budget::default().nodes(100_000)).unwrap();
    /// let end = line.into_iter().fold(game.next(&middle, far), |state, mv| game.next(&state, mv));
    /// assert!(game.outcome(&end).is_some());
    /// ```
    #[must_use]
    pub fn forced_win(&self, state: &G::State, budget: &Budget) -> Option<Vec<G::Move>> {
        if self.game.outcome(state).is_some() {
            return None;
        }
        let stand = self.stand(state);
        let line = Thought::new(&self.field, &stand, budget).forced_win()?;
        Some(line.into_iter().map(|square| self.game.move_of(square)).collect())
    }

    fn stand(&self, state: &G::State) -> Stand {
        self.field.stand(&|square| self.game.holder(state, square), self.game.turn(state))
    }
}
