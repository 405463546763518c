//! Solving, into whatever body.

use explore::{Explorer, Solving, solve_watched};
use game::{Limits, Playable, Stopped, Value};
use num_bigint::BigUint;
use std::fmt;
use std::time::{Duration, Instant};

use crate::access::{Access, Form, Index};
use crate::fingerprint::fingerprint;
use crate::listing::{Listing, Unlisted};
use crate::table::{Body, Tablebase};

/// A table by index is tried up to this size if nobody says how much memory there is.
const ROOM: usize = 1 << 30;

/// How a game is to be solved.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How much may be spent.
    pub limits: Limits,
    /// On how many threads. What is found does not depend on it.
    pub threads: usize,
    /// Whether the distance to the end is wanted.
    pub distances: bool,
}

impl Default for Settings {
    /// Returns no limits, one thread, and distances.
    fn default() -> Settings {
        Settings { limits: Limits::default(), threads: 1, distances: true }
    }
}

/// How far a solution has come.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// Diagrams are being made.
    Diagrams(&'a symbolic::Progress),
    /// Positions are being searched for.
    Search(&'a explore::Progress),
    /// All have been found, and are being given values.
    Values {
        /// How many have theirs.
        done: u64,
        /// How many there are.
        all: u64,
        /// The bytes held.
        bytes: usize,
    },
    /// All have values, and are being listed by fingerprint.
    List {
        /// How many have theirs.
        done: u64,
        /// How many there are.
        all: u64,
        /// The bytes held.
        bytes: usize,
    },
}

impl<'a> From<&Solving<'a>> for Progress<'a> {
    fn from(solving: &Solving<'a>) -> Progress<'a> {
        match *solving {
            Solving::Search(progress) => Progress::Search(progress),
            Solving::Values { done, all, bytes } => Progress::Values { done, all, bytes },
        }
    }
}

/// Whoever watches a solution.
pub(crate) type Watch<'a> = dyn FnMut(&Progress<'_>) + 'a;

/// A solution, and what it took.
#[derive(Debug)]
pub struct Solved {
    /// The values.
    pub table: Tablebase,
    /// The value of the start.
    pub value: Value,
    /// The most bytes that were in use.
    pub bytes: usize,
    /// The time it took.
    pub elapsed: Duration,
}

/// Why there is no solution, and what is known nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolved {
    /// What the values were to be kept in.
    pub body: Body,
    /// The limit that was reached, if it was one.
    pub stopped: Option<Stopped>,
    /// Whether positions come again, so that this body does not do and another may.
    pub endless: bool,
    /// Why, in words.
    pub reason: String,
    /// How many positions had been found.
    pub positions: BigUint,
    /// Of diagrams: how many plies had been reached, and how many of them were solved.
    pub plies: Option<(usize, usize)>,
    /// If memory was short: how many bytes would have been needed at least, where that is known.
    pub needed: Option<usize>,
}

impl Unsolved {
    fn new(body: Body, reason: impl Into<String>) -> Box<Unsolved> {
        let (stopped, positions) = (None, BigUint::ZERO);
        let (endless, reason) = (false, reason.into());
        Box::new(Unsolved { body, stopped, endless, reason, positions, plies: None, needed: None })
    }

