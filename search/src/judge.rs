//! What each move is worth.

use game::{Game, Stopped, Worth};

use crate::alpha_beta::Asker;
use crate::knowledge::Knowledge;
use crate::position::Position;
use crate::progress::{Progress, Watcher};
use crate::solver::by_asking;
use crate::{Answer, Engine, Halt, Options, Solver};

/// What is known of one move.
#[derive(Clone, Debug)]
pub struct Judged<M> {
    /// The move.
    pub mv: M,
    /// What is known of the position it leads to, for the player who makes the move, from before it.
    pub answer: Answer<M>,
}

impl<M> Judged<M> {
    /// With what was known before added: the bounds that are closer.
    pub(crate) fn with(mut self, before: Option<Judged<M>>) -> Judged<M> {
        if let Some(Judged { answer, .. }) = before {
            self.answer.worth = self.answer.worth.and(answer.worth);
            self.answer.nodes += answer.nodes;
            self.answer.seconds += answer.seconds;
        }
        self
    }

    /// The same about other moves.
    pub(crate) fn map<T>(self, mv: impl Fn(M) -> T) -> Judged<T> {
        Judged { mv: mv(self.mv), answer: self.answer.map(mv) }
    }

    /// Whether there is no more to find out.
    pub(crate) fn is_done(&self) -> bool {
        self.answer.stopped.is_none()
    }
}

/// Where time or nodes are limited, the moves are gone through so often: what one has taught may settle others at once.
pub(crate) const ROUNDS: usize = 2;

impl<G: Game, K: Knowledge<G>> Solver<'_, G, K> {
    /// What each legal move is worth, in the order of the rules. The budget is for all of them together: each has its part,
    /// and what one leaves is for the next. What alpha-beta learns about one move serves the others.
    pub fn analyze(&self, state: &G::State) -> Vec<Judged<G::Move>> {
        judge(&self.at(state), &self.options, Watcher::new(None))
    }

    /// The same, telling a few times a second how far alpha-beta is with the move that it judges.
    pub fn analyze_watched(
        &self,
        state: &G::State,
        tell: &mut dyn FnMut(&Progress<G::Move>),
    ) -> Vec<Judged<G::Move>> {
        judge(&self.at(state), &self.options, Watcher::new(Some(tell)))
    }
}

/// What each legal move is worth, by whichever engine.
fn judge<M: Copy + Eq + Send>(
    position: &dyn Position<M>,
    options: &Options,
    watcher: Watcher<'_, M>,
) -> Vec<Judged<M>> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let moves = position.moves();
    let Options { budget, threads, engine, line } = options;
    let asks = matches!(engine, Engine::Auto | Engine::AlphaBeta);
    let rounds = if asks && budget.is_limited() { ROUNDS } else { 1 };
    let budgets = budget.stages((rounds * moves.len()) as u32);
    let mut asker = Asker::new(budget, *threads, watcher);
    let mut judged: Vec<Option<Judged<M>>> = moves.iter().map(|_| None).collect();
    let mut spent = 0;
    for (number, stage) in budgets.iter().enumerate() {
        let place = number % moves.len();
        if judged[place].as_ref().is_some_and(Judged::is_done) {
            continue;
        }
        let late = budget.bounds().exceeded(0);
        if late.is_some() && judged[place].is_some() {
            break;
        }
        let next = position.after(moves[place]);
        let answer = if let Some(why) = late {
            // Where there are thousands of moves, even to begin with each would take seconds.
            at_once(&*next, why)
        } else if asks {
            asker.account.within(stage);
            by_asking(&mut asker, &*next, *line)
        } else {
            next.solve(options, &stage.after(spent), Watcher::new(None))
        };
        spent += answer.nodes;
        // For whoever made the move, from before it.
        let answer = if next.turn() == position.turn() { answer.farther() } else { answer.before() };
        judged[place] = Some(Judged { mv: moves[place], answer }.with(judged[place].take()));
    }
    judged.into_iter().flatten().collect()
}

/// What is known of a position without any search, when there is no time for one.
fn at_once<M>(position: &dyn Position<M>, why: Stopped) -> Answer<M> {
    match position.outcome() {
        Some(outcome) => {
            let worth = Worth::Proved(outcome.value_for(position.turn()).without_draw_length());
            Answer { worth, ..Answer::unknown(None) }
        }
        None => Answer::unknown(Some(Halt::Stopped(why))),
    }
}
