//! What an engine thinks of a position, in a thread of its own.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use arena::{AnyMove, AnyState, Engines, Hint};
use game::{Limits, Stop, Value, Verdict};
use search::Budget;

/// What an engine thinks of a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Advice {
    /// What it is worth for whoever is to move, if that is known.
    pub value: Option<Value>,
    /// What it seems to be worth, from -1, lost, to 1, won.
    pub balance: Option<f64>,
    /// The move that seems best, if the value is not known.
    pub preferred: Option<AnyMove>,
    /// What each move is worth; empty if that was not asked.
    pub hints: Vec<Hint<AnyMove>>,
}

impl Advice {
    /// What is known of a move.
    #[must_use]
    pub fn hint(&self, mv: AnyMove) -> Option<&Hint<AnyMove>> {
        self.hints.iter().find(|hint| hint.mv == mv)
    }

    /// The best moves: those that are known to be worth most; none where all that is known is that some lose.
    #[must_use]
    pub fn best(&self) -> Vec<AnyMove> {
        let Some(best) = self.hints.iter().map(|hint| hint.least).max() else { return Vec::new() };
        let open = |hint: &Hint<AnyMove>| hint.least.verdict != hint.most.verdict;
        if best.verdict == Verdict::Loss && self.hints.iter().any(open) {
            return Vec::new();
        }
        self.hints.iter().filter(|hint| hint.least == best).map(|hint| hint.mv).collect()
    }
}

/// How long an engine thinks about a position, and about all its moves.
const GLANCE: Duration = Duration::from_millis(400);
const STUDY: Duration = Duration::from_secs(3);
/// What it may hold.
const MEMORY: usize = 128 << 20;

/// Thinking that goes on. Dropped, it ends.
#[derive(Debug)]
pub(crate) struct Thought {
    inbox: Receiver<Advice>,
    stop: Stop,
    latest: Advice,
    /// Whether moves are judged as well.
    pub(crate) in_full: bool,
    pub(crate) finished: bool,
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

impl Thought {
    /// Begins to think about a position, and about every move if that is wanted.
    pub(crate) fn begin(engines: &Engines, state: &AnyState, in_full: bool) -> Thought {
        let (outbox, inbox) = channel();
        let stop = Stop::new();
        let (engines, state, switch) = (engines.clone(), state.clone(), stop.clone());
        std::thread::spawn(move || {
            let budget = |time| {
                Budget::default().limits(Limits::default().stop(switch.clone()).memory(MEMORY).time(time))
            };
            let mut advice = glance(&engines, &state, &budget);
            // Nobody may be listening any more.
            let _ = outbox.send(advice.clone());
            if in_full {
                advice.hints = engines.advise(&state, &budget(STUDY));
                let _ = outbox.send(advice);
            }
        });
        Thought { inbox, stop, latest: Advice::default(), in_full, finished: false }
    }

    /// What is known by now.
    pub(crate) fn latest(&mut self) -> &Advice {
        loop {
            match self.inbox.try_recv() {
                Ok(advice) => self.latest = advice,
                Err(error) => {
                    self.finished |= error == std::sync::mpsc::TryRecvError::Disconnected;
                    return &self.latest;
                }
            }
        }
    }

    /// What is known when it has ended; nothing if the time is up before.
    pub(crate) fn wait(&mut self, time: Duration) -> Option<&Advice> {
        let until = std::time::Instant::now() + time;
        while let Ok(advice) =
            self.inbox.recv_timeout(until.saturating_duration_since(std::time::Instant::now()))
        {
            self.latest = advice;
        }
        self.latest();
        self.finished.then_some(&self.latest)
    }
}

/// Solves the position, or, where that takes too long, sees how good it looks.
fn glance(engines: &Engines, state: &AnyState, budget: &dyn Fn(Duration) -> Budget) -> Advice {
    let answer = engines.solve(state, &budget(GLANCE));
    let value = answer.value().or_else(|| answer.verdict().map(Value::of));
    let known = value.filter(|value| value.plies.is_some() || value.verdict == Verdict::Draw);
    match value {
        Some(value) => {
            let balance = Some(f64::from(value.verdict.sign()));
            Advice { value: known, balance, ..Advice::default() }
        }
        None => {
            let choice = engines.choose(state, &budget(GLANCE));
            Advice { balance: Some(balance(choice.score)), preferred: choice.best, ..Advice::default() }
        }
    }
}

/// A score between -1 and 1: beyond a million it is certain.
fn balance(score: i32) -> f64 {
    const CERTAIN: i32 = 1_000_000;
    const EVEN: f64 = 2000.0;
    if score.abs() >= CERTAIN { f64::from(score.signum()) } else { (f64::from(score) / EVEN).tanh() * 0.95 }
}

#[cfg(test)]
mod tests {
    use arena::AnyGame;
    use game::Game;
    use games::nim::Nim;

    use super::*;

    #[test]
    fn the_best_moves_are_those_that_are_known_to_be() {
        let game = AnyGame::new(Nim::new(&[3], false));
        let moves: Vec<AnyMove> = game.moves(&game.initial()).collect();
        let best = |values: [(Value, Value); 3]| {
            let hints = moves.iter().zip(values).map(|(&mv, (least, most))| Hint { mv, least, most });
            Advice { hints: hints.collect(), ..Advice::default() }.best()
        };
        let (open, draw, lost) = (
            (Value::loss(2), Value::win(1)),
            (Value::of(Verdict::Draw), Value::of(Verdict::Draw)),
            Value::loss(4),
        );
        assert_eq!(best([open; 3]), [], "nothing is known");
        assert_eq!(best([(lost, lost), open, (lost, lost)]), [], "one may be better");
        assert_eq!(best([(lost, lost), open, draw]), [moves[2]], "what is sure, rather than what may be");
        assert_eq!(
            best([(lost, lost), (Value::loss(2), Value::loss(2)), (lost, lost)]),
            [moves[0], moves[2]]
        );
    }
}
