//! What is done to all states: walked, counted, surveyed, played at random. Compiled for each narrow system, and once for
//! all others ([`AnySystem`](crate::AnySystem)).

use std::any::Any;

use arena::{AnyGame, AnyState};
use explore::census::{self, Census};
use explore::fold::Unfinished;
use explore::perft::{Paths, Short, paths, small_paths};
use explore::{Ends, Explorer, Largest, Progress, Report, Simulation, Statistics, Store};
use game::{Game, Indexed, Limits, Notation, Observable, Playable, Player, Stop, Stopped, Symmetry, System};
use layers::{ByIndex, ByWords, Space};
use registry::Capabilities;
use search::tree::{Forced, Search, Tree, Window};

use crate::numbers::{about, rounded, thousands};
use crate::tree::{AlphaBeta, Cycle, Walked};
use crate::{AnySystem, Job};

/// Options of a survey of all states.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// How positions are kept.
    pub store: Store,
    /// The most actions from the start; `None` for no limit.
    pub depth: Option<u32>,
    /// Whether symmetric positions are taken as one.
    pub symmetry: bool,
}

/// The counts of a survey.
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// States and transitions.
    pub report: Report,
    /// Wins of the first player, of the second, and draws; none for systems.
    pub ends: Option<[u64; 3]>,
    /// The largest values of what is measured, by name.
    pub largest: Vec<(&'static str, i64)>,
}

/// Options of random games.
#[derive(Clone, Copy, Debug)]
pub struct Simulate {
    /// The number of games.
    pub games: u64,
    /// The seed: the same seed gives the same games.
    pub seed: u64,
    /// The number of moves after which a game is broken off.
    pub plies: u32,
}

/// Options of the examination of a game tree.
#[derive(Clone, Copy, Debug)]
pub struct TreeRequest {
    /// The depth at which the tree is cut off; `None` for the whole tree.
    pub depth: Option<u32>,
    /// Whether symmetric positions are examined once.
    pub symmetry: bool,
    /// The most nodes that alpha-beta may examine.
    pub alpha_beta_nodes: u64,
}

/// What can be done with all states of a system, whatever its type.
pub(crate) trait Walking: Send + Sync {
    fn perft(&self, starts: &[AnyState], depth: u32, symmetry: bool, job: &Job<'_>) -> Paths;
    fn tree(&self, start: &AnyState, request: TreeRequest, job: &Job<'_>) -> Walked;
    fn survey(&self, starts: Option<&[AnyState]>, survey: &Survey, job: &Job<'_>) -> Surveyed;
    fn simulate(&self, starts: &[AnyState], simulate: Simulate, job: &Job<'_>) -> Statistics;
    /// The states as words, if there is an index or they have a fixed width that is not too large.
    fn space(&self, starts: Option<&[AnyState]>, survey: &Survey) -> Option<Box<dyn Space + '_>>;
    /// The names of what is measured.
    fn measured(&self) -> Vec<&'static str>;
}

type State<S> = <S as System>::Configuration;
type Normal<'a, S> = &'a (dyn Fn(State<S>) -> State<S> + Sync);
type AlphaBetaOf<S> = Box<dyn Fn(&State<S>, u64, &Limits) -> AlphaBeta + Send + Sync>;

/// A system to walk, and the same system (`fixed`) for walks where nothing but the rules counts.
pub(crate) struct Walk<S: System, F = S> {
    /// The system without its type, for walks that are rarely requested.
    any: AnySystem,
    system: S,
    fixed: F,
    canonical: fn(&S, &State<S>) -> State<S>,
    rules: Option<Players<S>>,
}

/// What makes a system a game.
struct Players<S: System> {
    turn: fn(&S, &State<S>) -> Player,
    alpha_beta: AlphaBetaOf<S>,
}

/// The canonical form of a state: the state itself if no symmetries are known.
fn canonical<S: Capabilities>(system: &S, state: &State<S>) -> State<S> {
    match system.as_symmetric() {
        Some(symmetric) => symmetric.canonical(state),
        None => state.clone(),
    }
}

/// What alpha-beta has to look at in a game.
fn alpha_beta_of<G: Playable + 'static>(game: G) -> AlphaBetaOf<G> {
    Box::new(move |start, nodes, limits| alpha_beta(&game, start, nodes, limits))
}

fn alpha_beta<G: Game>(game: &G, start: &G::State, nodes: u64, limits: &Limits) -> AlphaBeta {
    let mut search = Search::new(limits.clone().nodes(nodes));
    let end = search.alpha_beta(Tree::of_state(game, start.clone()), Window::FULL);
    let Forced { nodes, leaves, .. } = search.forced();
    AlphaBeta { nodes, leaves, stopped: end.err() }
}

impl<G: Playable + Notation + Capabilities + Clone + 'static, F> Walk<G, F> {
    /// Creates the walks of a game. `fixed` is the same game, for walks where nothing but the rules counts.
    pub(crate) fn of_game(any: AnySystem, game: G, fixed: F) -> Self {
        let players = Players { turn: Game::turn, alpha_beta: alpha_beta_of(game.clone()) };
        Walk { any, system: game, fixed, canonical: canonical::<G>, rules: Some(players) }
    }
}

impl<S: Notation + Capabilities + Clone> Walk<S> {
    /// A system that is not a game.
    pub(crate) fn of_system(any: AnySystem, system: S) -> Self {
        Walk { any, fixed: system.clone(), system, canonical: canonical::<S>, rules: None }
    }
}

/// The state behind an [`AnyState`]: of this type, or the erased state itself.
///
/// # Panics
/// If it belongs to another game.
pub(crate) fn state_of<C: 'static>(any: &AnyState) -> &C {
    let erased = (any as &dyn Any).downcast_ref::<C>();
    erased.or_else(|| any.get::<C>()).expect("a position of this game")
}

/// A search of a system from these states; with a canonical form, symmetric positions count as one.
fn explorer<'a, S: System>(
    system: &'a S,
    starts: &'a [State<S>],
    canonical: Option<Normal<'a, S>>,
) -> Explorer<'a, S> {
    canonical.into_iter().fold(Explorer::new(system).starting_from(starts), Explorer::normal)
}

