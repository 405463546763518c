//! What `morpion tree` found out, for people and for programs.

use explore::census::{Census, Shape};
use explore::perft::Paths;
use game::Value;
use games::registry::Spec;
use num_bigint::BigUint;
use search::tree::{Forced, Unfinished};
use serde_json::json;

use super::draw::{Sheet, indented};
use super::units::thousands;

/// What was found out.
pub struct Report {
    board: String,
    moves: Option<String>,
    /// The whole tree, if it could be counted.
    pub census: Option<Census>,
    /// The tree by depth, as far as it was counted layer by layer.
    pub layers: Paths,
    /// The depth at which it was cut off, if it was.
    cut: Option<u32>,
    /// What alpha-beta did; `None` for systems, and where the tree could not be counted.
    pub alpha_beta: Option<AlphaBeta>,
    /// Why the tree could not be counted.
    pub unfinished: Option<String>,
    /// Whether that is because it has no end.
    endless: bool,
    /// How long all this took.
    pub seconds: f64,
}

/// What alpha-beta had to look at, and why it stopped, if it did.
pub struct AlphaBeta {
    pub forced: Forced,
    pub stopped: Option<Unfinished>,
}

impl Report {
    /// Only the layers are known yet.
    pub fn new(board: String, moves: Option<String>, layers: Paths, cut: Option<u32>) -> Report {
        Report {
            board,
            moves,
            census: None,
            layers,
            cut,
            alpha_beta: None,
            unfinished: None,
            endless: false,
            seconds: 0.0,
        }
    }

    /// The tree has no end: a position returns after so many moves.
    pub fn returns(&mut self, moves: usize, board: &str) {
        self.endless = true;
        let problem = "positions repeat, so the tree has no end: this one returns after";
        self.unfinished = Some(format!("{problem} {moves} moves\n\n{}", indented(board).trim_end()));
    }

    /// Whether no limit that was given cut the answer short. That alpha-beta gave up after its nodes is an answer.
    pub fn is_complete(&self) -> bool {
        let cut_short = |search: &AlphaBeta| matches!(search.stopped, Some(Unfinished::Stopped(_)));
        self.unfinished.is_none() && !self.alpha_beta.as_ref().is_some_and(cut_short)
    }

    /// The shape of the whole tree, or, if that was asked for, of the tree down to some depth.
    fn shape(&self) -> Option<Shape> {
        match &self.census {
            _ if self.unfinished.is_some() => None,
            Some(census) => Some(census.shape.clone()),
            None => Some(Shape {
                nodes: self.layers.by_depth.iter().sum(),
                games: self.layers.ended.iter().sum(),
                height: (self.layers.by_depth.len() as u32).saturating_sub(1),
            }),
        }
    }

    fn value(&self) -> Option<Value> {
        self.census.as_ref().and_then(|census| census.value)
    }

    /// The nodes by depth, as far as anybody wants to read them.
    fn by_depth(&self) -> &[BigUint] {
        const FIRST: usize = 20;
        let known = self.layers.by_depth.len();
        &self.layers.by_depth[..if self.endless { known.min(FIRST) } else { known }]
    }

    pub fn text(&self, spec: &Spec) -> String {
        let after = self.moves.as_ref().map_or(String::new(), |moves| format!(" after {moves}"));
        let board = indented(&self.board);
        match &self.unfinished {
            Some(why) => {
                format!("{spec}{after}: what is known of the game tree\n\n{board}\n{}", self.known(why))
            }
            None => format!("{spec}{after}: {}\n\n{board}\n{}", self.heading(), self.sheet().text()),
        }
    }

    fn heading(&self) -> String {
        match self.cut {
            Some(depth) => format!("the game tree down to depth {depth}"),
            None => "the whole game tree".to_string(),
        }
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::default();
        if let Some(value) = self.value() {
            sheet.row("value", described(value));
        }
        if let Some(Shape { nodes, games, height }) = self.shape() {
            sheet.row("nodes", thousands(nodes));
            sheet.row("games", thousands(games));
            sheet.row("height", height.to_string());
        }
        if let Some(census) = &self.census {
            sheet.row("positions", format!("{} examined, each once", thousands(census.positions)));
        }
        if let Some(AlphaBeta { forced, stopped }) = &self.alpha_beta {
            let (nodes, leaves) = (thousands(forced.nodes), thousands(forced.leaves));
            let gave_up = stopped.as_ref().map_or("", |_| "gave up after ");
            sheet.row("alpha-beta", format!("{gave_up}{nodes} nodes, {leaves} of them leaves"));
        }
        sheet.row("time", format!("{:.2} s", self.seconds));
        sheet
    }

    /// Why it is not the whole tree, and what is known by depth.
    fn known(&self, why: &str) -> String {
        let mut sheet = Sheet::default();
        for (depth, nodes) in self.by_depth().iter().enumerate() {
            sheet.row(format!("depth {depth:>2}"), thousands(nodes));
        }
        let deepest = self.by_depth().len().saturating_sub(1);
        let hint = if self.endless { "" } else { "; --memory and --time allow more" };
        format!(
            "Not finished after {:.2} s: {why}\n\nNodes by depth, as far as they are known:\n{}\n--depth {deepest} \
             counts no further{hint}.\n",
            self.seconds,
            sheet.text()
        )
    }

    pub fn json(&self, spec: &Spec) -> serde_json::Value {
        let shape = self.shape();
        let by_depth: Vec<String> = self.by_depth().iter().map(ToString::to_string).collect();
        let alpha_beta = self.alpha_beta.as_ref().map(|AlphaBeta { forced, stopped }| {
            json!({
                "nodes": forced.nodes.to_string(), "leaves": forced.leaves.to_string(), "complete": stopped.is_none(),
            })
        });
        json!({
            "game": spec.to_string(), "moves": self.moves, "depth": self.cut,
            "nodes": shape.as_ref().map(|s| s.nodes.to_string()),
            "games": shape.as_ref().map(|s| s.games.to_string()), "height": shape.as_ref().map(|s| s.height),
            "value": self.value().map(|v| v.verdict.to_string()), "plies": self.value().and_then(|v| v.plies),
            "positions": self.census.as_ref().map(|c| c.positions.to_string()), "alpha_beta": alpha_beta,
            "by_depth": by_depth, "complete": self.is_complete(), "stopped": self.unfinished, "seconds": self.seconds,
        })
    }
}

fn described(value: Value) -> String {
    let plies = |n| format!(", in {n} {}", if n == 1 { "ply" } else { "plies" });
    format!("{} for the player to move{}", value.verdict, value.plies.map_or(String::new(), plies))
}
