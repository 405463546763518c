//! Solving a position, by whichever engine.

use std::sync::PoisonError;
use std::time::Instant;

use game::{Game, Stopped, Value, Worth};

use crate::alpha_beta::{Asker, Bracket, Depth};
use crate::aside::aside;
use crate::budget::Account;
use crate::dfpn::{DfPn, Latest};
use crate::knowledge::Knowledge;
use crate::mcts::Mcts;
use crate::minimax::Oracle;
use crate::position::{At, Position, first};
use crate::progress::{Progress, Watcher};
use crate::score;
use crate::{Answer, Budget, Engine, Halt, Options};

/// Finds the value of positions, with an engine, some knowledge and a budget.
///
/// ```
/// use game::{Game, Value};
/// use games::mnk::{Mnk, Rule};
/// use search::{Options, Solver};
///
/// let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
/// let answer = Solver::new(&game, ()).options(Options::default().line(20)).solve(&game.initial());
/// assert_eq!(answer.value(), Some(Value::win(7)));
/// assert_eq!(answer.line.len(), 7);
/// ```
#[derive(Clone, Debug)]
pub struct Solver<'a, G: Game, K> {
    pub(crate) game: &'a G,
    pub(crate) knowledge: K,
    pub(crate) options: Options,
}

impl<'a, G: Game, K: Knowledge<G>> Solver<'a, G, K> {
    /// A solver of this game with this knowledge; `()` will do.
    #[must_use]
    pub fn new(game: &'a G, knowledge: K) -> Self {
        Solver { game, knowledge, options: Options::default() }
    }

    /// With these options.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// The value of a position, or what is known of it when the budget is used up.
    pub fn solve(&self, state: &G::State) -> Answer<G::Move> {
        self.at(state).solve(&self.options, &self.options.budget, Watcher::new(None))
    }

    /// The same, telling a few times a second how far it is.
    pub fn solve_watched(
        &self,
        state: &G::State,
        tell: &mut dyn FnMut(&Progress<G::Move>),
    ) -> Answer<G::Move> {
        self.at(state).solve(&self.options, &self.options.budget, Watcher::new(Some(tell)))
    }

    /// Whether positions share a key only if they are the same but for a symmetry, so that nothing depends on chance:
    /// otherwise keys are hashes, and the documentation of the table says how seldom two of them are the same.
    ///
    /// ```
    /// use games::mnk::{Mnk, Rule};
    /// use search::{Solver, Symmetric};
    /// let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
    /// assert!(Solver::new(&game, Symmetric::with_index(&game)).is_exact());
    /// ```
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.knowledge.is_exact(self.game)
    }

    pub(crate) fn at(&self, state: &G::State) -> At<'_, G, K> {
        At { game: self.game, knowledge: &self.knowledge, state: state.clone() }
    }

    /// The best move that there is time to find: deeper and deeper by alpha-beta, or by random games if the engine is
    /// [`Engine::Mcts`]. However little time there is, the move is legal.
    ///
    /// Where nothing [evaluates](Knowledge::evaluates) unfinished positions, [`Engine::Auto`] looks ahead for a quarter
    /// of the time, and if that settles nothing goes by random games.
    ///
    /// ```
    /// use std::time::Duration;
    /// use game::{Game, Limits};
    /// use games::mnk::{Mnk, Rule};
    /// use search::{Budget, Guided, Options, Solver, Tactical};
    ///
    /// let game: Mnk<u64> = Mnk::new(7, 7, 5, Rule::Normal);
    /// let knowledge = Guided { evaluate: game.open_lines(), knowledge: Tactical(&game) };
    /// let budget = Budget::default().limits(Limits::default().time(Duration::from_micros(1)));
    /// let options = Options::default().budget(budget);
    /// let choice = Solver::new(&game, knowledge).options(options).choose(&game.initial());
    /// assert!(choice.best.is_some_and(|mv| game.is_legal(&game.initial(), mv)));
    /// ```
    pub fn choose(&self, state: &G::State) -> Choice<G::Move> {
        let Options { budget, engine, threads, .. } = &self.options;
        match engine {
            Engine::Mcts => self.by_random_games(state, budget),
            Engine::Auto if !self.knowledge.evaluates() && budget.allows_games() => {
                let seen = by_looking_ahead(&self.at(state), &budget.part(4, u64::MAX), *threads);
                let all_seen = seen.stopped.is_none() || seen.plies >= DEEP;
                let rest = budget.after(seen.nodes).in_games();
                if all_seen || seen.worth.verdict().is_some() || rest.is_used_up() {
                    return seen;
                }
                let choice = self.by_random_games(state, &rest);
                Choice { nodes: seen.nodes + choice.nodes, ..choice }
            }
            _ => by_looking_ahead(&self.at(state), budget, *threads),
        }
    }

    fn by_random_games(&self, state: &G::State, budget: &Budget) -> Choice<G::Move> {
        let account = Account::new(budget);
        let mut mcts = Mcts::new(self.game, state.clone(), &account, 1);
        let result = mcts.run();
        let best = mcts.tree.line(1).first().copied().or_else(|| first(self.game, state));
        let worth = match result {
            Ok(verdict) => Worth::Proved(Value::of(verdict)),
            Err(_) => Worth::Guess(mcts.tree.guess()),
        };
        Choice { best, worth, plies: 0, nodes: account.nodes(), stopped: result.err() }
    }
}

