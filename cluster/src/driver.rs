//! Who has pieces done by an engine, and gives out again what was lost. What counts is what lies in the place where the
//! state space is kept, whatever the engine says.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use game::Stopped;
use layers::{Error, Hands, Job, Made, Piece, Place, Step, Taker};
use serde::Serialize;

use crate::engine::{Engine, Lost};
use crate::plan::{Plan, Ticket, Trace, read_failure, receipt, version};

/// A job is given out so often without any piece of it being done, and then given up.
const ATTEMPTS: u32 = 4;

/// The driver waits so many times as long as a look takes until the next.
const SELDOM: u32 = 4;

/// Has pieces done by an engine, and gives out again what was lost.
pub struct Driver {
    engine: Box<dyn Engine>,
    address: String,
    text: Option<String>,
    /// How long nothing may happen before a job is given up and given out again; twice as long the next time.
    patience: Duration,
    said: Mutex<Vec<Repeat>>,
    tell: Box<dyn Fn(&str) + Send + Sync>,
}

/// Pieces that were given out more than once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Repeat {
    /// The ply.
    pub ply: usize,
    /// What was being done to it.
    #[serde(serialize_with = "as_word")]
    pub step: Step,
    /// How many pieces.
    pub pieces: usize,
    /// Why.
    pub why: String,
}

impl Repeat {
    /// Returns it as a line of text.
    #[must_use]
    pub fn text(&self) -> String {
        let Repeat { ply, step, pieces, why } = self;
        let count = if *pieces == 1 { "1 piece".to_string() } else { format!("{pieces} pieces") };
        format!("ply {ply}, {}: {count} given out again: {why}", word(*step))
    }
}

fn word(step: Step) -> &'static str {
    match step {
        Step::Expand => "expand",
        Step::Merge => "merge",
        Step::Value => "value",
        Step::Scan => "scan",
    }
}

fn as_word<S: serde::Serializer>(step: &Step, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(word(*step))
}

/// What is known of a job that is being done.
struct Watched<'w, 't> {
    place: &'w Place,
    job: &'w str,
    /// What is left of each piece.
    left: BTreeMap<usize, Piece>,
    /// The receipts of each piece that were read.
    read: HashMap<usize, usize>,
    /// Who has begun each piece.
    begun: BTreeMap<usize, BTreeSet<String>>,
    give: &'w mut Taker<'t>,
    /// When something happened for the last time.
    last: Instant,
    /// When it was looked for that, and how long the look took.
    looked: (Instant, Duration),
    /// Why a piece could not be done.
    failed: Option<String>,
    /// Why it is enough.
    enough: Option<Error>,
}

impl Driver {
    /// Has pieces done by an engine, with the files at an address. `text` is what the game says, if it is read from a
    /// file; `tell` is told what was lost, as it happens.
    pub fn new(
        engine: Box<dyn Engine>,
        address: String,
        text: Option<String>,
        patience: Duration,
        tell: Box<dyn Fn(&str) + Send + Sync>,
    ) -> Driver {
        Driver { engine, address, text, patience, said: Mutex::default(), tell }
    }

    /// Returns what was given out again.
    #[must_use]
    pub fn repeats(&self) -> Vec<Repeat> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns who does the work, in words.
    #[must_use]
    pub fn engine(&self) -> String {
        self.engine.name()
    }

    fn say(&self, ply: usize, step: Step, pieces: usize, why: String) {
        let repeat = Repeat { ply, step, pieces, why };
        (self.tell)(&repeat.text());
        self.said.lock().unwrap_or_else(PoisonError::into_inner).push(repeat);
    }

    /// Has pieces done once, and returns what is left of them, and whether any of them was begun.
    fn once(
        &self,
        job: &Job<'_>,
        pieces: Vec<Piece>,
        patience: Duration,
        give: &mut Taker<'_>,
    ) -> Result<(Vec<Piece>, Option<Lost>), Error> {
        let (ply, step) = (pieces[0].ply, pieces[0].step());
        let name = new_name();
        let manifest = job.manifest.for_step(step, ply, job.space.is_graded());
        let plan = Plan {
            job: name.clone(),
            text: self.text.clone(),
            manifest,
            memory: job.limits.bytes(),
            pieces: pieces.clone(),
        };
        plan.write(&job.place).map_err(|error| Error::Refused(format!("{}: {error}", job.place)))?;
        let ticket = Ticket { version: version(), address: self.address.clone(), job: Some(name.clone()) };
        let count = pieces.len();
        let mut watched = Watched {
            place: &job.place,
            job: &name,
            left: pieces.into_iter().enumerate().collect(),
            read: HashMap::new(),
            begun: BTreeMap::new(),
            give,
            last: Instant::now(),
            looked: (Instant::now(), Duration::ZERO),
            failed: None,
            enough: None,
        };
        let mut hung = false;
        let done = self.engine.run(&ticket, count, &mut || {
            watched.look_now_and_then();
            hung = watched.last.elapsed() > patience;
            watched.enough.is_none() && watched.failed.is_none() && !hung && !watched.left.is_empty()
        });
        // What was finished in the last moment.
        if watched.enough.is_none() {
            watched.look();
        }
        for (number, who) in &watched.begun {
            if who.len() > 1 && !watched.left.contains_key(number) {
                let who: Vec<&str> = who.iter().map(String::as_str).collect();
                self.say(ply, step, 1, format!("piece {number} was begun by {}", who.join(" and by ")));
            }
        }
        if let Some(error) = watched.enough {
            return Err(error);
        }
        let lost = match done {
            Err(Lost::Refused(why)) => Some(Lost::Refused(why)),
            _ if watched.failed.is_some() => watched.failed.map(Lost::Again),
            Err(Lost::CalledOff) if hung => {
                Some(Lost::Again(format!("nothing happened for {} s", patience.as_secs_f64())))
            }
            Err(Lost::CalledOff) | Ok(()) => None,
            Err(lost) => Some(lost),
        };
        Ok((watched.left.into_values().collect(), lost))
    }
}

