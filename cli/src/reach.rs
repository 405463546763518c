//! `morpion reach`: everything that can be reached, by decision diagrams with homomorphisms: N×N tic-tac-toe by the
//! formulas of the classical example, and every game that has a symbolic form by homomorphisms made from its relation.

use std::io::Write;
use std::time::Instant;

use catalogue::numbers::{about, thousands};
use catalogue::{Catalogue, Job, Opened, Rounds};
use dd::{Error, Hom, Manager, Set, Statistics, Strategy};
use game::Stopped;
use serde_json::json;
use symbolic::tictactoe::Model;

use crate::answer::{Answer, Failure};
use crate::args::{Formula, ReachArgs, Target, Way};
use crate::draw::{Sheet, indented};
use crate::files;
use crate::progress::{at_work, limits_of};
use crate::units::reason;

/// The name of a formula, and its transition relation.
fn named(formula: Formula) -> (&'static str, &'static str) {
    match formula {
        Formula::SeparateWin => {
            ("separate-win", "(notewA & winnerA) + (notewB & winnerB) + (nextAA & nowinner)")
        }
        Formula::ImmediateWin => {
            ("immediate-win", "((notewA & winnerA) + (notewB & winnerB) + nowinner) & nextAA")
        }
    }
}

pub fn answer(args: &ReachArgs, games: &Catalogue) -> Result<Answer, Failure> {
    match &args.target {
        Target::Square(_) if args.order.order.is_some() => Err(Failure::new(
            "--order is for games as text and Petri nets, as in `reach FILE.rbg --order \"b2 a1\"`",
        )),
        Target::Square(size) => square(args, *size),
        Target::Game(_) if args.formula.is_some() => {
            Err(Failure::new("--formula is for N×N tic-tac-toe, as in `reach 4 --formula immediate-win`"))
        }
        Target::Game(name) => game(args, &games.open_ordered(name, args.order.order.as_deref())?),
    }
}

/// A game, by homomorphisms made from its relation.
fn game(args: &ReachArgs, opened: &Opened) -> Result<Answer, Failure> {
    let name = opened.to_string();
    let found = at_work(limits_of(args.memory, args.time), |job| {
        opened.variant.reach_by_homs(&name, strategy(args), &job)
    })?;
    let (undrawn, unwritten) = found.set.as_ref().map_or((None, None), |reach| draw(args, reach));
    let found = Found {
        subject: Subject::Game(name),
        by_ply: found.by_ply.iter().map(ToString::to_string).collect(),
        states: found.states.to_string(),
        nodes: found.nodes,
        undrawn,
        unwritten,
        statistics: found.statistics,
        stopped: found.stopped.map(|why| reason(why, args.memory)),
        seconds: found.elapsed.as_secs_f64(),
    };
    Ok(found.answer(args))
}

