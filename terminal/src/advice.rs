//! What an engine thinks of a position, in a thread of its own.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use arena::{AnyGame, AnyMove, AnyState, Engines, Hint, balance};
use game::{Game, Limits, Stop, Value, Verdict};

/// What an engine thinks of a position: what it has proved, and what it only estimates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Advice {
    /// Win, draw or loss for the player to move, if that is proved.
    pub verdict: Option<Verdict>,
    /// The proved value for the player to move, with its distance, if that is known as well.
    pub value: Option<Value>,
    /// How well the player to move stands, from -1, lost, to 1, won: certain if the verdict is proved, else an
    /// estimate.
    pub balance: Option<f64>,
    /// The move that the engine would play; an estimate unless its hint proves it.
    pub favourite: Option<Favourite>,
    /// What is proved of each move; empty if no hints were wanted.
    pub hints: Vec<Hint<AnyMove>>,
}

/// The move that an engine would play, and the line it expects. Nothing of it is proved.
#[derive(Clone, PartialEq, Debug)]
pub struct Favourite {
    /// The move.
    pub mv: AnyMove,
    /// How well the player to move seems to stand after it, between -1 and 1.
    pub balance: f64,
    /// What the engine would play from here on, the favourite first; it grows while the engine thinks.
    pub line: Vec<AnyMove>,
}

impl Advice {
    /// Returns what is known of a move.
    #[must_use]
    pub fn hint(&self, mv: AnyMove) -> Option<&Hint<AnyMove>> {
        self.hints.iter().find(|hint| hint.mv == mv)
    }

    /// Returns the best moves: those that are proved to be worth most; none where all that is proved is that some lose.
    #[must_use]
    pub fn best(&self) -> Vec<AnyMove> {
        let Some(best) = self.hints.iter().map(|hint| hint.worth.least()).max() else { return Vec::new() };
        if best.verdict == Verdict::Loss && self.hints.iter().any(is_open) {
            return Vec::new();
        }
        self.hints.iter().filter(|hint| hint.worth.least() == best).map(|hint| hint.mv).collect()
    }

    /// Returns the favourite, where it is of use: where no move is proved to be best, and it is not proved to lose.
    #[must_use]
    pub fn estimate(&self) -> Option<&Favourite> {
        let is_best_proved = self.hints.iter().map(|hint| hint.worth.least()).max().is_some_and(|best| {
            let better = |hint: &Hint<AnyMove>| hint.worth.most().verdict > best.verdict;
            best.verdict == Verdict::Win || !self.hints.iter().any(better)
        });
        let loses = |mv| self.hint(mv).is_some_and(|hint| hint.verdict() == Some(Verdict::Loss));
        self.favourite.as_ref().filter(|favourite| !is_best_proved && !loses(favourite.mv))
    }

    /// Takes over what was newly proved of the moves, and what follows from it for the position: the best move is worth
    /// as much as the position.
    fn learn(&mut self, hints: Vec<Hint<AnyMove>>) {
        let closer = |mut hint: Hint<AnyMove>| {
            if let Some(known) = self.hint(hint.mv) {
                hint.worth = hint.worth.and(known.worth);
            }
            hint
        };
        self.hints = hints.into_iter().map(closer).collect();
        let least = self.hints.iter().map(|hint| hint.worth.least()).max();
        let most = self.hints.iter().map(|hint| hint.worth.most()).max();
        if let (Some(least), Some(most)) = (least, most) {
            self.bound(least, most);
        }
    }

    /// The position is proved to be worth at least and at most this.
    fn bound(&mut self, least: Value, most: Value) {
        if least.verdict == most.verdict {
            self.verdict = Some(least.verdict);
            self.balance = Some(f64::from(least.verdict.sign()));
            let exact = least == most && (least.plies.is_some() || least.verdict == Verdict::Draw);
            self.value = if exact { Some(least) } else { self.value };
        } else if let (Some(balance), None) = (self.balance, self.verdict) {
            let sign = |value: Value| f64::from(value.verdict.sign());
            self.balance = Some(balance.clamp(sign(least), sign(most)));
        }
    }

