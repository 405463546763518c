//! The engines that suit a game.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use game::Limits;
use search::{Answer, Choice};

use crate::{
    AnyGame, AnyMove, AnyState, EnginePlayer, Hint, Level, Perfect, Player, RandomPlayer, Strength, Who,
};

/// A function that is called with what a player thinks.
type Watcher = Box<dyn FnMut(&Choice<AnyMove>) + Send>;

type Choose = dyn Fn(&AnyState, &Limits) -> Choice<AnyMove> + Send + Sync;
type Solve = dyn Fn(&AnyState, &Limits) -> Answer<AnyMove> + Send + Sync;
type Outsider = dyn Fn(&str) -> Box<dyn Player<AnyGame>> + Send + Sync;
type Advise = dyn Fn(&AnyState, &Limits) -> Vec<Hint<AnyMove>> + Send + Sync;

/// The engines that suit a game: one that chooses a move, one that solves, and one that judges every move.
///
/// They are made where the game's type is known; from then on it is not needed. [`player`](Engines::player) makes a
/// player from its name.
///
/// ```
/// use arena::{AnyGame, AnyMove, Engines, Hint, Match};
/// use game::{Outcome, Player};
/// use games::mnk::{Mnk, Rule};
/// use search::Solver;
///
/// let game = Mnk::<u64>::new(4, 3, 3, Rule::Normal);
/// let (a, b, c) = (game.clone(), game.clone(), game.clone());
/// let engines = Engines::new(
///     move |state, limits| {
///         let state = state.get().unwrap();
///         AnyMove::choice(&a, state, &Solver::new(&a).limits(limits.clone()).choose(state))
///     },
///     move |state, limits| {
///         let state = state.get().unwrap();
///         AnyMove::answer(&b, state, Solver::new(&b).limits(limits.clone()).solve(state))
///     },
///     move |state, limits| {
///         let state = state.get().unwrap();
///         let judged = Solver::new(&c).limits(limits.clone()).analyze(state);
///         Hint::numbered(&c, state, judged.into_iter().map(Hint::from))
///     },
/// );
/// let any = AnyGame::new(game);
/// let mut players = ["perfect", "level:2"].map(|who| engines.player(who.parse().unwrap(), 1).unwrap());
/// let [first, second] = &mut players;
/// let ending = Match::new(&any).run([&mut **first, &mut **second], &mut |_| {});
/// assert_eq!(ending.outcome, Some(Outcome::Win(Player::First)));
/// ```
#[derive(Clone)]
pub struct Engines {
    choose: Arc<Choose>,
    solve: Arc<Solve>,
    advise: Arc<Advise>,
    outsider: Option<Arc<Outsider>>,
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engines").finish_non_exhaustive()
    }
}

/// How long a perfect player tries to solve a position where nothing else limits it, before it plays what seems best.
const PATIENCE: Duration = Duration::from_secs(5);

impl Engines {
    /// Creates the engines from functions that choose a move, solve a position, and judge every move, each within
    /// limits.
    #[must_use]
    pub fn new(
        choose: impl Fn(&AnyState, &Limits) -> Choice<AnyMove> + Send + Sync + 'static,
        solve: impl Fn(&AnyState, &Limits) -> Answer<AnyMove> + Send + Sync + 'static,
        advise: impl Fn(&AnyState, &Limits) -> Vec<Hint<AnyMove>> + Send + Sync + 'static,
    ) -> Engines {
        Engines { choose: Arc::new(choose), solve: Arc::new(solve), advise: Arc::new(advise), outsider: None }
    }

    /// Returns the best move found within the limits.
    #[must_use]
    pub fn choose(&self, state: &AnyState, limits: &Limits) -> Choice<AnyMove> {
        (self.choose)(state, limits)
    }

    /// Returns the value of a position, as far as it is found within the limits.
    #[must_use]
    pub fn solve(&self, state: &AnyState, limits: &Limits) -> Answer<AnyMove> {
        (self.solve)(state, limits)
    }

