//! The recursion.

use game::{Game, Limits, Stopped, Value, Verdict, Worth};

use super::table::Known;
use crate::budget::{NodeCounter, SharedBudget};
use crate::job::Job;
use crate::position::first;
use crate::{Answer, Halt};

/// Returns the value of a position by its definition: every position that can be reached is looked at once, nothing is
/// guessed and nothing is left out. The winner hurries, the loser holds out, and a draw has no distance.
///
/// It remembers every position, so it is for small games. The other engines must agree with it.
///
/// ```
/// use game::{Game, Limits, Value};
/// use games::mnk::{Mnk, Rule};
/// use search::minimax;
/// let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
/// assert_eq!(minimax(&game, &game.initial(), &Limits::default()), Ok(Value::win(7)));
/// ```
///
/// # Errors
/// If a limit is reached, or a position occurs twice on the way to the end.
pub fn minimax<G: Game>(game: &G, state: &G::State, limits: &Limits) -> Result<Value, Halt> {
    let budget = SharedBudget::new(limits);
    Oracle::new(game, &budget).value(state, 0)
}

/// Returns the value of a position by its definition, with best play.
pub(crate) fn by_minimax<G: Game>(game: &G, state: &G::State, job: &Job<'_, G::Move>) -> Answer<G::Move> {
    let (watcher, budget) = (job.watcher(), SharedBudget::new(&job.limits));
    let mut oracle = Oracle::new(game, &budget);
    let value = oracle.value(state, 0);
    let line = value.map_or(Vec::new(), |_| oracle.line(state, job.line.max(1)));
    oracle.counter.settle();
    Answer {
        worth: value.map_or(Worth::UNKNOWN, Worth::Proved),
        best: line.first().copied().or_else(|| first(game, state)),
        line: if job.line > 0 { line } else { Vec::new() },
        nodes: budget.nodes(),
        seconds: watcher.elapsed().as_secs_f64(),
        stopped: value.err(),
    }
}

/// The values of positions, by minimax.
struct Oracle<'a, G: Game> {
    game: &'a G,
    counter: NodeCounter<'a>,
    most_plies: u32,
    /// Positions under examination have no value yet.
    known: Known<G::State>,
}

impl<'a, G: Game> Oracle<'a, G> {
    fn new(game: &'a G, budget: &'a SharedBudget<'a>) -> Self {
        // Without a limit there is none.
        let known = Known::new(budget.limits().bytes().unwrap_or(usize::MAX));
        Oracle { game, counter: NodeCounter::new(budget), most_plies: budget.most_plies(), known }
    }

    /// Returns the value of a position `ply` plies below the root.
    fn value(&mut self, state: &G::State, ply: u32) -> Result<Value, Halt> {
        if let Some(outcome) = self.game.outcome(state) {
            return Ok(outcome.value_for(self.game.turn(state)).without_draw_length());
        }
        match self.known.get(state) {
            Some(Some(value)) => return Ok(value),
            Some(None) => return Err(Halt::Repetition),
            None => {}
        }
        self.counter.tick_alone()?;
        if ply >= self.most_plies {
            return Err(Stopped::Depth.into());
        }
        self.known.enter(state, self.game.heap_bytes(state))?;
        let mut best: Option<Value> = None;
        for mv in self.game.moves(state) {
            let next = self.game.next(state, mv);
            let value = self.value(&next, ply + 1)?.one_ply_longer();
            let again = self.game.turn(&next) == self.game.turn(state);
            let value = if again { value } else { value.reversed() };
            best = best.max(Some(value.without_draw_length()));
        }
        // A position without moves is a draw: the laws of games forbid it, and all engines agree.
        let value = best.unwrap_or(Value::of(Verdict::Draw));
        self.known.settle(state, value);
        Ok(value)
    }

    /// Returns best play for at most `plies` plies, once the value is known.
    fn line(&mut self, state: &G::State, plies: usize) -> Vec<G::Move> {
        let (mut line, mut state) = (Vec::new(), state.clone());
        while line.len() < plies && self.game.outcome(&state).is_none() {
            let turn = self.game.turn(&state);
            let moves: Vec<G::Move> = self.game.moves(&state).collect();
            let worth = |mv: G::Move| {
                let next = self.game.next(&state, mv);
                let value = self.value(&next, 0)?.one_ply_longer();
                let value = if self.game.turn(&next) == turn { value } else { value.reversed() };
                Ok((value.without_draw_length(), mv))
            };
            // A limit ends the line: of moves that were not all looked at, none is known to be best.
            let judged: Result<Vec<_>, Halt> = moves.into_iter().rev().map(worth).collect();
            let Ok(judged) = judged else { break };
            let Some((_, mv)) = judged.into_iter().max_by_key(|(value, _)| *value) else { break };
            self.game.play(&mut state, mv);
            line.push(mv);
        }
        line
    }
}
