//! Tournaments: many games between players, and what they show.

mod entrant;
mod json;
mod openings;
mod results;
mod run;
mod schedule;
mod trial;

use std::sync::Arc;

use game::Game;

pub use entrant::Entrant;
pub use openings::random_openings;
pub use results::{GameResult, Results, Standing};
pub use run::Progress;
pub use schedule::{Fixture, Format, Schedule};
pub use trial::Trial;

use crate::{Illegal, Match, Rules, Sprt};

/// A tournament: who plays whom, how often, from which openings, and when it may stop.
///
/// Every opening is played twice, with the sides changed. Each game has a seed of its own, so the results depend
/// neither on how many games are played at once nor on whether it was interrupted and [taken up
/// again](Results::from_json), as long as the players go by nodes and not by the clock.
///
/// ```
/// use std::sync::Arc;
/// use arena::{EnginePlayer, Entrant, RandomPlayer, Results, Searching, Tournament};
/// use game::Stop;
/// use games::mnk::{Mnk, Rule};
///
/// let game: Arc<Mnk<u64>> = Arc::new(Mnk::new(3, 3, 3, Rule::Normal));
/// let entrants = vec![
///     Entrant::new("engine", |_| EnginePlayer::new(Searching::default()).nodes(2000)),
///     Entrant::new("random", RandomPlayer::new),
/// ];
/// let tournament = Tournament::new(&game, "mnk:3,3,3", entrants).rounds(10).at_once(2);
/// let mut results = Results::default();
/// tournament.run(&mut results, &Stop::new(), &mut |_| {}).unwrap();
/// let standings = results.standings();
/// assert_eq!((standings[0].name.as_str(), standings[0].score.games()), ("engine", 20));
/// assert_eq!(standings[0].score.losses, 0);
/// ```
#[derive(Debug)]
pub struct Tournament<G: Game + 'static> {
    game: Arc<G>,
    name: String,
    entrants: Vec<Entrant<G>>,
    format: Format,
    rounds: usize,
    openings: Vec<Vec<G::Move>>,
    rules: Rules<'static, G>,
    seed: u64,
    sprt: Option<Sprt>,
    at_once: usize,
}

impl<G: Game + 'static> Tournament<G> {
    /// Creates a round robin of one round, two games for each pair, one at a time; `name` is the name of the game.
    #[must_use]
    pub fn new(game: &Arc<G>, name: impl Into<String>, entrants: Vec<Entrant<G>>) -> Self {
        Tournament {
            game: Arc::clone(game),
            name: name.into(),
            entrants,
            format: Format::RoundRobin,
            rounds: 1,
            openings: Vec::new(),
            rules: Rules::default(),
            seed: 0,
            sprt: None,
            at_once: 1,
        }
    }

    /// Sets who plays whom.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    /// Sets the number of rounds: in each, every pair that meets plays two games, one with each side.
    #[must_use]
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.rounds = rounds;
        self
    }

    /// Sets the openings: each round begins with the next one, and with the first again after the last.
    #[must_use]
    pub fn openings(mut self, openings: Vec<Vec<G::Move>>) -> Self {
        self.openings = openings;
        self
    }

    /// Sets what is agreed for each game.
    #[must_use]
    pub fn rules(mut self, rules: Rules<'static, G>) -> Self {
        self.rules = rules;
        self
    }

    /// Sets the seed from which the seeds of the games are derived.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Stops as soon as this test of the first of two entrants is clear.
    #[must_use]
    pub fn sprt(mut self, sprt: Sprt) -> Self {
        self.sprt = Some(sprt);
        self
    }

    /// Plays `games` games at once. The results do not depend on it.
    #[must_use]
    pub fn at_once(mut self, games: usize) -> Self {
        self.at_once = games.max(1);
        self
    }

    /// Returns the names of the entrants.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| entrant.name.clone()).collect()
    }

    /// Returns all games, in the order in which they are begun.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.entrants.len(), self.rounds, self.openings.len())
    }

    /// Returns a game of the schedule, ready to begin.
    ///
    /// # Errors
    /// If its opening is not legal.
    pub fn table(&self, fixture: &Fixture) -> Result<Match<'_, G>, String> {
        let opening = self.openings.get(fixture.opening).map_or(&[][..], Vec::as_slice);
        let table = Match::new(&*self.game).rules(self.rules.clone()).opening(opening);
        table.map_err(|objection| format!("opening {}: {objection}", fixture.opening + 1))
    }

    /// Checks that the tournament can be played.
    ///
    /// # Errors
    /// With the reason, in words.
    pub fn check(&self) -> Result<(), String> {
        if !game::CAN_START_THREADS {
            return Err("players think in threads, and on this machine none can be started".to_string());
        }
        let names = self.names();
        if names.len() < 2 {
            return Err(format!("a tournament needs two players at least, and has {}", names.len()));
        }
        if let Some(name) = names.iter().enumerate().find(|(n, name)| names[..*n].contains(name)) {
            return Err(format!("there are two players called `{}`", name.1));
        }
        if self.format == Format::FixedSides && (names.len() != 2 || self.sprt.is_some()) {
            return Err("fixed sides are for two players, and without a sequential test".to_string());
        }
        if let Some(sprt) = &self.sprt {
            sprt.check()?;
            if names.len() != 2 {
                return Err(format!(
                    "a sequential test is between two players, and there are {}",
                    names.len()
                ));
            }
        }
        for opening in 0..self.openings.len() {
            let table = self.table(&Fixture { number: 0, players: [0, 1], opening })?;
            if let Some(ending) = table.ending() {
                return Err(format!("opening {} leaves nothing to play: {ending}", opening + 1));
            }
        }
        Ok(())
    }

    /// Returns everything that the results depend on, in a line: results of another plan cannot be continued. Rounds
    /// and openings are not part of it, since there may be more of them another time.
    #[must_use]
    pub fn plan(&self) -> String {
        let format = match self.format {
            Format::RoundRobin => "a round robin",
            Format::Gauntlet => "a gauntlet",
            Format::FixedSides => "a match with fixed sides",
        };
        let mut plan =
            format!("{} of {}, {}, seed {}", format, self.name, self.names().join(" and "), self.seed);
        let [first, second] = self.rules.time;
        if first.is_limited() || second.is_limited() {
            plan += &format!(", times {first} and {second}");
        }
        if let Illegal::AskedAgain(times) = self.rules.illegal {
            plan += &format!(", {times} illegal moves forgiven");
        }
        if let Some(longest) = self.rules.longest {
            plan += &format!(", at most {longest} moves");
        }
        if let Some(Sprt { elo0, elo1, alpha, beta }) = self.sprt {
            plan += &format!(", a test of {elo0} against {elo1} Elo with errors {alpha} and {beta}");
        }
        plan
    }

    /// A fingerprint of the moves of an opening.
    fn opening_moves(&self, opening: usize) -> u64 {
        self.openings.get(opening).map_or(0, |moves| fingerprint(format!("{moves:?}").as_bytes()))
    }
}

/// FNV-1a: the same on every machine.
fn fingerprint(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
