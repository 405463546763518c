//! `morpion tree`: the game tree, counted and evaluated.
//!
//! The tree is counted twice, by ways that are independent of each other: forwards, layer by layer, and from the leaves
//! up. The first also tells early when a tree is hopeless, and what is known of it then.

use explore::census::{self, Census};
use explore::fold::Unfinished;
use explore::perft::{Paths, Reached, Short, paths};
use game::{Limits, Playable, Stop, Stopped};
use games::registry::{Catalogued, Spec, Visitor};
use search::tree::{Search, Tree, Window};

use super::answer::{Answer, Failure};
use super::args::TreeArgs;
use super::compare::compare;
use super::perft::{layer, reason};
use super::progress::{Progress, limits};
use super::start::start;
use super::tree_report::{AlphaBeta, Report};
use super::units::thousands;

pub fn answer(args: &TreeArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    let job = Job { args, limits: limits(&args.spending), progress: Progress::new() };
    let report = spec.visit(job)?;
    Ok(Answer { text: report.text(&spec), json: report.json(&spec), complete: report.is_complete() })
}

/// What is to be done, and how much may be spent on all of it.
struct Job<'a> {
    args: &'a TreeArgs,
    limits: Limits,
    progress: Progress,
}

type State<S> = <S as game::System>::Configuration;
type Normal<'a, S> = &'a dyn Fn(State<S>) -> State<S>;
type Watch<'a> = &'a mut dyn FnMut(u64);

impl Visitor for Job<'_> {
    type Output = Result<Report, Failure>;

    fn game<G: Playable + Catalogued>(mut self, game: &G) -> Self::Output {
        let mut report = self.examine(game, |state, normal: Normal<'_, G>, limits, watch: Watch<'_>| {
            census::of_game(game, state, normal, limits, watch)
        })?;
        // Where the tree has no end, or too many nodes to count, alpha-beta is not asked.
        if report.census.is_some() {
            report.alpha_beta = Some(self.alpha_beta(game)?);
        }
        report.seconds = self.progress.seconds();
        Ok(report)
    }

    fn system<S: Catalogued>(mut self, system: &S) -> Self::Output {
        self.examine(system, |state, normal: Normal<'_, S>, limits, watch: Watch<'_>| {
            census::of_system(system, state, normal, limits, watch)
        })
    }
}

impl Job<'_> {
    fn examine<S: Catalogued>(
        &mut self,
        system: &S,
        count: impl Fn(State<S>, Normal<'_, S>, &Limits, Watch<'_>) -> Result<Census, Unfinished<State<S>>>,
    ) -> Result<Report, Failure> {
        let spending = &self.args.spending;
        let start = start(system, spending.moves.as_deref())?;
        let normal = |s| if spending.no_symmetry { s } else { system.canonical(&s) };
        let layers = match self.args.depth {
            Some(depth) => self.cut(system, &start, depth, &normal),
            None => self.scout(system, &start, &normal),
        };
        let mut report =
            Report::new(system.board_text(&start), spending.moves.clone(), layers, self.args.depth);
        if let Some(why) = report.layers.stopped {
            report.unfinished = Some(reason(why, spending.memory));
        } else if self.args.depth.is_none() {
            let mut watch = |positions: u64| {
                self.progress.show(|| format!("{} distinct positions examined", thousands(positions)));
            };
            match count(start, &normal, &self.limits, &mut watch) {
                Ok(census) => report.census = Some(census),
                Err(Unfinished::Stopped(why, _)) => report.unfinished = Some(reason(why, spending.memory)),
                Err(Unfinished::Cycle(cycle)) => {
                    let board = cycle.first().map_or(String::new(), |state| system.board_text(state));
                    report.returns(cycle.len(), &board);
                }
            }
            compare(&report.layers, report.census.as_ref().map(|census| &census.shape))
                .map_err(Failure::new)?;
        }
        report.seconds = self.progress.seconds();
        Ok(report)
    }

    /// The tree down to some depth.
    fn cut<S: Catalogued>(
        &mut self,
        system: &S,
        start: &State<S>,
        depth: u32,
        normal: Normal<'_, S>,
    ) -> Paths {
        let watch = |reached: Reached| self.progress.show(|| layer(reached));
        paths(system, std::slice::from_ref(start), depth, Short::Walk, normal, &self.limits, watch)
    }

    /// The tree layer by layer, as far as memory allows: if a single layer takes more, the whole will not fit. A tree of
    /// very many layers may be one without end; that is for the census to tell, so not `stopped`.
    fn scout<S: Catalogued>(&mut self, system: &S, start: &State<S>, normal: Normal<'_, S>) -> Paths {
        const MOST_POSITIONS: u64 = 20_000_000;
        const MOST_LAYERS: u32 = 2000;
        let enough = Stop::new();
        let limits = self.limits.clone().stop(enough.clone());
        let mut total = 0;
        let watch = |reached: Reached| {
            self.progress.show(|| layer(reached));
            total += if reached.complete { reached.positions } else { 0 };
            if total > MOST_POSITIONS {
                enough.stop();
            }
        };
        let mut layers =
            paths(system, std::slice::from_ref(start), MOST_LAYERS, Short::Stop, normal, &limits, watch);
        if layers.stopped == Some(Stopped::Asked) && enough.is_stopped() {
            layers.stopped = None;
        }
        layers
    }

    /// What alpha-beta has to look at, with what is left of the time.
    fn alpha_beta<G: Playable + Catalogued>(&mut self, game: &G) -> Result<AlphaBeta, Failure> {
        self.progress.show(|| "alpha-beta".to_string());
        let start = start(game, self.args.spending.moves.as_deref())?;
        let mut search = Search::new().nodes(self.args.alpha_beta_nodes).limits(self.limits.clone());
        let end = search.alpha_beta(Tree::of_state(game, start), Window::FULL);
        Ok(AlphaBeta { forced: search.forced(), stopped: end.err() })
    }
}
