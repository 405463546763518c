//! The work on a ply in pieces, each of which can be done by anybody who has the files and the rules.

use game::Limits;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::folder::Folder;
use crate::manifest::{Manifest, Merged, Part, Run, Valued};
use crate::place::Place;
use crate::space::Space;
use crate::store::Step;
use crate::task::Task;

/// A piece of the work on a ply, which is known by its number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// The ply that is looked at, made or valued.
    pub ply: usize,
    /// What is done.
    pub what: What,
}

/// What is done in a piece of work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum What {
    /// States from a number on and below another are expanded into runs.
    Expand(u64, u64),
    /// A range of all runs becomes parts of this ply: from a state on, and up to another, if there is one.
    Merge(Vec<u64>, Option<Vec<u64>>),
    /// States from a number on and below another get their values.
    Value(u64, u64),
}

/// What some of a piece became.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Made {
    /// Some states were expanded.
    Run(Run),
    /// A range was merged.
    Merged(Merged),
    /// Some states got their values.
    Valued(Valued),
}

impl Piece {
    /// Returns the step it belongs to.
    #[must_use]
    pub fn step(&self) -> Step {
        match self.what {
            What::Expand(..) => Step::Expand,
            What::Merge(..) => Step::Merge,
            What::Value(..) => Step::Value,
        }
    }

    /// Returns what is left of it if its beginning became this; nothing if that was all.
    ///
    /// # Panics
    /// If it is not of this piece.
    #[must_use]
    pub fn rest(&self, made: &Made) -> Option<Piece> {
        let left = |from: u64, to: u64, new: fn(u64, u64) -> What| (from < to).then(|| new(from, to));
        let what = match (&self.what, made) {
            (What::Expand(_, to), Made::Run(run)) => left(run.to, *to, What::Expand),
            (What::Value(_, to), Made::Valued(valued)) => left(valued.to(), *to, What::Value),
            (What::Merge(_, high), Made::Merged(merged)) => match &merged.high {
                end @ Some(low) if end != high => Some(What::Merge(low.clone(), high.clone())),
                _ => None,
            },
            _ => unreachable!("a piece becomes what its step makes"),
        };
        what.map(|what| Piece { ply: self.ply, what })
    }

    /// Does as much of it as memory allows at a time, with a manifest and a space that somebody else looks after, and
    /// returns what that became. The same piece becomes the same with the same memory. `mark` becomes a part of the names
    /// of files, so that two who do the same do not write to the same file.
    ///
    /// # Errors
    /// If a limit is reached, or a file cannot be read or written.
    pub fn begin(
        &self,
        (place, manifest): (&Place, &Manifest),
        space: &dyn Space,
        limits: &Limits,
        mark: &str,
    ) -> Result<Made, Error> {
        let folder = Folder::of(place, Manifest::new(manifest.asked.clone()), None, None);
        let (files, limits, mark) = (folder.files(), limits.clone(), mark.to_string());
        Task { space, files, manifest, limits, threads: 1, tell: None, mark }.begin(self)
    }
}

impl Made {
    /// Returns the files it names.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        let (one, several) = match self {
            Made::Run(run) => (run.part.as_ref(), &[][..]),
            Made::Merged(merged) => (None, &merged.parts[..]),
            Made::Valued(valued) => (Some(&valued.part), &[][..]),
        };
        one.into_iter().chain(several)
    }
}

impl Task<'_> {
    /// Does the beginning of a piece.
    pub(crate) fn begin(&self, piece: &Piece) -> Result<Made, Error> {
        let ply = piece.ply;
        match &piece.what {
            What::Expand(from, to) => self.expand_piece(ply, *from, *to).map(Made::Run),
            What::Merge(low, high) => self.merge_piece(ply, (low, high.as_deref())).map(Made::Merged),
            What::Value(from, to) => self.value_piece(ply, *from, *to).map(Made::Valued),
        }
    }

    /// Does all of a piece, and hands over what it becomes.
    pub(crate) fn finish(
        &self,
        piece: &Piece,
        give: &mut dyn FnMut(Made) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut rest = Some(piece.clone());
        while let Some(piece) = rest {
            let made = self.begin(&piece)?;
            rest = piece.rest(&made);
            give(made)?;
        }
        Ok(())
    }
}

impl Manifest {
    /// Puts what was made of a ply where it belongs. Returns how many states are done by that.
    pub(crate) fn put(&mut self, ply: usize, made: Made) -> u64 {
        match made {
            Made::Run(run) => {
                let done = run.to - run.from;
                self.runs.insert(self.runs.partition_point(|other| other.from < run.from), run);
                done
            }
            Made::Merged(merged) => {
                let done = merged.parts.iter().map(|part| part.sealed.rows).sum();
                let place = self.merged.partition_point(|other| other.low < merged.low);
                self.merged.insert(place, merged);
                done
            }
            Made::Valued(valued) => {
                let (values, done) = (&mut self.plies[ply].values, valued.part.sealed.rows);
                values.insert(values.partition_point(|other| other.from < valued.from), valued);
                done
            }
        }
    }

    /// Returns the same without what the pieces of a step do not read.
    #[must_use]
    pub fn for_step(&self, step: Step, ply: usize, is_graded: bool) -> Manifest {
        let mut small = Manifest::new(self.asked.clone());
        small.plies = vec![crate::Ply::default(); self.plies.len()];
        let mut keep = |ply: usize, parts: bool, values: bool| {
            let from = &self.plies[ply];
            small.plies[ply].parts = if parts { from.parts.clone() } else { Vec::new() };
            small.plies[ply].values = if values { from.values.clone() } else { Vec::new() };
        };
        match step {
            Step::Expand | Step::Scan => keep(ply, true, false),
            Step::Merge if is_graded => (),
            Step::Merge => (0..self.plies.len()).for_each(|ply| keep(ply, true, false)),
            Step::Value => {
                keep(ply, true, false);
                if ply + 1 < self.plies.len() {
                    keep(ply + 1, false, true);
                }
            }
        }
        if step == Step::Merge {
            small.runs.clone_from(&self.runs);
        }
        small
    }
}

/// Who does pieces of work: somebody else than the threads of this process.
pub trait Hands: Send + Sync {
    /// Returns into how many pieces work on so many states is best divided.
    fn pieces(&self, states: u64) -> u64;

    /// Does all of these pieces, which belong to one step, and hands over what they become, in whatever order, as soon as
    /// it is there; also nothing, from time to time, to be told when it is enough.
    ///
    /// # Errors
    /// If they cannot be done, or when it is enough.
    fn work(&self, job: &Job<'_>, pieces: Vec<Piece>, give: &mut Taker<'_>) -> Result<(), Error>;
}

/// Takes what was made.
pub type Taker<'t> = dyn FnMut(Vec<Made>) -> Result<(), Error> + 't;

/// What is to be known for work on a ply.
pub struct Job<'a> {
    /// Where files lie.
    pub place: Place,
    /// What is there.
    pub manifest: &'a Manifest,
    /// The states.
    pub space: &'a dyn Space,
    /// What may be spent, by each who does a piece.
    pub limits: &'a Limits,
}
