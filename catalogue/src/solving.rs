//! The value of a position and of every move: which engine does what, decided here and nowhere else.
//!
//! | question | a game of lines | a game that sees threats | another game | too large to search |
//! |---|---|---|---|---|
//! | [`solve`], [`analyze`] | proofs (`search::lines`) | alpha-beta with threats | alpha-beta, symmetric, with evaluation | refused, but for `--engine mcts` |
//! | [`choose`] | forced wins, then open lines (`Tactician`) | alpha-beta with threats and evaluation | the same without threats; random games where nothing evaluates | random games |
//! | [`advise`] | proofs, up to 100 squares; beyond, as the columns to the right | alpha-beta with threats | alpha-beta | the move that [`choose`] has |
//!
//! An engine that is named is used for [`solve`] and [`analyze`] whatever the game: alpha-beta, proof numbers, Monte Carlo
//! or minimax.

use std::sync::Mutex;
use std::time::Instant;

use arena::Hint;
use game::{Game, Limits, Lines, Notation, Playable, System, Worth};
use registry::{Capabilities, LinesTask};
use search::certificate::Certificate;
use search::lines::{self, Tactician};
use search::{
    Answer, Choice, Engine, Guided, Halt, Judged, Knowledge, Progress, Solver, Symmetric, Tactical,
    by_random_games,
};

use crate::numbers::thousands;
use crate::{Failure, Job};

/// The traits that a game must have for its positions to be solved.
pub trait Solvable: Playable + Notation + Capabilities {}

impl<G: Playable + Notation + Capabilities> Solvable for G {}

/// The most plies of best play that are followed.
const LONGEST: usize = 1000;
/// The most moves of a line that are shown while the search goes on: the line must fit a terminal.
const SHOWN: usize = 6;
/// On boards of more squares there is no hope to prove anything in the time of a move.
const HOPELESS: usize = 100;
/// The most plies that a player's search looks ahead: more than it reaches in the time of a move. A search that is
/// known to go no deeper needs no stack of its own.
const FAR: u32 = 500;

/// Returns the value of a position: games of lines by proofs, others by search, unless an engine is named.
///
/// # Errors
/// If the board is too large for the engine.
pub fn solve<G: Solvable>(game: &G, state: &G::State, job: &Job<'_>) -> Result<Answer<G::Move>, Failure> {
    check_threads(job)?;
    if job.engine == Engine::Auto
        && let Some(found) = game.with_lines(Prove { state, job, most_squares: usize::MAX }).flatten()
    {
        return checked_checkpoint(job, true).map(|()| found);
    }
    checked_checkpoint(job, false)?;
    if job.engine == Engine::Mcts && !G::SEARCHED {
        let watch = search_progress(job, |line| texts(game, state, line));
        return Ok(by_random_games(game, state, job.limits.clone(), LONGEST, Some(&watch)));
    }
    with_solver(game, Solve { game, state, job, plies: LONGEST })
}

/// Returns the value of a position as [`solve`] does, with a certificate of it if it is known who wins. The certificate
/// claims the distance if `distance` says so.
///
/// # Errors
/// If the board is too large for the engine.
pub fn certify<G: Solvable>(
    game: &G,
    state: &G::State,
    distance: bool,
    job: &Job<'_>,
) -> Result<(Answer<G::Move>, Option<Certificate>), Failure> {
    check_threads(job)?;
    if job.engine == Engine::Auto
        && let Some(found) = game.with_lines(Certify { game: &(), state, distance, job }).flatten()
    {
        return checked_checkpoint(job, true).map(|()| found);
    }
    checked_checkpoint(job, false)?;
    with_solver(game, Certify { game, state, distance, job })
}

/// Returns what each legal move is worth, in the order of the rules.
///
/// # Errors
/// If the board is too large for the engine.
pub fn analyze<G: Solvable>(
    game: &G,
    state: &G::State,
    job: &Job<'_>,
) -> Result<Vec<Judged<G::Move>>, Failure> {
    check_threads(job)?;
    if job.engine == Engine::Auto
        && let Some(found) = game.with_lines(Judge { state, job, most_squares: usize::MAX }).flatten()
    {
        return Ok(found);
    }
    with_solver(game, Judge { state, job, most_squares: 0 })
}

