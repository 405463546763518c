//! `morpion solve`: the value of a position, and the moves that achieve it.

use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use game::{Game, Lines, Playable, System, Verdict};
use games::registry::{Catalogued, LinesTask, Spec, Visitor};
use search::{
    Budget, Engine, Guided, Halt, Knowledge, Options, Progress, Solver, Symmetric, Tactical, by_random_games,
    lines,
};
use serde_json::{Value as Json, json};

use super::answer::{Answer, Failure};
use super::args::{SearchArgs, SolveArgs};
use super::draw::{Sheet, indented};
use super::perft::reason;
use super::progress::{self, limits_of};
use super::start::start;
use super::units::thousands;

pub fn answer(args: &SolveArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    check_threads(&args.search)?;
    match &args.batch {
        None => spec.visit(Solve { spec: &spec, search: &args.search }),
        Some(path) => spec.visit(Batch { spec: &spec, search: &args.search, path }),
    }
}

/// Threads are of use to alpha-beta and to proofs only.
pub fn check_threads(search: &SearchArgs) -> Result<(), Failure> {
    match search.engine {
        engine @ (Engine::DfPn | Engine::Mcts | Engine::Minimax) if search.threads > 1 => {
            Err(Failure::new(format!(
                "--threads {}: {engine} works on one thread; auto and alphabeta work on several",
                search.threads
            )))
        }
        _ => Ok(()),
    }
}

/// One position.
struct Solve<'a> {
    spec: &'a Spec,
    search: &'a SearchArgs,
}

/// The positions of a file.
struct Batch<'a> {
    spec: &'a Spec,
    search: &'a SearchArgs,
    path: &'a Path,
}

/// How to search, as the arguments say.
pub fn options(search: &SearchArgs) -> Options {
    let budget = Budget::default().limits(limits_of(search.memory, search.time));
    Options::default().engine(search.engine).threads(search.threads.into()).budget(budget)
}

/// Something to be done with a solver, whatever its knowledge.
pub trait Errand<G: Game> {
    /// What comes of it.
    type Output;

    fn run<K: Knowledge<G>>(self, solver: Solver<'_, G, K>) -> Self::Output;
}

/// Runs an errand with the best knowledge there is of a game.
///
/// Which knowledge that is, is known to the compiler: it need not make two solvers of each game.
pub fn with_solver<G, E>(game: &G, errand: E) -> Result<E::Output, Failure>
where
    G: Playable + Catalogued,
    E: Errand<G>,
{
    if !G::SEARCHED {
        return Err(Failure::new(
            "the board is too large to be searched; up to 7 by 7 squares fit in every game, and morpion solve --engine mcts plays random games on any",
        ));
    }
    if G::SEES_THREATS {
        let broken = "the game says that it sees threats, and does not; this is a mistake in the program";
        let threats = game.as_threats().ok_or_else(|| Failure::new(broken))?;
        return Ok(errand.run(Solver::new(game, Tactical(threats))));
    }
    let knowledge = Symmetric::new(game.as_indexed());
    Ok(errand.run(Solver::new(game, Guided { evaluate: game.evaluation(), knowledge })))
}

/// Why a puzzle is not solved.
pub fn not_a_game(spec: &Spec) -> Failure {
    Failure::new(format!(
        "{spec} is not a game of two players, so its positions have no value; morpion count {spec} explores it"
    ))
}

/// Solves a position, showing how far it is.
struct Watched<'s, G: Game> {
    game: &'s G,
    state: &'s G::State,
    options: Options,
}

impl<G: Playable + Catalogued> Errand<G> for Watched<'_, G> {
    type Output = search::Answer<G::Move>;

    fn run<K: Knowledge<G>>(self, solver: Solver<'_, G, K>) -> Self::Output {
        let solver = solver.options(self.options);
        if !progress::Progress::new().is_shown() {
            return solver.solve(self.state);
        }
        solver.solve_watched(self.state, &mut search_progress(|line| texts(self.game, self.state, line)))
    }
}

/// Shows how far a search is, with the line it is at in the words of the game.
pub fn search_progress<M: Copy>(words: impl Fn(&[M]) -> Vec<String>) -> impl FnMut(&Progress<M>) {
    let mut progress = progress::Progress::new();
    move |so_far| {
        let speed = so_far.per_second() / 1e6;
        let (least, most, nodes) = (so_far.least, so_far.most, thousands(so_far.nodes));
        let table = f64::from(so_far.table) / 10.0;
        progress.show(|| {
            let mut line = words(&so_far.line[..so_far.line.len().min(SHOWN)]);
            line.insert(0, format!("{least} to {most}"));
            let line = line.join(" ");
            format!("{line}: {nodes} nodes, {speed:.1} M/s, table {table:.0} % full")
        });
    }
}

