//! `morpion tree`: the game tree, counted and evaluated.
//!
//! The tree is counted twice, by ways that are independent of each other: forwards, layer by layer, and from the leaves
//! up. The first also tells early when a tree is hopeless, and what is known of it then.

use explore::census::{self, Census, Shape};
use explore::fold::Unfinished;
use explore::perft::{Paths, Reached, Short, paths};
use game::{Limits, Playable, Stop, Stopped, Value};
use games::registry::{Catalogued, Spec, Visitor};
use num_bigint::BigUint;
use search::tree::{Forced, Search, Tree, Window};
use serde_json::json;

use super::answer::{Answer, Failure};
use super::args::TreeArgs;
use super::draw::{Sheet, indented};
use super::perft::{layer, reason};
use super::progress::{Progress, limits};
use super::start::starts;
use super::units::thousands;

pub fn answer(args: &TreeArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    let report = spec.visit(Examine(args))?;
    Ok(Answer { text: report.text(&spec), json: report.json(&spec), complete: report.unfinished.is_none() })
}

/// What was found out.
struct Report {
    board: String,
    /// The whole tree, if it could be counted.
    census: Option<Census>,
    /// The tree by depth, as far as it was counted layer by layer.
    layers: Paths,
    /// The depth at which it was cut off, if it was.
    cut: Option<u32>,
    /// What alpha-beta forced, and whether it got to the end; `None` for systems.
    alpha_beta: Option<(Forced, bool)>,
    /// Why the tree could not be counted.
    unfinished: Option<String>,
    /// Whether that is because it has no end.
    endless: bool,
    seconds: f64,
}

struct Examine<'a>(&'a TreeArgs);

impl Visitor for Examine<'_> {
    type Output = Result<Report, Failure>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Self::Output {
        let args = self.0;
        let count = |state, normal: Normal<'_, G>, limits: &Limits, watch: Watch<'_>| {
            census::of_game(game, state, normal, limits, watch)
        };
        let mut report = examine(game, args, count)?;
        // Where the tree is known to have no end, or too many nodes to count, alpha-beta is not asked.
        if args.depth.is_none() && report.unfinished.is_none() {
            let limits = limits(&args.spending);
            let mut search = Search::new().nodes(args.alpha_beta_nodes).limits(limits);
            let start = starts(game, args.spending.moves.as_deref())?.remove(0);
            let done = search.alpha_beta(Tree::of_state(game, start), Window::FULL).is_ok();
            report.alpha_beta = Some((search.forced(), done));
        }
        Ok(report)
    }

    fn system<S: Catalogued>(self, system: &S) -> Self::Output {
        let count = |state, normal: Normal<'_, S>, limits: &Limits, watch: Watch<'_>| {
            census::of_system(system, state, normal, limits, watch)
        };
        examine(system, self.0, count)
    }
}

type Normal<'a, S> = &'a dyn Fn(State<S>) -> State<S>;
type Watch<'a> = &'a mut dyn FnMut(u64);
type State<S> = <S as game::System>::Configuration;

fn examine<S: Catalogued>(
    system: &S,
    args: &TreeArgs,
    count: impl Fn(State<S>, Normal<'_, S>, &Limits, Watch<'_>) -> Result<Census, Unfinished<State<S>>>,
) -> Result<Report, Failure> {
    let limits = limits(&args.spending);
    let start = starts(system, args.spending.moves.as_deref())?.remove(0);
    let normal = |s| if args.spending.no_symmetry { s } else { system.canonical(&s) };
    let mut progress = Progress::new();
    let layers = match args.depth {
        Some(depth) => cut(system, &start, depth, &normal, &limits, &mut progress),
        None => scout(system, &start, args, &normal, &mut progress),
    };
    let mut report = Report {
        board: system.board_text(&start),
        census: None,
        layers,
        cut: args.depth,
        alpha_beta: None,
        unfinished: None,
        endless: false,
        seconds: 0.0,
    };
    if let Some(why) = report.layers.stopped {
        report.unfinished = Some(reason(why, args.spending.memory));
    } else if args.depth.is_none() {
        let mut watch = |positions: u64| {
            progress.show(|| format!("{} distinct positions examined", thousands(positions)));
        };
        match count(start, &normal, &limits, &mut watch) {
            Ok(census) => report.census = Some(census),
            Err(Unfinished::Stopped(why, _)) => report.unfinished = Some(reason(why, args.spending.memory)),
            Err(Unfinished::Cycle(cycle)) => {
                report.endless = true;
                report.unfinished = Some(returning(system, &cycle));
            }
        }
        report.compare()?;
    }
    report.seconds = progress.seconds();
    Ok(report)
}

fn described(value: Value) -> String {
    let plies = value
        .plies
        .map_or(String::new(), |plies| format!(", in {plies} {}", if plies == 1 { "ply" } else { "plies" }));
    format!("{} for the player to move{plies}", value.verdict)
}

fn returning<S: Catalogued>(system: &S, cycle: &[State<S>]) -> String {
    let board = cycle.first().map_or(String::new(), |state| system.board_text(state));
    format!("positions repeat, so the tree has no end: this one returns after {} moves\n{board}", cycle.len())
}

/// The tree down to some depth.
fn cut<S: Catalogued>(
    system: &S,
    start: &State<S>,
    depth: u32,
    normal: Normal<'_, S>,
    limits: &Limits,
    progress: &mut Progress,
) -> Paths {
    let watch = |reached: Reached| progress.show(|| layer(reached));
    paths(system, std::slice::from_ref(start), depth, Short::Walk, normal, limits, watch)
}

