//! `morpion explore`: all states of a game, counted and described, and as a file for other programs.

use std::io::Write;
use std::path::Path;

use explore::{Counts, Ends, Erased, Flow, Format, Graph, Report, Seen};
use game::{Notation, Playable};
use games::registry::{Catalogued, Spec, Visitor};
use serde_json::json;

use super::answer::{Answer, Failure};
use super::args::ExploreArgs;
use super::draw::Sheet;
use super::perft::reason;
use super::start::after;
use super::survey::{Survey, needed, terminal};
use super::units::{about, thousands};

pub fn answer(args: &ExploreArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    let format = args.export.as_deref().map(|file| format_of(file, args.format.as_deref())).transpose()?;
    if is_stdout(args) && args.json {
        return Err(Failure::new("--export - prints the graph: leave out --json, or name a file"));
    }
    let explored = spec.visit(Explore { args, format })?;
    let complete = explored.report.stopped.is_none();
    let json = explored.json(&spec, args);
    if let Some(file) = explored.file.as_ref().filter(|_| is_stdout(args)) {
        return Ok(Answer { text: file.clone(), json, complete });
    }
    Ok(Answer { text: explored.text(&spec, args), json, complete })
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

/// What was found.
struct Explored {
    report: Report,
    /// Wins of the first player, of the second, and draws; none for systems.
    ends: Option<[u64; 3]>,
    /// The graph, if it was asked for.
    file: Option<String>,
}

impl Explored {
    fn text(&self, spec: &Spec, args: &ExploreArgs) -> String {
        let Report { counts, store, bytes, elapsed, .. } = &self.report;
        let classes = if args.symmetry { ", up to symmetry" } else { "" };
        let mut plies = Sheet::default();
        for (ply, (states, steps)) in counts.by_depth.iter().zip(&counts.transitions_by_depth).enumerate() {
            let mean = *steps as f64 / (*states).max(1) as f64;
            // Beyond the depth limit moves were not counted.
            let cut = args.depth == u32::try_from(ply).ok();
            let moves = if cut { String::new() } else { format!("  {mean:>6.2} moves each") };
            plies.row(format!("ply {ply:>2}"), format!("{:>15}{moves}", thousands(states)));
        }
        let mut sheet = Sheet::default();
        sheet.row("states", thousands(counts.states));
        sheet.row("transitions", thousands(counts.transitions));
        sheet.row("depth", counts.depth().to_string());
        sheet.row("branching", branching(counts));
        sheet.row("terminal", terminal(counts.finals, self.ends));
        sheet.row("deadlocks", thousands(counts.stuck));
        let each = *bytes as f64 / counts.states.max(1) as f64;
        sheet.row("store", format!("{store}, {}, {each:.1} bytes a state", about(*bytes)));
        let seconds = elapsed.as_secs_f64();
        let speed = counts.states as f64 / seconds.max(1e-9) / 1e6;
        sheet.row("time", format!("{seconds:.2} s, {speed:.2} M states/s"));
        if let Some(file) = args.export.as_ref().filter(|_| self.file.is_some()) {
            sheet.row("written to", file.display().to_string());
        }
        let from = after(args.searching.moves.as_deref());
        let mut text = format!("{spec}{from}: all states{classes}\n\n{}\n{}", plies.text(), sheet.text());
        match self.report.stopped {
            Some(why) => text += &format!("\nStopped: {}.\n", reason(why, args.searching.memory)),
            None if !self.report.complete => {
                text += &format!("\nThere is more beyond --depth {}.\n", counts.depth());
            }
            None => {}
        }
        text + &needed(&self.report)
    }

    fn json(&self, spec: &Spec, args: &ExploreArgs) -> serde_json::Value {
        let Report { counts, stopped, .. } = &self.report;
        let text_of = |number: &u64| number.to_string();
        let [first, second, draws] =
            self.ends.map_or([None; 3], |ends| ends.map(Some)).map(|number| number.map(|n| n.to_string()));
        let seconds = self.report.elapsed.as_secs_f64();
        json!({
            "game": spec.to_string(), "moves": args.searching.moves, "symmetry": args.symmetry,
            "states": text_of(&counts.states), "transitions": text_of(&counts.transitions),
            "depth": counts.depth(), "by_ply": counts.by_depth.iter().map(text_of).collect::<Vec<_>>(),
            "transitions_by_ply": counts.transitions_by_depth.iter().map(text_of).collect::<Vec<_>>(),
            "branching": {
                "min": counts.narrowest.as_ref().map(text_of), "mean": mean(counts), "max": text_of(&counts.widest),
            },
            "terminal": text_of(&counts.finals), "first_wins": first, "second_wins": second, "draws": draws,
            "deadlocks": text_of(&counts.stuck), "store": self.report.store.to_string(),
            "bytes": self.report.bytes, "needed": self.report.needed, "needed_in_all": self.report.needed_in_all,
            "whole": self.report.complete, "complete": stopped.is_none(),
            "stopped": stopped.map(|why| why.to_string()),
            "file": args.export.as_ref().filter(|_| self.file.is_some()).map(|file| file.display().to_string()), "seconds": seconds,
        })
    }
}

/// Actions of states that have any, on average, where they were counted.
fn mean(counts: &Counts) -> f64 {
    counts.transitions as f64 / counts.expanded.max(1) as f64
}

fn branching(counts: &Counts) -> String {
    match counts.narrowest {
        Some(least) => {
            format!("{least} to {}, {:.2} on average where the game goes on", counts.widest, mean(counts))
        }
        None => "none".to_string(),
    }
}

struct Explore<'a> {
    args: &'a ExploreArgs,
    format: Option<Format>,
}

