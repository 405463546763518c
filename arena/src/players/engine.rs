//! Engines as players.

use std::fmt;
use std::time::{Duration, Instant};

use game::{Game, Limits, Random, Verdict};
use search::{Answer, Choice, Engine, Solver};

use super::perfect::Prover;
use crate::{Action, Level, Player, Proposal, Request, Strength};

/// An engine that chooses a move within limits: what an [`EnginePlayer`] plays by.
///
/// Every function of that shape is one, so an engine with knowledge of its game is plugged in by a line:
///
/// ```
/// use arena::{Chooser, EnginePlayer};
/// use game::Limits;
/// use games::mnk::{Mnk, Rule};
/// use search::{Guided, Solver, Tactical};
///
/// let chooser = |game: &Mnk<u64>, state: &_, limits: &Limits| {
///     let knowledge = Guided { evaluate: game.open_lines(), knowledge: Tactical::new(game) };
///     Solver::new(knowledge).limits(limits.clone()).choose(state)
/// };
/// let player: EnginePlayer<Mnk<u64>> = EnginePlayer::new(chooser);
/// ```
pub trait Chooser<G: Game>: Send {
    /// Returns the best move found within the limits. However small they are, the move is legal.
    fn choose(&mut self, game: &G, state: &G::State, limits: &Limits) -> Choice<G::Move>;
}

impl<G, F> Chooser<G> for F
where
    G: Game,
    F: FnMut(&G, &G::State, &Limits) -> Choice<G::Move> + Send,
{
    fn choose(&mut self, game: &G, state: &G::State, limits: &Limits) -> Choice<G::Move> {
        self(game, state, limits)
    }
}

/// The most plies to look ahead: more than a search of growing depth reaches in the time of a move. A search that is
/// known to go no deeper needs no stack, and so no thread, of its own.
const FAR: u32 = 500;

/// An engine that knows nothing but the rules, for any game: growing depth by alpha-beta, or random games if that is
/// the [`Engine`]. It looks at most 500 plies ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Searching(pub Engine);

impl<G: Game> Chooser<G> for Searching {
    fn choose(&mut self, game: &G, state: &G::State, limits: &Limits) -> Choice<G::Move> {
        let limits = limits.clone().depth(limits.most_plies().map_or(FAR, |plies| plies.min(FAR)));
        Solver::new(game).engine(self.0).limits(limits).choose(state)
    }
}

/// How long to think about a move that nothing else limits.
const UNTIMED: Duration = Duration::from_secs(1);

/// A function that is called with what an engine thinks.
type Watcher<G> = Box<dyn FnMut(&Choice<<G as Game>::Move>) + Send>;

/// Plays what an engine chooses, within the clock.
///
/// ```
/// use arena::{EnginePlayer, Match, RandomPlayer, Searching};
/// use game::{Outcome, Player};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
/// let mut engine = EnginePlayer::new(Searching::default());
/// let mut table = Match::new(&game);
/// let ending = table.run([&mut engine, &mut RandomPlayer::new(7)], &mut |_| {});
/// assert_eq!(ending.outcome, Some(Outcome::Win(Player::First)));
/// ```
pub struct EnginePlayer<G: Game> {
    chooser: Box<dyn Chooser<G>>,
    prover: Option<Box<dyn Prover<G>>>,
    strength: Strength,
    memory: Option<usize>,
    random: Random,
    watcher: Option<Watcher<G>>,
}

impl<G: Game> fmt::Debug for EnginePlayer<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePlayer").field("strength", &self.strength).finish_non_exhaustive()
    }
}

impl<G: Game> EnginePlayer<G> {
    /// Plays by this engine, at its best: within the clock, or a second for each move where there is none.
    #[must_use]
    pub fn new(chooser: impl Chooser<G> + 'static) -> EnginePlayer<G> {
        let strength = Level::BEST.strength();
        EnginePlayer {
            chooser: Box::new(chooser),
            prover: None,
            strength,
            memory: None,
            random: Random::new(0),
            watcher: None,
        }
    }

    /// Tries first to solve the position in this way, with a third of the time, where nodes and depth are not limited.
    /// So whatever is solved in time is played perfectly.
    #[must_use]
    pub fn solver(mut self, prover: impl Prover<G> + 'static) -> EnginePlayer<G> {
        self.prover = Some(Box::new(prover));
        self
    }

    /// Sets the strength, such as that of a [`Level`]; the seed is for its blunders.
    #[must_use]
    pub fn strength(mut self, strength: Strength, seed: u64) -> EnginePlayer<G> {
        self.strength = strength;
        self.random = Random::new(seed);
        self
    }