/// The tree layer by layer, as far as half the memory allows: if a single layer takes more, the whole will not fit. A
/// tree of very many layers may be one without end; that is for the census to tell, so not `stopped`.
fn scout<S: Catalogued>(
    system: &S,
    start: &State<S>,
    args: &TreeArgs,
    normal: Normal<'_, S>,
    progress: &mut Progress,
) -> Paths {
    const MOST_POSITIONS: u64 = 20_000_000;
    const MOST_LAYERS: u32 = 2000;
    let enough = Stop::new();
    let half = limits(&args.spending).memory(args.spending.memory / 2).stop(enough.clone());
    let mut total = 0;
    let watch = |reached: Reached| {
        progress.show(|| layer(reached));
        total += if reached.complete { reached.positions } else { 0 };
        if total > MOST_POSITIONS {
            enough.stop();
        }
    };
    let mut layers =
        paths(system, std::slice::from_ref(start), MOST_LAYERS, Short::Stop, normal, &half, watch);
    if layers.stopped == Some(Stopped::Asked) && enough.is_stopped() {
        layers.stopped = None;
    }
    layers
}

impl Report {
    /// Two ways to one number: the layers, if they went to the end, must add up to the census.
    fn compare(&self) -> Result<(), Failure> {
        let Some(census) = &self.census else { return Ok(()) };
        let ended = self.layers.ended.len() == self.layers.by_depth.len();
        let to_the_end = ended && self.layers.by_depth.len() as u32 == census.shape.height + 1;
        let sums: (BigUint, BigUint) = (self.layers.by_depth.iter().sum(), self.layers.ended.iter().sum());
        if to_the_end && sums != (census.shape.nodes.clone(), census.shape.games.clone()) {
            return Err(Failure::new(format!(
                "the tree was counted in two ways that disagree: {} and {} nodes; this is a mistake in the program",
                sums.0, census.shape.nodes
            )));
        }
        Ok(())
    }

    /// The shape of the whole tree, or of what is known of it; none if it has no end.
    fn shape(&self) -> Option<Shape> {
        match &self.census {
            _ if self.endless => None,
            Some(census) => Some(census.shape.clone()),
            None => Some(Shape {
                nodes: self.layers.by_depth.iter().sum(),
                games: self.layers.ended.iter().sum(),
                height: (self.layers.by_depth.len() as u32).saturating_sub(1),
            }),
        }
    }

    /// The nodes by depth, as far as anybody wants to read them.
    fn by_depth(&self) -> &[BigUint] {
        const FIRST: usize = 20;
        let known = self.layers.by_depth.len();
        &self.layers.by_depth[..if self.endless { known.min(FIRST) } else { known }]
    }

    fn value(&self) -> Option<Value> {
        self.census.as_ref().and_then(|census| census.value)
    }

    fn text(&self, spec: &Spec) -> String {
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
        if let Some((forced, done)) = &self.alpha_beta {
            let (nodes, leaves) = (thousands(forced.nodes), thousands(forced.leaves));
            let text = format!("{nodes} nodes, of them {leaves} leaves");
            sheet.row("alpha-beta", if *done { text } else { format!("gave up after {text}") });
        }
        sheet.row("time", format!("{:.2} s", self.seconds));
        format!("{spec}{}\n\n{}\n{}{}", self.heading(), indented(&self.board), sheet.text(), self.afterword())
    }

    fn heading(&self) -> String {
        match self.cut {
            Some(depth) => format!(": the game tree down to depth {depth}"),
            None if self.unfinished.is_some() => ": what is known of the game tree".to_string(),
            None => ": the whole game tree".to_string(),
        }
    }

    /// If it is not the whole tree: why, and what is known by depth.
    fn afterword(&self) -> String {
        let Some(why) = &self.unfinished else { return String::new() };
        let mut sheet = Sheet::default();
        for (depth, nodes) in self.by_depth().iter().enumerate() {
            sheet.row(format!("depth {depth:>2}"), thousands(nodes));
        }
        let deepest = self.by_depth().len().saturating_sub(1);
        let hint = if self.endless { "" } else { "; --memory and --time allow more" };
        format!(
            "\nNot finished: {why}\n\nNodes by depth, as far as they are known:\n{}\n--depth {deepest} counts no \
             further{hint}.\n",
            sheet.text()
        )
    }

    fn json(&self, spec: &Spec) -> serde_json::Value {
        let shape = self.shape();
        let by_depth: Vec<String> = self.by_depth().iter().map(ToString::to_string).collect();
        let forced = self.alpha_beta.filter(|(_, done)| *done).map(|(forced, _)| forced);
        json!({
            "game": spec.to_string(), "depth": self.cut, "nodes": shape.as_ref().map(|s| s.nodes.to_string()),
            "games": shape.as_ref().map(|s| s.games.to_string()), "height": shape.as_ref().map(|s| s.height),
            "value": self.value().map(|v| v.verdict.to_string()),
            "plies": self.value().and_then(|v| v.plies),
            "positions": self.census.as_ref().map(|c| c.positions.to_string()),
            "alpha_beta": forced.map(|f| json!({"nodes": f.nodes.to_string(), "leaves": f.leaves.to_string()})),
            "by_depth": by_depth, "complete": self.unfinished.is_none(), "stopped": self.unfinished,
            "seconds": self.seconds,
        })
    }
}