/// Returns a move to play: by threats where it is a game of lines, and otherwise by looking ahead with what the game
/// knows.
pub fn choose<G: Solvable>(game: &G, state: &G::State, limits: &Limits) -> Choice<G::Move> {
    if let Some(choice) = game.with_lines(ByThreats { state, limits }).flatten() {
        return choice;
    }
    // On one thread: helpers that search the same tree make the choice depend on chance.
    let plies = limits.most_plies().map_or(FAR, |plies| plies.min(FAR));
    let limits = limits.clone().depth(plies).threads(1);
    if G::SEES_THREATS {
        return Solver::new(tactical(game, true)).limits(limits).choose(state);
    }
    Solver::new(plain(game)).limits(limits).choose(state)
}

/// Returns the value for a player, as far as the limits allow to find it.
pub fn prove<G: Solvable>(game: &G, state: &G::State, limits: &Limits) -> Answer<G::Move> {
    let job = job_within(limits);
    if let Some(found) = game.with_lines(Prove { state, job: &job, most_squares: HOPELESS }).flatten() {
        return found;
    }
    with_solver(game, Solve { game, state, job: &job, plies: 0 })
        // The one reason why there is no solver.
        .unwrap_or_else(|_| Answer::unknown(Some(Halt::TooLarge)))
}

/// Returns what each move is worth to a player who asks, as far as the limits allow to find it.
pub fn advise<G: Solvable>(game: &G, state: &G::State, limits: &Limits) -> Vec<Hint<G::Move>> {
    let job = job_within(limits);
    let by_lines = game.with_lines(Judge { state, job: &job, most_squares: HOPELESS }).flatten();
    let judged = by_lines.or_else(|| {
        let judge = Judge { state, job: &job, most_squares: 0 };
        // Without a solver the move that is chosen below is all that is known.
        if G::SEARCHED { with_solver(game, judge).ok() } else { None }
    });
    if let Some(judged) = judged {
        return judged.into_iter().map(Hint::from).collect();
    }
    let choice = choose(game, state, limits);
    let worth = |mv| if choice.best == Some(mv) { choice.worth } else { Worth::UNKNOWN };
    game.moves(state).map(|mv| Hint { mv, worth: worth(mv) }).collect()
}

/// Returns a job within these limits, for engines that take a job.
fn job_within(limits: &Limits) -> Job<'static> {
    Job::default().limits(limits.clone())
}

/// Threads are of use to alpha-beta and to proofs only.
fn check_threads(job: &Job<'_>) -> Result<(), Failure> {
    match job.engine {
        engine @ (Engine::DfPn | Engine::Mcts | Engine::Minimax) if job.limits.thread_count() > 1 => {
            Err(Failure::new(format!(
                "--threads {}: {engine} works on one thread; auto and alphabeta work on several",
                job.limits.thread_count()
            )))
        }
        _ => Ok(()),
    }
}

/// Only proofs about lines can be saved, and only a file that fits them is gone on from.
fn checked_checkpoint(job: &Job<'_>, by_lines: bool) -> Result<(), Failure> {
    match job.checkpoint {
        Some(file) if !by_lines => Err(file.failure(
            "only proofs about lines are saved: those of k in a row and other games of lines, with --engine auto",
        )),
        Some(file) => file.check(),
        None => Ok(()),
    }
}

/// What is known of any game: which positions are the same, and who is ahead.
fn plain<G: Solvable>(game: &G) -> impl Knowledge<Game = G> {
    let knowledge = Symmetric::of(game, |game| game.as_symmetric(), |game| game.as_indexed());
    Guided { evaluate: game.evaluation(), knowledge }
}

/// What is known of a game that sees threats, with its evaluation or without: one type, so that one search is compiled
/// for players and for solving.
fn tactical<G: Solvable>(game: &G, evaluates: bool) -> impl Knowledge<Game = G> {
    let knowledge = Tactical::of(game, |game| game.as_threats());
    let knowledge = knowledge.expect("a game that sees threats returns itself as one");
    Guided { evaluate: evaluates.then(|| game.evaluation()), knowledge }
}