/// A search that knows nothing but the rules, and yet comes so many plies deep, has seen all that there is.
const DEEP: u32 = 100;

/// A move chosen in the time there was.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The move; none if the game is over.
    pub best: Option<M>,
    /// What the position is worth to whoever plays the move: proved, or guessed on the scale of the evaluation.
    pub worth: Worth,
    /// How many plies deep the search was; 0 if by random games.
    pub plies: u32,
    /// How many nodes were examined, or random games played.
    pub nodes: u64,
    /// Why the search did not go on; none if the end of the game was seen.
    pub stopped: Option<Halt>,
}

/// The value of a position by alpha-beta, with so many plies of best play.
pub(crate) fn by_asking<M: Copy + Eq + Send>(
    asker: &mut Asker<'_, '_, M>,
    position: &dyn Position<M>,
    plies: usize,
) -> Answer<M> {
    let (start, before) = (Instant::now(), asker.account.nodes());
    let mut bracket = Bracket::UNKNOWN;
    asker.proved = None;
    let mut stopped = asker.solve(position, &mut bracket).err();
    let nodes = asker.account.nodes() - before;
    let proved = asker.proved.map(|(mv, _)| mv);
    let mut best = proved.or_else(|| asker.remembered_or_first(position));
    let mut line = Vec::new();
    if stopped.is_none() && best.is_some() {
        match asker.best_of(position, bracket.least) {
            Ok(mv) => best = mv.or(best),
            Err(halt) => stopped = Some(halt),
        }
    }
    if stopped.is_none()
        && let Some(mv) = best
    {
        line = asker.line_after(position, mv, bracket.least, plies);
    }
    let seconds = start.elapsed().as_secs_f64();
    let worth = score::between(bracket.least, bracket.most);
    Answer { worth, best, line, nodes, seconds, stopped }
}

/// The value of a position by its definition, with so many plies of best play.
pub(crate) fn by_minimax<G: Game>(
    game: &G,
    state: &G::State,
    (budget, plies): (&Budget, usize),
    watcher: &Watcher<'_, G::Move>,
) -> Answer<G::Move> {
    let account = Account::new(budget);
    let mut oracle = Oracle::new(game, &account);
    let value = oracle.value(state, 0);
    let line = value.map_or(Vec::new(), |_| oracle.line(state, plies.max(1)));
    oracle.settle();
    Answer {
        worth: value.map_or(Worth::UNKNOWN, Worth::Proved),
        best: line.first().copied().or_else(|| first(game, state)),
        line: if plies > 0 { line } else { Vec::new() },
        nodes: account.nodes(),
        seconds: watcher.start.elapsed().as_secs_f64(),
        stopped: value.err(),
    }
}

/// The value of a position by proof numbers, with so many plies of best play.
pub(crate) fn by_dfpn<M: Copy + Send>(
    position: &dyn Position<M>,
    (budget, plies): (&Budget, usize),
    mut watcher: Watcher<'_, M>,
) -> Answer<M> {
    let (account, told) = (Account::new(budget), Latest::new(None));
    let mut found = None;
    let solve = || found = Some(DfPn::new(&account, &told).answer(position, plies));
    aside(vec![Box::new(solve)], &mut || {
        let so_far = told.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(so_far) = so_far {
            watcher.tell(|elapsed| Progress { elapsed, ..so_far });
        }
    });
    // Without an answer no thread was to be had: there is no room for its stack.
    let mut answer = found.unwrap_or_else(|| Answer::unknown(Some(Stopped::Memory.into())));
    let over = position.outcome().is_some();
    answer.best = answer.best.or_else(|| if over { None } else { position.moves().first().copied() });
    answer.seconds = watcher.start.elapsed().as_secs_f64();
    answer
}

/// The best move that deeper and deeper searches find within a budget.
fn by_looking_ahead<M: Copy + Eq + Send>(
    position: &dyn Position<M>,
    budget: &Budget,
    threads: usize,
) -> Choice<M> {
    let mut asker = Asker::new(budget, threads, Watcher::new(None));
    let mut found = Depth { best: asker.remembered_or_first(position), score: 0, plies: 0 };
    if let Some(outcome) = position.outcome() {
        let worth = Worth::Proved(outcome.value_for(position.turn()).without_draw_length());
        return Choice { best: None, worth, plies: 0, nodes: 0, stopped: None };
    }
    let stopped = asker.look_ahead(position, &mut found).err();
    let Depth { best, score, plies } = found;
    // Where moves are looked at less deeply than others, nothing is known to be the nearest.
    let sight = if position.reduces() { 0 } else { plies };
    let worth = score::worth(score, sight, stopped.is_none() && !position.reduces());
    Choice { best, worth, plies, nodes: asker.account.nodes(), stopped }
}
