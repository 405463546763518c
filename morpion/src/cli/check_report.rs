//! What `check` has found, for people and for programs.

use explore::{Path, Report};
use game::{Notation, Stopped, System};
use games::registry::Spec;
use serde_json::{Value, json};

use super::answer::Answer;
use super::args::CheckArgs;
use super::draw::{Sheet, side_by_side};
use super::perft::reason;
use super::start::after;
use super::survey::needed;
use super::units::{about, thousands};

/// What kind of claim it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Find,
    Path,
    Always,
    Eventually,
    LeadsTo,
    Until,
    NoDeadlock,
    Force,
}

impl Kind {
    /// The option that asks for it.
    fn name(self) -> &'static str {
        match self {
            Kind::Find => "find",
            Kind::Path => "path",
            Kind::Always => "always",
            Kind::Eventually => "eventually",
            Kind::LeadsTo => "leads-to",
            Kind::Until => "until",
            Kind::NoDeadlock => "no-deadlock",
            Kind::Force => "force",
        }
    }

    /// What the way is that proves or disproves it.
    fn of_way(self) -> &'static str {
        match self {
            Kind::Find | Kind::Path | Kind::Always | Kind::NoDeadlock => "shortest",
            Kind::Eventually | Kind::LeadsTo | Kind::Until => "one way",
            Kind::Force => "longest",
        }
    }

    /// What it means that it holds, and that it does not.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Kind::Find => ("yes, it can be reached", "no, it cannot be reached"),
            Kind::Path => ("yes, there is such a path", "no, there is no such path"),
            Kind::Always => ("yes, always", "no, not always"),
            Kind::Eventually | Kind::LeadsTo | Kind::Until => {
                ("yes, however it goes", "no, it can be avoided")
            }
            Kind::NoDeadlock => ("yes, none", "no, there is one"),
            Kind::Force => ("yes, it can be forced", "no, it cannot be forced"),
        }
    }
}

/// A way through the game, drawn.
pub struct Way {
    moves: Vec<String>,
    boards: Vec<String>,
    back_to: Option<usize>,
}

impl Way {
    /// Draws a path.
    pub fn of<S: Notation>(
        system: &S,
        path: &Path<S::Configuration, <S as System>::Action>,
        back_to: Option<usize>,
    ) -> Way {
        let steps = path.states.iter().zip(&path.actions);
        Way {
            moves: steps.map(|(state, &action)| system.action_text(state, action)).collect(),
            boards: path.states.iter().map(|state| system.board_text(state)).collect(),
            back_to,
        }
    }

    /// The boards with the moves above them.
    fn drawing(&self) -> String {
        let captions = std::iter::once("start".to_string())
            .chain((1..).zip(&self.moves).map(|(number, mv)| format!("{number}: {mv}")));
        let blocks: Vec<String> =
            captions.zip(&self.boards).map(|(caption, board)| format!("{caption}\n{board}")).collect();
        let mut text = side_by_side(&blocks);
        if let Some(place) = self.back_to {
            let again = if place == 0 { "the start".to_string() } else { format!("move {place}") };
            text += &format!("\nand from there as after {again}, for ever\n");
        }
        text
    }

    fn line(&self) -> String {
        if self.moves.is_empty() { "the start itself".to_string() } else { self.moves.join(" ") }
    }
}

/// What became of a claim.
pub struct Outcome {
    kind: Kind,
    text: String,
    report: Report,
    /// Whether it holds; unknown if the search was stopped before that was clear.
    pub holds: Option<bool>,
    /// How many positions match.
    pub matches: Option<u64>,
    /// The example or counter-example.
    pub way: Option<Way>,
    /// More of them.
    pub others: Vec<Way>,
    /// In how many moves it can be forced.
    pub moves: Option<u32>,
    /// How many moves the strategy consists of, and these, if they are wanted: the position and the move.
    pub plan_size: usize,
    pub plan: Vec<(String, String)>,
}

impl Outcome {
    /// Nothing is known yet.
    pub fn new(kind: Kind, text: String, report: &Report) -> Outcome {
        Outcome {
            kind,
            text,
            report: report.clone(),
            holds: None,
            matches: None,
            way: None,
            others: Vec::new(),
            moves: None,
            plan_size: 0,
            plan: Vec::new(),
        }
    }

    /// Whether a limit left it open.
    fn is_open(&self) -> bool {
        self.holds.is_none() || self.kind == Kind::Find && self.report.stopped.is_some()
    }

    fn verdict(&self, args: &CheckArgs) -> String {
        let (yes, no) = self.kind.words();
        let verdict = match self.holds {
            Some(true) => yes.to_string(),
            Some(false) => no.to_string(),
            None => "not decided".to_string(),
        };
        match args.depth.filter(|_| self.holds != Some(self.is_witnessed())) {
            Some(depth) => format!("{verdict} within {depth} moves"),
            None => verdict,
        }
    }

    /// Whether a path proves it if it holds; otherwise one disproves it if it does not.
    fn is_witnessed(&self) -> bool {
        matches!(self.kind, Kind::Find | Kind::Path | Kind::Force)
    }

