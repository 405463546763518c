//! `history`: the value of every position on the way, and where somebody went wrong.

use std::time::{Duration, Instant};

use game::{Limits, Notation, Value, Verdict, Worth};
use serde_json::{Value as Json, json};

use crate::position::Played;
use crate::refusal::Refusal;
use crate::rounds::rounds;
use crate::service::{Read, Task};
use crate::values::Table;
use crate::worth::{self, for_first, of_move, solve};

/// The time for each position in the first round, and how it grows from round to round.
const FIRST_ROUND: Duration = Duration::from_millis(50);
const GROWTH: u32 = 4;
/// How often the history so far is told.
const PAUSE: Duration = Duration::from_millis(150);
/// The time for finding out which moves would have been better, for each mistake.
const SECOND_THOUGHTS: Duration = Duration::from_secs(2);

/// Answers `history`.
pub(crate) fn history(task: &Task<'_>) -> Result<Json, Refusal> {
    let played = Played::read(task)?;
    let limits = task.limits()?;
    let mut history = History::new(&played);
    history.work(task, &limits);
    history.explain(task, &limits);
    Ok(history.json())
}

/// What is known of a game, position by position.
struct History<'a> {
    played: &'a Played,
    /// What each position is worth to the player to move there.
    worths: Vec<Worth>,
    /// Moves that would have been as good as possible, by position, where they are known.
    better: Vec<Vec<String>>,
    told: Instant,
}

impl<'a> History<'a> {
    fn new(played: &'a Played) -> History<'a> {
        let count = played.states.len();
        let (worths, better) = (vec![Worth::UNKNOWN; count], vec![Vec::new(); count]);
        History { played, worths, better, told: Instant::now() }
    }

    /// Solves the positions from the last to the first, since the last ones are the easiest, in rounds of growing time.
    fn work(&mut self, task: &Task<'_>, limits: &Limits) {
        let variant = &self.played.opened.variant;
        for round in rounds(limits, FIRST_ROUND, GROWTH) {
            for ply in (0..self.worths.len()).rev() {
                if self.worths[ply].value().is_some() {
                    continue;
                }
                if limits.exceeded(0).is_some() {
                    return;
                }
                let solution =
                    solve(task, variant, &self.played.states[ply], &limits.clone().within(round.time));
                self.worths[ply] = self.worths[ply].and(solution.worth);
                if self.worths[ply].verdict().is_some() {
                    self.better[ply] = solution.best.into_iter().collect();
                }
                self.look_back(ply);
                self.tell(task);
            }
            if self.is_complete() {
                return;
            }
        }
    }

    /// Takes over what is known of a position to those before it: a position is worth at least what the move that was
    /// played is.
    fn look_back(&mut self, from: usize) {
        for ply in (0..from).rev() {
            let known = self.worths[ply];
            let least = known.least().max(self.of_played(ply).least());
            if known.value().is_none() && least > known.least() {
                self.worths[ply] = Worth::between(least, known.most());
            }
        }
    }

    /// What the move that was played at a position is worth to the player who made it.
    fn of_played(&self, ply: usize) -> Worth {
        let states = &self.played.states;
        of_move(self.played.system(), &states[ply], &states[ply + 1], self.worths[ply + 1])
    }

    fn tell(&mut self, task: &Task<'_>) {
        if self.told.elapsed() >= PAUSE {
            self.told = Instant::now();
            task.partial(self.json());
        }
    }

    /// Finds the moves that would have been better, as far as there is time.
    fn explain(&mut self, task: &Task<'_>, limits: &Limits) {
        for ply in 0..self.worths.len() - 1 {
            if self.mistake(ply).is_none() || limits.exceeded(0).is_some() {
                continue;
            }
            let mut table = Table::new(&self.played.opened.variant, &self.played.states[ply]);
            table.round(task, &limits.clone().within(SECOND_THOUGHTS));
            // If not every move is known, the one that the solver plays is still better.
            if table.is_complete() {
                self.better[ply] = table.best_moves();
            }
        }
    }

    /// What was wrong with the move that was played at a position, and whether the result was the same all the same.
    fn mistake(&self, ply: usize) -> Option<(&'static str, bool)> {
        let (before, after) = (self.worths[ply], self.of_played(ply));
        let mild = |words| {
            let (before, after) = (before.value()?, after.value()?);
            let known = |value: Value| value.plies.is_some();
            (known(before) && known(after) && after < before).then_some((words, true))
        };
        match (before.verdict()?, after.verdict()?) {
            (Verdict::Win, Verdict::Draw | Verdict::Loss) => Some(("threw away a win", false)),
            (Verdict::Draw, Verdict::Loss) => Some(("threw away a draw", false)),
            (Verdict::Win, Verdict::Win) => mild("won later than possible"),
            (Verdict::Loss, Verdict::Loss) => mild("lost sooner than needed"),
            (Verdict::Draw | Verdict::Loss, _) => None,
        }
    }

    fn is_complete(&self) -> bool {
        self.worths.iter().all(|worth| worth.value().is_some())
    }

    fn json(&self) -> Json {
        let system = self.played.system();
        let mistake = |ply: usize| {
            let before = ply.checked_sub(1)?;
            let (kind, mild) = self.mistake(before)?;
            let mv = system.action_text(&self.played.states[before], self.played.actions[before]);
            Some(json!({ "kind": kind, "mild": mild, "move": mv, "better": self.better[before] }))
        };
        let position = |(ply, worth): (usize, &Worth)| {
            let state = &self.played.states[ply];
            json!({
                "ply": ply, "value": worth::value(*worth), "first": for_first(system, state, *worth),
                "mistake": mistake(ply),
            })
        };
        let plies: Vec<Json> = self.worths.iter().enumerate().map(position).collect();
        json!({ "plies": plies, "complete": self.is_complete() })
    }
}
