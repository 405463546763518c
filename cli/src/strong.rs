//! `morpion solve --strong` and `morpion lookup`: the value of every position, kept in a file.

use std::fs::File;
use std::path::Path;

use arena::{error_text, write_atomically_with};
use catalogue::numbers::{about, counted, thousands};
use catalogue::{Catalogue, LookedUp, Opened, Strong};
use game::{Stopped, Value};
use num_bigint::BigUint;
use serde_json::{Map, Value as Json};
use tablebase::{Body, Header, Tablebase, Unreadable};

use crate::answer::{Answer, Failure, object, with};
use crate::args::{LookupArgs, SolveArgs};
use crate::draw::{Sheet, indented};
use crate::files;
use crate::progress::{at_work, limits_of};
use crate::store;
use crate::units::reason;

/// Returns the answer to `solve --strong`.
pub fn answer(args: &SolveArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let opened = games.open_ordered(&args.game, args.order.order.as_deref())?;
    if !opened.variant.is_game() {
        return Err(Failure::new(format!(
            "{opened} is a puzzle: it has no winner, so --strong does not apply to it; without it `solve` finds the \
             shortest solution"
        )));
    }
    if let Some(place) = &args.store {
        return store::strong(args, &opened, &args.keeping.folder(place));
    }
    let threads = args.search.threads.into();
    if threads != 1 && opened.variant.is_symbolic() {
        return Err(Failure::new(format!(
            "--threads is for games that are solved state by state: {opened} is solved by diagrams, on one thread"
        )));
    }
    let (mut found, table) = at_work(limits_of(args.search.memory_for_all(), args.search.time), |job| {
        opened.variant.strong(args.distance, &job.threads(threads))
    })?;
    match table {
        Some(table) => {
            let saved = args.save.as_deref().map(|place| save("--save", &opened, &table, place)).transpose();
            Ok(match saved {
                Ok(saved) => report(&opened, &found, saved.zip(args.save.as_deref())),
                Err(why) => report(&opened, &found, None).unwritten(&why),
            })
        }
        None => {
            if found.limit == Some(Stopped::Memory) {
                found.stopped = Some(reason(Stopped::Memory, args.search.memory_for_all()));
            }
            Ok(partial(&opened, &found))
        }
    }
}

/// Saves a table in a file that was named by this option. Returns the size of the file.
pub fn save(option: &str, opened: &Opened, table: &Tablebase, place: &Path) -> Result<u64, Failure> {
    let (name, version) = (opened.to_string(), opened.about().version);
    let saved = write_atomically_with(place, |file| table.save(&name, version, file));
    saved.map_err(|error| files::unwritable(option, place, &error))
}

pub fn report(opened: &Opened, found: &Strong, saved: Option<(u64, &Path)>) -> Answer {
    let mut sheet = Sheet::default();
    let value = found.value.map(|verdict| Value { verdict, plies: found.plies }.to_string());
    let number = |count: &Option<BigUint>| thousands(count.as_ref().expect("what is solved is counted"));
    sheet.row("value of the start", value.expect("what is solved has a value"));
    sheet.row("positions", thousands(&found.positions));
    sheet.row("won", number(&found.won));
    sheet.row("drawn", number(&found.drawn));
    sheet.row("lost", number(&found.lost));
    match found.nodes {
        Some(nodes) => sheet.row("nodes", thousands(nodes)),
        None if found.is_on_disk => sheet.row("kept in", "a folder"),
        None => sheet.row("kept in", if found.body == Body::Listed { "a list" } else { "a row by index" }),
    }
    if let Some((size, path)) = saved {
        let each = per_position(size, &found.positions);
        // On a machine of 32 bits, 4 GiB is the most that is shown.
        let size = about(usize::try_from(size).unwrap_or(usize::MAX));
        sheet.row("file", format!("{}: {size}, {each:.3} bytes for each position", path.display()));
    }
    sheet.row(
        if found.is_on_disk { "on disk" } else { "memory" },
        about(found.bytes.expect("what is solved was measured")),
    );
    sheet.row("time", format!("{:.2} s", found.seconds));
    let text = format!(
        "{opened}: every position solved, for the player to move; finished ones are lost, won or drawn\n\n{}",
        sheet.text()
    );
    let size = saved.map(|(size, _)| size);
    let more = Map::from_iter([
        ("file_bytes".to_string(), Json::from(size)),
        ("file_bytes_per_position".to_string(), size.map(|size| per_position(size, &found.positions)).into()),
    ]);
    Answer::complete(text, with(object(opened, None, found), more))
}

pub fn partial(opened: &Opened, found: &Strong) -> Answer {
    let why = found.stopped.as_deref().expect("what is not solved says why");
    let positions = counted(&found.positions, "position", "positions");
    let known = match (found.plies_reached, found.plies_solved) {
        (Some(reached), Some(solved)) => format!(
            "By then {} with {positions} {} reached, and {solved} of them solved, from the last one back.",
            counted(reached, "ply", "plies"),
            if reached == 1 { "was" } else { "were" }
        ),
        _ => format!("By then {positions} had been found."),
    };
    let text = format!("{opened}: not solved\n\nStopped: {why}. {known}\n");
    Answer { text, json: object(opened, None, found), complete: false }
}

fn per_position(size: u64, positions: &BigUint) -> f64 {
    let positions: f64 = positions.to_string().parse().expect("a number of decimal digits");
    size as f64 / positions
}

/// Returns the answer to `lookup`.
pub fn lookup(args: &LookupArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let wrong = |what: String| Failure::new(format!("{}: {what}", args.file.display()));
    let unreadable = |why: String| wrong(format!("cannot be read: {why}"));
    let open = || File::open(&args.file).map_err(|error| unreadable(error_text(&error)));
    let program = games.program();
    let header = Header::read(std::io::BufReader::new(open()?)).map_err(|error| match error {
        Unreadable::Io(why) => unreadable(error_text(&why)),
        error => wrong(format!("{error}; `{program} solve GAME --strong --save FILE` writes one")),
    })?;
    let opened = games.open(&header.game).map_err(|mistake| {
        let name = game::shortened(&header.game);
        wrong(format!("a table of `{name}`, which {program} does not know: {}", mistake.problem))
    })?;
    let table = opened.variant.load_table(opened.about().version, open()?);
    let table = table.map_err(|failure| wrong(failure.to_string()))?;
    let state = args.from.position(&opened)?;
    let found = opened.variant.look_up(&table, &state);
    let found = found.ok_or_else(|| {
        Failure::new(format!(
            "no such position in the table of {opened}: by the rules it was made with, the position cannot be reached; \
             if the rules have changed since, solve the game again"
        ))
    })?;
    Ok(Answer::complete(text(&opened, &found), object(&opened, None, &found)))
}

pub fn text(opened: &Opened, found: &LookedUp) -> String {
    let value = Value { verdict: found.value, plies: found.plies };
    let mut text = format!("{}\n{opened}: {value}\n", indented(&found.board));
    if found.over {
        text += "The game is over.\n";
    }
    let mut sheet = Sheet::default();
    for worth in &found.moves {
        let mark = if found.best.contains(&worth.mv) { "*" } else { " " };
        sheet.row(format!("{mark} {}", worth.mv), worth.worth.to_string());
    }
    text + &sheet.text()
}