/// Something to be done with a solver, whatever its knowledge.
trait Task<G: Game> {
    type Output;

    fn run<K: Knowledge<Game = G>>(self, solver: Solver<'_, K>) -> Self::Output;
}

/// Runs a task with the best knowledge there is of a game.
///
/// Which knowledge that is, is known to the compiler: it need not make two solvers of each game.
fn with_solver<G: Solvable, T: Task<G>>(game: &G, task: T) -> Result<T::Output, Failure> {
    if !G::SEARCHED {
        return Err(Failure::new(
            "the board is too large to be searched; up to 7 by 7 squares fit in every game, and `--engine mcts` plays random games on any",
        ));
    }
    if G::SEES_THREATS {
        return Ok(task.run(Solver::new(tactical(game, false))));
    }
    Ok(task.run(Solver::new(plain(game))))
}

/// Solves a position by search.
struct Solve<'s, G: Game> {
    game: &'s G,
    state: &'s G::State,
    job: &'s Job<'s>,
    /// Plies of best play to give.
    plies: usize,
}

impl<G: Solvable> Task<G> for Solve<'_, G> {
    type Output = Answer<G::Move>;

    fn run<K: Knowledge<Game = G>>(self, solver: Solver<'_, K>) -> Self::Output {
        let watch = search_progress(self.job, |line: &[G::Move]| texts(self.game, self.state, line));
        let solver = solver.engine(self.job.engine).limits(self.job.limits.clone()).line(self.plies);
        if self.job.tell.is_some() {
            solver.watch(&watch).solve(self.state)
        } else {
            solver.solve(self.state)
        }
    }
}

/// Solves a position, and writes a certificate of the value.
struct Certify<'s, G, C> {
    game: &'s G,
    state: &'s C,
    distance: bool,
    job: &'s Job<'s>,
}

impl<G: Solvable> Task<G> for Certify<'_, G, G::State> {
    type Output = (Answer<G::Move>, Option<Certificate>);

    fn run<K: Knowledge<Game = G>>(self, solver: Solver<'_, K>) -> Self::Output {
        let solver = solver.engine(self.job.engine).limits(self.job.limits.clone()).line(LONGEST);
        let mut answer = solver.solve(self.state);
        if answer.stopped.is_some() {
            return (answer, None);
        }
        let word = |state: &G::State, mv| self.game.action_text(state, mv);
        match solver.certify(self.state, &answer, self.distance, &word) {
            Ok(certificate) => (answer, certificate),
            Err(halt) => {
                answer.stopped = Some(halt);
                (answer, None)
            }
        }
    }
}

impl<S: System> LinesTask<S> for Certify<'_, (), S::Configuration> {
    type Output = Option<(Answer<S::Action>, Option<Certificate>)>;

    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> Self::Output {
        let tell = proof_progress(self.job);
        let solver = line_solver(game, self.job, usize::MAX, &tell)?;
        Some(solver.certify(self.state, self.distance))
    }
}

/// Judges every move.
struct Judge<'s, C> {
    state: &'s C,
    job: &'s Job<'s>,
    /// On boards of more squares proofs are not tried.
    most_squares: usize,
}

impl<G: Solvable> Task<G> for Judge<'_, G::State> {
    type Output = Vec<Judged<G::Move>>;

    fn run<K: Knowledge<Game = G>>(self, solver: Solver<'_, K>) -> Self::Output {
        let watch = search_progress(self.job, |_| Vec::new());
        let solver = solver.engine(self.job.engine).limits(self.job.limits.clone());
        if self.job.tell.is_some() {
            solver.watch(&watch).analyze(self.state)
        } else {
            solver.analyze(self.state)
        }
    }
}

impl<S: System> LinesTask<S> for Judge<'_, S::Configuration> {
    type Output = Option<Vec<Judged<S::Action>>>;

    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> Self::Output {
        let tell = proof_progress(self.job);
        Some(line_solver(game, self.job, self.most_squares, &tell)?.without_line().analyze(self.state))
    }
}

/// Tells whether a game, as its parameters are, is one of lines.
pub(crate) struct HasLines;

