//! The way in.

use std::time::Instant;

use game::{Limits, LineBoard, Lines, Outcome, Player, Worth};

use super::crew::{Progress, Watcher};
use super::session::{Session, Taken, open};
use crate::budget::share_of;
use crate::judge::{Judged, ROUNDS};
use crate::{Answer, Halt};

/// The table takes at most so many bytes unless told otherwise.
const TABLE_BYTES: usize = 256 << 20;
/// More squares than that are too many.
const MOST_SQUARES: usize = 512;

/// Solves games of lines.
///
/// ```
/// use game::mock::LineGame;
/// use game::{Game, Value};
/// use search::lines::Solver;
///
/// // Three lines through one square: whoever takes it makes two threats with the next move.
/// let game = LineGame::new(7, [[0, 1, 2], [0, 3, 4], [0, 5, 6]]);
/// let solver = Solver::new(&game).expect("a board of a few squares");
/// let answer = solver.solve(&game.initial());
/// assert_eq!(answer.value().map(|value| value.to_string()).as_deref(), Some("draw"));
///
/// let game = LineGame::new(5, [[0, 1], [0, 2], [3, 4]]);
/// let solver = Solver::new(&game).expect("a board of a few squares");
/// let answer = solver.solve(&game.initial());
/// assert_eq!(answer.value(), Some(Value::win(3)));
/// assert_eq!(answer.best, Some(0));
/// ```
pub struct Solver<'g, G> {
    game: &'g G,
    on_squares: OnSquares<'g>,
}

/// How to solve.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) limits: Limits,
    pub(super) nodes: u64,
    pub(super) threads: usize,
    pub(super) pairing_steps: u32,
    pub(super) wants_plies: bool,
    pub(super) wants_line: bool,
}

impl Settings {
    /// Takes its part of what is left of `all`, as one of many stages.
    fn stage(&mut self, all: &Settings, number: usize, stages: usize) {
        if let Some(time) = all.limits.time_left() {
            self.limits = all.limits.clone().time(time / (stages - number) as u32);
        }
        if all.nodes < u64::MAX {
            self.nodes = share_of(all.nodes, number as u64 + 1, stages as u64);
        }
    }

    /// What the table may take.
    pub(super) fn table_bytes(&self) -> usize {
        self.limits.bytes().unwrap_or(TABLE_BYTES)
    }
}

impl<'g, G: Lines> Solver<'g, G> {
    /// A solver of this game, or `None` if it is no game of lines or has more than 512 squares. It takes one thread and a
    /// table of 256 MiB, and tells all it can find out.
    #[must_use]
    pub fn new(game: &'g G) -> Option<Solver<'g, G>> {
        let board = game.line_board().filter(|board| board.squares <= MOST_SQUARES)?;
        let settings = Settings {
            limits: Limits::default(),
            nodes: u64::MAX,
            threads: 1,
            pairing_steps: 400,
            wants_plies: true,
            wants_line: true,
        };
        Some(Solver { game, on_squares: OnSquares { board, settings, watcher: None } })
    }

    /// Within these limits. The memory is what the table of proofs may take.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.on_squares.settings.limits = limits;
        self
    }

    /// At most so many nodes.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.on_squares.settings.nodes = nodes;
        self
    }

    /// With so many threads that share what they find. The value does not depend on it; the number of nodes, and which
    /// of several good moves is found, may.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.on_squares.settings.threads = threads.max(1);
        self
    }

    /// How many steps to spend on each search for a pairing strategy. More of them mean fewer nodes, and more time for
    /// each; 400 unless told otherwise.
    #[must_use]
    pub fn pairing_steps(mut self, steps: u32) -> Self {
        self.on_squares.settings.pairing_steps = steps;
        self
    }

    /// Only who wins, neither how fast nor by which move.
    #[must_use]
    pub fn verdict_only(mut self) -> Self {
        let settings = &mut self.on_squares.settings;
        (settings.wants_plies, settings.wants_line) = (false, false);
        self
    }

    /// Who wins and how fast, but not by which moves.
    #[must_use]
    pub fn without_line(mut self) -> Self {
        self.on_squares.settings.wants_line = false;
        self
    }

    /// Tells somebody about the progress now and then. It is called from the searching thread: it should be quick.
    #[must_use]
    pub fn watch(mut self, watcher: &'g (dyn Fn(&Progress) + Sync)) -> Self {
        self.on_squares.watcher = Some(watcher);
        self
    }

    /// The value of a position, as much of it as the limits allow.
    #[must_use]
    pub fn solve(&self, state: &G::State) -> Answer<G::Move> {
        let start = Instant::now();
        let mut answer = match self.game.outcome(state) {
            Some(outcome) => finished(outcome, self.game.turn(state)),
            None => self.on_squares.solve(&self.marks(state)),
        };
        answer.seconds = start.elapsed().as_secs_f64();
        answer.map(|square| self.game.move_of(square))
    }

    /// What each legal move is worth, square by square. The limits are for all of them together: each gets its part of
    /// what is left. What is proved about one serves the next.
    ///
    /// ```
    /// use game::mock::LineGame;
    /// use game::{Game, Value};
    /// use search::lines::Solver;
    ///
    /// let game = LineGame::new(5, [[0, 1], [0, 2], [3, 4]]);
    /// let solver = Solver::new(&game).expect("a board of a few squares");
    /// let judged = solver.analyze(&game.initial());
    /// assert_eq!(judged[0].answer.value(), Some(Value::win(3)));
    /// ```
    #[must_use]
    pub fn analyze(&self, state: &G::State) -> Vec<Judged<G::Move>> {
        if self.game.outcome(state).is_some() {
            return Vec::new();
        }
        let end = |square| {
            let next = self.game.next(state, self.game.move_of(square));
            self.game.outcome(&next).map(|outcome| finished(outcome, self.game.turn(&next)))
        };
        let in_moves = |judged: Judged<usize>| judged.map(|square| self.game.move_of(square));
        self.on_squares.analyze(&self.marks(state), &end).into_iter().map(in_moves).collect()
    }

    fn marks(&self, state: &G::State) -> Marks {
        let squares = 0..self.on_squares.board.squares;
        Marks {
            holders: squares.map(|square| self.game.holder(state, square)).collect(),
            turn: self.game.turn(state),
        }
    }
}