/// As many moves of a line are shown while the search goes on: the line must fit a terminal.
const SHOWN: usize = 6;

/// Moves from a position on, as they are written.
fn texts<G: Playable + Catalogued>(game: &G, state: &G::State, moves: &[G::Move]) -> Vec<String> {
    let mut state = state.clone();
    let text = |&mv: &G::Move| {
        let text = game.action_text(&state, mv);
        game.play(&mut state, mv);
        text
    };
    moves.iter().map(text).collect()
}

/// Solves a position: games of lines by proofs, others by search, unless an engine is named.
fn solved<G: Playable + Catalogued>(
    game: &G,
    state: &G::State,
    search: &SearchArgs,
) -> Result<search::Answer<G::Move>, Failure> {
    if search.engine == Engine::Auto
        && let Some(found) = game.with_lines(ByLines { state, search }).flatten()
    {
        return Ok(found);
    }
    let options = options(search).line(LONGEST);
    if search.engine == Engine::Mcts && !G::SEARCHED {
        let tell = &mut search_progress(|line| texts(game, state, line));
        return Ok(by_random_games(game, state, &options, tell));
    }
    with_solver(game, Watched { game, state, options })
}

/// As many plies of best play are followed.
const LONGEST: usize = 1000;

/// Solves a position of a game of lines.
struct ByLines<'a, C> {
    state: &'a C,
    search: &'a SearchArgs,
}

impl<S: System> LinesTask<S> for ByLines<'_, S::Configuration> {
    type Output = Option<search::Answer<S::Action>>;

    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> Self::Output {
        let (start, tell) = (Instant::now(), proof_progress());
        let solver = lines::Solver::new(game)?
            .limits(limits_of(self.search.memory, self.search.time))
            .threads(self.search.threads.into())
            .watch(&tell);
        let found = solver.solve(self.state);
        Some(found.into_search(start.elapsed().as_secs_f64()))
    }
}

/// Shows how far the solver of lines is.
pub fn proof_progress() -> impl Fn(&lines::Progress) + Sync {
    let (progress, start) = (Mutex::new(progress::Progress::new()), Instant::now());
    move |so_far: &lines::Progress| {
        let (nodes, proofs) = (thousands(so_far.nodes), thousands(so_far.proofs));
        let speed = so_far.nodes as f64 / start.elapsed().as_secs_f64().max(1e-9) / 1e6;
        let settled = 100.0 * so_far.settled;
        if let Ok(mut progress) = progress.lock() {
            progress.show(|| {
                format!("{settled:.1} % settled: {nodes} nodes, {speed:.2} M/s, {proofs} proofs kept")
            });
        }
    }
}

impl Visitor for Solve<'_> {
    type Output = Result<Answer, Failure>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Self::Output {
        let state = start(game, self.search.moves.as_deref())?;
        let found = solved(game, &state, self.search)?;
        let report = Report { game, state: &state, found: &found, search: self.search };
        let text = report.text(self.spec);
        let json = report.json(self.spec, self.search.moves.as_deref());
        Ok(Answer { text, json, complete: found.stopped.is_none() })
    }

    fn system<S: Catalogued>(self, _: &S) -> Self::Output {
        Err(not_a_game(self.spec))
    }
}

impl Visitor for Batch<'_> {
    type Output = Result<Answer, Failure>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Self::Output {
        // All lines are read before any is solved: a mistake is told at once.
        let mut positions = Vec::new();
        let text = read(self.path)?;
        for (number, line) in text.lines().enumerate() {
            let moves = (!line.trim().is_empty()).then_some(line);
            let wrong = |why: Failure| {
                let (path, line, why) = (self.path.display(), number + 1, why.to_string());
                // These moves were not typed behind an option.
                let why = why.strip_prefix("--moves: ").unwrap_or(&why);
                Failure::new(format!("--batch {path}, line {line}: {why}"))
            };
            let state = start(game, moves).map_err(wrong)?;
            positions.push((line.trim(), state));
        }
        let mut complete = true;
        for (moves, state) in &positions {
            let found = solved(game, state, self.search)?;
            let report = Report { game, state, found: &found, search: self.search };
            // Each at once: whoever waits for many sees them come, and keeps those before Ctrl-C.
            if !printed_now(&report.json(self.spec, Some(moves)).to_string())? {
                break;
            }
            complete &= found.stopped.is_none();
            if progress::interrupt().is_stopped() {
                complete = false;
                break;
            }
        }
        Ok(Answer { text: String::new(), json: Json::Null, complete })
    }

    fn system<S: Catalogued>(self, _: &S) -> Self::Output {
        Err(not_a_game(self.spec))
    }
}

