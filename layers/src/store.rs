//! Work on a state space that is kept in a folder.

use std::sync::Arc;
use std::time::{Duration, Instant};

use explore::{Counts, Report};
use game::{Limits, Stopped};
use serde::{Deserialize, Serialize};

use crate::error::{Damage, Error};
use crate::folder::Folder;
use crate::manifest::{Asked, Manifest};
use crate::piece::Hands;
use crate::place::Place;
use crate::space::{Space, Tally};
use crate::task::Task;
use crate::written::MANIFEST;

/// A state space, the folder it is kept in, and what may be spent on it.
pub struct Store<'a> {
    pub(crate) space: &'a dyn Space,
    /// The folder.
    pub folder: Folder,
    pub(crate) limits: &'a Limits,
    pub(crate) tell: &'a dyn Fn(&Progress),
    pub(crate) begun: Instant,
    /// Who does the work, if not the threads of this process.
    pub(crate) hands: Option<Arc<dyn Hands>>,
    /// Whether plies are found window by window where that seems worth while.
    pub(crate) sweeps: bool,
    /// What was found damaged, and made again.
    pub mended: Vec<Damage>,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is being done.
    pub step: Step,
    /// The ply this is about.
    pub ply: usize,
    /// How many of its states are done.
    pub done: u64,
    /// The number of its states; while they are merged, those that are to be merged.
    pub all: u64,
    /// The bytes in the folder.
    pub disk: u64,
    /// The time since the work began.
    pub elapsed: Duration,
}

/// What is being done to a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Step {
    /// Its states are looked at, and what follows them is sorted.
    Expand,
    /// It is made of what was sorted.
    Merge,
    /// Its states get their values.
    Value,
    /// Its states are looked at once more.
    Scan,
}

/// The options of a folder.
#[derive(Clone, Debug, Default)]
pub struct Keeping {
    /// Whether to remove what was there before.
    pub fresh: bool,
    /// The most bytes on the disk.
    pub disk: Option<u64>,
}

impl<'a> Store<'a> {
    /// Opens a folder for what is asked, or makes it.
    ///
    /// # Errors
    /// If it holds something else, is damaged or in use, or cannot be made.
    pub fn open(
        (place, keeping): (impl Into<Place>, &Keeping),
        asked: Asked,
        space: &'a dyn Space,
        limits: &'a Limits,
        tell: &'a dyn Fn(&Progress),
    ) -> Result<Store<'a>, Error> {
        let folder = Folder::open(place, asked, keeping.fresh, keeping.disk)?;
        if !folder.is_of(space) {
            return Err(Error::Refused(format!(
                "{}: the first plies of this store are not those of {}: its rules or the way its positions are written have \
                 changed since; begin anew with --fresh",
                folder.place(),
                folder.manifest.asked.game
            )));
        }
        let mended = Vec::from_iter(folder.damage.clone());
        Ok(Store { space, folder, limits, tell, begun: Instant::now(), hands: None, sweeps: true, mended })
    }

    /// The same, with the work done by somebody else.
    #[must_use]
    pub fn by(self, hands: Arc<dyn Hands>) -> Store<'a> {
        Store { hands: Some(hands), ..self }
    }

    /// The words of a state.
    pub(crate) fn width(&self) -> usize {
        self.folder.manifest.asked.width
    }

    /// Reports, and looks at the limits.
    ///
    /// # Errors
    /// If one is reached.
    pub(crate) fn look(&self, step: Step, ply: usize, done: u64, all: u64) -> Result<(), Stopped> {
        self.task(&self.folder.manifest).look(step, ply, done, all)
    }

    /// A task on what a manifest names, in this thread.
    pub(crate) fn task<'t>(&'t self, manifest: &'t Manifest) -> Task<'t> {
        Task::alone(self.space, &self.folder, manifest, self.limits, (self.tell, self.begun))
    }

    /// Does something, and if a file turns out to be damaged, makes that again and begins once more.
    pub(crate) fn mending<T>(
        &mut self,
        mut work: impl FnMut(&mut Store<'a>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        loop {
            match work(self) {
                Err(Error::Damaged(damage)) => self.mend(damage)?,
                other => return other,
            }
        }
    }

    /// Reads everything, and makes again what is damaged.
    ///
    /// # Errors
    /// If something cannot be made again, or a limit is reached.
    pub fn repair(&mut self) -> Result<(), Error> {
        let tell = |_| self.limits.exceeded(0).map_or(Ok(()), |why| Err(why.into()));
        // The manifests were made again when the folder was opened.
        self.folder.damage = None;
        for damage in self.folder.verify(&tell)? {
            // To make a file again, others may have been made again before; and those of a range that is merged anew are
            // no longer there.
            let is_done = self.mended.iter().any(|mended| mended.file == damage.file);
            if damage.file == MANIFEST {
                let place = self.folder.place();
                return Err(Error::Refused(format!("{place}: {damage}; begin anew with --fresh")));
            } else if !is_done && self.folder.manifest.files().any(|file| file == damage.file) {
                self.mend(damage)?;
            }
        }
        Ok(())
    }

    /// Returns the counts of all plies that are expanded.
    #[must_use]
    pub fn counted(&self, stopped: Option<Stopped>) -> (Report, Tally) {
        let (mut counts, mut all) = (Counts::default(), Tally::default());
        let manifest = &self.folder.manifest;
        for (ply, tally) in (0..).zip(manifest.plies.iter().filter_map(|ply| ply.tally.as_ref())) {
            tally.count(ply, &mut counts);
            all.add(tally);
        }
        let report = Report {
            counts,
            store: explore::Store::Layered,
            stopped,
            complete: manifest.complete && !all.cut,
            partial: None,
            bytes: usize::try_from(manifest.bytes()).expect("files are addressed by 64 bits"),
            needed: None,
            needed_in_all: None,
            elapsed: self.begun.elapsed(),
        };
        (report, all)
    }
}