/// Who holds each square, and who is to move.
struct Marks {
    holders: Vec<Option<Player>>,
    turn: Player,
}

/// The solver without its game: it knows of squares only, so it is compiled once and not for every game.
struct OnSquares<'g> {
    board: LineBoard,
    settings: Settings,
    watcher: Option<Watcher<'g>>,
}

/// The answer about the position after a move that ends the game.
type End<'a> = &'a dyn Fn(usize) -> Option<Answer<usize>>;

impl OnSquares<'_> {
    fn solve(&self, marks: &Marks) -> Answer<usize> {
        match self.board.squares {
            0..=64 => self.solve_with::<1>(marks),
            65..=128 => self.solve_with::<2>(marks),
            129..=256 => self.solve_with::<4>(marks),
            _ => self.solve_with::<8>(marks),
        }
    }

    fn solve_with<const N: usize>(&self, marks: &Marks) -> Answer<usize> {
        self.session::<N>().answer(marks.taken())
    }

    fn analyze(&self, marks: &Marks, end: End<'_>) -> Vec<Judged<usize>> {
        match self.board.squares {
            0..=64 => self.analyze_with::<1>(marks, end),
            65..=128 => self.analyze_with::<2>(marks, end),
            129..=256 => self.analyze_with::<4>(marks, end),
            _ => self.analyze_with::<8>(marks, end),
        }
    }

    fn analyze_with<const N: usize>(&self, marks: &Marks, end: End<'_>) -> Vec<Judged<usize>> {
        let mut session = self.session::<N>();
        let taken = marks.taken::<N>();
        let squares = session.promising_first(taken);
        let limited = self.settings.nodes < u64::MAX || self.settings.limits.time_left().is_some();
        let stages = squares.len() * if limited { ROUNDS } else { 1 };
        let mut judged: Vec<Option<Judged<usize>>> = (0..self.board.squares).map(|_| None).collect();
        for (number, &square) in squares.iter().cycle().take(stages).enumerate() {
            if judged[square].as_ref().is_some_and(Judged::is_done) {
                continue;
            }
            let late = self.settings.limits.exceeded(0);
            if late.is_some() && judged[square].is_some() {
                break;
            }
            let start = Instant::now();
            // Among very many lines, even to see whether one is full takes too long when the time is up.
            let looks = late.is_none() || session.cannot_begin().is_none();
            let mut answer = match (if looks { end(square) } else { None }, late) {
                (Some(answer), _) => answer,
                // Even to begin with a position takes time on a large board.
                (None, Some(why)) => Answer { stopped: Some(Halt::Stopped(why)), ..open() },
                (None, None) => {
                    session.settings.stage(&self.settings, number, stages);
                    session.answer(taken.after(square))
                }
            };
            answer.seconds = start.elapsed().as_secs_f64();
            judged[square] = Some(Judged { mv: square, answer: answer.before() }.with(judged[square].take()));
        }
        judged.into_iter().flatten().collect()
    }

    fn session<const N: usize>(&self) -> Session<'_, N> {
        Session::new(&self.board, self.settings.clone(), self.watcher)
    }
}

impl Marks {
    fn taken<const N: usize>(&self) -> Taken<N> {
        let held = |player| {
            let holders = self.holders.iter().enumerate();
            holders.filter(|&(_, &holder)| holder == Some(player)).map(|(square, _)| square).collect()
        };
        Taken { by: Player::BOTH.map(held), turn: self.turn }
    }
}

/// The answer about a game that is over.
fn finished(outcome: Outcome, turn: Player) -> Answer<usize> {
    Answer { worth: Worth::Proved(outcome.value_for(turn).without_draw_length()), ..Answer::unknown(None) }
}