fn states_of<C: Clone + 'static>(any: &[AnyState]) -> Vec<C> {
    any.iter().map(|state| state_of::<C>(state).clone()).collect()
}

impl<S, F> Walking for Walk<S, F>
where
    S: Notation + Capabilities,
    F: Notation<Configuration = State<S>> + Capabilities,
{
    fn perft(&self, starts: &[AnyState], depth: u32, symmetry: bool, job: &Job<'_>) -> Paths {
        let watch = |so_far: &Progress| job.say(&|| layer(so_far));
        let canonical = |state: State<S>| (self.canonical)(&self.system, &state);
        let states = states_of(starts);
        let search = explorer(&self.fixed, &states, symmetry.then_some(&canonical));
        // `None` says that a number is beyond 128 bits: the same again, with numbers of any size.
        small_paths(&search.depth(depth).limits(&job.limits).watch(&watch), Short::Walk).unwrap_or_else(
            || {
                let canonical = |state: AnyState| self.any.canonical(&state);
                let search = explorer(&self.any, starts, symmetry.then_some(&canonical));
                paths(&search.depth(depth).limits(&job.limits).watch(&watch), Short::Walk)
            },
        )
    }

    fn tree(&self, start: &AnyState, request: TreeRequest, job: &Job<'_>) -> Walked {
        let layers = self.layers(start, request, job);
        let mut walked = Walked::new(layers);
        if walked.layers.stopped.is_some() || request.depth.is_some() {
            return walked;
        }
        match self.census(start, request.symmetry, job) {
            Ok(census) => walked.census = Some(census),
            Err(Endless::Stopped(why)) => walked.stopped = Some(why),
            Err(Endless::Cycle(cycle)) => walked.cycle = Some(cycle),
        }
        // Where the tree has no end, or too many nodes to count, alpha-beta is not asked.
        if let (Some(_), Some(players)) = (&walked.census, &self.rules) {
            job.say(&|| "alpha-beta".to_string());
            let pruned = (players.alpha_beta)(state_of(start), request.alpha_beta_nodes, &job.limits);
            walked.alpha_beta = Some(pruned);
        }
        walked
    }

    fn survey(&self, starts: Option<&[AnyState]>, survey: &Survey, job: &Job<'_>) -> Surveyed {
        let canonical = |state: State<S>| (self.canonical)(&self.system, &state);
        let starts: Option<Vec<State<S>>> = starts.map(states_of);
        let explorer = Explorer::new(&self.system)
            .index(self.system.as_indexed())
            .store(survey.store)
            .limits(&job.limits);
        let explorer = if survey.symmetry { explorer.normal(&canonical) } else { explorer };
        let explorer = starts.iter().fold(explorer, |explorer, starts| explorer.starting_from(starts));
        let explorer = survey.depth.into_iter().fold(explorer, Explorer::depth);
        let mut ends = Ends::of(&self.system);
        let watch = |so_far: &Progress| job.say(&|| how_far(so_far));
        let explorer = explorer.watch(&watch);
        let (report, largest) = if const { S::MEASURED } {
            let mut largest = Largest::of(self.system.measures());
            (explorer.count(&mut (&mut ends, &mut largest)), largest.values().collect())
        } else {
            (explorer.count(&mut ends), Vec::new())
        };
        let ends = self.rules.as_ref().map(|_| [ends.first_wins, ends.second_wins, ends.draws]);
        Surveyed { report, ends, largest }
    }

    fn space(&self, starts: Option<&[AnyState]>, survey: &Survey) -> Option<Box<dyn Space + '_>> {
        let Some(index) = self.system.as_indexed().filter(|index| index.size().is_some()) else {
            return by_words(&self.any, starts, survey);
        };
        Some(Box::new(ByIndex {
            system: &self.system,
            index,
            canonical: survey.symmetry.then_some(self.canonical),
            starts: starts.map(states_of),
            depth: survey.depth,
            turn: self.rules.as_ref().map(|rules| rules.turn),
            measures: self.system.measures(),
        }))
    }

    fn measured(&self) -> Vec<&'static str> {
        self.system.measures().iter().map(Observable::name).collect()
    }

    fn simulate(&self, starts: &[AnyState], simulate: Simulate, job: &Job<'_>) -> Statistics {
        let starts: Vec<State<S>> = states_of(starts);
        let watch = |so_far: &Statistics| {
            let (done, all) = (so_far.walks, simulate.games);
            job.say(&|| format!("{} of {} games", thousands(done), thousands(all)));
        };
        Simulation::new(&self.system, simulate.games)
            .seed(simulate.seed)
            .plies(simulate.plies)
            .starting_from(&starts)
            .limits(&job.limits)
            .watch(&watch)
            .run()
    }
}

