//! The public entry point of the solver of lines.

use std::time::Instant;

use game::{Limits, LineBoard, Lines, Outcome, Player, Stopped, Worth};

use super::checkpoint::Keeper;
use super::run::{Session, Taken, open};
use super::workers::{Progress, Watcher};
use crate::budget::Interrupt;
use crate::certificate::Certificate;
use crate::judge::{Judged, ROUNDS};
use crate::{Answer, Halt};

/// The greatest number of squares.
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

/// What is wanted of an answer, and how long to look for pairings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) pairing_steps: u32,
    pub(super) plies: bool,
    pub(super) line: bool,
    /// Whether a certificate is wanted, which takes memory.
    pub(super) certificate: bool,
}

impl<'g, G: Lines> Solver<'g, G> {
    /// Returns a solver of a game, or `None` if it is not a game of lines, has more than 512 squares, or has lines that
    /// can be spoilt. By default it
    /// finds value, distance and line.
    #[must_use]
    pub fn new(game: &'g G) -> Option<Solver<'g, G>> {
        let board = game.line_board()?;
        if board.squares > MOST_SQUARES || !board.beyond.is_empty() {
            return None;
        }
        let wanted = Wanted { pairing_steps: 400, plies: true, line: true, certificate: false };
        Some(Solver {
            game,
            on_squares: OnSquares { board, limits: Limits::default(), wanted, watcher: None, keeper: None },
        })
    }

    /// Spends no more than this. Memory is what the table of proofs may take, 256 MiB where it is not limited. Threads
    /// share what they find: the value does not depend on their number, but the number of nodes may, and which of
    /// several good moves is found. Depth makes no difference.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.on_squares.limits = limits;
        self
    }

    /// Spends `steps` steps on each search for a pairing strategy; by default 400. More of them mean fewer nodes, and
    /// more time for each.
    #[must_use]
    pub fn pairing_steps(mut self, steps: u32) -> Self {
        self.on_squares.wanted.pairing_steps = steps;
        self
    }

    /// Finds only who wins, neither how fast nor by which moves.
    #[must_use]
    pub fn verdict_only(mut self) -> Self {
        let wanted = &mut self.on_squares.wanted;
        (wanted.plies, wanted.line) = (false, false);
        self
    }

    /// Finds who wins and how fast, but not by which moves.
    #[must_use]
    pub fn without_line(mut self) -> Self {
        self.on_squares.wanted.line = false;
        self
    }

    /// Calls `watch` with the progress now and then, from the searching threads: it should be quick.
    #[must_use]
    pub fn watch(mut self, watch: &'g (dyn Fn(&Progress) + Sync)) -> Self {
        self.on_squares.watcher = Some(watch);
        self
    }

    /// Begins with the proofs that this keeper has, and saves them there from time to time and at the end.
    #[must_use]
    pub fn checkpoint(mut self, keeper: &'g dyn Keeper) -> Self {
        self.on_squares.keeper = Some(keeper);
        self
    }

    /// Returns the value of a position, as much of it as the limits allow; nothing if what the keeper has cannot be used.
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

    /// Returns the value of a position with a certificate of it, which claims the distance only if `with_plies`. There is
    /// no certificate if the game is over or a limit was reached.
    #[must_use]
    pub fn certify(mut self, state: &G::State, with_plies: bool) -> (Answer<G::Move>, Option<Certificate>) {
        if self.game.outcome(state).is_some() {
            return (self.solve(state), None);
        }
        let start = Instant::now();
        let wanted =
            Wanted { plies: with_plies, line: with_plies, certificate: true, ..self.on_squares.wanted };
        self.on_squares.wanted = wanted;
        let (mut answer, certificate) = self.on_squares.certify(&self.marks(state), with_plies);
        answer.seconds = start.elapsed().as_secs_f64();
        (answer.map(|square| self.game.move_of(square)), certificate)
    }

    /// Returns what each legal move is worth, square by square. The limits are for all of them together: each gets its
    /// part of what is left. What is proved about one serves the next.
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

/// The solver without its game: it knows only squares, so it is compiled once and not for every game.
struct OnSquares<'g> {
    board: LineBoard,
    limits: Limits,
    wanted: Wanted,
    watcher: Option<Watcher<'g>>,
    keeper: Option<&'g dyn Keeper>,
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
        let Some(session) = self.session::<N>() else { return refused() };
        let answer = session.answer(marks.taken());
        session.save();
        answer
    }

    fn certify(&self, marks: &Marks, with_plies: bool) -> (Answer<usize>, Option<Certificate>) {
        match self.board.squares {
            0..=64 => self.certify_with::<1>(marks, with_plies),
            65..=128 => self.certify_with::<2>(marks, with_plies),
            129..=256 => self.certify_with::<4>(marks, with_plies),
            _ => self.certify_with::<8>(marks, with_plies),
        }
    }

    fn certify_with<const N: usize>(
        &self,
        marks: &Marks,
        with_plies: bool,
    ) -> (Answer<usize>, Option<Certificate>) {
        let Some(session) = self.session::<N>() else { return (refused(), None) };
        let taken = marks.taken();
        let mut answer = session.answer(taken);
        session.save();
        let (Some(verdict), None) = (answer.verdict(), answer.stopped) else { return (answer, None) };
        let plies = answer.value().and_then(|value| value.plies).filter(|_| with_plies);
        match session.certify(taken, verdict, plies) {
            Ok(certificate) => (answer, Some(certificate)),
            Err(Interrupt::Halt(halt)) => {
                answer.stopped = Some(halt);
                (answer, None)
            }
            Err(other) => unreachable!("certificates are written on one thread: {other:?}"),
        }
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
        let Some(mut session) = self.session::<N>() else { return Vec::new() };
        let taken = marks.taken::<N>();
        let squares = session.promising_first(taken);
        let stages = squares.len() * if self.limits.is_limited() { ROUNDS } else { 1 };
        let mut judged: Vec<Option<Judged<usize>>> = (0..self.board.squares).map(|_| None).collect();
        for (number, &square) in squares.iter().cycle().take(stages).enumerate() {
            if judged[square].as_ref().is_some_and(Judged::is_done) {
                continue;
            }
            let late = self.limits.exceeded(0);
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
                    session.limits = self.stage(number as u32, stages as u32);
                    session.answer(taken.after(square))
                }
            };
            answer.seconds = start.elapsed().as_secs_f64();
            judged[square] =
                Some(Judged { mv: square, answer: answer.one_ply_back() }.with(judged[square].take()));
        }
        session.save();
        judged.into_iter().flatten().collect()
    }

    /// Returns the limits of one of several stages: its part of the time that is left, and the nodes up to its end.
    fn stage(&self, number: u32, stages: u32) -> Limits {
        let limits = self.limits.clone().nodes(self.limits.nodes_until(number + 1, stages));
        match limits.time_left() {
            Some(left) => limits.time(left / (stages - number)),
            None => limits,
        }
    }

    fn session<const N: usize>(&self) -> Option<Session<'_, N>> {
        Session::new(&self.board, self.limits.clone(), self.wanted, self.watcher, self.keeper)
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

/// Returns the answer if what the keeper has cannot be used.
fn refused() -> Answer<usize> {
    Answer { stopped: Some(Halt::Stopped(Stopped::Asked)), ..open() }
}

/// Returns the answer about a game that is over.
fn finished(outcome: Outcome, turn: Player) -> Answer<usize> {
    Answer { worth: Worth::Proved(outcome.value_for(turn).without_draw_length()), ..Answer::unknown(None) }
}
