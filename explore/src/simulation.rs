//! Random walks: for what is too large to be searched.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use game::{Ending, Limits, Random, Stopped, System};

use crate::search::exchange::{SOUND, share};

/// Many random walks through a system.
///
/// Every walk has a seed of its own, made from the common one and its number: so the same seed gives the same numbers
/// on any number of threads.
///
/// ```
/// use explore::Simulation;
/// use game::{Game, Limits};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let run = |threads| {
///     let limits = Limits::default().threads(threads);
///     Simulation::new(&game, 1000).limits(&limits).run()
/// };
/// let (one, two) = (run(1), run(2));
/// assert_eq!((one.walks, &one.wins, one.draws), (1000, &two.wins, two.draws));
/// assert!((540..=630).contains(&one.wins[0]), "{:?}", one.wins); // 58.5 % are expected
/// ```
pub struct Simulation<'a, S: System> {
    system: &'a S,
    walks: u64,
    plies: u32,
    seed: u64,
    starts: Option<&'a [S::Configuration]>,
    limits: Limits,
    watch: Option<&'a (dyn Fn(&Statistics) + Sync)>,
}

/// A random walk, and how it ended.
#[derive(Clone, Debug)]
pub struct Play<C, A> {
    /// The actions.
    pub actions: Vec<A>,
    /// The last state.
    pub end: C,
    /// Whether nothing more could be done there. If not, the walk was cut off.
    pub ended: bool,
}

/// A walk through a system of this type.
type PlayOf<S> = Play<<S as System>::Configuration, <S as System>::Action>;

/// The statistics of many random walks.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// The number of walks.
    pub walks: u64,
    /// Walks that ended with a win of the first player, and of the second.
    pub wins: [u64; 2],
    /// Walks that ended with a draw.
    pub draws: u64,
    /// Walks that came to a proper end, wins and draws among them.
    pub finals: u64,
    /// Walks that ended where nothing could be done, although it was not a proper end.
    pub stuck: u64,
    /// Walks that were cut off because they were too long.
    pub broken_off: u64,
    /// The number of walks of each length.
    pub lengths: BTreeMap<u32, u64>,
    /// The number of times that an action was chosen.
    pub choices: u64,
    /// The number of actions that there were to choose from, added up.
    pub options: u64,
    /// The fewest and the most actions that there were to choose from; `None` if nothing was ever chosen.
    pub branching: Option<(usize, usize)>,
    /// Why the walks were stopped, if they were.
    pub stopped: Option<Stopped>,
    /// The time it took.
    pub elapsed: Duration,
}

impl Statistics {
    /// Returns the mean length of a walk.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        self.choices as f64 / self.walks.max(1) as f64
    }

    /// Returns the mean number of actions that there were to choose from.
    #[must_use]
    pub fn mean_branching(&self) -> f64 {
        self.options as f64 / self.choices.max(1) as f64
    }

    /// Adds the statistics of other walks.
    fn add(&mut self, other: Statistics) {
        self.walks += other.walks;
        for (sum, wins) in self.wins.iter_mut().zip(other.wins) {
            *sum += wins;
        }
        self.draws += other.draws;
        self.finals += other.finals;
        self.stuck += other.stuck;
        self.broken_off += other.broken_off;
        for (length, walks) in other.lengths {
            *self.lengths.entry(length).or_default() += walks;
        }
        self.choices += other.choices;
        self.options += other.options;
        self.branching = match (self.branching, other.branching) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (one, other) => one.or(other),
        };
        self.stopped = self.stopped.or(other.stopped);
    }
}

impl<'a, S: System> Simulation<'a, S> {
    /// Returns a simulation of `walks` walks of any length on one thread, with the seed 0.
    #[must_use]
    pub fn new(system: &'a S, walks: u64) -> Self {
        let limits = Limits::default();
        Simulation { system, walks, plies: u32::MAX, seed: 0, starts: None, limits, watch: None }
    }

    /// Cuts walks off after `plies` actions.
    #[must_use]
    pub fn plies(mut self, plies: u32) -> Self {
        self.plies = plies;
        self
    }

    /// Sets the seed: another one gives other walks.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Starts from these states, in place of the starts of the system.
    #[must_use]
    pub fn starting_from(mut self, starts: &'a [S::Configuration]) -> Self {
        self.starts = Some(starts);
        self
    }

    /// Limits what the walks may spend: time and threads, and the flags that stop them. The numbers do not depend on
    /// the number of threads.
    #[must_use]
    pub fn limits(mut self, limits: &Limits) -> Self {
        self.limits = limits.clone();
        self
    }

    /// Calls `watch` now and then with what was found so far.
    #[must_use]
    pub fn watch(mut self, watch: &'a (dyn Fn(&Statistics) + Sync)) -> Self {
        self.watch = Some(watch);
        self
    }

