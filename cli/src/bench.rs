//! `morpion bench`: the nodes that a fixed list of positions takes, and their sum, the signature of the search. A
//! change that alters it alters how the search behaves.

use catalogue::numbers::thousands;
use catalogue::{Catalogue, Job};
use search::Engine;
use serde_json::json;

use crate::answer::{Answer, Failure};
use crate::draw::Sheet;

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

pub fn answer(games: &Catalogue) -> Result<Answer, Failure> {
    let (mut sheet, mut sum, mut rows) = (Sheet::default(), 0, Vec::new());
    for (game, moves, engine) in POSITIONS {
        let opened = games.open(game).map_err(|mistake| {
            Failure::new(format!(
                "the signature is that of the built-in games, and {game} cannot be opened here: {}; a program made by \
                 `App::new` has them all",
                mistake.problem
            ))
        })?;
        let state = opened.variant.position(Some(moves))?;
        let found = opened.variant.solve(&state, &Job::default().engine(engine))?;
        let value = found.exact().map_or("unknown".to_string(), |value| value.to_string());
        sum += found.nodes;
        sheet.row(format!("{game} {moves} {engine}"), format!("{value}, {} nodes", thousands(found.nodes)));
        rows.push(json!({
            "game": game, "moves": moves, "engine": engine.to_string(), "value": value,
            "nodes": found.nodes.to_string(),
        }));
    }
    let text = format!("{}\nsignature  {sum}\n", sheet.text());
    Ok(Answer::complete(text, json!({ "positions": rows, "signature": sum.to_string() })))
}