impl<S: Notation + Capabilities, F: Sync> Walk<S, F> {
    /// The tree layer by layer: down to some depth, or as far as memory allows.
    fn layers(&self, start: &AnyState, request: TreeRequest, job: &Job<'_>) -> Paths {
        let symmetry = request.symmetry;
        let canonical = |state: State<S>| (self.canonical)(&self.system, &state);
        let starts = std::slice::from_ref(state_of(start));
        let small = layers(request.depth, job, |depth, short, limits, watch| {
            let search = explorer(&self.system, starts, symmetry.then_some(&canonical));
            small_paths(&search.depth(depth).limits(limits).watch(watch), short)
        });
        // `None` says that a number is beyond 128 bits.
        small.unwrap_or_else(|| {
            let canonical = |state: AnyState| self.any.canonical(&state);
            let starts = std::slice::from_ref(start);
            let big = layers(request.depth, job, |depth, short, limits, watch| {
                let search = explorer(&self.any, starts, symmetry.then_some(&canonical));
                Some(paths(&search.depth(depth).limits(limits).watch(watch), short))
            });
            big.expect("numbers without bound always fit")
        })
    }

    /// Shape and value of the whole tree.
    fn census(&self, start: &AnyState, symmetry: bool, job: &Job<'_>) -> Result<Census, Endless> {
        let watch = |so_far: &Progress| {
            job.say(&|| format!("{} distinct positions examined", thousands(so_far.known)));
        };
        if let Some(players) = &self.rules {
            let canonical = |state: State<S>| (self.canonical)(&self.system, &state);
            let turn = |state: &State<S>| (players.turn)(&self.system, state);
            let start: &State<S> = state_of(start);
            let search = explorer(&self.system, &[], symmetry.then_some(&canonical));
            let search = search.limits(&job.limits).watch(&watch);
            let small = census::small_with_turns(&search, &turn, start.clone());
            if let Some(census) = small.map_err(|why| Endless::of(&self.system, why))? {
                return Ok(census);
            }
        }
        let canonical = |state: AnyState| self.any.canonical(&state);
        let search = explorer(&self.any, &[], symmetry.then_some(&canonical));
        let any = census_of_any(&self.any, &search.limits(&job.limits).watch(&watch), start.clone());
        any.map_err(|why| Endless::of(&self.any, why))
    }
}