/// N×N tic-tac-toe, by a formula.
fn square(args: &ReachArgs, size: u32) -> Result<Answer, Failure> {
    // As the help says.
    let formula = args.formula.unwrap_or(Formula::SeparateWin);
    let limits = limits_of(args.memory, args.time);
    let manager = Manager::builder().memory_limit(args.memory).build();
    let begin = Instant::now();
    let mut run = match Model::new(&manager, size) {
        Ok(model) => at_work(limits, |job| run(&fixpoint(formula, strategy(args), &model), &model, &job))?,
        Err(Error::OutOfMemory { .. }) => Run::nothing(),
        Err(error) => return Err(failed(&error)),
    };
    let seconds = begin.elapsed().as_secs_f64();
    let (undrawn, unwritten) = run.reach.as_ref().map_or((None, None), |reach| draw(args, reach));
    let found = Found {
        subject: Subject::Square { size, formula, initial: std::mem::take(&mut run.initial) },
        by_ply: Vec::new(),
        states: run.states,
        nodes: run.reach.map(|reach| reach.nodes()).transpose().map_err(|e| failed(&e))?,
        undrawn,
        unwritten,
        statistics: manager.statistics().map_err(|e| failed(&e))?,
        stopped: run.stopped.map(|why| reason(why, args.memory)),
        seconds,
    };
    Ok(found.answer(args))
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

fn run(reach: &Hom, model: &Model, job: &Job<'_>) -> Result<Run, Failure> {
    let initial = model.start.printed(400).to_string();
    let mut watch = Rounds::new(job);
    let reached = reach.apply_watched(&model.start, &mut watch);
    let (stopped, states) = (watch.stopped(), watch.states().to_string());
    Ok(match reached {
        Ok(reach) => match reach.count() {
            Ok(states) => Run { initial, states: states.to_string(), reach: Some(reach), stopped },
            Err(Error::OutOfMemory { .. }) => {
                Run { initial, states, reach: Some(reach), stopped: Some(Stopped::Memory) }
            }
            Err(error) => return Err(failed(&error)),
        },
        Err(Error::OutOfMemory { .. }) => {
            Run { initial, states, reach: None, stopped: Some(Stopped::Memory) }
        }
        Err(Error::Stopped) => Run { initial, states, reach: None, stopped },
        Err(error) => return Err(failed(&error)),
    })
}

/// Writes the drawings that the arguments name. Returns why one could not be made, and why one could not be written to
/// its file: the states were counted before, so a missing drawing is part of the answer.
fn draw(args: &ReachArgs, reach: &Set) -> (Option<String>, Option<Failure>) {
    let (mut undrawn, mut unwritten) = (None, None);
    if let Some(path) = &args.dot {
        match reach.to_dot() {
            Ok(dot) => unwritten = files::write("--dot", path, &dot).err(),
            Err(error) => undrawn = Some(error.to_string()),
        }
    }
    if let Some(path) = &args.svg {
        match reach.to_svg() {
            // Of two files that cannot be written, the first is reported.
            Ok(svg) => unwritten = unwritten.or(files::write("--svg", path, &svg).err()),
            Err(error @ Error::Unsupported(_)) => {
                undrawn = Some(format!("{error}; --dot writes it for Graphviz"));
            }
            Err(error) => undrawn = Some(error.to_string()),
        }
    }
    (undrawn, unwritten)
}

fn strategy(args: &ReachArgs) -> Strategy {
    match args.strategy {
        Way::Plain => Strategy::Plain,
        Way::Frontier => Strategy::Frontier,
        Way::Saturation | Way::Auto => Strategy::Automatic,
    }
}

fn fixpoint(formula: Formula, strategy: Strategy, model: &Model) -> Hom {
    match formula {
        Formula::SeparateWin => model.separate_win(strategy),
        Formula::ImmediateWin => model.immediate_win(strategy),
    }
}

/// Why the diagrams gave no answer.
fn failed(error: &Error) -> Failure {
    Failure::new(error.to_string())
}

/// What was reached.
enum Subject {
    /// N×N tic-tac-toe by a formula; the start as it is printed, empty if not even that could be made.
    Square { size: u32, formula: Formula, initial: String },
    /// A game by its relation.
    Game(String),
}

/// What there is to tell.
struct Found {
    subject: Subject,
    /// New states of each ply, where they were counted.
    by_ply: Vec<String>,
    states: String,
    /// Of the whole set; unknown if it was not finished.
    nodes: Option<usize>,
    /// Why a drawing could not be made.
    undrawn: Option<String>,
    /// Why a drawing could not be written to its file.
    unwritten: Option<Failure>,
    statistics: Statistics,
    stopped: Option<String>,
    seconds: f64,
}

impl Found {
    fn answer(&self, args: &ReachArgs) -> Answer {
        let text = match (args.csv, args.latex) {
            (true, _) => self.csv(),
            (_, true) => self.latex(),
            _ => self.text(),
        };
        if args.csv || args.latex {
            self.complain();
        }
        let complete = self.stopped.is_none() && self.undrawn.is_none();
        let answer = Answer { text, json: self.json(), complete };
        match &self.unwritten {
            Some(_) if args.csv || args.latex => Answer { complete: false, ..answer },
            Some(why) => answer.unwritten(why),
            None => answer,
        }
    }

    /// Says what is missing beside a table, in which there is no room for sentences.
    fn complain(&self) {
        let undrawn = self.undrawn.as_ref().map(|why| format!("not drawn: {why}"));
        let unwritten = self.unwritten.as_ref().map(|why| format!("not written: {why}"));
        let stopped = self.stopped.as_ref().map(|why| format!("stopped: {why}"));
        for line in [stopped, undrawn, unwritten].into_iter().flatten() {
            // The exit code says it too.
            let _ = writeln!(std::io::stderr().lock(), "{line}");
        }
    }

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
        let mut text = format!("{}{}", self.heading(), sheet.text());
        if let Some(why) = &self.stopped {
            text += &format!("\nStopped: {why}. These are the states of the rounds that were done.\n");
        }
        if let Some(why) = &self.undrawn {
            text += &format!("\nNot drawn: {why}.\n");
        }
        text
    }

    /// What was computed.
    fn heading(&self) -> String {
        match &self.subject {
            Subject::Square { formula, initial, .. } => {
                let initial =
                    if initial.is_empty() { "it does not fit the memory allowed\n" } else { initial };
                format!(
                    "Initial DDD:\n{}\nTrans = {}\nreach = fixpoint(Trans + Id)(initial)\n\n",
                    indented(initial),
                    named(*formula).1
                )
            }
            Subject::Game(name) => {
                let mut plies = Sheet::default();
                for (ply, states) in self.by_ply.iter().enumerate() {
                    plies.row(format!("ply {ply:>2}"), thousands(states));
                }
                format!("{name}: every state, by homomorphisms made from its relation\n\n{}\n", plies.text())
            }
        }
    }

    /// The columns of the tables: names and values.
    fn columns(&self) -> [(&'static str, String); 9] {
        let (lookups, hits) = self.cache();
        [
            match &self.subject {
                Subject::Square { size, .. } => ("line size", size.to_string()),
                Subject::Game(name) => ("game", name.replace(',', ";")),
            },
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
        let mut all = json!({
            "states": self.states, "nodes": self.nodes, "peak_nodes": self.statistics.peak_nodes,
            "homomorphisms": self.statistics.homomorphisms, "cache_lookups": lookups.to_string(),
            "cache_hits": hits.to_string(), "seconds": self.seconds, "bytes": self.statistics.peak_bytes,
            "complete": self.stopped.is_none(), "undrawn": self.undrawn, "stopped": self.stopped,
        });
        match &self.subject {
            Subject::Square { size, formula, .. } => {
                let (formula, relation) = named(*formula);
                all["line_size"] = json!(size);
                all["formula"] = json!(formula);
                all["relation"] = json!(relation);
            }
            Subject::Game(name) => {
                all["game"] = json!(name);
                all["by_ply"] = json!(self.by_ply);
            }
        }
        all
    }
}
