//! Solving a game into any of the bodies.

use explore::{Explorer, solve};
use game::{Limits, Playable, Stopped, Value};
use num_bigint::BigUint;
use std::cell::Cell;
use std::fmt;
use std::time::{Duration, Instant};

use crate::access::{Access, Form, Index};
use crate::fingerprint::fingerprint;
use crate::listing::{Listing, Unlisted};
use crate::table::{Body, Tablebase};

/// A table by index is tried up to this size if memory is not limited.
const ROOM: usize = 1 << 30;

/// How far a solution has come.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// Diagrams are being made.
    Diagrams(&'a symbolic::Progress),
    /// Positions are being searched for, or get their values.
    States(&'a explore::Progress),
    /// All have values, and are being listed by fingerprint.
    List {
        /// The number of those that are.
        done: u64,
        /// The number of all.
        all: u64,
        /// The bytes held.
        bytes: usize,
    },
}

/// The function that is called with how far a solution has come.
pub(crate) type Watch<'a> = dyn Fn(&Progress<'_>) + 'a;

/// A solution, and what it took.
#[derive(Debug)]
pub struct Solved {
    /// The values.
    pub table: Tablebase,
    /// The value of the start; a draw has no length.
    pub value: Value,
    /// The most bytes that were in use.
    pub bytes: usize,
    /// The time it took.
    pub elapsed: Duration,
}

/// Why a game was not solved, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolved {
    /// What the values were to be kept in.
    pub body: Body,
    /// The limit that was reached, if it was one.
    pub stopped: Option<Stopped>,
    /// Whether positions come again, so that this body cannot hold them and another may.
    pub endless: bool,
    /// Why, in words.
    pub reason: String,
    /// The number of positions that had been found.
    pub positions: BigUint,
    /// Of diagrams: the number of plies reached, and of those solved.
    pub plies: Option<(usize, usize)>,
    /// If memory was short: the bytes that would have been needed at least, where that is known.
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
    /// Solves the game into the first body of [`Body::ALL`] that can hold it: diagrams, if the game has that form; a
    /// row, if it has an index and the row fits the limit on memory, or one GiB if there is none; else a list. Where
    /// one does not do because positions come again, the next is tried.
    ///
    /// `distances` says whether the table is to know how far the end is. What is found does not depend on the number of
    /// threads. `watch` is called now and then with how far the solution has come.
    ///
    /// # Errors
    /// If a limit is reached, the game's form or index contradicts itself, or two positions are written alike.
    pub fn solve(
        &self,
        distances: bool,
        limits: &Limits,
        watch: &dyn Fn(&Progress<'_>),
    ) -> Result<Solved, Box<Unsolved>> {
        for body in [Body::Diagrams, Body::Indexed] {
            if !self.suits(body, limits) {
                continue;
            }
            match self.solve_as(body, distances, limits, watch) {
                Err(unsolved) if unsolved.endless => {}
                solved => return solved,
            }
        }
        self.solve_as(Body::Listed, distances, limits, watch)
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
                // `ROOM` is what is used where nobody sets a limit.
                bytes.is_some_and(|bytes| bytes <= limits.bytes().unwrap_or(ROOM))
            }
            Body::Listed => true,
        }
    }

    /// Solves the game into this body; otherwise as [`solve`](Access::solve).
    ///
    /// # Errors
    /// If a limit is reached, or the game cannot be kept so: it lacks the form or the index, or positions come again,
    /// or, for a list, two positions are written alike.
    pub fn solve_as(
        &self,
        body: Body,
        distances: bool,
        limits: &Limits,
        watch: &dyn Fn(&Progress<'_>),
    ) -> Result<Solved, Box<Unsolved>> {
        let begin = Instant::now();
        let (table, value, bytes) = match (body, &self.form, &self.index) {
            (Body::Diagrams, Some(form), _) => diagrams(form.as_ref(), distances, limits, watch)?,
            (Body::Diagrams, None, _) => return Err(Unsolved::new(body, "the game has no symbolic form")),
            (Body::Indexed, _, Some(index)) => self.indexed(index.as_ref(), distances, limits, watch)?,
            (Body::Indexed, _, None) => {
                return Err(Unsolved::new(body, explore::Unsolved::NoIndex.to_string()));
            }
            (Body::Listed, ..) => self.listed(distances, limits, watch)?,
        };
        let value = value.without_draw_length();
        Ok(Solved { table, value, bytes, elapsed: begin.elapsed() })
    }

    fn indexed(
        &self,
        index: &dyn Index<G>,
        distances: bool,
        limits: &Limits,
        watch: &Watch<'_>,
    ) -> Result<(Tablebase, Value, usize), Box<Unsolved>> {
        let (found, peak) = (Cell::new(0), Cell::new(0));
        let tell = |progress: &explore::Progress| {
            found.set(progress.known.max(found.get()));
            peak.set(progress.bytes.max(peak.get()));
            watch(&Progress::States(progress));
        };
        let solved = index.solve(Explorer::new(self.game).limits(limits).watch(&tell));
        let mut table = solved.map_err(|unsolved| match unsolved {
            explore::Unsolved::Stopped(stopped) => Unsolved::stopped(Body::Indexed, stopped, found.get()),
            other => {
                let endless = other == explore::Unsolved::Cycle;
                Box::new(Unsolved { endless, ..*Unsolved::new(Body::Indexed, other.to_string()) })
            }
        })?;
        let peak = table.bytes().max(peak.get());
        if !distances {
            table.forget_distances();
        }
        let start = table.value(index.index(&self.game.initial())).expect("the start is reached");
        Ok((Tablebase::Indexed(table), start, peak))
    }

    fn listed(
        &self,
        distances: bool,
        limits: &Limits,
        watch: &Watch<'_>,
    ) -> Result<(Tablebase, Value, usize), Box<Unsolved>> {
        let tell = |progress: &explore::Progress| watch(&Progress::States(progress));
        let mut solution = solve(&Explorer::new(self.game).limits(limits).watch(&tell));
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
            distances,
            limits,
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
    distances: bool,
    limits: &Limits,
    watch: &Watch<'_>,
) -> Result<(Tablebase, Value, usize), Box<Unsolved>> {
    let tell = &mut |progress: &symbolic::Progress| watch(&Progress::Diagrams(progress));
    let solved = form.solve(distances, limits, tell).map_err(|unsolved| {
        let symbolic::Unsolved { stopped, endless, reason, plies, positions } = *unsolved;
        let body = Body::Diagrams;
        Box::new(Unsolved { body, stopped, endless, reason, positions, plies: Some(plies), needed: None })
    })?;
    Ok((Tablebase::Diagrams(solved.table), solved.value, solved.bytes))
}