impl Explore<'_> {
    fn run<S: Catalogued>(
        &self,
        system: &S,
        mut visitor: Erased<'_, S>,
    ) -> Result<(Report, Option<String>), Failure> {
        let mut survey = Survey::new(system, &self.args.searching)?;
        survey.depth = self.args.depth;
        let Some(format) = self.format else {
            return Ok((survey.run(self.args.symmetry, &mut visitor), None));
        };
        let mut capped = Capped { visitor: &mut visitor, left: self.args.max_states };
        survey.list(self.args.symmetry, Erased::new(&mut capped), |graph| {
            // What was stopped is not written: half a graph would pass for a whole one.
            let file = graph.report.stopped.is_none().then(|| self.write(graph, format)).transpose()?;
            Ok((graph.report.clone(), file))
        })
    }

    /// Writes the graph, and gives it back if it is to be printed.
    fn write<S: Notation>(&self, graph: &Graph<'_, S>, format: Format) -> Result<String, Failure> {
        let most = self.args.max_states;
        if graph.report.counts.states > most {
            return Err(Failure::new(format!(
                "--export: there are more than {} states, too many for a graph; --depth cuts it off, --symmetry takes \
symmetric positions as one, and --max-states allows more",
                thousands(most)
            )));
        }
        let text = graph.export(format).to_string();
        match &self.args.export {
            Some(file) if !is_stdout(self.args) => write_whole(file, &text).map_err(|error| {
                Failure::new(format!("--export: cannot write {}: {error}", file.display()))
            })?,
            _ => {}
        }
        Ok(text)
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

/// A visitor who has had enough when there are too many states.
struct Capped<'v, V> {
    visitor: &'v mut V,
    left: u64,
}

impl<S: Catalogued, V: explore::Visitor<S>> explore::Visitor<S> for Capped<'_, V> {
    type Tally = (u64, V::Tally);

    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Self::Tally) {
        tally.0 += 1;
        self.visitor.visit(seen, &mut tally.1);
    }

    fn collect(&mut self, (states, tally): Self::Tally) -> Flow {
        let flow = self.visitor.collect(tally);
        let enough = states > self.left;
        self.left = self.left.saturating_sub(states);
        if enough { Flow::Enough } else { flow }
    }
}

impl Visitor for Explore<'_> {
    type Output = Result<Explored, Failure>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Self::Output {
        let mut ends = Ends::of(game);
        let (report, file) = self.run(game, Erased::new(&mut ends))?;
        Ok(Explored { report, ends: Some([ends.first_wins, ends.second_wins, ends.draws]), file })
    }

    fn system<S: Catalogued>(self, system: &S) -> Self::Output {
        let (report, file) = self.run(system, Erased::new(&mut ()))?;
        Ok(Explored { report, ends: None, file })
    }
}
