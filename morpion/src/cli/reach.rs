//! `morpion reach`: the program of the seeds, n×n tic-tac-toe by decision diagrams with homomorphisms.

use std::path::Path;

use dd::tictactoe::Model;
use dd::{Error, Hom, Layer, Manager, Observer, Set, Statistics, Strategy, Verdict};
use game::{Limits, Stopped};
use serde_json::json;

use super::answer::{Answer, Failure};
use super::args::{Formula, ReachArgs, Way};
use super::draw::{Sheet, indented};
use super::perft::reason;
use super::progress::{Progress, limits_of};
use super::units::{about, thousands};

/// The name of a formula, and its transition relation.
fn named(formula: Formula) -> (&'static str, &'static str) {
    match formula {
        Formula::Readme => ("readme", "(notewA & winnerA) + (notewB & winnerB) + (nextAA & nowinner)"),
        Formula::Demo => ("demo", "((notewA & winnerA) + (notewB & winnerB) + nowinner) & nextAA"),
    }
}

pub fn answer(args: &ReachArgs) -> Result<Answer, Failure> {
    let manager = Manager::builder().memory_limit(args.memory).build();
    let mut progress = Progress::new();
    let mut run = match Model::new(&manager, args.line_size) {
        Ok(model) => run(args, &model, &mut progress)?,
        Err(Error::OutOfMemory { .. }) => Run::nothing(),
        Err(error) => return Err(error.into()),
    };
    let seconds = progress.seconds();
    drop(progress);
    let undrawn = run.reach.as_ref().map(|reach| draw(args, reach)).transpose()?.flatten();
    let found = Found {
        size: args.line_size,
        formula: args.formula,
        initial: std::mem::take(&mut run.initial),
        states: run.states,
        nodes: run.reach.map(|reach| reach.nodes()).transpose()?,
        undrawn,
        statistics: manager.statistics()?,
        stopped: run.stopped.map(|why| reason(why, args.memory)),
        seconds,
    };
    let text = if args.csv {
        found.csv()
    } else if args.latex {
        found.latex()
    } else {
        found.text()
    };
    Ok(Answer { text, json: found.json(), complete: found.stopped.is_none() && found.undrawn.is_none() })
}

/// What came of the fixpoint.
struct Run {
    /// The start, as it is printed; empty if not even that could be made.
    initial: String,
    /// All of it; without it there is still the number of states of the last round.
    reach: Option<Set>,
    states: String,
    stopped: Option<Stopped>,
}

impl Run {
    /// Nothing could be made.
    fn nothing() -> Run {
        Run { initial: String::new(), reach: None, states: "0".to_string(), stopped: Some(Stopped::Memory) }
    }
}

fn run(args: &ReachArgs, model: &Model, progress: &mut Progress) -> Result<Run, Failure> {
    let initial = model.start.printed(400).to_string();
    let limits = limits_of(args.memory, args.time);
    let mut watch = Watch { progress, limits: &limits, round: 0, states: "1".to_string(), stopped: None };
    let reached = fixpoint(args, model).apply_watched(&model.start, &mut watch);
    let Watch { stopped, states, .. } = watch;
    Ok(match reached {
        Ok(reach) => Run { initial, states: reach.count()?.to_string(), reach: Some(reach), stopped },
        Err(Error::OutOfMemory { .. }) => {
            Run { initial, states, reach: None, stopped: Some(Stopped::Memory) }
        }
        Err(Error::Stopped) => Run { initial, states, reach: None, stopped },
        Err(error) => return Err(error.into()),
    })
}

/// Writes the drawings that were asked for; why one of them was not made, if it could not be.
fn draw(args: &ReachArgs, reach: &Set) -> Result<Option<String>, Failure> {
    if let Some(path) = &args.dot {
        write(path, reach.to_dot()?)?;
    }
    let Some(path) = &args.svg else { return Ok(None) };
    match reach.to_svg() {
        Ok(svg) => write(path, svg).map(|()| None),
        Err(error @ Error::Unsupported(_)) => Ok(Some(format!("{error}; --dot writes it for Graphviz"))),
        Err(error) => Err(error.into()),
    }
}

fn fixpoint(args: &ReachArgs, model: &Model) -> Hom {
    let strategy = match args.strategy {
        Way::Plain => Strategy::Plain,
        Way::Frontier => Strategy::Frontier,
        Way::Saturation | Way::Auto => Strategy::Automatic,
    };
    match args.formula {
        Formula::Readme => model.readme(strategy),
        Formula::Demo => model.demo(strategy),
    }
}

fn write(path: &Path, text: String) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|e| Failure::new(format!("cannot write {}: {e}", path.display())))
}

/// Shows the rounds, and ends the fixpoint where a limit is reached.
struct Watch<'a> {
    progress: &'a mut Progress,
    limits: &'a Limits,
    round: usize,
    states: String,
    stopped: Option<Stopped>,
}

