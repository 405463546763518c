//! What each move is worth.

use game::{Stopped, Worth};

use crate::alpha_beta::{AlphaBeta, by_alpha_beta};
use crate::job::Job;
use crate::knowledge::{Knowledge, MoveOf, StateOf};
use crate::position::Position;
use crate::{Answer, Engine, Halt, Solver};

/// A legal move, and what [`Solver::analyze`] found out about it.
#[derive(Clone, Debug)]
pub struct Judged<M> {
    /// The move.
    pub mv: M,
    /// What the move is worth to the player who makes it. Distances are counted from before the move.
    pub answer: Answer<M>,
}

impl<M> Judged<M> {
    /// Adds what was known before: the closer bounds, and what they took.
    pub(crate) fn with(mut self, before: Option<Judged<M>>) -> Judged<M> {
        if let Some(Judged { answer, .. }) = before {
            self.answer.worth = self.answer.worth.and(answer.worth);
            self.answer.nodes += answer.nodes;
            self.answer.seconds += answer.seconds;
        }
        self
    }

    /// Returns the same about other moves.
    pub(crate) fn map<T>(self, mv: impl Fn(M) -> T) -> Judged<T> {
        Judged { mv: mv(self.mv), answer: self.answer.map(mv) }
    }

    /// Returns whether there is no more to find out.
    pub(crate) fn is_done(&self) -> bool {
        self.answer.stopped.is_none()
    }
}

/// How often the moves are gone through where time or nodes are limited: what one has taught may settle others at once.
pub(crate) const ROUNDS: usize = 2;

impl<K: Knowledge> Solver<'_, K> {
    /// Returns what each legal move is worth, in the order in which the game lists its moves. The moves share the
    /// limits: each gets an equal part of the time and the nodes, and what one does not use is left for the next.
    /// Alpha-beta keeps its table from one move to the next. The result is empty if the game is over.
    pub fn analyze(&self, state: &StateOf<K>) -> Vec<Judged<MoveOf<K>>> {
        judge(&self.at(state), &self.job)
    }
}

/// Returns what each legal move is worth, by the engine that the job names.
fn judge<M: Copy + Eq + Send>(position: &dyn Position<M>, job: &Job<'_, M>) -> Vec<Judged<M>> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let moves = position.moves();
    let is_alpha_beta = matches!(job.engine, Engine::Auto | Engine::AlphaBeta);
    let rounds = if is_alpha_beta && job.limits.is_limited() { ROUNDS } else { 1 };
    let stages = job.limits.stages((rounds * moves.len()) as u32);
    let mut engine = AlphaBeta::new(&job.limits, job.watcher());
    let mut judged: Vec<Option<Judged<M>>> = moves.iter().map(|_| None).collect();
    let mut spent = 0;
    for (number, stage) in stages.iter().enumerate() {
        let place = number % moves.len();
        if judged[place].as_ref().is_some_and(Judged::is_done) {
            continue;
        }
        let late = job.limits.exceeded(0);
        if late.is_some() && judged[place].is_some() {
            break;
        }
        let next = position.after(moves[place]);
        let answer = if let Some(why) = late {
            // Where there are thousands of moves, even to begin with each would take seconds.
            at_once(&*next, why)
        } else if is_alpha_beta {
            engine.budget.set_limits(stage);
            by_alpha_beta(&mut engine, &*next, job.line)
        } else {
            next.solve(&job.within(stage.after(spent)))
        };
        spent += answer.nodes;
        // For the player who made the move, from before it.
        let answer =
            if next.turn() == position.turn() { answer.one_ply_longer() } else { answer.one_ply_back() };
        judged[place] = Some(Judged { mv: moves[place], answer }.with(judged[place].take()));
    }
    judged.into_iter().flatten().collect()
}

/// Returns what is known of a position without a search, when there is no time for one.
fn at_once<M>(position: &dyn Position<M>, why: Stopped) -> Answer<M> {
    match position.outcome() {
        Some(outcome) => {
            let worth = Worth::Proved(outcome.value_for(position.turn()).without_draw_length());
            Answer { worth, ..Answer::unknown(None) }
        }
        None => Answer::unknown(Some(Halt::Stopped(why))),
    }
}
