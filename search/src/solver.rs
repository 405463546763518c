//! Solving a position, by whichever engine.

use game::Game;

use crate::alpha_beta::{Asker, Bracket};
use crate::budget::Account;
use crate::knowledge::{Knowledge, Sight};
use crate::minimax::Oracle;
use crate::progress::{Progress, Watcher};
use crate::score;
use crate::{Answer, Engine, Options};

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
    game: &'a G,
    knowledge: K,
    options: Options,
}

/// What is known of one move.
#[derive(Clone, Debug)]
pub struct Judged<M> {
    /// The move.
    pub mv: M,
    /// What is known of the position it leads to, for the player who makes the move, from before it.
    pub answer: Answer<M>,
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
        self.run(state, Watcher::new(None))
    }

    /// The same, telling a few times a second how far it is.
    pub fn solve_watched(&self, state: &G::State, tell: &mut dyn FnMut(&Progress)) -> Answer<G::Move> {
        self.run(state, Watcher::new(Some(tell)))
    }

    /// What each legal move is worth, in the order of the rules; the budget is for all of them together.
    pub fn analyze(&self, state: &G::State) -> Vec<Judged<G::Move>> {
        if self.game.outcome(state).is_some() {
            return Vec::new();
        }
        let turn = self.game.turn(state);
        let moves: Vec<G::Move> = self.game.moves(state).collect();
        let judge = |mv| {
            let next = self.game.next(state, mv);
            let answer = self.solve(&next);
            let answer = if self.game.turn(&next) == turn { answer.farther() } else { answer.before() };
            Judged { mv, answer }
        };
        moves.into_iter().map(judge).collect()
    }

    fn run(&self, state: &G::State, watcher: Watcher<'_>) -> Answer<G::Move> {
        match self.options.engine {
            Engine::Auto | Engine::AlphaBeta => self.by_alpha_beta(state, watcher),
            Engine::Minimax => self.by_minimax(state, &watcher),
            Engine::DfPn | Engine::Mcts => self.by_alpha_beta(state, watcher),
        }
    }

    fn by_alpha_beta(&self, state: &G::State, watcher: Watcher<'_>) -> Answer<G::Move> {
        let start = watcher.start;
        let Options { budget, threads, line, .. } = &self.options;
        let mut asker = Asker::new(self.game, &self.knowledge, budget, *threads, watcher);
        let mut bracket = Bracket::UNKNOWN;
        let stopped = asker.solve(state, &mut bracket).err();
        let nodes = asker.account.nodes();
        let mut best = asker.remembered_or_first(state);
        let mut followed = Vec::new();
        if stopped.is_none() && *line > 0 {
            followed = asker.line(state, bracket.least, *line);
            best = followed.first().copied().or(best);
        } else if let (None, Ok(Some(mv))) = (stopped, asker.achieving(state, bracket.least)) {
            best = Some(mv);
        }
        let seconds = start.elapsed().as_secs_f64();
        let (least, most) = (score::value(bracket.least), score::value(bracket.most));
        Answer { least, most, best, line: followed, nodes, seconds, stopped }
    }

    fn by_minimax(&self, state: &G::State, watcher: &Watcher<'_>) -> Answer<G::Move> {
        let account = Account::new(&self.options.budget);
        let mut oracle = Oracle::new(self.game, &account);
        let value = oracle.value(state, 0);
        let line = value.map_or(Vec::new(), |_| oracle.line(state, self.options.line.max(1)));
        oracle.settle();
        let seconds = watcher.start.elapsed().as_secs_f64();
        let mut answer = Answer::unknown(account.nodes(), seconds, value.err());
        if let Ok(value) = value {
            (answer.least, answer.most) = (value, value);
        }
        answer.best = line.first().copied().or_else(|| first(self.game, state));
        answer.line = if self.options.line > 0 { line } else { Vec::new() };
        answer
    }
}

/// Some legal move, if the game goes on.
fn first<G: Game>(game: &G, state: &G::State) -> Option<G::Move> {
    if game.outcome(state).is_some() { None } else { game.moves(state).next() }
}

impl<G: Game, K: Knowledge<G>> Asker<'_, '_, G, K> {
    /// The move that the last finished question found, or one that does not lose at once.
    fn remembered_or_first(&self, state: &G::State) -> Option<G::Move> {
        if self.game.outcome(state).is_some() {
            return None;
        }
        let mut moves = Vec::new();
        match self.knowledge.glance(self.game, state, false) {
            Sight::Won(mv, _) | Sight::Lost(mv, _) => return Some(mv),
            Sight::Open { notes, .. } => self.knowledge.list(self.game, state, notes, &mut moves),
        }
        let promising = moves.into_iter().rev().max_by_key(|ranked| ranked.weight).map(|ranked| ranked.mv);
        self.remembered(state).or(promising)
    }
}
