//! Solving a position, and choosing a move, by any engine.

use game::{Limits, Value, Worth};

use crate::alpha_beta::{AlphaBeta, Depth};
use crate::budget::SharedBudget;
use crate::job::Job;
use crate::knowledge::{Knowledge, MoveOf, StateOf};
use crate::mcts::Mcts;
use crate::position::{At, Position, first};
use crate::progress::{Watch, Watcher};
use crate::{Answer, Engine, Halt, score};

/// Finds the value of positions of a game, and chooses moves.
///
/// Set the engine, the limits and the rest, then call [`solve`](Solver::solve) for the value of a position,
/// [`analyze`](Solver::analyze) for the value of every move, or [`choose`](Solver::choose) for a move in limited time:
///
/// ```
/// use game::{Game, Value};
/// use games::mnk::{Mnk, Rule};
/// use search::Solver;
///
/// let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
/// let answer = Solver::new(&game).line(20).solve(&game.initial());
/// assert_eq!(answer.value(), Some(Value::win(7)));
/// assert_eq!(answer.line.len(), 7);
/// ```
///
/// [`Limits`] set what a search may spend, and [`watch`](Solver::watch) reports its progress. Here 1000 nodes are not
/// enough, so the answer says why the search stopped:
///
/// ```
/// use game::{Game, Limits, Stopped};
/// use games::nim::Nim;
/// use search::{Engine, Halt, Solver};
///
/// let game = Nim::new(&[7, 8, 9], false);
/// let solver = Solver::new(&game).engine(Engine::DfPn).limits(Limits::default().nodes(1000));
/// assert_eq!(solver.solve(&game.initial()).stopped, Some(Halt::Stopped(Stopped::Nodes)));
/// ```
pub struct Solver<'w, K: Knowledge> {
    knowledge: K,
    pub(crate) job: Job<'w, MoveOf<K>>,
}

impl<K: Knowledge + Clone> Clone for Solver<'_, K> {
    fn clone(&self) -> Self {
        Solver { knowledge: self.knowledge.clone(), job: self.job.clone() }
    }
}

impl<'w, K: Knowledge> Solver<'w, K> {
    /// Returns a solver for a game. `knowledge` is `&game`, for the rules alone, or the game with something more that
    /// is known about it: [`Tactical`](crate::Tactical), [`Symmetric`](crate::Symmetric) or [`Guided`](crate::Guided).
    /// Until you set [`limits`](Solver::limits), the solver works on one thread until it has the answer.
    #[must_use]
    pub fn new(knowledge: K) -> Self {
        Solver { knowledge, job: Job::default() }
    }

