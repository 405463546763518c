//! `morpion analyze`: what each legal move is worth.

use std::io::IsTerminal;

use game::{Game, Limits, Lines, Playable, System, Verdict};
use games::registry::{Catalogued, LinesTask, Spec, Visitor};
use search::{Engine, Judged, Knowledge, Options, Solver, lines};
use serde_json::json;

use super::answer::{Answer, Failure};
use super::args::AnalyzeArgs;
use super::draw::{Sheet, indented};
use super::progress::{Progress, limits_of};
use super::solve::{
    Errand, check_threads, not_a_game, options, proof_progress, search_progress, value_word, why_stopped,
    with_solver,
};
use super::start::start;

pub fn answer(args: &AnalyzeArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    check_threads(&args.search)?;
    let colour = std::io::stdout().is_terminal() && !args.search.json;
    spec.visit(Analyze { spec: &spec, args, colour })
}

struct Analyze<'a> {
    spec: &'a Spec,
    args: &'a AnalyzeArgs,
    colour: bool,
}

/// Judges every move.
pub struct Judge<'s, G: Game> {
    pub state: &'s G::State,
    pub options: Options,
    pub shows_progress: bool,
}

impl<G: Game> Errand<G> for Judge<'_, G> {
    type Output = Vec<Judged<G::Move>>;

    fn run<K: Knowledge<G>>(self, solver: Solver<'_, G, K>) -> Self::Output {
        let solver = solver.options(self.options);
        if !self.shows_progress || !Progress::new().is_shown() {
            return solver.analyze(self.state);
        }
        solver.analyze_watched(self.state, &mut search_progress(|_| Vec::new()))
    }
}

/// Judges every move of a game of lines, by proofs.
pub struct JudgeLines<'a, C> {
    pub state: &'a C,
    pub limits: Limits,
    pub threads: usize,
    /// On boards of more squares it is not tried.
    pub most_squares: usize,
    pub shows_progress: bool,
    pub nodes: u64,
}

impl<S: System> LinesTask<S> for JudgeLines<'_, S::Configuration> {
    type Output = Option<Vec<Judged<S::Action>>>;

    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> Self::Output {
        if game.line_board()?.squares > self.most_squares {
            return None;
        }
        let tell = proof_progress();
        let solver = lines::Solver::new(game)?.limits(self.limits).threads(self.threads).without_line();
        let solver = solver.nodes(self.nodes);
        let solver = if self.shows_progress { solver.watch(&tell) } else { solver };
        Some(solver.analyze(self.state))
    }
}

impl Visitor for Analyze<'_> {
    type Output = Result<Answer, Failure>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Self::Output {
        let search = &self.args.search;
        let state = start(game, search.moves.as_deref())?;
        if Game::outcome(game, &state).is_some() {
            return Err(Failure::new(
                "the game is over, so there is no move to analyze; leave out the last moves",
            ));
        }
        let limits = limits_of(search.memory, search.time);
        let by_lines = JudgeLines {
            state: &state,
            limits,
            threads: search.threads.into(),
            most_squares: usize::MAX,
            shows_progress: true,
            nodes: u64::MAX,
        };
        let proved = if search.engine == Engine::Auto { game.with_lines(by_lines).flatten() } else { None };
        let mut judged = match proved {
            Some(judged) => judged,
            None => {
                with_solver(game, Judge { state: &state, options: options(search), shows_progress: true })?
            }
        };
        judged.sort_by_key(|judged| std::cmp::Reverse((judged.answer.least, judged.answer.most)));
        let mut sheet = Sheet::default();
        for judged in &judged {
            sheet.row(game.action_text(&state, judged.mv), words(judged));
        }
        let board = indented(&self.draw(game, &state, &judged));
        let after = search.moves.as_ref().map_or(String::new(), |moves| format!(" after {moves}"));
        let legend = "+ wins, = draws, - loses, ? is not known";
        let mut text = format!("{}{after}\n\n{board}\n{legend}\n\n{}", self.spec, sheet.text());
        let stopped = judged.iter().find_map(|judged| judged.answer.stopped);
        if let Some(why) = stopped {
            text += &format!("\nStopped: {}.\n", why_stopped(why, search.memory));
        }
        let moves: Vec<serde_json::Value> = judged
            .iter()
            .map(|judged| {
                let found = &judged.answer;
                json!({
                    "move": game.action_text(&state, judged.mv), "value": value_word(found.verdict()),
                    "plies": found.value().and_then(|value| value.plies), "nodes": found.nodes.to_string(),
                    "least": found.least.to_string(), "most": found.most.to_string(),
                })
            })
            .collect();
        let json = json!({
            "game": self.spec.to_string(), "moves": search.moves, "analysis": moves,
            "complete": stopped.is_none(), "stopped": stopped.map(|why| why.to_string()),
        });
        Ok(Answer { text, json, complete: stopped.is_none() })
    }

    fn system<S: Catalogued>(self, _: &S) -> Self::Output {
        Err(not_a_game(self.spec))
    }
}

impl Analyze<'_> {
    /// The board with a sign where each move would be, as far as a move changes one character of the drawing.
    fn draw<G: Playable + Catalogued>(
        &self,
        game: &G,
        state: &G::State,
        judged: &[Judged<G::Move>],
    ) -> String {
        let mut cells: Vec<String> = game.board_text(state).chars().map(String::from).collect();
        let plain = cells.clone();
        // The best move last, so that it is the one shown where several change one place.
        for judged in judged.iter().rev() {
            let next = game.board_text(&game.next(state, judged.mv));
            let after: Vec<String> = next.chars().map(String::from).collect();
            let changed: Vec<usize> = (0..plain.len()).filter(|&i| after.get(i) != plain.get(i)).collect();
            if let ([place], true) = (&changed[..], after.len() == plain.len()) {
                cells[*place] = self.sign(judged.answer.verdict());
            }
        }
        cells.concat()
    }

    fn sign(&self, verdict: Option<Verdict>) -> String {
        let (sign, colour) = match verdict {
            Some(Verdict::Win) => ('+', 32),
            Some(Verdict::Draw) => ('=', 33),
            Some(Verdict::Loss) => ('-', 31),
            None => ('?', 36),
        };
        if self.colour { format!("\x1b[{colour}m{sign}\x1b[0m") } else { sign.to_string() }
    }
}

fn words<M>(judged: &Judged<M>) -> String {
    match judged.answer.value() {
        Some(value) => value.to_string(),
        None => format!("at least {} and at most {}", judged.answer.least, judged.answer.most),
    }
}