    /// Returns what each move is worth, in the order of the rules, as far as it is found within the limits.
    #[must_use]
    pub fn advise(&self, state: &AnyState, limits: &Limits) -> Vec<Hint<AnyMove>> {
        (self.advise)(state, limits)
    }

    /// Sets how a program of somebody else becomes a player, given its command. Without this there are no such players.
    #[must_use]
    pub fn with_programs(
        self,
        make: impl Fn(&str) -> Box<dyn Player<AnyGame>> + Send + Sync + 'static,
    ) -> Engines {
        Engines { outsider: Some(Arc::new(make)), ..self }
    }

    /// Returns the player of this name; `None` for a person, and for a program unless these engines can
    /// [start programs](Engines::with_programs). The seed is for players that use chance.
    #[must_use]
    pub fn player(&self, who: Who, seed: u64) -> Option<Box<dyn Player<AnyGame>>> {
        Some(match who {
            Who::Human => return None,
            Who::Program(command) => return self.outsider.as_ref().map(|make| make(&command)),
            Who::Random => Box::new(RandomPlayer::new(seed)),
            Who::Perfect => Box::new(self.perfect(None, Box::new(|_| ()))),
            Who::Level(level) => Box::new(self.engine(level.strength(), seed)),
            Who::Engine(strength) => Box::new(self.engine(strength, seed)),
        })
    }

    /// Returns the player of this name as [`player`](Engines::player) does. It uses at most `memory` bytes while it
    /// thinks, and calls `watcher` with what it thinks of each position; not where it moves by chance.
    #[must_use]
    pub fn watched_player(
        &self,
        who: Who,
        seed: u64,
        memory: usize,
        watcher: impl FnMut(&Choice<AnyMove>) + Send + 'static,
    ) -> Option<Box<dyn Player<AnyGame>>> {
        let strength = match who {
            Who::Human | Who::Random | Who::Program(_) => return self.player(who, seed),
            Who::Perfect => return Some(Box::new(self.perfect(Some(memory), Box::new(watcher)))),
            Who::Level(level) => level.strength(),
            Who::Engine(strength) => strength,
        };
        Some(Box::new(self.engine(strength, seed).memory(memory).watched(watcher)))
    }

    fn engine(&self, strength: Strength, seed: u64) -> EnginePlayer<AnyGame> {
        let (choose, solve) = (Arc::clone(&self.choose), Arc::clone(&self.solve));
        let player =
            EnginePlayer::new(move |_: &AnyGame, state: &AnyState, limits: &Limits| choose(state, limits));
        let player = player.strength(strength, seed);
        // What limits the nodes is meant to be weak.
        if strength == Level::BEST.strength() || strength.nodes.is_none() && strength.depth.is_none() {
            player.solver(move |_: &AnyGame, state: &AnyState, limits: &Limits| solve(state, limits))
        } else {
            player
        }
    }

    /// Solves every position; one that cannot be solved in time is played as the engine sees fit.
    fn perfect(&self, memory: Option<usize>, mut watcher: Watcher) -> Perfect<AnyGame> {
        let (choose, solve) = (Arc::clone(&self.choose), Arc::clone(&self.solve));
        Perfect::by_solver(move |_: &AnyGame, state: &AnyState, limits: &Limits| {
            let limits = memory.into_iter().fold(limits.clone(), Limits::memory);
            let part = limits.time_left().map_or(PATIENCE, |left| left / 2);
            let answer = solve(state, &limits.clone().within(part));
            if answer.verdict().is_some() && answer.best.is_some() {
                let Answer { best, worth, nodes, stopped, .. } = answer;
                watcher(&Choice { best, worth, plies: 0, nodes, stopped });
                return answer;
            }
            // Without a limit on time, a second is long enough for a choice.
            let rest = limits.time_left().unwrap_or(Duration::from_secs(1));
            let choice = choose(state, &limits.within(rest));
            watcher(&choice);
            Answer { best: choice.best.or(answer.best), ..answer }
        })
    }
}