impl Watch<'_> {
    fn verdict(&mut self, bytes: usize) -> Verdict {
        self.stopped = self.stopped.or_else(|| self.limits.exceeded(bytes));
        if self.stopped.is_some() { Verdict::Enough } else { Verdict::Continue }
    }
}

impl Observer for Watch<'_> {
    fn layer(&mut self, layer: &Layer<'_>) -> Verdict {
        self.round = layer.round();
        self.states = layer.all_words().map_or(String::new(), |all| all.to_string());
        self.verdict(0)
    }

    fn tick(&mut self, so_far: &dd::Progress) -> Verdict {
        let (round, states) = (self.round, &self.states);
        self.progress
            .show(|| format!("round {round}: {} states, {}", thousands(states), about(so_far.bytes)));
        self.verdict(so_far.bytes)
    }
}

/// What there is to tell.
struct Found {
    size: u32,
    formula: Formula,
    initial: String,
    states: String,
    /// Of the whole set; unknown if it was not finished.
    nodes: Option<usize>,
    /// Why it was not drawn, if it should have been.
    undrawn: Option<String>,
    statistics: Statistics,
    stopped: Option<String>,
    seconds: f64,
}

impl Found {
    fn cache(&self) -> (u64, u64) {
        let cache = &self.statistics.cache;
        (cache.iter().map(|c| c.lookups).sum(), cache.iter().map(|c| c.hits).sum())
    }

    fn text(&self) -> String {
        let mut sheet = Sheet::default();
        let (lookups, hits) = self.cache();
        sheet.row(
            "states",
            thousands(&self.states) + if self.stopped.is_some() { " so far: partial" } else { "" },
        );
        sheet.row("final nodes", self.nodes.map_or("unknown".to_string(), thousands));
        sheet.row("peak nodes", thousands(self.statistics.peak_nodes));
        sheet.row("homomorphisms", thousands(self.statistics.homomorphisms));
        sheet.row("cache", format!("{} look-ups, {} hits", thousands(lookups), thousands(hits)));
        sheet.row("memory", about(self.statistics.peak_bytes));
        sheet.row("time", format!("{:.2} s", self.seconds));
        let initial =
            if self.initial.is_empty() { "it does not fit the memory allowed\n" } else { &self.initial };
        let mut text = format!(
            "Initial DDD:\n{}\nTrans = {}\nreach = fixpoint(Trans + Id)(initial)\n\n{}",
            indented(initial),
            named(self.formula).1,
            sheet.text()
        );
        if let Some(why) = &self.stopped {
            text += &format!("\nStopped: {why}. These are the states of the rounds that were done.\n");
        }
        if let Some(why) = &self.undrawn {
            text += &format!("\nNot drawn: {why}.\n");
        }
        text
    }

    /// The columns of the tables: names and values.
    fn columns(&self) -> [(&'static str, String); 9] {
        let (lookups, hits) = self.cache();
        [
            ("line size", self.size.to_string()),
            ("states", self.states.clone()),
            ("final nodes", self.nodes.map_or(String::new(), |nodes| nodes.to_string())),
            ("peak nodes", self.statistics.peak_nodes.to_string()),
            ("homomorphisms", self.statistics.homomorphisms.to_string()),
            ("cache look-ups", lookups.to_string()),
            ("cache hits", hits.to_string()),
            ("seconds", format!("{:.3}", self.seconds)),
            ("bytes", self.statistics.peak_bytes.to_string()),
        ]
    }

    fn csv(&self) -> String {
        let row = |of: fn(&(&'static str, String)) -> String| {
            self.columns().iter().map(of).collect::<Vec<_>>().join(",")
        };
        format!("{}\n{}\n", row(|(name, _)| name.replace([' ', '-'], "_")), row(|(_, value)| value.clone()))
    }

    fn latex(&self) -> String {
        let row = |of: fn(&(&'static str, String)) -> String| {
            self.columns().iter().map(of).collect::<Vec<_>>().join(" & ")
        };
        format!(
            "\\begin{{tabular}}{{rrrrrrrrr}}\n{} \\\\\n\\hline\n{} \\\\\n\\end{{tabular}}\n",
            row(|(name, _)| (*name).to_string()),
            row(|(_, value)| value.clone())
        )
    }

    fn json(&self) -> serde_json::Value {
        let (lookups, hits) = self.cache();
        let (formula, relation) = named(self.formula);
        json!({
            "line_size": self.size, "formula": formula, "relation": relation, "states": self.states,
            "nodes": self.nodes, "peak_nodes": self.statistics.peak_nodes,
            "homomorphisms": self.statistics.homomorphisms, "cache_lookups": lookups.to_string(),
            "cache_hits": hits.to_string(), "seconds": self.seconds, "bytes": self.statistics.peak_bytes,
            "complete": self.stopped.is_none() && self.undrawn.is_none(), "undrawn": self.undrawn, "stopped": self.stopped,
        })
    }
}
