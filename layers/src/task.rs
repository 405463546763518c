//! What a task has: files to read, a place to write, and limits.

use std::sync::Arc;
use std::time::Instant;

use game::{Limits, Stopped};

use crate::error::Error;
use crate::folder::{Files, Folder};
use crate::manifest::{Manifest, Part};
use crate::space::Space;
use crate::store::{Progress, Step};

/// A thread at work. What it makes is put into the manifest by somebody else.
pub(crate) struct Task<'a> {
    pub(crate) space: &'a dyn Space,
    pub(crate) files: Arc<Files>,
    /// What was there when the task was begun.
    pub(crate) manifest: &'a Manifest,
    pub(crate) limits: Limits,
    /// How many threads share the memory.
    pub(crate) threads: usize,
    /// Whom to tell how far it has come, if nobody else does.
    pub(crate) tell: Option<Telling<'a>>,
    /// What the names of its files end in, if others may do the same.
    pub(crate) mark: String,
}

/// Who is told how far the work has come, and when that began.
type Telling<'a> = (&'a dyn Fn(&Progress), Instant);

/// The memory that is used if there is no limit on it.
const MEMORY: usize = 1 << 31;
/// What a thread uses beside lists of states: pages, names, the program; but at most half of the memory.
const BESIDE: usize = 1 << 22;
/// The most states in a list, however much memory there is: so many are lost at most if the work is broken off.
const MOST_ROWS: usize = 1 << 26;
/// The fewest, however little memory there is.
const FEWEST_ROWS: usize = 1 << 12;
/// The most states of a file.
const PART_ROWS: usize = 1 << 22;

impl<'a> Task<'a> {
    /// A task in the only thread there is, on what a manifest names.
    pub(crate) fn alone(
        space: &'a dyn Space,
        folder: &Folder,
        manifest: &'a Manifest,
        limits: &Limits,
        telling: Telling<'a>,
    ) -> Task<'a> {
        Task {
            space,
            files: folder.files(),
            manifest,
            limits: limits.clone(),
            threads: 1,
            tell: Some(telling),
            mark: String::new(),
        }
    }

    /// The name of a file of a ply.
    pub(crate) fn name(&self, ply: usize, what: &str) -> String {
        format!("ply-{ply:03}-{what}{}.parquet", self.mark)
    }

    /// The words of a state.
    pub(crate) fn width(&self) -> usize {
        self.manifest.asked.width
    }

    /// How many words may be in a list that is sorted, which takes as much memory again.
    pub(crate) fn capacity(&self) -> usize {
        // What is used where nobody sets a limit.
        let memory = self.limits.bytes().unwrap_or(MEMORY) / self.threads;
        let rows = memory.saturating_sub(BESIDE).max(memory / 2) / (8 * self.width()) * 2 / 5;
        rows.clamp(FEWEST_ROWS, MOST_ROWS) * self.width()
    }

    /// How many words may be in a row of bits that so many threads share.
    pub(crate) fn bit_words(&self, threads: usize) -> usize {
        let memory = self.limits.bytes().unwrap_or(MEMORY);
        memory.saturating_sub(BESIDE * threads).max(memory / 2) / size_of::<u64>()
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
        if let Some((tell, begun)) = self.tell {
            let (disk, elapsed) = (self.manifest.bytes(), begun.elapsed());
            tell(&Progress { step, ply, done, all, disk, elapsed });
        }
        self.limits.exceeded(0).map_or(Ok(()), Err)
    }

    /// Reads the states of a ply from a number on, as many as there is room for in the list, and at most so many.
    pub(crate) fn states(&self, ply: usize, from: u64, most: usize) -> Result<Vec<u64>, Error> {
        let (columns, width) = (self.manifest.columns(), self.width());
        let (mut rows, mut skip) = (Vec::new(), from);
        for part in &self.manifest.plies[ply].parts {
            if skip >= part.sealed.rows {
                skip -= part.sealed.rows;
                continue;
            }
            let mut reader = self.files.read(part, &columns)?;
            for group in 0..reader.groups().len() {
                let here = reader.groups()[group].rows as u64;
                if skip >= here {
                    skip -= here;
                    continue;
                }
                let begin = rows.len();
                reader.read(group, &mut rows).map_err(|error| self.files.unreadable(part, error))?;
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
        let (columns, width) = (self.manifest.columns(), self.width());
        let mut rows = Vec::new();
        for part in parts {
            if part.last.as_slice() < low || high.is_some_and(|high| part.first.as_slice() >= high) {
                continue;
            }
            let mut reader = self.files.read(part, &columns)?;
            for group in 0..reader.groups().len() {
                let (least, most) = reader.groups()[group].range(0);
                if most < low[0] || high.is_some_and(|high| least > high[0]) {
                    continue;
                }
                rows.clear();
                reader.read(group, &mut rows).map_err(|error| self.files.unreadable(part, error))?;
                crate::rows::clip(width, &mut rows, 0, (low, high));
                take(&mut rows)?;
            }
        }
        Ok(())
    }
}
