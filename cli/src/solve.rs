//! `morpion solve`: the value of a position, and the moves that achieve it.

use std::io::{ErrorKind, Write};
use std::path::Path;

use arena::{AnyState, error_text, write_atomically_with};
use catalogue::numbers::thousands;
use catalogue::{Catalogue, CertificateFile, CheckpointFile, Opened, Solved};
use game::{Value, Verdict};
use search::{Engine, Halt};
use serde_json::{Map, Value as Json};

use crate::answer::{Answer, Failure, object, with};
use crate::args::{SearchArgs, SolveArgs};
use crate::draw::{Sheet, indented, wrapped};
use crate::files;
use crate::progress::{at_work, limits_of};
use crate::shortest;
use crate::signals::interrupt;
use crate::units::reason;

pub fn answer(args: &SolveArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let opened = games.open(&args.game)?;
    if let Some(why) = opened.variant.unsolvable() {
        return Err(unsolvable(&opened, why));
    }
    if !opened.variant.is_game() {
        for (option, place) in [("--certify", &args.certify), ("--checkpoint", &args.checkpoint)] {
            if let Some(place) = place {
                let why = format!("{opened} is a puzzle: it has no winner, so there is no value to prove");
                return Err(files::wrong(option, place, why));
            }
        }
        return shortest::answer(args, &opened);
    }
    match &args.batch {
        None => match &args.certify {
            Some(place) => certified(&opened, args, place),
            None => one(&opened, args),
        },
        Some(path) => batch(&opened, &args.search, path),
    }
}

/// What to say of a system that has neither a value nor a solution.
fn unsolvable(opened: &Opened, why: &str) -> Failure {
    Failure::new(format!("{opened} cannot be solved: {why}; `check --find EXPR` finds the way to any state"))
}

/// Opens a game of two players.
pub fn game(name: &str, games: &Catalogue) -> Result<Opened, Failure> {
    let opened = games.open(name)?;
    if opened.variant.is_game() {
        return Ok(opened);
    }
    if let Some(why) = opened.variant.unsolvable() {
        return Err(unsolvable(&opened, why));
    }
    Err(Failure::new(format!(
        "{opened} is a puzzle, not a game of two players; `{} solve {opened}` finds its shortest solution",
        games.program()
    )))
}

/// The value of a position, as the arguments ask for it.
fn solved(
    opened: &Opened,
    state: &AnyState,
    search: &SearchArgs,
    checkpoint: Option<&CheckpointFile>,
) -> Result<Solved, Failure> {
    at_work(limits_of(search.memory(), search.time), |job| {
        let job = job.threads(search.threads.into()).engine(search.engine).checkpoint(checkpoint);
        opened.variant.solve(state, &job)
    })
}

fn one(opened: &Opened, args: &SolveArgs) -> Result<Answer, Failure> {
    let (search, checkpoint) = (&args.search, checkpoint(opened, args));
    let state = search.from.position(opened)?;
    let found = solved(opened, &state, search, checkpoint.as_ref())?;
    let text = text(opened, &found, search);
    let json = object(opened, Some(&search.from), &found);
    Ok(with_checkpoint(Answer { text, json, complete: found.complete }, checkpoint.as_ref()))
}

/// The file where proofs are to be saved, if one is named.
fn checkpoint(opened: &Opened, args: &SolveArgs) -> Option<CheckpointFile> {
    let place = args.checkpoint.as_deref()?;
    Some(CheckpointFile::new(place, &opened.to_string(), args.checkpoint_every))
}

/// Adds what was saved to an answer.
fn with_checkpoint(mut answer: Answer, file: Option<&CheckpointFile>) -> Answer {
    let Some(file) = file else { return answer };
    let saved = match file.saved() {
        Ok(Some(saved)) => saved,
        Ok(None) => return answer,
        Err(why) => return answer.unwritten(&why),
    };
    let before = file.loaded().map_or(0, |loaded| loaded.nodes);
    let place = file.place().display();
    let (proofs, nodes) = (thousands(saved.proofs), thousands(saved.nodes));
    answer.text += &format!("\nCheckpoint: {place}, {proofs} proofs; {nodes} nodes in all");
    answer.text += &match before {
        0 => ".\n".to_string(),
        before => format!(", {} of them before.\n", thousands(before)),
    };
    let dropped = file.loaded().map_or(0, |loaded| loaded.dropped);
    if dropped > 0 {
        let lost = thousands(dropped);
        answer.text += &format!("{lost} proofs that it had before found no room: give more --memory.\n");
    }
    answer.json["checkpoint"] = serde_json::json!({
        "file": place.to_string(),
        "proofs": saved.proofs.to_string(),
        "nodes": saved.nodes.to_string(),
        "nodes_before": before.to_string(),
        "proofs_dropped": dropped.to_string(),
    });
    answer
}