    /// Whether every move is proved to be worth something: there is no more to find out.
    fn is_complete(&self) -> bool {
        let known = |hint: &Hint<AnyMove>| hint.value().is_some() || hint.verdict() == Some(Verdict::Draw);
        !self.hints.is_empty() && self.hints.iter().all(known)
    }
}

/// Whether it is not even known who wins after the move.
fn is_open(hint: &Hint<AnyMove>) -> bool {
    hint.verdict().is_none()
}

/// How long an engine thinks about a position before it says anything.
const GLANCE: Duration = Duration::from_millis(400);
/// How long it thinks about all moves at first, and how often it begins again with twice the time.
const STUDY: Duration = Duration::from_millis(500);
const ROUNDS: u32 = 7;
/// How long it thinks about each further move of its line, and how many moves a line has.
const STEP: Duration = Duration::from_millis(150);
const LINE: usize = 6;
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
    /// Begins to think about a position of a game, and about every move if that is wanted. What is known already is not
    /// found out again.
    pub(crate) fn begin(
        game: &Arc<AnyGame>,
        engines: &Engines,
        state: &AnyState,
        in_full: bool,
        known: Advice,
    ) -> Thought {
        let (outbox, inbox) = channel();
        let stop = Stop::new();
        let thinker = Thinker {
            game: Arc::clone(game),
            engines: engines.clone(),
            state: state.clone(),
            stop: stop.clone(),
            advice: known.clone(),
            outbox,
        };
        std::thread::spawn(move || thinker.think(in_full));
        Thought { inbox, stop, latest: known, in_full, finished: false }
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

/// What thinks, in its thread.
struct Thinker {
    game: Arc<AnyGame>,
    engines: Engines,
    state: AnyState,
    stop: Stop,
    advice: Advice,
    outbox: Sender<Advice>,
}

impl Thinker {
    fn limits(&self, time: Duration) -> Limits {
        Limits::default().stop(self.stop.clone()).memory(MEMORY).time(time)
    }

    /// Says what is known by now, and whether to go on.
    fn tell(&self) -> bool {
        self.outbox.send(self.advice.clone()).is_ok() && !self.stop.is_stopped()
    }

    /// First who is ahead, then every move, again and again with twice the time.
    fn think(mut self, in_full: bool) {
        if self.advice.balance.is_none() {
            self.glance();
        }
        let mut goes_on = self.tell() && in_full;
        for round in 0..ROUNDS {
            let time = STUDY * 2u32.pow(round);
            if !goes_on || self.advice.is_complete() {
                return;
            }
            let hints = self.engines.advise(&self.state, &self.limits(time));
            if self.stop.is_stopped() {
                return;
            }
            self.advice.learn(hints);
            goes_on = self.tell() && (self.advice.estimate().is_none() || self.prefer(time / 2));
        }
    }

    /// Solves the position, or, where that takes too long, sees how good it looks.
    fn glance(&mut self) {
        let answer = self.engines.solve(&self.state, &self.limits(GLANCE));
        self.advice.bound(answer.worth.least(), answer.worth.most());
        if answer.verdict().is_none() {
            self.choose(GLANCE);
            self.advice.balance = self.advice.favourite.as_ref().map(|favourite| favourite.balance);
            self.advice.bound(answer.worth.least(), answer.worth.most());
        }
    }

    /// What the engine would play if it had this time.
    fn choose(&mut self, time: Duration) {
        let choice = self.engines.choose(&self.state, &self.limits(time));
        if let Some(mv) = choice.best {
            self.advice.favourite = Some(Favourite { mv, balance: balance(choice.worth), line: vec![mv] });
        }
    }

    /// What the engine would play if it had this time, and how it would go on. Whether to think further.
    fn prefer(&mut self, time: Duration) -> bool {
        let before = self.advice.favourite.take();
        self.choose(time);
        let Some(favourite) = &mut self.advice.favourite else { return self.tell() };
        match before {
            Some(before) if before.mv == favourite.mv => favourite.line = before.line,
            _ => {}
        }
        if self.advice.verdict.is_none() {
            let estimate = favourite.balance;
            self.advice.balance = self.advice.balance.map(|_| estimate);
            // What is proved of the moves limits what is believed.
            self.advice.learn(self.advice.hints.clone());
        }
        self.tell() && self.follow()
    }

    /// Follows what the engine would play, move by move.
    fn follow(&mut self) -> bool {
        let Some(favourite) = &self.advice.favourite else { return true };
        let mut line = favourite.line.clone();
        let mut state = self.state.clone();
        for &mv in &line {
            self.game.play(&mut state, mv);
        }
        while line.len() < LINE && self.game.outcome(&state).is_none() {
            let choice = self.engines.choose(&state, &self.limits(STEP));
            let Some(mv) = choice.best.filter(|_| !self.stop.is_stopped()) else { return false };
            self.game.play(&mut state, mv);
            line.push(mv);
            if let Some(favourite) = &mut self.advice.favourite {
                favourite.line.clone_from(&line);
            }
            if !self.tell() {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use games::nim::Nim;

    use super::*;
    use game::Worth;

    #[test]
    fn the_best_moves_are_those_that_are_known_to_be() {
        let game = AnyGame::new(Nim::new(&[3], false));
        let moves: Vec<AnyMove> = game.moves(&game.initial()).collect();
        let best = |values: [(Value, Value); 3]| {
            let hints = moves
                .iter()
                .zip(values)
                .map(|(&mv, (least, most))| Hint { mv, worth: Worth::between(least, most) });
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

    #[test]
    fn what_is_proved_of_the_moves_is_proved_of_the_position() {
        let game = AnyGame::new(Nim::new(&[2], false));
        let moves: Vec<AnyMove> = game.moves(&game.initial()).collect();
        let hints = |values: [(Value, Value); 2]| {
            let hint = |(&mv, (least, most)): (&AnyMove, (Value, Value))| Hint {
                mv,
                worth: Worth::between(least, most),
            };
            moves.iter().zip(values).map(hint).collect::<Vec<Hint<AnyMove>>>()
        };
        let nothing = (Value::loss(0), Value::win(0));
        let even = || Advice { balance: Some(0.0), ..Advice::default() };
        // All moves lose: no estimate says otherwise.
        let mut lost = even();
        lost.learn(hints([(Value::loss(4), Value::loss(4)), (Value::loss(2), Value::loss(2))]));
        assert_eq!((lost.balance, lost.value), (Some(-1.0), Some(Value::loss(4))));
        // Without the distance the verdict counts all the same.
        let mut lost = even();
        lost.learn(hints([(Value::loss(2), Value::of(Verdict::Loss)), (Value::loss(2), Value::loss(2))]));
        assert_eq!((lost.balance, lost.value), (Some(-1.0), None));
        // A proved draw limits the estimate, and what was proved stays proved.
        let mut held = Advice { balance: Some(-0.5), ..Advice::default() };
        held.learn(hints([(Value::of(Verdict::Draw), Value::win(0)), nothing]));
        assert_eq!(held.balance, Some(0.0));
        held.learn(hints([nothing, nothing]));
        assert_eq!(held.hints[0].worth.least().verdict, Verdict::Draw);
    }

    #[test]
    fn a_favourite_is_of_use_where_no_move_is_proved_best() {
        let game = AnyGame::new(Nim::new(&[2], false));
        let moves: Vec<AnyMove> = game.moves(&game.initial()).collect();
        let favourite = Favourite { mv: moves[1], balance: 0.3, line: vec![moves[1]] };
        let shown = |values: [(Value, Value); 2]| {
            let hint = |(&mv, (least, most)): (&AnyMove, (Value, Value))| Hint {
                mv,
                worth: Worth::between(least, most),
            };
            let hints = moves.iter().zip(values).map(hint).collect();
            let advice = Advice { favourite: Some(favourite.clone()), hints, ..Advice::default() };
            advice.estimate().is_some()
        };
        let (nothing, lost) = ((Value::loss(0), Value::win(0)), (Value::loss(2), Value::loss(2)));
        let draw = (Value::of(Verdict::Draw), Value::of(Verdict::Draw));
        assert!(shown([nothing, nothing]) && shown([lost, nothing]) && shown([draw, nothing]));
        assert!(!shown([(Value::win(3), Value::win(3)), nothing]));
        assert!(!shown([draw, lost]) && !shown([lost, lost]) && !shown([nothing, lost]));
        assert!(Advice { favourite: Some(favourite.clone()), ..Advice::default() }.estimate().is_some());
    }
}
