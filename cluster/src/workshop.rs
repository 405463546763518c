//! Where pieces are done.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, PoisonError};

use catalogue::{Catalogue, Opened};
use game::{Limits, Stop};
use layers::{Error, Made, Place};

use crate::place_of;
use crate::plan::{Plan, Ticket, Trace, put, receipt, write_failure};

/// Does pieces: knows games by their names, and places by their addresses. No two in the world have the same name.
pub struct Workshop {
    /// What it is called.
    pub name: String,
    /// Its version, which that of a ticket must equal.
    pub version: String,
    games: Catalogue,
    /// The job that was last worked on, as there are many pieces of each.
    last: Mutex<Option<Arc<Bench>>>,
    places: Mutex<HashMap<String, Place>>,
}

/// All that a job needs.
struct Bench {
    plan: Plan,
    place: Place,
    game: Opened,
}

impl std::fmt::Debug for Workshop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workshop").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Workshop {
    /// Creates a workshop for the games of a catalogue.
    #[must_use]
    pub fn new(name: String, version: String, games: Catalogue) -> Workshop {
        Workshop { name, version, games, last: Mutex::default(), places: Mutex::default() }
    }

    /// Returns why the version of a ticket is not the same, if it is not.
    ///
    /// # Errors
    /// If it is another.
    pub fn check(&self, ticket: &Ticket) -> Result<(), String> {
        if ticket.version == self.version {
            return Ok(());
        }
        Err(format!(
            "{ANOTHER_VERSION}: {} is morpion-cluster {}, and this work comes from morpion-cluster {}; use the same \
             everywhere",
            self.name, self.version, ticket.version
        ))
    }

    /// Does a piece of a job, and returns what it became. What somebody did of it before is not done again.
    ///
    /// # Errors
    /// If it cannot be done: that is written down for the driver. Or if the job is no longer wanted.
    pub fn perform(&self, ticket: &Ticket, piece: usize, stop: &Stop) -> Result<Vec<Made>, String> {
        // A greeting, which is done when versions were compared.
        let Some(job) = &ticket.job else { return Ok(Vec::new()) };
        let place = self.place(&ticket.address)?;
        let done = self.bench(&place, ticket, job).and_then(|bench| self.finish(&bench, piece, stop));
        if let Err(error) = &done
            && !stop.is_stopped()
        {
            write_failure(&place, job, piece, error).map_err(|why| format!("{error}; {place}: {why}"))?;
        }
        done.map_err(|error| error.to_string())
    }

    fn finish(&self, bench: &Bench, number: usize, stop: &Stop) -> Result<Vec<Made>, Error> {
        let Bench { plan, place, game } = bench;
        let failed = |error: std::io::Error| Error::Refused(format!("{place}: {error}"));
        let piece = plan.pieces.get(number).cloned();
        let mut rest = Some(piece.ok_or_else(|| Error::Refused("there is no such piece".to_string()))?);
        put(place, &Trace::Begun(number, self.name.clone()).file(&plan.job), b"").map_err(failed)?;
        let space = game.space_kept(&plan.manifest.asked).map_err(|why| Error::Refused(why.to_string()))?;
        let limits = plan.memory.into_iter().fold(Limits::default(), Limits::memory).stop(stop.clone());
        let mark = format!("-{}", plan.job);
        let mut all = Vec::new();
        while let Some(piece) = rest {
            let made = match receipt(place, &plan.job, number, all.len()) {
                Ok(made) => made,
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    let made = piece.begin((place, &plan.manifest), &*space, &limits, &mark)?;
                    let text = serde_json::to_vec(&made).expect("what was made can be written as JSON");
                    put(place, &Trace::Made(number, all.len()).file(&plan.job), &text).map_err(failed)?;
                    made
                }
                Err(error) => return Err(failed(error)),
            };
            rest = piece.rest(&made);
            all.push(made);
        }
        Ok(all)
    }

    /// Opens a place, or returns it if it is open.
    fn place(&self, address: &str) -> Result<Place, String> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = places.get(address) {
            return Ok(place.clone());
        }
        let place = place_of(address)?;
        places.insert(address.to_string(), place.clone());
        Ok(place)
    }

    /// All that a job needs.
    fn bench(&self, place: &Place, ticket: &Ticket, job: &str) -> Result<Arc<Bench>, Error> {
        // Whether the job is still wanted is looked at for every piece.
        let refused = |why: String| Error::Refused(format!("{}: {why}", ticket.address));
        let plan = Plan::read(place, job).map_err(|error| refused(error.to_string()))?;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bench) = last.as_ref().filter(|bench| bench.plan.job == job) {
            return Ok(bench.clone());
        }
        let name = &plan.manifest.asked.game;
        let game = match &plan.text {
            Some(text) => self.games.open_source(name, text),
            None => self.games.open(name),
        };
        let game = game.map_err(|mistake| refused(mistake.to_string()))?;
        let bench = Arc::new(Bench { plan, place: place.clone(), game });
        *last = Some(bench.clone());
        Ok(bench)
    }
}

/// How a message begins that says so.
pub(crate) const ANOTHER_VERSION: &str = "another version";
