//! Work on a state space that is kept in a folder.

use std::path::Path;
use std::time::{Duration, Instant};

use explore::{Counts, Report};
use game::{Limits, Stopped};

use crate::error::{Damage, Error};
use crate::folder::Folder;
use crate::manifest::{Asked, Part};
use crate::space::{Space, Tally};

/// A state space, the folder it is kept in, and what may be spent on it.
pub struct Store<'a> {
    pub(crate) space: &'a dyn Space,
    /// The folder.
    pub folder: Folder,
    pub(crate) limits: &'a Limits,
    tell: &'a dyn Fn(&Progress),
    begun: Instant,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// The memory that is used if there is no limit on it.
const MEMORY: usize = 1 << 31;
/// What is used beside lists of states: pages, names, the program.
const BESIDE: usize = 1 << 22;
/// The most states in a list, however much memory there is: so many are lost at most if the work is broken off.
const MOST_ROWS: usize = 1 << 26;
/// The fewest, however little memory there is.
const FEWEST_ROWS: usize = 1 << 12;
/// The most states of a file.
const PART_ROWS: usize = 1 << 22;

impl<'a> Store<'a> {
    /// Opens a folder for what is asked, or makes it.
    ///
    /// # Errors
    /// If it holds something else, is damaged or in use, or cannot be made.
    pub fn open(
        (place, keeping): (&Path, &Keeping),
        asked: Asked,
        space: &'a dyn Space,
        limits: &'a Limits,
        tell: &'a dyn Fn(&Progress),
    ) -> Result<Store<'a>, Error> {
        let folder = Folder::open(place, asked, keeping.fresh, keeping.disk)?;
        Ok(Store { space, folder, limits, tell, begun: Instant::now(), mended: Vec::new() })
    }

    /// The words of a state.
    pub(crate) fn width(&self) -> usize {
        self.folder.manifest.asked.width
    }

    /// How many words may be in a list that is sorted, which takes as much memory again.
    pub(crate) fn capacity(&self) -> usize {
        let memory = self.limits.bytes().unwrap_or(MEMORY);
        let rows = memory.saturating_sub(BESIDE) / (8 * self.width()) * 2 / 5;
        rows.clamp(FEWEST_ROWS, MOST_ROWS) * self.width()
    }

    /// The most words of a file.
    pub(crate) fn part_words(&self) -> usize {
        (PART_ROWS * self.width()).min(self.capacity() / 2)
    }

    /// Reports, and looks at the limits.
    ///
    /// # Errors
    /// If one is reached.
    pub(crate) fn look(&self, step: Step, ply: usize, done: u64, all: u64) -> Result<(), Stopped> {
        let (disk, elapsed) = (self.folder.manifest.bytes(), self.begun.elapsed());
        (self.tell)(&Progress { step, ply, done, all, disk, elapsed });
        self.limits.exceeded(0).map_or(Ok(()), Err)
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
        let damages = self.folder.verify(&tell)?;
        for damage in damages {
            self.mend(damage)?;
        }
        Ok(())
    }

    /// Reads the states of a ply from a number on, as many as there is room for in the list, and at most so many.
    pub(crate) fn states(&self, ply: usize, from: u64, most: usize) -> Result<Vec<u64>, Error> {
        let (columns, width) = (self.folder.manifest.columns(), self.width());
        let (mut rows, mut skip) = (Vec::new(), from);
        for part in &self.folder.manifest.plies[ply].parts {
            if skip >= part.sealed.rows {
                skip -= part.sealed.rows;
                continue;
            }
            let mut reader = self.folder.read(part, &columns)?;
            for group in 0..reader.groups().len() {
                let here = reader.groups()[group].rows as u64;
                if skip >= here {
                    skip -= here;
                    continue;
                }
                let begin = rows.len();
                reader.read(group, &mut rows).map_err(|error| self.folder.unreadable(part, error))?;
                rows.drain(begin..begin + skip as usize * width);
                skip = 0;
                if rows.len() >= most * width {
                    rows.truncate(most * width);
                    return Ok(rows);
                }
            }
        }
        Ok(rows)
    }

    /// Passes on the states of some parts that lie between two bounds, a group at a time, in order.
    pub(crate) fn between(
        &self,
        parts: &[Part],
        (low, high): (&[u64], Option<&[u64]>),
        mut take: impl FnMut(&mut Vec<u64>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (columns, width) = (self.folder.manifest.columns(), self.width());
        let mut rows = Vec::new();
        for part in parts {
            if part.last.as_slice() < low || high.is_some_and(|high| part.first.as_slice() >= high) {
                continue;
            }
            let mut reader = self.folder.read(part, &columns)?;
            for group in 0..reader.groups().len() {
                let (least, most) = reader.groups()[group].range(0);
                if most < low[0] || high.is_some_and(|high| least > high[0]) {
                    continue;
                }
                rows.clear();
                reader.read(group, &mut rows).map_err(|error| self.folder.unreadable(part, error))?;
                crate::rows::clip(width, &mut rows, 0, (low, high));
                take(&mut rows)?;
            }
        }
        Ok(())
    }

    /// What was counted so far: every ply that was expanded.
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
