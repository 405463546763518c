//! `morpion bench`: the nodes that a fixed list of positions takes, and their sum, the signature of the search. A change
//! that alters it alters how the search behaves.

use game::{Game, Playable};
use games::registry::{Catalogued, Spec, Visitor};
use search::{Budget, Engine, Knowledge, Options, Solver};
use serde_json::json;

use super::answer::{Answer, Failure};
use super::draw::Sheet;
use super::engines;
use super::solve::{Errand, not_a_game, with_solver};
use super::start::start;
use super::units::thousands;

/// Games, the moves played before, and engines.
const POSITIONS: [(&str, &str, Engine); 19] = [
    ("mnk:5,4,4", "", Engine::Auto),
    ("mnk:6,5,4", "", Engine::Auto),
    ("mnk:7,6,5", "", Engine::Auto),
    ("mnk:5,5,4", "", Engine::Auto),
    ("cube:3,3", "", Engine::Auto),
    ("mnk:3,3,3", "", Engine::AlphaBeta),
    ("mnk:4,4,4", "", Engine::AlphaBeta),
    ("mnk:4,3,3,misere", "", Engine::AlphaBeta),
    ("mnk:3,3,3,wild", "", Engine::AlphaBeta),
    ("mnk:3,3,3,notakto", "", Engine::AlphaBeta),
    ("cube:3,3", "", Engine::AlphaBeta),
    ("connect:5,4,4", "", Engine::AlphaBeta),
    ("connect:7,6,4", "4,4,4,4,4,4,2,2,2,2,2,2,6", Engine::AlphaBeta),
    ("connect:7,6,4", "4,4,4,4,4,4,3,3,3,5,5,5", Engine::AlphaBeta),
    ("nim:3,4,5", "", Engine::AlphaBeta),
    ("mnk:4,3,3", "", Engine::DfPn),
    ("connect:5,4,4", "", Engine::DfPn),
    ("nim:2,3,4", "", Engine::DfPn),
    ("mnk:3,3,3", "", Engine::Minimax),
];

pub fn answer() -> Result<Answer, Failure> {
    let (mut sheet, mut sum, mut rows) = (Sheet::default(), 0, Vec::new());
    for (game, moves, engine) in POSITIONS {
        let spec: Spec = game.parse()?;
        let (value, nodes) = spec.visit(Count { spec: &spec, moves, engine })?;
        sum += nodes;
        sheet.row(format!("{game} {moves} {engine}"), format!("{value}, {} nodes", thousands(nodes)));
        rows.push(json!({
            "game": game, "moves": moves, "engine": engine.to_string(), "value": value, "nodes": nodes.to_string(),
        }));
    }
    let text = format!("{}\nsignature  {sum}\n", sheet.text());
    Ok(Answer::complete(text, json!({ "positions": rows, "signature": sum.to_string() })))
}

struct Count<'a> {
    spec: &'a Spec,
    moves: &'a str,
    engine: Engine,
}

struct Solve<'s, G: Game> {
    state: &'s G::State,
    engine: Engine,
}

impl<G: Game> Errand<G> for Solve<'_, G> {
    type Output = (String, u64);

    fn run<K: Knowledge<G>>(self, solver: Solver<'_, G, K>) -> (String, u64) {
        told(&solver.options(Options::default().engine(self.engine)).solve(self.state))
    }
}

/// The value in words, and the nodes.
fn told<M: Copy>(found: &search::Answer<M>) -> (String, u64) {
    (found.value().map_or("unknown".to_string(), |value| value.to_string()), found.nodes)
}

impl Visitor for Count<'_> {
    type Output = Result<(String, u64), Failure>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Self::Output {
        let state = start(game, (!self.moves.is_empty()).then_some(self.moves))?;
        if self.engine == Engine::Auto {
            return Ok(told(&engines::solve(game, &state, &Budget::default())));
        }
        with_solver(game, Solve { state: &state, engine: self.engine })
    }

    fn system<S: Catalogued>(self, _: &S) -> Self::Output {
        Err(not_a_game(self.spec))
    }
}
