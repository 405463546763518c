//! `morpion solve`: the value of a position, and the moves that achieve it.

use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use arena::AnyState;
use catalogue::numbers::thousands;
use catalogue::{Catalogue, Opened, Solved};
use game::Verdict;
use search::Halt;
use serde_json::Value as Json;

use crate::answer::{Answer, Failure, after, object};
use crate::args::{SearchArgs, SolveArgs};
use crate::draw::{Sheet, indented, wrapped};
use crate::progress::{self, at_work, limits_of};
use crate::units::reason;

pub fn answer(args: &SolveArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let opened = game(&args.game, games)?;
    match &args.batch {
        None => one(&opened, &args.search),
        Some(path) => batch(&opened, &args.search, path),
    }
}

/// Opens a game of two players.
pub fn game(name: &str, games: &Catalogue) -> Result<Opened, Failure> {
    let opened = games.open(name)?;
    if opened.variant.is_game() {
        return Ok(opened);
    }
    Err(Failure::new(format!(
        "{opened} is not a game of two players, so its positions have no value; {} count {opened} explores it",
        games.program()
    )))
}

/// The position after the moves that were given.
pub fn position(opened: &Opened, moves: Option<&str>) -> Result<AnyState, Failure> {
    opened.variant.position(moves).map_err(|e| Failure::new(format!("--moves: {e}")))
}

/// The position after the moves that were given, or else the starts.
pub fn starts(opened: &Opened, moves: Option<&str>) -> Result<Vec<AnyState>, Failure> {
    opened.variant.starts(moves).map_err(|e| Failure::new(format!("--moves: {e}")))
}

/// The value of a position, as the arguments ask for it.
fn solved(opened: &Opened, state: &AnyState, search: &SearchArgs) -> Result<Solved, Failure> {
    at_work(limits_of(search.memory(), search.time), |job| {
        opened.variant.solve(state, &job.threads(search.threads.into()).engine(search.engine))
    })
}

fn one(opened: &Opened, search: &SearchArgs) -> Result<Answer, Failure> {
    let moves = search.moves.as_deref();
    let state = position(opened, moves)?;
    let found = solved(opened, &state, search)?;
    let text = text(opened, &found, search);
    Ok(Answer { text, json: object(opened, Some(moves), &found), complete: found.complete })
}

fn batch(opened: &Opened, search: &SearchArgs, path: &Path) -> Result<Answer, Failure> {
    // All lines are read before any is solved: a mistake is told at once.
    let mut positions = Vec::new();
    let text = read(path)?;
    for (number, line) in text.lines().enumerate() {
        let moves = (!line.trim().is_empty()).then_some(line);
        let wrong =
            |why: Failure| Failure::new(format!("--batch {}, line {}: {why}", path.display(), number + 1));
        positions.push((line.trim(), opened.variant.position(moves).map_err(wrong)?));
    }
    let mut complete = true;
    for (moves, state) in &positions {
        let found = solved(opened, state, search)?;
        // Each at once: whoever waits for many sees them come, and keeps those before Ctrl-C.
        if !printed_now(&object(opened, Some(Some(moves)), &found).to_string())? {
            break;
        }
        complete &= found.complete;
        if progress::interrupt().is_stopped() {
            complete = false;
            break;
        }
    }
    Ok(Answer { text: String::new(), json: Json::Null, complete })
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

fn text(opened: &Opened, found: &Solved, search: &SearchArgs) -> String {
    let mut sheet = Sheet::default();
    sheet.row("value", value(found));
    if let Some(best) = &found.best {
        sheet.row("best move", best);
    }
    if !found.pv.is_empty() {
        sheet.row("best play", wrapped(&found.pv.join(" ")));
    }
    let speed = found.nodes as f64 / found.seconds.max(1e-9) / 1e6;
    sheet.row("nodes", thousands(found.nodes));
    sheet.row("speed", format!("{speed:.2} million nodes a second"));
    sheet.row("time", format!("{:.2} s", found.seconds));
    let (board, from) = (indented(&found.board), after(search.moves.as_deref()));
    let mut text = format!("{opened}{from}\n\n{board}\n{}", sheet.text());
    if let Some(why) = found.stopped {
        text += &format!("\nStopped: {}.\n", why_stopped(why, search.memory()));
    }
    text
}

/// The value in words.
fn value(found: &Solved) -> String {
    let bounds = || format!("at least {} and at most {}", found.least, found.most);
    if found.over {
        return format!("{} for the player to move: the game is over", found.least.verdict);
    }
    match (found.verdict(), found.exact()) {
        (Some(Verdict::Draw), _) => "draw".to_string(),
        (_, Some(value)) => format!("{value}{} for the player to move", plural(value.plies)),
        (Some(verdict), None) => format!("{verdict} for the player to move, {}", bounds()),
        (None, None) => format!("unknown, {}", bounds()),
    }
}

fn plural(plies: Option<u32>) -> &'static str {
    match plies {
        None => "",
        Some(1) => " ply",
        Some(_) => " plies",
    }
}

/// Why a search stopped, with the limit in question.
pub fn why_stopped(why: Halt, memory: usize) -> String {
    match why {
        Halt::Stopped(why) => reason(why, memory),
        other => other.to_string(),
    }
}
