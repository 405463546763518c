//! `morpion explore`: all states of a game, counted and described, and as a file for other programs.

use std::io::Write;
use std::path::Path;

use catalogue::numbers::{about, thousands};
use catalogue::{Catalogue, Explored, Opened, Survey};
use explore::Format;
use serde_json::{Map, Value};

use crate::answer::{Answer, Failure, after, object, with};
use crate::args::ExploreArgs;
use crate::draw::Sheet;
use crate::progress::{at_work, limits_of};
use crate::solve::starts;
use crate::units::{needed, reason, terminal};

pub fn answer(args: &ExploreArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let opened = games.open(&args.game)?;
    let format = args.export.as_deref().map(|file| format_of(file, args.format.as_deref())).transpose()?;
    if is_stdout(args) && args.json {
        return Err(Failure::new("--export - prints the graph: leave out --json, or name a file"));
    }
    let searching = &args.searching;
    let moves = searching.moves.as_deref();
    let starts = moves.map(|_| starts(&opened, moves)).transpose()?;
    let survey = Survey { store: searching.store.into(), depth: args.depth, symmetry: args.symmetry };
    let (found, file) = at_work(limits_of(searching.memory, searching.time), |job| {
        let (job, starts) = (job.threads(searching.threads.into()), starts.as_deref());
        match format {
            None => Ok((opened.variant.explore(starts, &survey, &job), None)),
            Some(format) => opened.variant.export(starts, &survey, format, args.max_states, &job),
        }
    })?;
    if let (Some(text), Some(path)) = (&file, args.export.as_ref().filter(|_| !is_stdout(args))) {
        write_whole(path, text)
            .map_err(|error| Failure::new(format!("--export: cannot write {}: {error}", path.display())))?;
    }
    let written = args.export.as_ref().filter(|_| file.is_some()).map(|path| path.display().to_string());
    let text = text(&opened, &found, written.as_deref(), args);
    let more = Map::from_iter([("file".to_string(), Value::from(written))]);
    let json = with(object(&opened, Some(moves), &found), more);
    let text = file.filter(|_| is_stdout(args)).unwrap_or(text);
    Ok(Answer { text, json, complete: found.complete })
}

fn is_stdout(args: &ExploreArgs) -> bool {
    args.export.as_deref() == Some(Path::new("-"))
}

/// The format that was asked for, or else the one that the name of the file tells.
fn format_of(file: &Path, format: Option<&str>) -> Result<Format, Failure> {
    let known = Format::ALL.map(Format::name).join(", ");
    match (format, file.extension().and_then(|extension| extension.to_str())) {
        (Some(name), _) => Format::of(name)
            .ok_or_else(|| Failure::new(format!("--format: there is no format `{name}`; there are: {known}"))),
        (None, Some(extension)) => Format::of(extension).ok_or_else(|| {
            Failure::new(format!(
                "--export: `.{extension}` tells no format; name one with --format, or end the name with one of: {known}"
            ))
        }),
        (None, None) => Err(Failure::new(format!(
            "--export: the name `{}` tells no format; name one with --format: {known}",
            file.display()
        ))),
    }
}

fn text(opened: &Opened, found: &Explored, written: Option<&str>, args: &ExploreArgs) -> String {
    let classes = if args.symmetry { ", up to symmetry" } else { "" };
    let mut plies = Sheet::default();
    for (ply, (states, steps)) in found.by_ply.iter().zip(&found.transitions_by_ply).enumerate() {
        let mean = *steps as f64 / (*states).max(1) as f64;
        // Beyond the depth limit moves were not counted.
        let cut = args.depth == u32::try_from(ply).ok();
        let moves = if cut { String::new() } else { format!("  {mean:>6.2} moves each") };
        plies.row(format!("ply {ply:>2}"), format!("{:>15}{moves}", thousands(states)));
    }
    let from = after(args.searching.moves.as_deref());
    let totals = totals(found, written);
    let mut text = format!("{opened}{from}: all states{classes}\n\n{}\n{}", plies.text(), totals.text());
    match found.stopped {
        Some(why) => text += &format!("\nStopped: {}.\n", reason(why, args.searching.memory)),
        None if !found.whole => text += &format!("\nThere is more beyond --depth {}.\n", found.depth),
        None => {}
    }
    text + &needed(found.needed, found.needed_in_all)
}

fn totals(found: &Explored, written: Option<&str>) -> Sheet {
    let mut sheet = Sheet::default();
    sheet.row("states", thousands(found.states));
    sheet.row("transitions", thousands(found.transitions));
    sheet.row("depth", found.depth.to_string());
    sheet.row("branching", branching(found));
    sheet.row("terminal", terminal(found.terminal, found.ends()));
    sheet.row("deadlocks", thousands(found.deadlocks));
    let each = found.bytes as f64 / found.states.max(1) as f64;
    sheet.row("store", format!("{}, {}, {each:.1} bytes a state", found.store, about(found.bytes)));
    let speed = found.states as f64 / found.seconds.max(1e-9) / 1e6;
    sheet.row("time", format!("{:.2} s, {speed:.2} M states/s", found.seconds));
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

/// Writes a file beside its place, and then puts it there: nobody sees half of it. A link is followed, and what is no
/// file, a pipe or a device, is written to directly.
fn write_whole(file: &Path, text: &str) -> std::io::Result<()> {
    let place = std::fs::canonicalize(file);
    let file = place.as_deref().unwrap_or(file);
    if std::fs::metadata(file).is_ok_and(|known| !known.is_file()) {
        return std::fs::OpenOptions::new().write(true).open(file)?.write_all(text.as_bytes());
    }
    let mut name = file.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = file.with_file_name(name);
    let written = std::fs::File::create(&part).and_then(|mut out| {
        out.write_all(text.as_bytes())?;
        out.sync_all()?;
        std::fs::rename(&part, file)
    });
    if written.is_err() {
        // There may be nothing to remove.
        let _ = std::fs::remove_file(&part);
    }
    written
}