/// The value of a position, with a proof of it in a file.
fn certified(opened: &Opened, args: &SolveArgs, place: &Path) -> Result<Answer, Failure> {
    let (search, checkpoint) = (&args.search, checkpoint(opened, args));
    let state = search.from.position(opened)?;
    let lists_squares = search.engine == Engine::Auto && opened.variant.is_of_lines();
    if search.from.board.is_some() && !lists_squares {
        let why = "such a certificate names its position by moves; give --moves in place of --board";
        return Err(files::wrong("--certify", place, why));
    }
    let (found, certificate) = at_work(limits_of(search.memory(), search.time), |job| {
        let job = job.threads(search.threads.into()).engine(search.engine).checkpoint(checkpoint.as_ref());
        opened.variant.certify(&state, args.distance, &job)
    })?;
    let (text, json) = (text(opened, &found, search), object(opened, Some(&search.from), &found));
    let mut answer = with_checkpoint(Answer { text, json, complete: found.complete }, checkpoint.as_ref());
    let Some(certificate) = certificate else {
        let why = if found.over {
            "the game is over: there is nothing to prove"
        } else {
            "the proof is not complete"
        };
        return Ok(answer.unwritten(&files::wrong("--certify", place, why)));
    };
    let moves = search.from.moves.as_deref().filter(|_| search.from.board.is_none());
    let file = CertificateFile::new(opened, moves, &certificate)?;
    if let Err(error) = write_atomically_with(place, |out| out.write_all(&file.bytes)) {
        return Ok(answer.unwritten(&files::unwritable("--certify", place, &error)));
    }
    let (nodes, bytes) = (thousands(file.nodes), thousands(file.bytes.len()));
    answer.text += &format!("\nCertificate: {}, {nodes} nodes, {bytes} bytes.\n", place.display());
    answer.json["certificate"] = serde_json::json!({
        "file": place.display().to_string(),
        "nodes": file.nodes.to_string(),
        "bytes": file.bytes.len(),
    });
    Ok(answer)
}

fn batch(opened: &Opened, search: &SearchArgs, path: &Path) -> Result<Answer, Failure> {
    // All lines are read before any is solved: a mistake is reported at once. Positions are made again when their turn
    // comes, since they may take many times the memory of the text.
    let text = files::read("--batch", path, search.memory() / 4)?;
    let position = |line: &str| opened.variant.position(Some(line).filter(|line| !line.trim().is_empty()));
    for (number, line) in (1..).zip(text.lines()) {
        position(line).map_err(|why| files::wrong("--batch", path, format_args!("line {number}: {why}")))?;
    }
    let mut complete = true;
    for line in text.lines() {
        let found = solved(opened, &position(line)?, search, None)?;
        let moves = Map::from_iter([("moves".to_string(), line.trim().into())]);
        // Each at once: a reader of many sees them come, and has those before Ctrl-C.
        if !printed_now(&with(object(opened, None, &found), moves).to_string())? {
            break;
        }
        complete &= found.complete;
        if interrupt().is_stopped() {
            complete = false;
            break;
        }
    }
    Ok(Answer { text: String::new(), json: Json::Null, complete })
}

/// Prints a line. Returns whether there is still a reader: one who has seen enough closes the pipe.
fn printed_now(line: &str) -> Result<bool, Failure> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::new(format!("cannot write the answer: {}", error_text(&error)))),
    }
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
    let (board, from) = (indented(&found.board), search.from.title());
    let mut text = format!("{opened}{from}\n\n{board}\n{}", sheet.text());
    if let Some(why) = found.stopped {
        text += &format!("\nStopped: {}.\n", why_stopped(why, search.memory()));
    }
    text
}

/// The value in words.
fn value(found: &Solved) -> String {
    let bounds = || bounds(found.least, found.most);
    if found.over {
        return format!("{} for the player to move: the game is over", found.least.verdict);
    }
    match (found.verdict(), found.exact()) {
        (Some(Verdict::Draw), _) => "draw".to_string(),
        (_, Some(value)) => format!("{value}{} for the player to move", plural(value.plies)),
        (_, None) => format!("{} for the player to move", bounds()),
    }
}

/// Returns what is known of a value between two bounds, in words.
pub fn bounds(least: Value, most: Value) -> String {
    // A bound of no plies excludes nothing.
    let no = |what: &str, value: Value| {
        let plies = value.plies.filter(|plies| *plies > 1);
        plies.map(|plies| format!("no {what} before ply {plies}"))
    };
    let (loss, win) = (no("loss", least), no("win", most));
    let (known, excluded) = match (least.verdict, most.verdict) {
        (Verdict::Loss, Verdict::Win) => ("open", vec![loss, win]),
        (Verdict::Draw, Verdict::Win) => ("draw or win", vec![win]),
        (Verdict::Loss, Verdict::Draw) => ("loss or draw", vec![loss]),
        (Verdict::Win, _) => ("win", vec![win]),
        (Verdict::Loss, Verdict::Loss) => ("loss", vec![loss]),
        (Verdict::Draw, _) => ("draw", Vec::new()),
    };
    let excluded: Vec<String> = excluded.into_iter().flatten().collect();
    if excluded.is_empty() { known.to_string() } else { format!("{known} ({})", excluded.join(", ")) }
}

fn plural(plies: Option<u32>) -> &'static str {
    match plies {
        None => "",
        Some(1) => " ply",
        Some(_) => " plies",
    }
}

/// Returns why a search stopped, with the limit in question.
pub fn why_stopped(why: Halt, memory: usize) -> String {
    match why {
        Halt::Stopped(why) => reason(why, memory),
        other => other.to_string(),
    }
}