    fn text(&self, args: &CheckArgs) -> String {
        let mut sheet = Sheet::default();
        sheet.row(self.kind.name(), &self.text);
        sheet.row("answer", self.verdict(args));
        if let Some(matches) = self.matches.filter(|_| args.all) {
            sheet.row("matches", thousands(matches));
        }
        if let Some(moves) = self.moves {
            sheet.row("in at most", format!("{moves} moves"));
            sheet.row("strategy", format!("{} moves to know", thousands(self.plan_size)));
        }
        if let Some(way) = &self.way {
            sheet.row(self.kind.of_way(), way.line());
        } else if self.holds == Some(self.is_witnessed()) {
            sheet.row("one way", "not found before a limit was reached");
        }
        let mut text = sheet.text();
        if let Some(way) = &self.way {
            text += &format!("\n{}", way.drawing());
        }
        if !self.others.is_empty() {
            let all = 1 + self.others.len() as u64 == self.matches.unwrap_or(0);
            text += if all { "\nAll of them, nearest first:\n" } else { "\nThe nearest of them:\n" };
            let ways = self.way.iter().chain(&self.others);
            text += &ways.map(|way| format!("  {}\n", way.line())).collect::<String>();
        }
        if !self.plan.is_empty() {
            let blocks: Vec<String> =
                self.plan.iter().map(|(board, mv)| format!("play {mv}\n{board}")).collect();
            text += &format!("\nThe strategy:\n\n{}", side_by_side(&blocks));
        }
        text
    }

    fn json(&self) -> Value {
        let path = |way: &Way| way.moves.clone();
        json!({
            "kind": self.kind.name(), "claim": self.text, "holds": self.holds,
            "explored": self.report.counts.states.to_string(),
            "matches": self.matches.map(|n| n.to_string()),
            "path": self.way.as_ref().map(path), "boards": self.way.as_ref().map(|way| &way.boards),
            "back_to": self.way.as_ref().and_then(|way| way.back_to),
            "paths": (!self.others.is_empty()).then(|| self.way.iter().chain(&self.others).map(path).collect::<Vec<_>>()),
            "moves": self.moves,
            "strategy": (!self.plan.is_empty())
                .then(|| self.plan.iter().map(|(board, mv)| json!({"board": board, "move": mv})).collect::<Vec<_>>()),
        })
    }
}

/// Everything that was asked, and what came of it.
pub struct Answered<'a> {
    pub spec: &'a Spec,
    pub args: &'a CheckArgs,
    pub outcomes: Vec<Outcome>,
    pub seconds: f64,
}

impl Answered<'_> {
    /// Several claims hold if each does, and do not if one does not.
    fn holds(&self) -> Option<bool> {
        let all = self.outcomes.iter().map(|outcome| outcome.holds);
        if all.clone().any(|holds| holds == Some(false)) {
            return Some(false);
        }
        all.fold(Some(true), |all, holds| all.and(holds))
    }

    fn stopped(&self) -> Option<Stopped> {
        self.outcomes.iter().filter(|outcome| outcome.is_open()).find_map(|outcome| outcome.report.stopped)
    }

    /// The search that had too little memory, if one had.
    fn short(&self) -> Option<&Report> {
        self.outcomes.iter().map(|outcome| &outcome.report).find(|report| report.needed.is_some())
    }

    /// The widest search: claims that were decided together were searched together.
    fn explored(&self) -> u64 {
        self.outcomes.iter().map(|outcome| outcome.report.counts.states).max().unwrap_or(0)
    }

    pub fn answer(&self) -> Answer {
        let complete = self.outcomes.iter().all(|outcome| !outcome.is_open());
        Answer { text: self.text(), json: self.json(complete), complete }
    }

    fn text(&self) -> String {
        let mut text = format!("{}{}\n", self.spec, after(self.args.searching.moves.as_deref()));
        for outcome in &self.outcomes {
            text += &format!("\n{}", outcome.text(self.args));
        }
        let mut sheet = Sheet::default();
        sheet.row("explored", format!("{} positions", thousands(self.explored())));
        if let Some(report) = self.outcomes.first().map(|outcome| &outcome.report) {
            sheet.row("store", format!("{}, {}", report.store, about(report.bytes)));
        }
        sheet.row("time", format!("{:.2} s", self.seconds));
        text += &format!("\n{}", sheet.text());
        if let Some(why) = self.stopped() {
            text += &format!("\nStopped: {}.\n", reason(why, self.args.searching.memory));
        }
        text + &self.short().map(needed).unwrap_or_default()
    }

    fn json(&self, complete: bool) -> Value {
        let first = self.outcomes.first().map_or(Value::Null, Outcome::json);
        json!({
            "game": self.spec.to_string(), "moves": self.args.searching.moves, "holds": self.holds(), "explored": self.explored().to_string(),
            "matches": first["matches"], "path": first["path"], "depth": self.args.depth,
            "claims": self.outcomes.iter().map(Outcome::json).collect::<Vec<_>>(),
            "complete": complete, "stopped": self.stopped().map(|why| why.to_string()),
            "needed": self.short().and_then(|report| report.needed),
            "needed_in_all": self.short().and_then(|report| report.needed_in_all), "seconds": self.seconds,
        })
    }
}