/// Prints a line; nothing is printed any more once its reader has closed the pipe, which the answer tells.
fn printed_now(line: &str) -> Result<bool, Failure> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::new(format!("cannot write the answer: {error}"))),
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let result = if path == Path::new("-") {
        std::io::stdin().read_to_string(&mut text).map(|_| ())
    } else {
        std::fs::read_to_string(path).map(|all| text = all)
    };
    result.map_err(|why| Failure::new(format!("--batch {}: {why}", path.display())))?;
    Ok(text)
}

/// What was found, to be told.
struct Report<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    found: &'a search::Answer<G::Move>,
    search: &'a SearchArgs,
}

impl<G: Playable + Catalogued> Report<'_, G> {
    fn text(&self, spec: &Spec) -> String {
        let found = self.found;
        let after = self.search.moves.as_ref().map_or(String::new(), |moves| format!(" after {moves}"));
        let mut sheet = Sheet::default();
        sheet.row("value", self.value());
        if let Some(best) = found.best {
            sheet.row("best move", self.game.action_text(self.state, best));
        }
        if !found.line.is_empty() {
            sheet.row("best play", super::draw::wrapped(&self.line().join(" ")));
        }
        let speed = found.nodes as f64 / found.seconds.max(1e-9) / 1e6;
        sheet.row("nodes", thousands(found.nodes));
        sheet.row("speed", format!("{speed:.2} million nodes a second"));
        sheet.row("time", format!("{:.2} s", found.seconds));
        let board = indented(&self.game.board_text(self.state));
        let mut text = format!("{spec}{after}\n\n{board}\n{}", sheet.text());
        if let Some(why) = found.stopped {
            text += &format!("\nStopped: {}.\n", why_stopped(why, self.search.memory));
        }
        text
    }

    /// The value in words.
    fn value(&self) -> String {
        let found = self.found;
        if self.game.is_final(self.state) {
            return format!("{} for the player to move: the game is over", found.least.verdict);
        }
        match (found.verdict(), found.value()) {
            (Some(Verdict::Draw), _) => "draw".to_string(),
            (_, Some(value)) => format!("{value}{} for the player to move", plural(value.plies)),
            (Some(verdict), None) => format!("{verdict} for the player to move, {}", self.bounds()),
            (None, None) => format!("unknown, {}", self.bounds()),
        }
    }

    fn bounds(&self) -> String {
        format!("at least {} and at most {}", self.found.least, self.found.most)
    }

    /// The moves of the line, as they are written.
    fn line(&self) -> Vec<String> {
        texts(self.game, self.state, &self.found.line)
    }

    fn json(&self, spec: &Spec, moves: Option<&str>) -> Json {
        let found = self.found;
        let plies = found.value().and_then(|value| value.plies);
        json!({
            "game": spec.to_string(), "moves": moves, "value": value_word(found.verdict()), "plies": plies,
            "least": found.least.to_string(), "most": found.most.to_string(),
            "best": found.best.map(|mv| self.game.action_text(self.state, mv)), "pv": self.line(),
            "nodes": found.nodes.to_string(), "seconds": found.seconds, "engine": self.search.engine.to_string(),
            "threads": self.search.threads, "complete": found.stopped.is_none(),
            "stopped": found.stopped.map(|why| why.to_string()),
        })
    }
}

fn plural(plies: Option<u32>) -> &'static str {
    match plies {
        None => "",
        Some(1) => " ply",
        Some(_) => " plies",
    }
}

/// The value in one word.
pub fn value_word(verdict: Option<Verdict>) -> String {
    verdict.map_or("unknown".to_string(), |verdict| verdict.to_string())
}

/// Why a search stopped, with the limit in question.
pub fn why_stopped(why: Halt, memory: usize) -> String {
    match why {
        Halt::Stopped(why) => reason(why, memory),
        other => other.to_string(),
    }
}