    /// Limits each move to `nodes` nodes, without a limit of time beside the clock.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> EnginePlayer<G> {
        self.strength(Strength { nodes: Some(nodes), time: None, ..Level::BEST.strength() }, 0)
    }

    /// Limits each move to `time`, or less if the clock requires it.
    #[must_use]
    pub fn time(self, time: Duration) -> EnginePlayer<G> {
        self.strength(Strength { time: Some(time), ..Level::BEST.strength() }, 0)
    }

    /// Limits the memory to `bytes` bytes while it thinks.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> EnginePlayer<G> {
        self.memory = Some(bytes);
        self
    }

    /// Calls `watcher` with what it thinks of each position, for evaluation bars; not where it blunders.
    #[must_use]
    pub fn watched(mut self, watcher: impl FnMut(&Choice<G::Move>) + Send + 'static) -> EnginePlayer<G> {
        self.watcher = Some(Box::new(watcher));
        self
    }

    /// How long to think about a move, all in all.
    fn time_for(&self, request: &Request<'_, G>) -> Option<Duration> {
        let limited = request.sensible().into_iter().chain(self.strength.time).min();
        let unlimited = self.strength.nodes.is_none() && self.strength.depth.is_none();
        limited.or(unlimited.then_some(UNTIMED))
    }

    fn limits(&self, request: &Request<'_, G>, time: Option<Duration>) -> Limits {
        match self.memory {
            Some(bytes) => request.limits(time).memory(bytes),
            None => request.budget(time),
        }
    }

    /// A best move by the solver, if it finds one with a third of the time.
    fn solved(&mut self, request: &Request<'_, G>) -> Option<Choice<G::Move>> {
        let third = self.time_for(request).map(|time| time / 3);
        let Strength { nodes: None, depth: None, .. } = self.strength else { return None };
        let limits = self.limits(request, third);
        let answer = self.prover.as_mut()?.prove(request.game, request.state, &limits);
        // Of a draw or a loss that was not followed to its end, the move may be a guess.
        if answer.stopped.is_some() && answer.verdict() != Some(Verdict::Win) {
            return None;
        }
        answer.verdict()?;
        let Answer { worth, nodes, .. } = answer;
        Some(Choice { best: Some(answer.best?), worth, plies: 0, nodes, stopped: None })
    }

    /// What the engine chooses with the time that is left after `spent`.
    fn chosen(&mut self, request: &Request<'_, G>, spent: Duration) -> Choice<G::Move> {
        let time = self.time_for(request).map(|time| time.saturating_sub(spent));
        let mut limits = self.limits(request, time);
        if let Some(nodes) = self.strength.nodes {
            limits = limits.nodes(nodes);
        }
        if let Some(plies) = self.strength.depth {
            limits = limits.depth(plies);
        }
        self.chooser.choose(request.game, request.state, &limits)
    }

    fn choose(&mut self, request: &Request<'_, G>) -> Choice<G::Move> {
        if self.prover.is_none() {
            return self.chosen(request, Duration::ZERO);
        }
        let start = Instant::now();
        // Where nothing is solved in time, the engine chooses.
        self.solved(request).unwrap_or_else(|| self.chosen(request, start.elapsed()))
    }
}

impl<G: Game> Player<G> for EnginePlayer<G> {
    fn act(&mut self, request: &Request<'_, G>) -> Action<G::Move> {
        if self.random.below(1000) < usize::from(self.strength.blunders) {
            return self
                .random
                .choose(request.game.moves(request.state))
                .map_or(Action::Resign, Action::Move);
        }
        let choice = self.choose(request);
        if let Some(watcher) = &mut self.watcher {
            watcher(&choice);
        }
        choice.best.map_or(Action::Resign, Action::Move)
    }

    /// A draw is welcome to an engine that thinks itself well behind, or has seen that there is no more in it.
    fn agrees(&mut self, request: &Request<'_, G>, proposal: Proposal) -> bool {
        match proposal {
            Proposal::TakeBack => true,
            Proposal::Draw => {
                // The position and its worth are the opponent's, who is to move there. The side to move gets a small
                // bonus.
                const MARGIN: i32 = 1000;
                let worth = self.choose(request).worth;
                match worth.verdict() {
                    Some(verdict) => verdict >= Verdict::Draw,
                    None => worth.guess().is_some_and(|score| score > MARGIN),
                }
            }
        }
    }
}