impl<S: System> LinesTask<S> for HasLines {
    type Output = bool;

    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> bool {
        game.line_board().is_some()
    }
}

/// Solves a position of a game of lines.
struct Prove<'a, C> {
    state: &'a C,
    job: &'a Job<'a>,
    /// On boards of more squares it is not tried.
    most_squares: usize,
}

impl<S: System> LinesTask<S> for Prove<'_, S::Configuration> {
    type Output = Option<Answer<S::Action>>;

    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> Self::Output {
        let (start, tell) = (Instant::now(), proof_progress(self.job));
        if game.line_board()?.squares > self.most_squares {
            return Some(Answer::unknown(Some(Halt::TooLarge)));
        }
        let solver = line_solver(game, self.job, self.most_squares, &tell)?;
        let answer = solver.solve(self.state);
        Some(Answer { seconds: start.elapsed().as_secs_f64(), ..answer })
    }
}

/// Returns the solver of lines; `None` if it does not suit the game, or the board has more than `most_squares` squares.
fn line_solver<'a, G: Lines>(
    game: &'a G,
    job: &Job<'a>,
    most_squares: usize,
    tell: &'a (dyn Fn(&lines::Progress) + Sync),
) -> Option<lines::Solver<'a, G>> {
    if game.line_board()?.squares > most_squares {
        return None;
    }
    let mut solver = lines::Solver::new(game)?.limits(job.limits.clone());
    if let Some(file) = job.checkpoint {
        solver = solver.checkpoint(file);
    }
    Some(if job.tell.is_some() { solver.watch(tell) } else { solver })
}

/// The player of lines.
struct ByThreats<'a, C> {
    state: &'a C,
    limits: &'a Limits,
}

impl<S: System> LinesTask<S> for ByThreats<'_, S::Configuration> {
    type Output = Option<Choice<S::Action>>;

    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> Self::Output {
        Some(Tactician::new(game)?.choose(self.state, self.limits).into())
    }
}

/// Tells how far a search is, with the line it is at in the words of the game.
fn search_progress<'a, M: Copy>(
    job: &'a Job<'_>,
    words: impl Fn(&[M]) -> Vec<String> + Sync + 'a,
) -> impl Fn(&Progress<M>) + Sync + 'a {
    move |so_far| {
        job.say(&|| {
            let mut line = words(&so_far.line[..so_far.line.len().min(SHOWN)]);
            line.insert(0, format!("{} to {}", so_far.worth.least(), so_far.worth.most()));
            progress_line(&line, so_far.nodes, so_far.per_second(), so_far.table)
        });
    }
}

fn progress_line(line: &[String], nodes: u64, per_second: f64, table: u32) -> String {
    let (line, nodes, speed) = (line.join(" "), thousands(nodes), per_second / 1e6);
    format!("{line}: {nodes} nodes, {speed:.1} M/s, table {:.0} % full", f64::from(table) / 10.0)
}

/// Tells how far the solver of lines is.
fn proof_progress<'a>(job: &'a Job<'_>) -> impl Fn(&lines::Progress) + Sync + 'a {
    let (alone, start) = (Mutex::new(()), Instant::now());
    move |so_far: &lines::Progress| {
        // One thread at a time: if another is telling, that is enough.
        let Ok(_alone) = alone.try_lock() else { return };
        job.say(&|| {
            let (nodes, proofs) = (thousands(so_far.nodes), thousands(so_far.proofs));
            let speed = so_far.nodes as f64 / start.elapsed().as_secs_f64().max(1e-9) / 1e6;
            let settled = 100.0 * so_far.settled;
            format!("{settled:.1} % settled: {nodes} nodes, {speed:.2} M/s, {proofs} proofs kept")
        });
    }
}

/// Moves from a position on, as they are written.
pub(crate) fn texts<S: Notation>(system: &S, state: &S::Configuration, moves: &[S::Action]) -> Vec<String> {
    let mut state = state.clone();
    let text = |&mv: &S::Action| {
        let text = system.action_text(&state, mv);
        system.apply(&mut state, mv);
        text
    };
    moves.iter().map(text).collect()
}