/// A name that no other job has: when it was begun, and by which process.
fn new_name() -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{:x}{:x}", now.as_nanos(), std::process::id())
}

impl Watched<'_, '_> {
    /// Looks, unless it takes long and was done a short while ago.
    fn look_now_and_then(&mut self) {
        let (begun, took) = (Instant::now(), self.looked.1);
        if begun.duration_since(self.looked.0) >= took * SELDOM {
            self.look();
            self.looked = (Instant::now(), begun.elapsed());
        }
    }

    /// Reads what was left behind since the last look.
    fn look(&mut self) {
        if let Err(error) = self.collect() {
            self.enough.get_or_insert(error);
        }
    }

    fn collect(&mut self) -> Result<(), Error> {
        let failed = |error: std::io::Error| Error::Refused(format!("{}: {error}", self.place));
        let names = self.place.0.names().map_err(failed)?;
        let (mut made, mut failure) = (BTreeSet::new(), None);
        for trace in names.iter().filter_map(|name| Trace::of(name, self.job)) {
            match trace {
                Trace::Begun(piece, who) => {
                    if self.begun.entry(piece).or_default().insert(who) {
                        self.last = Instant::now();
                    }
                }
                Trace::Made(piece, number) => {
                    if number >= self.read.get(&piece).copied().unwrap_or(0) {
                        made.insert((piece, number));
                    }
                }
                Trace::Failed(piece) => failure = Some(piece),
            }
        }
        let mut new: Vec<Made> = Vec::new();
        for (piece, number) in made {
            // Names need not become visible in the order in which they were given.
            if number != self.read.get(&piece).copied().unwrap_or(0) {
                continue;
            }
            let receipt = receipt(self.place, self.job, piece, number).map_err(failed)?;
            self.read.insert(piece, number + 1);
            match self.left.get(&piece).and_then(|left| left.rest(&receipt)) {
                Some(rest) => drop(self.left.insert(piece, rest)),
                None => drop(self.left.remove(&piece)),
            }
            new.push(receipt);
        }
        if !new.is_empty() {
            self.last = Instant::now();
        }
        (self.give)(new)?;
        match failure.map(|piece| read_failure(self.place, self.job, piece).map_err(failed)).transpose()? {
            // Where it is not said to be the files, another try may do.
            Some(Error::Refused(why)) => self.failed = Some(why),
            Some(error) => return Err(error),
            None => (),
        }
        Ok(())
    }
}

impl Hands for Driver {
    fn pieces(&self, _: u64) -> u64 {
        self.engine.pieces() as u64
    }

    fn work(&self, job: &Job<'_>, pieces: Vec<Piece>, give: &mut Taker<'_>) -> Result<(), Error> {
        let (ply, step) = (pieces[0].ply, pieces[0].step());
        let (mut left, mut patience, mut attempts) = (pieces, self.patience, 0);
        loop {
            let before = left.clone();
            let (rest, lost) = self.once(job, left, patience, give)?;
            let why = match lost {
                _ if rest.is_empty() => return Ok(()),
                Some(Lost::Refused(why)) => return Err(Error::Refused(why)),
                Some(Lost::Again(why)) => why,
                Some(Lost::CalledOff) => return Err(Error::Stopped(Stopped::Asked)),
                None => "the engine said that all was done".to_string(),
            };
            attempts = if rest == before { attempts + 1 } else { 0 };
            if attempts >= ATTEMPTS {
                let engine = self.engine.name();
                return Err(Error::Refused(format!(
                    "{engine}: no piece was done in {attempts} attempts: {why}"
                )));
            }
            self.say(ply, step, rest.len(), why);
            // Who only takes long is given more time.
            patience *= 2;
            left = rest;
            std::thread::sleep(Duration::from_millis(500 << attempts.min(4)));
        }
    }
}

/// A driver that several share.
pub(crate) type Shared = Arc<Driver>;
