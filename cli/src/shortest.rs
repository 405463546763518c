//! `morpion solve` of a puzzle: the shortest way to an end.

use catalogue::numbers::{about, counted};
use catalogue::{Checked, Claims, Opened};
use serde_json::json;

use crate::answer::{Answer, Failure};
use crate::args::SolveArgs;
use crate::draw::{Sheet, indented, wrapped};
use crate::progress::{at_work, limits_of};
use crate::units::{needed, reason};

pub fn answer(args: &SolveArgs, opened: &Opened) -> Result<Answer, Failure> {
    if args.batch.is_some() || args.search.engine != search::Engine::Auto {
        let message = "is a puzzle: its shortest solution is found by a search of all states";
        return Err(Failure::new(format!("{opened} {message}; leave out --batch and --engine")));
    }
    let search = &args.search;
    let starts = search.from.starts(opened)?;
    let claims = Claims { find: vec!["over".to_string()], ..Claims::default() };
    let found = at_work(limits_of(search.memory(), search.time), |job| {
        opened.variant.check(&starts, &claims, &job.threads(search.threads.into()))
    })?;
    let claim = found.claims.first().expect("one claim was made");
    let solution = claim.path.as_ref();
    let json = json!({
        "game": opened.to_string(), "moves": search.from.moves, "board": search.from.drawn.get(),
        "solvable": claim.holds, "solution": solution,
        "length": solution.map(Vec::len), "explored": found.explored.to_string(),
        "seconds": found.seconds, "complete": found.complete, "stopped": found.stopped.map(|why| why.to_string()),
    });
    let text = format!("{opened}{}\n\n{}", search.from.title(), text(&found, search.memory()));
    Ok(Answer { text, json, complete: found.complete })
}

fn text(found: &Checked, memory: usize) -> String {
    let claim = found.claims.first().expect("one claim was made");
    let mut sheet = Sheet::default();
    let start = claim.boards.as_ref().and_then(|boards| boards.first());
    let board = start.map_or(String::new(), |board| format!("{}\n", indented(board)));
    match (&claim.path, claim.holds) {
        (Some(moves), _) => {
            sheet.row("shortest solution", counted(moves.len(), "move", "moves"));
            sheet.row("moves", wrapped(&moves.join(" ")));
        }
        (None, Some(false)) => sheet.row(
            "shortest solution",
            "none: no end can be reached; `check --find EXPR` finds the way to any state",
        ),
        (None, _) => sheet.row("shortest solution", "unknown"),
    }
    sheet.row(
        "explored",
        format!("{}, {}", counted(found.explored, "state", "states"), about(claim.report.bytes)),
    );
    sheet.row("time", format!("{:.2} s", found.seconds));
    let mut text = format!("{board}{}", sheet.text());
    if let Some(why) = found.stopped {
        text += &format!("\nStopped: {}.\n", reason(why, memory));
    }
    text + &needed(found.needed, found.needed_in_all, memory)
}