    /// Sets the engine. The default is [`Engine::Auto`].
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.job.engine = engine;
        self
    }

    /// Sets what a search may spend. Without a limit on depth, a search goes at most 4000 plies deep, because it
    /// recurses. Without a limit on memory, its table takes at most 1 GiB, except that of [`Engine::Minimax`], which
    /// grows as long as the search does.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.job.limits = limits;
        self
    }

    /// Asks for the first `plies` plies of best play, in [`Answer::line`]. It is shorter if the game ends or a limit is
    /// reached. By default the line is empty.
    #[must_use]
    pub fn line(mut self, plies: usize) -> Self {
        self.job.line = plies;
        self
    }

    /// Calls `watch` with the progress of [`solve`](Solver::solve), a few times a second; [`Engine::Minimax`] reports
    /// none. [`analyze`](Solver::analyze) reports progress only by alpha-beta, and [`choose`](Solver::choose) never
    /// does.
    #[must_use]
    pub fn watch(mut self, watch: Watch<'w, MoveOf<K>>) -> Self {
        self.job.watch = Some(watch);
        self
    }

    /// Returns the value of a position for the player to move. If a limit is reached first, the answer holds the bounds
    /// proved so far, and [`Answer::stopped`] says which limit it was.
    pub fn solve(&self, state: &StateOf<K>) -> Answer<MoveOf<K>> {
        self.at(state).solve(&self.job)
    }

    /// Returns whether the keys of the table are exact: two positions have the same key only if they are the same up to
    /// symmetry. Otherwise keys are hashes of 64 bits, and an answer is wrong if two different positions happen to have
    /// the same one. If n positions are stored and m are looked up, the probability of that is at most n·m / 2⁶⁴.
    ///
    /// ```
    /// use games::mnk::{Mnk, Rule};
    /// use search::{Solver, Symmetric};
    /// let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
    /// assert!(Solver::new(Symmetric::new(&game)).is_exact());
    /// ```
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.knowledge.is_exact()
    }

    pub(crate) fn at(&self, state: &StateOf<K>) -> At<'_, K> {
        At { knowledge: &self.knowledge, state: state.clone() }
    }

    /// Returns the best move that can be found within the limits. [`Engine::Mcts`] plays random games; all other
    /// engines search one ply deep by alpha-beta, then two, and so on until a limit is reached. However small the
    /// limits, the move is legal.
    ///
    /// If the knowledge has no evaluation of unfinished positions, and time or nodes are limited, [`Engine::Auto`]
    /// spends a quarter of them on alpha-beta. If that proves nothing, it spends the rest on random games.
    ///
    /// ```
    /// use std::time::Duration;
    /// use game::{Game, Limits};
    /// use games::mnk::{Mnk, Rule};
    /// use search::{Guided, Solver, Tactical};
    ///
    /// let game: Mnk<u64> = Mnk::new(7, 7, 5, Rule::Normal);
    /// let knowledge = Guided { evaluate: game.open_lines(), knowledge: Tactical::new(&game) };
    /// let solver = Solver::new(knowledge).limits(Limits::default().time(Duration::from_micros(1)));
    /// let choice = solver.choose(&game.initial());
    /// assert!(choice.best.is_some_and(|mv| game.is_legal(&game.initial(), mv)));
    /// ```
    pub fn choose(&self, state: &StateOf<K>) -> Choice<MoveOf<K>> {
        let Job { limits, engine, .. } = &self.job;
        match engine {
            Engine::Mcts => self.by_random_games(state, limits),
            Engine::Auto if !self.knowledge.is_informative() && allow_games(limits) => {
                let seen = by_looking_ahead(&self.at(state), &limits.part(4, u64::MAX));
                let all_seen = seen.stopped.is_none() || seen.plies >= DEEP;
                let rest = in_games(limits.after(seen.nodes));
                if all_seen || seen.worth.verdict().is_some() || rest.is_used_up() {
                    return seen;
                }
                let choice = self.by_random_games(state, &rest);
                Choice { nodes: seen.nodes + choice.nodes, ..choice }
            }
            _ => by_looking_ahead(&self.at(state), limits),
        }
    }

    fn by_random_games(&self, state: &StateOf<K>, limits: &Limits) -> Choice<MoveOf<K>> {
        let (game, budget) = (self.knowledge.game(), SharedBudget::new(limits));
        let mut mcts = Mcts::new(game, state.clone(), &budget, 1);
        let result = mcts.run(&mut |_| {});
        let best = mcts.tree.line(1).first().copied().or_else(|| first(game, state));
        let worth = match result {
            Ok(verdict) => Worth::Proved(Value::of(verdict)),
            Err(_) => Worth::Guess(mcts.tree.guess()),
        };
        Choice { best, worth, plies: 0, nodes: budget.nodes(), stopped: result.err() }
    }
}

/// A search by the rules alone that comes this deep in plies has seen all there is to see.
const DEEP: u32 = 100;

/// Returns the same limits for random games, each of which takes as long as 16 nodes.
fn in_games(limits: Limits) -> Limits {
    match limits.most_nodes() {
        u64::MAX => limits,
        nodes => limits.nodes(nodes / 16),
    }
}

/// Returns whether random games would end, and are enough to say anything.
fn allow_games(limits: &Limits) -> bool {
    const FEW: u64 = 20;
    limits.is_limited() && in_games(limits.clone()).most_nodes() >= FEW
}

/// A move chosen within limits.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The chosen move; `None` if the game is over.
    pub best: Option<M>,
    /// What the position is worth to the player to move: a proved value, or a guess on the scale of the evaluation.
    pub worth: Worth,
    /// The depth of the search in plies; 0 if the move was chosen by random games.
    pub plies: u32,
    /// The number of nodes examined, to which each random game adds one.
    pub nodes: u64,
    /// Why the search stopped; `None` if it was complete, so that searching on would change nothing.
    pub stopped: Option<Halt>,
}

/// Returns the best move that deeper and deeper searches find within limits.
fn by_looking_ahead<M: Copy + Eq + Send>(position: &dyn Position<M>, limits: &Limits) -> Choice<M> {
    let mut engine = AlphaBeta::new(limits, Watcher::new(None));
    let mut found = Depth { best: engine.remembered_or_first(position), score: 0, plies: 0 };
    if let Some(outcome) = position.outcome() {
        let worth = Worth::Proved(outcome.value_for(position.turn()).without_draw_length());
        return Choice { best: None, worth, plies: 0, nodes: 0, stopped: None };
    }
    let stopped = engine.look_ahead(position, &mut found).err();
    let Depth { best, score, plies } = found;
    // Where some moves are searched less deeply than others, no end is known to be the nearest.
    let sight = if position.reduces() { 0 } else { plies };
    let worth = score::worth(score, sight, stopped.is_none() && !position.reduces());
    Choice { best, worth, plies, nodes: engine.budget.nodes(), stopped }
}
