//! `values`: what every move is worth, as it becomes known.

use std::collections::HashMap;
use std::time::Duration;

use arena::{AnyMove, AnyState, balance};
use catalogue::{Favourite, Variant};
use game::{Limits, Notation, System, Worth};
use serde_json::{Value, json};

use crate::position::Played;
use crate::refusal::Refusal;
use crate::rounds::rounds;
use crate::service::{Read, Task};
use crate::worth::{self, of_move, solve};

/// The time of the first round; every further round gets four times as much, so what is done again takes at most a third
/// of the whole.
const FIRST_ROUND: Duration = Duration::from_millis(200);
const GROWTH: u32 = 4;

/// Answers `values`.
pub(crate) fn values(task: &Task<'_>) -> Result<Value, Refusal> {
    let played = Played::read(task)?;
    let limits = task.limits()?;
    let mut table = Table::new(&played.opened.variant, played.state());
    for round in rounds(&limits, FIRST_ROUND, GROWTH) {
        table.round(task, &round.limits);
        if table.is_complete() || limits.exceeded(0).is_some() || table.stopped.is_some() {
            break;
        }
        task.partial(table.json(None));
    }
    let limit = limits.exceeded(0).map(|why| why.to_string()).or(table.limit.take());
    let stopped = table.stopped.clone().or(limit).filter(|_| !table.is_complete());
    Ok(table.json(stopped.as_deref()))
}

/// What is known of every move of a position.
pub(crate) struct Table<'a> {
    variant: &'a Variant,
    state: &'a AnyState,
    /// The moves in the order of the rules, where they lead, and what is known of them.
    moves: Vec<(String, AnyState, Worth)>,
    favourite: Option<Favourite>,
    /// Whether every move was analyzed together.
    analyzed: bool,
    /// Why no engine can say more, if that is so.
    stopped: Option<String>,
    /// The limit that the last analysis reached.
    limit: Option<String>,
}

impl<'a> Table<'a> {
    pub(crate) fn new(variant: &'a Variant, state: &'a AnyState) -> Table<'a> {
        let system = variant.system();
        let known = |(action, next): (AnyMove, AnyState)| {
            let worth = worth::at_end(system, &next).map(|worth| of_move(system, state, &next, worth));
            // What does not end the game is not known yet.
            (system.action_text(state, action), next, worth.unwrap_or(Worth::UNKNOWN))
        };
        let moves = system.steps(state).map(known).collect();
        Table { variant, state, moves, favourite: None, analyzed: false, stopped: None, limit: None }
    }

    /// Lets engines work on what is not known yet. All moves are analyzed together as long as most of them are open,
    /// since they have much in common; after that, each by itself.
    pub(crate) fn round(&mut self, task: &Task<'_>, limits: &Limits) {
        let open = self.moves.iter().filter(|(_, _, worth)| worth.value().is_none()).count();
        if open == 0 {
            return;
        }
        if !self.analyzed || 2 * open > self.moves.len() {
            self.analyze(task, limits);
            return;
        }
        for (left, number) in (1..=open as u32).rev().zip(self.open_moves()) {
            let (_, next, known) = &self.moves[number];
            let found = solve(task, self.variant, next, &limits.part(left, u64::MAX)).worth;
            let found = of_move(self.variant.system(), self.state, next, found);
            self.moves[number].2 = known.and(found);
        }
    }

    fn open_moves(&self) -> Vec<usize> {
        let is_open = |number: &usize| self.moves[*number].2.value().is_none();
        (0..self.moves.len()).filter(is_open).collect()
    }

    fn analyze(&mut self, task: &Task<'_>, limits: &Limits) {
        self.analyzed = true;
        if let Some((_, engines)) = self.variant.puzzle() {
            for hint in engines.advise(self.state, limits) {
                let known = &mut self.moves[hint.mv.0 as usize].2;
                *known = known.and(hint.worth);
            }
            return;
        }
        match task.at_work(limits.clone(), |job| self.variant.analyze(self.state, &job)) {
            Ok(analysis) => {
                let found: HashMap<&str, Worth> = analysis
                    .analysis
                    .iter()
                    .map(|judged| (judged.mv.as_str(), Worth::between(judged.least, judged.most)))
                    .collect();
                for (text, _, known) in &mut self.moves {
                    let found = found.get(text.as_str()).expect("every legal move is judged");
                    *known = known.and(*found);
                }
                self.limit = analysis.stopped.map(|why| why.to_string());
                self.favourite = analysis.favourite;
            }
            Err(failure) => self.estimate(limits, failure.to_string()),
        }
    }

    /// Asks for the move that an engine would play, where nothing can be proved.
    fn estimate(&mut self, limits: &Limits, why: String) {
        self.stopped = Some(why);
        let Some((_, engines)) = self.variant.players() else { return };
        let choice = engines.choose(self.state, limits);
        if let Some((text, ..)) = choice.best.and_then(|best| self.moves.get(best.0 as usize)) {
            let estimate = (balance(choice.worth) + 1.0) / 2.0;
            self.favourite = Some(Favourite { mv: text.clone(), estimate, line: vec![text.clone()] });
        }
    }

    /// Returns whether the value of every move is known.
    pub(crate) fn is_complete(&self) -> bool {
        self.moves.iter().all(|(_, _, worth)| worth.value().is_some())
    }

    /// Returns what is known of the position; of one that is over, its value.
    pub(crate) fn worth(&self) -> Worth {
        let system = self.variant.system();
        let end = worth::at_end(system, self.state);
        // A position without moves that is not over has no value.
        end.or_else(|| worth::best(self.moves.iter().map(|(_, _, worth)| *worth))).unwrap_or(Worth::UNKNOWN)
    }

    /// Returns what is known of a move.
    pub(crate) fn of(&self, mv: &str) -> Worth {
        let found = self.moves.iter().find(|(text, ..)| text == mv);
        found.map(|(_, _, worth)| *worth).expect("only legal moves are asked about")
    }

    /// Returns the moves that are known to be as good as the position.
    pub(crate) fn best_moves(&self) -> Vec<String> {
        let best = self.worth().least();
        let is_best = |worth: &Worth| worth.least() == best;
        self.moves.iter().filter(|(_, _, worth)| is_best(worth)).map(|(text, ..)| text.clone()).collect()
    }

    fn json(&self, stopped: Option<&str>) -> Value {
        let judged = |(text, _, worth): &(String, AnyState, Worth)| {
            let mut judged = worth::value(*worth);
            judged["move"] = json!(text);
            judged
        };
        let favourite = self.favourite.as_ref().filter(|_| !self.is_complete());
        json!({
            "moves": self.moves.iter().map(judged).collect::<Vec<_>>(),
            "position": worth::value(self.worth()),
            "favourite": favourite.map(|Favourite { mv, estimate, line }| {
                json!({ "move": mv, "estimate": estimate, "line": line })
            }),
            "complete": self.is_complete(),
            "stopped": stopped,
        })
    }
}