    /// Returns the walk of a number, action by action; `None` if there is nowhere to start.
    ///
    /// ```
    /// use explore::Simulation;
    /// use games::mnk::{Mnk, Rule};
    ///
    /// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    /// let play = Simulation::new(&game, 1).seed(7).walk(0).unwrap().unwrap();
    /// assert!(play.ended && (5..=9).contains(&play.actions.len()));
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn walk(&self, number: u64) -> Result<Option<PlayOf<S>>, Stopped> {
        let mut actions = Vec::new();
        let walked = self.walked(number, &mut Vec::new(), |_, action| actions.push(action))?;
        Ok(walked.map(|(end, ended)| Play { actions, end, ended }))
    }

    /// Walks.
    pub fn run(&self) -> Statistics {
        const ROUND: Duration = Duration::from_millis(50);
        let (begun, threads) = (Instant::now(), self.limits.thread_count());
        let all = Mutex::new(Statistics::default());
        let (mut next, mut batch) = (0, 1);
        while next < self.walks {
            let round = Instant::now();
            let jobs = (self.walks - next).div_ceil(batch).min(8 * threads as u64);
            share(threads, jobs as usize, |job| {
                let first = next + job as u64 * batch;
                let some = self.batch(first..self.walks.min(first + batch));
                all.lock().expect(SOUND).add(some);
            });
            next = self.walks.min(next + jobs * batch);
            let mut so_far = all.lock().expect(SOUND);
            so_far.elapsed = begun.elapsed();
            if let Some(watch) = self.watch {
                watch(&so_far);
            }
            if so_far.stopped.is_some() {
                break;
            }
            if round.elapsed() < ROUND {
                batch *= 2;
            }
        }
        all.into_inner().expect(SOUND)
    }

    /// Some of the walks, by number.
    fn batch(&self, walks: std::ops::Range<u64>) -> Statistics {
        let (mut sum, mut room) = (Statistics::default(), Vec::new());
        for number in walks {
            let mut one = Statistics::default();
            match self.walked(number, &mut room, |options, _| one.choose(options)) {
                Ok(Some((end, ended))) => one.finish(ended, self.system.ending(&end)),
                Ok(None) => break,
                Err(why) => {
                    sum.stopped = Some(why);
                    break;
                }
            }
            sum.add(one);
        }
        sum
    }

    /// Walks at random, each action with the same chance, and reports every action with the number it was chosen from.
    /// Returns where it ended, and whether nothing more could be done there; `None` if there is nowhere to start.
    /// `room` is for the actions of the state that is looked at.
    fn walked(
        &self,
        number: u64,
        room: &mut Vec<S::Action>,
        mut report: impl FnMut(usize, S::Action),
    ) -> Result<Option<(S::Configuration, bool)>, Stopped> {
        // Far apart, whatever the seed.
        let own = Random::new(self.seed.wrapping_add(number.wrapping_mul(0xd1b5_4a32_d192_ed03))).next();
        let mut random = Random::new(own);
        let start = match self.starts {
            Some(starts) => random.choose(starts).cloned(),
            None => random.choose(self.system.starts()),
        };
        let Some(mut state) = start else { return Ok(None) };
        for step in 0u32.. {
            if step.is_multiple_of(1024)
                && let Some(why) = self.limits.exceeded(0)
            {
                return Err(why);
            }
            if self.system.is_final(&state) {
                return Ok(Some((state, true)));
            }
            room.clear();
            room.extend(self.system.actions(&state));
            let Some(&action) = room.get(random.below(room.len())) else { return Ok(Some((state, true))) };
            if step == self.plies {
                break;
            }
            report(room.len(), action);
            self.system.apply(&mut state, action);
        }
        Ok(Some((state, false)))
    }
}

impl Statistics {
    /// Counts an action that was chosen from `options`.
    #[inline]
    fn choose(&mut self, options: usize) {
        self.choices += 1;
        self.options += options as u64;
        self.branching = Some(match self.branching {
            Some((least, most)) => (least.min(options), most.max(options)),
            None => (options, options),
        });
    }

    /// One walk is over.
    fn finish(&mut self, ended: bool, ending: Ending) {
        let is_final = ending != Ending::Open;
        self.walks = 1;
        self.lengths.insert(self.choices as u32, 1);
        self.finals = u64::from(is_final);
        self.stuck = u64::from(ended && !is_final);
        self.broken_off = u64::from(!ended);
        match ending {
            Ending::Won(player) => self.wins[player.index()] = 1,
            Ending::Drawn => self.draws = 1,
            Ending::Open | Ending::Final => {}
        }
    }
}