/// The states of a system without an index as words, if they have a fixed width that is not too large: without their
/// type, so that this is compiled once.
fn by_words<'a>(
    any: &'a AnySystem,
    starts: Option<&[AnyState]>,
    survey: &Survey,
) -> Option<Box<dyn Space + 'a>> {
    any.width()?;
    let turn = |any: &AnySystem, state: &AnyState| any.turn(state).expect("only games are asked");
    let space = ByWords {
        system: any,
        packed: any,
        canonical: survey.symmetry.then_some(AnySystem::canonical),
        starts: starts.map(<[AnyState]>::to_vec),
        depth: survey.depth,
        turn: any.is_game().then_some(turn),
        measures: Vec::new(),
    };
    space.fits().then(|| Box::new(space) as Box<dyn Space>)
}

/// Why the whole tree is not known.
enum Endless {
    Stopped(Stopped),
    Cycle(Cycle),
}

impl Endless {
    fn of<S: Notation>(system: &S, why: Unfinished<State<S>>) -> Endless {
        match why {
            Unfinished::Stopped(why, _) => Endless::Stopped(why),
            Unfinished::Cycle(cycle) => {
                let board = cycle.first().map_or(String::new(), |state| system.board_text(state));
                Endless::Cycle(Cycle { moves: cycle.len(), board })
            }
        }
    }
}

/// The tree down to some depth, or layer by layer as far as memory allows: if a single layer takes more, the whole will
/// not fit. A tree of very many layers may be one without end; that is for the census to tell, so not `stopped`.
fn layers(
    depth: Option<u32>,
    job: &Job<'_>,
    walk: impl FnOnce(u32, Short, &Limits, &dyn Fn(&Progress)) -> Option<Paths>,
) -> Option<Paths> {
    const MOST_POSITIONS: u64 = 20_000_000;
    const MOST_LAYERS: u32 = 2000;
    if let Some(depth) = depth {
        return walk(depth, Short::Walk, &job.limits, &|so_far| job.say(&|| layer(so_far)));
    }
    let enough = Stop::new();
    let limits = job.limits.clone().stop(enough.clone());
    let mut layers = walk(MOST_LAYERS, Short::Stop, &limits, &|so_far| {
        job.say(&|| layer(so_far));
        if so_far.states > MOST_POSITIONS {
            enough.stop();
        }
    })?;
    if layers.stopped == Some(Stopped::Asked) && enough.is_stopped() {
        layers.stopped = None;
    }
    Some(layers)
}

/// How far the layers have got, in words.
fn layer(so_far: &Progress) -> String {
    format!("depth {}: {} distinct positions", so_far.depth, thousands(so_far.frontier()))
}

/// How far a search has come, in words.
pub(crate) fn how_far(so_far: &Progress) -> String {
    let (states, depth, speed) = (thousands(so_far.states), so_far.depth, so_far.per_second() / 1e6);
    let (frontier, held) = (thousands(so_far.frontier()), about(so_far.bytes));
    let mut line = format!("ply {depth}: {states} positions and {frontier} ahead, {speed:.1} M/s, {held}");
    if let (Some(states), Some(left)) = (so_far.expected, so_far.left()) {
        let (states, left) = (thousands(rounded(states)), rounded(left.as_secs()));
        line += &format!(", perhaps {states} in all and {left} s more");
    }
    line
}

/// Games without their type: for boards too large to be listed.
impl Walk<AnySystem> {
    pub(crate) fn of_any(any: AnySystem, game: AnyGame) -> Self {
        let players = Players {
            turn: |any: &AnySystem, state| any.turn(state).expect("a game has a player to move"),
            alpha_beta: Box::new(move |start, nodes, limits| alpha_beta(&game, start, nodes, limits)),
        };
        Walk {
            any: any.clone(),
            fixed: any.clone(),
            system: any,
            canonical: AnySystem::canonical,
            rules: Some(players),
        }
    }
}

/// The tree of a system without its type, with its value if it is a game.
fn census_of_any(
    any: &AnySystem,
    search: &Explorer<'_, AnySystem>,
    start: AnyState,
) -> Result<Census, Unfinished<AnyState>> {
    if !any.is_game() {
        return census::of_system(search, start);
    }
    let turn = |state: &AnyState| any.turn(state).expect("a game has a player to move");
    census::with_turns(search, &turn, start)
}
