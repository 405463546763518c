//! Playing the games of a tournament, several at once.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use game::{Game, Player as Side, Random, Stop};

use super::{Fixture, GameResult, Results, Tournament, Trial};
use crate::ask::unless_broken;
use crate::{Live, Match, MatchEnd, Player, Reason, Seat, SprtState, TimeControl};

/// The state of a tournament after a game was finished.
#[derive(Debug)]
pub struct Progress<'a, 'g, G: Game> {
    /// The game of the schedule.
    pub fixture: &'a Fixture,
    /// How it was played, to be recorded.
    pub table: &'a Match<'g, G>,
    /// How it ended.
    pub ending: MatchEnd,
    /// All results so far, this one among them.
    pub results: &'a Results,
    /// How many games the schedule has.
    pub total: usize,
    /// How far the sequential test has come, if there is one.
    pub sprt: Option<SprtState>,
}

/// A finished game, on its way from the thread that played it.
type Finished<'g, G> = (Fixture, Match<'g, G>);

/// A function that is called after each finished game.
type Tell<'a, G> = &'a mut dyn FnMut(&Progress<'_, '_, G>);

impl<G: Game + 'static> Tournament<G> {
    /// Plays all games that are not among the results yet, and adds them, until all are played, the sequential test is
    /// clear, or `stop` is set. Games in progress are then dropped, to be played again another time.
    ///
    /// `tell` hears of each game as it is finished: a good moment to save the results.
    ///
    /// # Errors
    /// If the tournament cannot be played, or the results are those of another.
    pub fn run(&self, results: &mut Results, stop: &Stop, tell: Tell<'_, G>) -> Result<(), String> {
        self.check()?;
        self.adopt(results)?;
        let mut trial = self.sprt.map(Trial::new);
        if Self::is_clear(&mut trial, results) {
            return Ok(());
        }
        let schedule = self.schedule();
        let played: HashSet<usize> = results.games.keys().copied().collect();
        let open = schedule.len() - played.len();
        // Thrown when the test is clear, or by way of `stop`: games in progress are then of no use.
        let halt = Stop::new();
        let next = AtomicUsize::new(0);
        let (sender, finished) = channel();
        std::thread::scope(|scope| {
            let mut workers = Vec::new();
            for _ in 0..self.at_once.min(open) {
                let (sender, halt) = (sender.clone(), halt.clone());
                let fixture = || loop {
                    let fixture = schedule.get(next.fetch_add(1, Ordering::Relaxed))?;
                    if !played.contains(&fixture.number) {
                        return Some(fixture);
                    }
                };
                let work = move || {
                    let done = catch_unwind(AssertUnwindSafe(|| self.work(fixture, &halt, &sender)));
                    done.unwrap_or_else(|broken| {
                        halt.stop();
                        resume_unwind(broken)
                    });
                };
                workers.push(scope.spawn(work));
            }
            drop(sender);
            self.collect(&finished, results, &mut trial, (stop, &halt), schedule.len(), tell);
            for worker in workers {
                // A panic goes on in the thread that asked.
                worker.join().unwrap_or_else(|broken| resume_unwind(broken));
            }
        });
        Self::trim(results, trial.as_ref());
        Ok(())
    }

    /// Returns the sequential test over the results, if there is one.
    #[must_use]
    pub fn trial(&self, results: &Results) -> Option<Trial> {
        let mut trial = self.sprt.map(Trial::new);
        Self::is_clear(&mut trial, results);
        trial
    }

    /// Takes empty results for its own, and refuses those of another tournament.
    fn adopt(&self, results: &mut Results) -> Result<(), String> {
        let plan = self.plan();
        if results.games.is_empty() {
            (results.plan, results.names) = (plan, self.names());
            return Ok(());
        }
        if results.plan != plan {
            return Err(format!(
                "the results are of another tournament: {}; this one is: {plan}",
                results.plan
            ));
        }
        let schedule = self.schedule();
        let fits = |(number, game): (&usize, &GameResult)| {
            schedule.get(*number).is_some_and(|f| {
                (f.players, f.opening) == (game.players, game.opening)
                    && self.opening_moves(f.opening) == game.moves
            })
        };
        match results.games.iter().find(|game| !fits(*game)) {
            Some((number, _)) if *number >= schedule.len() => {
                Err(format!("the results have more games than the {} of this tournament", schedule.len()))
            }
            Some((number, _)) => {
                Err(format!("game {number} of the results has other players, or another opening, than here"))
            }
            None => Ok(()),
        }
    }

    /// Looks at what is finished; whether the test is clear now.
    fn is_clear(trial: &mut Option<Trial>, results: &Results) -> bool {
        trial.as_mut().is_some_and(|trial| {
            trial.look(&results.games);
            trial.state().verdict.is_some()
        })
    }

    /// Games beyond the one that made the test clear do not count.
    fn trim(results: &mut Results, trial: Option<&Trial>) {
        if let Some(trial) = trial.filter(|trial| trial.state().verdict.is_some()) {
            results.games.split_off(&trial.games());
        }
    }

    /// The life of a thread that plays games.
    fn work<'g>(&'g self, next: impl Fn() -> Option<Fixture>, halt: &Stop, sender: &Sender<Finished<'g, G>>) {
        while !halt.is_stopped() {
            let Some(fixture) = next() else { return };
            let Ok(table) = self.table(&fixture) else { return };
            let table = self.play(&fixture, table, halt);
            if halt.is_stopped() || sender.send((fixture, table)).is_err() {
                return;
            }
        }
    }

    /// Takes finished games as they come, and calls off the rest when it is time.
    fn collect(
        &self,
        finished: &Receiver<Finished<'_, G>>,
        results: &mut Results,
        trial: &mut Option<Trial>,
        (stop, halt): (&Stop, &Stop),
        total: usize,
        tell: Tell<'_, G>,
    ) {
        const LOOK: Duration = Duration::from_millis(20);
        loop {
            if stop.is_stopped() {
                halt.stop();
            }
            match finished.recv_timeout(LOOK) {
                Ok((fixture, table)) if !halt.is_stopped() => {
                    let ending =
                        table.ending().expect("a game that was not called off was played to its end");
                    let moves = self.opening_moves(fixture.opening);
                    results.add(&fixture, moves, ending, table.history().len());
                    if Self::is_clear(trial, results) {
                        halt.stop();
                    }
                    let sprt = trial.map(|trial| trial.state());
                    let (fixture, table, results) = (&fixture, &table, &*results);
                    tell(&Progress { fixture, table, ending, results, total, sprt });
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Plays a game: on the spot where there are no clocks, else with a thread for each player, so that one that hangs
    /// loses on time.
    fn play<'g>(&'g self, fixture: &Fixture, mut table: Match<'g, G>, halt: &Stop) -> Match<'g, G> {
        let made = Side::BOTH.map(|side| {
            let seed = game_seed(self.seed, fixture.number, side);
            let entrant = &self.entrants[fixture.players[side.index()]];
            unless_broken(|| entrant.player(seed))
        });
        let [mut first, mut second]: [Box<dyn Player<G>>; 2] = match made {
            [Some(first), Some(second)] => [first, second],
            [None, _] => return crashed(table, Side::First),
            [_, None] => return crashed(table, Side::Second),
        };
        if self.rules.time.iter().any(TimeControl::is_limited) {
            let mut live = Live::new(&self.game, table, [Seat::Player(first), Seat::Player(second)]);
            live.run(halt, &mut |_| {});
            return live.into_table();
        }
        table.run_until([&mut *first, &mut *second], halt, &mut |_| {});
        table
    }
}

/// A player could not even be made.
fn crashed<G: Game>(mut table: Match<'_, G>, side: Side) -> Match<'_, G> {
    table.end(MatchEnd::lost(side, Reason::Crash));
    table
}

/// A seed for a player in a game.
fn game_seed(seed: u64, number: usize, side: Side) -> u64 {
    let game = Random::new(seed).next().wrapping_add(2 * number as u64 + side.index() as u64);
    Random::new(game).next()
}