    fn stopped(body: Body, stopped: Stopped, positions: u64) -> Box<Unsolved> {
        let unsolved = Unsolved::new(body, stopped.to_string());
        Box::new(Unsolved { stopped: Some(stopped), positions: positions.into(), ..*unsolved })
    }
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} positions found", self.reason, self.positions)?;
        match self.plies {
            Some((reached, solved)) => write!(f, ", {reached} plies reached, {solved} plies solved"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Unsolved {}

impl<G: Playable> Access<'_, G> {
    /// Solves the game into the first body of [`Body::ALL`] that can hold it: diagrams, if the game has that form; a row,
    /// if it has an index and the row fits the memory that is allowed, or one GiB if nothing is said; else a list. Where
    /// one turns out not to do because positions come again, the next is tried.
    ///
    /// # Errors
    /// If a limit is reached, the game's form or index contradicts itself, or two positions are written alike.
    pub fn solve(
        &self,
        settings: &Settings,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Solved, Box<Unsolved>> {
        for body in [Body::Diagrams, Body::Indexed] {
            if !self.suits(body, &settings.limits) {
                continue;
            }
            match self.solve_as(body, settings, watch) {
                Err(unsolved) if unsolved.endless => {}
                solved => return solved,
            }
        }
        self.solve_as(Body::Listed, settings, watch)
    }

    /// Whether it is worth trying.
    fn suits(&self, body: Body, limits: &Limits) -> bool {
        match body {
            Body::Diagrams => self.form.is_some(),
            Body::Indexed => {
                let size = self.index.as_ref().and_then(|index| index.size());
                // Three bits for each index, and later a bit and ten for each position that is reached. What has more
                // bytes than can be addressed does not fit.
                let bytes = size.and_then(|size| usize::try_from(size.div_ceil(64)).ok()?.checked_mul(24));
                bytes.is_some_and(|bytes| bytes <= limits.bytes().unwrap_or(ROOM))
            }
            Body::Listed => true,
        }
    }

    /// Solves the game into this body.
    ///
    /// # Errors
    /// If a limit is reached, or the game cannot be kept so: it lacks the form or the index, or positions come again, or,
    /// for a list, two positions are written alike.
    pub fn solve_as(
        &self,
        body: Body,
        settings: &Settings,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Solved, Box<Unsolved>> {
        let begin = Instant::now();
        let (table, value, bytes) = match (body, &self.form, &self.index) {
            (Body::Diagrams, Some(form), _) => diagrams(form.as_ref(), settings, watch)?,
            (Body::Diagrams, None, _) => return Err(Unsolved::new(body, "the game has no symbolic form")),
            (Body::Indexed, _, Some(index)) => self.indexed(index.as_ref(), settings, watch)?,
            (Body::Indexed, _, None) => {
                return Err(Unsolved::new(body, explore::Unsolved::NoIndex.to_string()));
            }
            (Body::Listed, ..) => self.listed(settings, watch)?,
        };
        Ok(Solved { table, value, bytes, elapsed: begin.elapsed() })
    }

    fn indexed(
        &self,
        index: &dyn Index<G>,
        settings: &Settings,
        watch: &mut Watch<'_>,
    ) -> Result<(Tablebase, Value, usize), Box<Unsolved>> {
        let (mut found, mut peak) = (0, 0);
        let tell = &mut |solving: &Solving<'_>| {
            let bytes = match *solving {
                Solving::Search(progress) => {
                    found = progress.known.max(found);
                    progress.bytes
                }
                Solving::Values { bytes, .. } => bytes,
            };
            peak = bytes.max(peak);
            watch(&Progress::from(solving));
        };
        let solved = index.solve(self.game, settings.threads, &settings.limits, tell);
        let mut table = solved.map_err(|unsolved| match unsolved {
            explore::Unsolved::Stopped(stopped) => Unsolved::stopped(Body::Indexed, stopped, found),
            other => {
                let endless = other == explore::Unsolved::Cycle;
                Box::new(Unsolved { endless, ..*Unsolved::new(Body::Indexed, other.to_string()) })
            }
        })?;
        peak = table.bytes().max(peak);
        if !settings.distances {
            table.forget_distances();
        }
        let start = table.value(index.index(&self.game.initial())).expect("the start is reached");
        Ok((Tablebase::Indexed(table), start, peak))
    }

    fn listed(
        &self,
        settings: &Settings,
        watch: &mut Watch<'_>,
    ) -> Result<(Tablebase, Value, usize), Box<Unsolved>> {
        let explorer = Explorer::new(self.game).threads(settings.threads).limits(&settings.limits);
        let mut solution = solve_watched(&explorer, &mut |solving| watch(&Progress::from(solving)));
        let report = &solution.graph().report;
        let (found, solving) = (report.counts.states, report.bytes);
        if let Some(stopped) = report.stopped {
            let unsolved = Unsolved::stopped(Body::Listed, stopped, found);
            return Err(Box::new(Unsolved { needed: report.needed, ..*unsolved }));
        }
        solution.forget_steps();
        let listing = Listing {
            solution: &solution,
            text: &|state| self.text(state),
            hash: fingerprint,
            distances: settings.distances,
            threads: settings.threads,
            limits: &settings.limits,
        };
        let (listed, listing) = listing.list(watch).map_err(|unlisted| not_listed(unlisted, found))?;
        let start = listed.value(&self.text(&self.game.initial())).expect("the start is reached");
        Ok((Tablebase::Listed(listed), start, solving.max(listing)))
    }
}

fn not_listed(unlisted: Unlisted, found: u64) -> Box<Unsolved> {
    let body = Body::Listed;
    let unsolved = match unlisted {
        Unlisted::Stopped(stopped, bytes) => {
            let needed = (stopped == Stopped::Memory).then_some(bytes);
            Unsolved { needed, ..*Unsolved::stopped(body, stopped, found) }
        }
        Unlisted::Alike(text) => {
            *Unsolved::new(body, format!("two different positions are both written\n{text}\n"))
        }
        Unlisted::NoSeed => *Unsolved::new(body, "no seed tells the fingerprints of all positions apart"),
    };
    Box::new(Unsolved { positions: found.into(), ..unsolved })
}

fn diagrams<G: Playable>(
    form: &dyn Form<G>,
    settings: &Settings,
    watch: &mut Watch<'_>,
) -> Result<(Tablebase, Value, usize), Box<Unsolved>> {
    let tell = &mut |progress: &symbolic::Progress| watch(&Progress::Diagrams(progress));
    let solved = form.solve(settings.distances, &settings.limits, tell).map_err(|unsolved| {
        let symbolic::Unsolved { stopped, endless, reason, plies, positions } = *unsolved;
        let body = Body::Diagrams;
        Box::new(Unsolved { body, stopped, endless, reason, positions, plies: Some(plies), needed: None })
    })?;
    Ok((Tablebase::Diagrams(solved.table), solved.value, solved.bytes))
}
