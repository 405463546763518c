//! `morpion explore`: all states of a game, counted and described, and as a file for other programs.

use std::fmt::Display;
use std::path::Path;

use arena::AnyState;
use catalogue::numbers::{about, thousands};
use catalogue::{Catalogue, Explored, Kept, Opened, Survey};
use explore::Format;
use serde_json::{Map, Value};

use crate::answer::{Answer, Failure, object, with};
use crate::args::ExploreArgs;
use crate::draw::Sheet;
use crate::files;
use crate::kept::{notes, with_disk};
use crate::progress::{at_work, limits_of};
use crate::units::{needed, reason, so_far, terminal};

pub fn answer(args: &ExploreArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let opened = games.open(&args.game)?;
    let format = args.export.as_deref().map(|file| format_of(file, args.format.as_deref())).transpose()?;
    if is_stdout(args) && args.json {
        return Err(Failure::new("--export - prints the graph: leave out --json, or name a file"));
    }
    let searching = &args.searching;
    let from = &searching.from;
    let starts = from.is_given().then(|| from.starts(&opened)).transpose()?;
    let store = match searching.storage()? {
        Ok(store) => store,
        Err(kept) => return on_disk(args, &opened, starts.as_deref(), &kept),
    };
    let survey = Survey { store, depth: args.depth, symmetry: args.symmetry };
    let place = args.export.as_deref();
    let mut written = None;
    let mut write = |graph: &dyn Display| {
        written = place.map(|place| files::write_shown("--export", place, graph));
    };
    let found = at_work(limits_of(searching.memory, searching.time), |job| {
        let (job, starts) = (job.threads(searching.threads.into()), starts.as_deref());
        if starts.is_none() && args.depth.is_none() {
            opened.variant.has_end(&opened.to_string(), &job)?;
        }
        match format {
            None => Ok(opened.variant.explore(starts, &survey, &job)),
            Some(format) => {
                opened.variant.export_with(starts, &survey, (format, args.max_states), &job, &mut write)
            }
        }
    })?;
    let is_written = written.is_some();
    let failed = match written {
        // The graph on the standard output stands in place of the text.
        Some(Ok(())) if is_stdout(args) => {
            return Ok(Answer { text: String::new(), json: Value::Null, complete: found.totals.complete });
        }
        Some(Err(why)) if is_stdout(args) => return Err(why),
        Some(Err(why)) => Some(why),
        Some(Ok(())) | None => None,
    };
    let place = place.filter(|_| is_written && failed.is_none()).map(|place| place.display().to_string());
    let text = text(&opened, &found, place.as_deref(), args);
    let more = Map::from_iter([("file".to_string(), Value::from(place))]);
    let json = with(object(&opened, Some(from), &found), more);
    let answer = Answer { text, json, complete: found.totals.complete };
    Ok(match failed {
        None => answer,
        Some(why) => answer.unwritten(&why),
    })
}

/// Surveys states that are kept in a folder.
fn on_disk(
    args: &ExploreArgs,
    opened: &Opened,
    starts: Option<&[AnyState]>,
    kept: &Kept,
) -> Result<Answer, Failure> {
    if args.export.is_some() {
        return Err(Failure::new("--export writes a graph that is in memory: leave out --store DIR"));
    }
    let from = &args.searching.from;
    let survey = Survey { store: explore::Store::Auto, depth: args.depth, symmetry: args.symmetry };
    let limits = limits_of(args.searching.memory, args.searching.time);
    let (found, disk) = at_work(limits, |job| {
        opened.explore_kept(starts, &survey, kept, &job.threads(args.searching.threads.into()))
    })?;
    let more = Map::from_iter([("file".to_string(), Value::Null)]);
    let json = with(with_disk(object(opened, Some(from), &found), &disk), more);
    let text = text(opened, &found, None, args) + &notes(&disk);
    Ok(Answer { text, json, complete: found.totals.complete })
}

fn is_stdout(args: &ExploreArgs) -> bool {
    args.export.as_deref().is_some_and(files::is_standard)
}

/// The format that was asked for, or else the one that the name of the file ends with.
fn format_of(file: &Path, format: Option<&str>) -> Result<Format, Failure> {
    let known = Format::ALL.map(Format::name).join(", ");
    match (format, file.extension().and_then(|extension| extension.to_str())) {
        (Some(name), _) => Format::of(name)
            .ok_or_else(|| Failure::new(format!("--format: unknown format `{name}`; there are: {known}"))),
        (None, Some(extension)) => Format::of(extension).ok_or_else(|| {
            Failure::new(format!(
                "--export: unknown format `.{extension}`; choose one with --format, or end the name with one of: \
                 {known}"
            ))
        }),
        (None, None) => Err(Failure::new(format!(
            "--export: the name `{}` does not say which format; choose one with --format: {known}",
            file.display()
        ))),
    }
}

fn text(opened: &Opened, found: &Explored, written: Option<&str>, args: &ExploreArgs) -> String {
    let classes = if args.symmetry { ", up to symmetry" } else { "" };
    let mut plies = Sheet::default();
    for (ply, (states, steps)) in found.totals.by_ply.iter().zip(&found.transitions_by_ply).enumerate() {
        let mean = *steps as f64 / (*states).max(1) as f64;
        // Beyond the depth limit moves were not counted.
        let cut = args.depth.is_some_and(|depth| depth as usize == ply);
        let moves = if cut { String::new() } else { format!("  {mean:>6.2} moves each") };
        let so_far = so_far(found.totals.partial_ply, ply);
        plies.row(format!("ply {ply:>2}"), format!("{:>15}{moves}{so_far}", thousands(states)));
    }
    let from = args.searching.from.title();
    let totals = totals(found, written);
    let mut text = format!("{opened}{from}: all states{classes}\n\n{}\n{}", plies.text(), totals.text());
    match found.totals.stopped {
        Some(why) => text += &format!("\nStopped: {}.\n", reason(why, args.searching.memory)),
        None if !found.whole => text += &format!("\nThere is more beyond --depth {}.\n", found.depth),
        None => {}
    }
    text + &needed(found.totals.needed, found.totals.needed_in_all, args.searching.memory)
}

fn totals(found: &Explored, written: Option<&str>) -> Sheet {
    let mut sheet = Sheet::default();
    sheet.row("states", thousands(found.states));
    sheet.row("transitions", thousands(found.totals.transitions));
    sheet.row("depth", found.depth.to_string());
    sheet.row("branching", branching(found));
    sheet.row("terminal", terminal(found.totals.terminal, found.totals.ends()));
    sheet.row("deadlocks", thousands(found.totals.deadlocks));
    for (name, value) in &found.totals.largest {
        sheet.row(format!("{name}, at most"), thousands(value));
    }
    let each = found.totals.bytes as f64 / found.states.max(1) as f64;
    sheet.row(
        "store",
        format!("{}, {}, {each:.1} bytes a state", found.totals.store, about(found.totals.bytes)),
    );
    let speed = found.states as f64 / found.totals.seconds.max(1e-9) / 1e6;
    sheet.row("time", format!("{:.2} s, {speed:.2} M states/s", found.totals.seconds));
    if let Some(file) = written {
        sheet.row("written to", file);
    }
    sheet
}

fn branching(found: &Explored) -> String {
    let branching = &found.branching;
    match branching.min {
        Some(least) => {
            let (most, mean) = (branching.max, branching.mean);
            format!("{least} to {most}, {mean:.2} on average where the game goes on")
        }
        None => "none".to_string(),
    }
}
