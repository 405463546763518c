//! Every ply from the one before: pieces of it are expanded into sorted runs, and the runs merged; or, where that is
//! quicker, [swept](crate::sweep).
//!
//! Both are tasks of their own, which read immutable files and make new ones. The next of them follows from what the
//! manifest says is done, so it does not matter when the work was broken off.

use std::io;

use crate::error::Error;
use crate::folder::Sink;
use crate::manifest::{Merged, Part, Ply, Run};
use crate::parquet::GROUP_ROWS;
use crate::piece::{Piece, What};
use crate::rows::{self, Subtraction};
use crate::space::{Found, Tally};
use crate::store::{Step, Store};
use crate::task::Task;
use crate::team::gaps;

/// The number of states that are expanded between two looks at the room and at the limits.
const BATCH: usize = 1 << 10;

/// States from one on to another, if there is one.
pub(crate) type Range = (Vec<u64>, Option<Vec<u64>>);

impl Store<'_> {
    /// Finds all states. What was found before is not looked for again.
    ///
    /// # Errors
    /// If a limit is reached, on the disk too, or the folder cannot be used.
    pub fn explore(&mut self) -> Result<(), Error> {
        self.mending(|store| {
            if store.folder.manifest.plies.is_empty() {
                store.begin()?;
            }
            while !store.folder.manifest.complete {
                store.next_ply()?;
            }
            Ok(())
        })
    }

    /// Finds the states of the next ply, if there are any.
    ///
    /// # Errors
    /// As [`explore`](Store::explore).
    pub fn advance(&mut self) -> Result<(), Error> {
        self.mending(|store| {
            if store.folder.manifest.plies.is_empty() {
                return store.begin();
            }
            store.next_ply()
        })
    }

    /// Finds the states that follow those of the last ply: by windows where that is quicker, and what these leave by runs.
    fn next_ply(&mut self) -> Result<(), Error> {
        self.sweep()?;
        let is_seen = self.folder.manifest.merged.iter().any(|merged| merged.tally.is_some());
        if !is_seen || !self.unmerged_ranges().is_empty() {
            self.expand_last()?;
        }
        self.merge_all()
    }

    /// Writes the first ply.
    fn begin(&mut self) -> Result<(), Error> {
        let parts = self.first_parts()?;
        self.folder.manifest.complete = parts.is_empty();
        self.folder.manifest.plies.push(Ply { parts, ..Ply::default() });
        self.folder.commit()
    }

    /// Writes the starts.
    pub(crate) fn first_parts(&self) -> Result<Vec<Part>, Error> {
        let mut starts = self.space.starts();
        rows::sort(self.width(), &mut starts);
        self.task(&self.folder.manifest).write_parts(0, &starts)
    }

    /// Expands what is left of the last ply.
    fn expand_last(&mut self) -> Result<(), Error> {
        let ply = self.folder.manifest.plies.len() - 1;
        let all = self.folder.manifest.plies[ply].states();
        let done: Vec<(u64, u64)> = self.folder.manifest.runs.iter().map(|run| (run.from, run.to)).collect();
        let pieces = self.shares(&gaps(&done, all)).into_iter();
        let pieces = pieces.map(|(from, to)| Piece { ply, what: What::Expand(from, to) });
        self.at_work((Step::Expand, ply, all), pieces.collect())
    }

    /// Merges what is left of the runs to the next ply.
    fn merge_all(&mut self) -> Result<(), Error> {
        let runs: Vec<Part> = self.folder.manifest.runs.iter().filter_map(|run| run.part.clone()).collect();
        let ply = self.folder.manifest.plies.len();
        let all: u64 = runs.iter().map(|run| run.sealed.rows).sum();
        let ranges = if runs.is_empty() { Vec::new() } else { self.unmerged(&runs, all)? };
        let pieces = ranges.into_iter().map(|(low, high)| Piece { ply, what: What::Merge(low, high) });
        self.at_work((Step::Merge, ply, all), pieces.collect())?;
        self.turn()
    }

    /// The ranges of states in which the next ply is not known yet.
    pub(crate) fn unmerged_ranges(&self) -> Vec<Range> {
        // From no state on: all words are 0.
        let mut low = Some(vec![0; self.width()]);
        let mut ranges = Vec::new();
        for merged in &self.folder.manifest.merged {
            let begun = low.filter(|low| *low < merged.low);
            ranges.extend(begun.map(|low| (low, Some(merged.low.clone()))));
            low = merged.high.clone();
        }
        ranges.extend(low.map(|low| (low, None)));
        ranges
    }

    /// The ranges of states in which the runs are not merged yet, divided so that everybody has something to do.
    fn unmerged(&self, runs: &[Part], all: u64) -> Result<Vec<Range>, Error> {
        let ranges = self.unmerged_ranges();
        let parts = self.piece_count(all);
        // What was begun is not divided again.
        if parts == 1 || !self.folder.manifest.merged.is_empty() {
            return Ok(ranges);
        }
        let task = self.task(&self.folder.manifest);
        let mut cut = Vec::new();
        let mut low = vec![0; self.width()];
        for share in 1..parts {
            let rows = all as f64 * share as f64 / parts as f64;
            let Some(high) = task.likely_end(runs, 0, rows)?.filter(|high| *high > low) else { continue };
            cut.push((std::mem::replace(&mut low, high.clone()), Some(high)));
        }
        cut.push((low, None));
        Ok(cut)
    }

    /// The next ply is there: from now on it is the last.
    fn turn(&mut self) -> Result<(), Error> {
        let manifest = &mut self.folder.manifest;
        let runs = std::mem::take(&mut manifest.runs);
        let merged = std::mem::take(&mut manifest.merged);
        let mut tally = Tally::default();
        runs.iter().for_each(|run| tally.add(&run.tally));
        // Where there are no runs, all states were looked at for a window.
        let seen = merged.iter().find_map(|merged| merged.tally.clone()).filter(|_| runs.is_empty());
        let tally = seen.unwrap_or(tally);
        let parts: Vec<Part> = merged.into_iter().flat_map(|merged| merged.parts).collect();
        manifest.plies.last_mut().expect("there is a ply before").tally = Some(tally);
        if parts.is_empty() {
            manifest.complete = true;
        } else {
            manifest.plies.push(Ply { parts, ..Ply::default() });
        }
        self.folder.commit()?;
        self.folder.files().remove(runs.into_iter().filter_map(|run| run.part));
        Ok(())
    }
}

impl Task<'_> {
    /// Expands states of a ply from a number on and below another, until the list of what follows is full.
    pub(crate) fn expand_piece(&self, ply: usize, from: u64, all: u64) -> Result<Run, Error> {
        let (width, capacity) = (self.width(), self.capacity());
        let mut found = Found { words: Vec::with_capacity(capacity), ends: Vec::new() };
        let (mut to, mut tally) = (from, Tally::default());
        'piece: while to < all {
            self.look(Step::Expand, ply, to, all)?;
            // More than can be addressed are more than a group has.
            let most = GROUP_ROWS.min(usize::try_from(all - to).unwrap_or(GROUP_ROWS));
            let states = self.states(ply, to, most)?;
            let mut rest = &states[..];
            while !rest.is_empty() {
                let room = capacity.saturating_sub(found.words.len()) / width;
                // More than half of the list is never waited for, so it always goes on.
                let branching = (2 * tally.widest as usize).max(64).min(capacity / width / 2);
                if room < branching {
                    rows::sort(width, &mut found.words);
                    // Where many states follow several others, the list is emptied by that.
                    if found.words.len() > capacity / 2 {
                        break 'piece;
                    }
                    continue;
                }
                let some = (room / branching).clamp(1, BATCH) * width;
                let (now, later) = rest.split_at(some.min(rest.len()));
                found.ends.clear();
                tally.add(&self.space.expand(now, ply as u32, &mut found));
                to += (now.len() / width) as u64;
                rest = later;
                self.limits.exceeded(0).map_or(Ok(()), Err)?;
            }
        }
        rows::sort(width, &mut found.words);
        let part = match found.words.is_empty() {
            true => None,
            false => Some(self.write_part(&self.name(ply, &format!("run-{from:012}")), &found.words)?),
        };
        Ok(Run { from, to, part, tally })
    }

    /// Merges states from a bound on, as many as the list can hold, and writes them.
    pub(crate) fn merge_piece(
        &self,
        ply: usize,
        (low, high): (&[u64], Option<&[u64]>),
    ) -> Result<Merged, Error> {
        let runs: Vec<Part> = self.manifest.runs.iter().filter_map(|run| run.part.clone()).collect();
        let all: u64 = runs.iter().map(|run| run.sealed.rows).sum();
        self.look(Step::Merge, ply, 0, all)?;
        let (bucket, end) = self.merge_bucket(&runs, (low, high))?;
        Ok(Merged { low: low.to_vec(), high: end, parts: self.write_parts(ply, &bucket)?, tally: None })
    }

    /// Merges states from a bound on, as many as the list can hold, and drops those of earlier plies if any can come
    /// again. Returns them in order, and where to go on, if there are more.
    fn merge_bucket(
        &self,
        runs: &[Part],
        (low, high): (&[u64], Option<&[u64]>),
    ) -> Result<(Vec<u64>, Option<Vec<u64>>), Error> {
        let enough = 0.8 * (self.capacity() / self.width()) as f64;
        let likely = self.likely_end(runs, low[0], enough)?;
        let end = [likely, high.map(<[u64]>::to_vec)].into_iter().flatten().min();
        let mut list = Bucket::new(self, low.to_vec(), end);
        for run in runs {
            let bound = list.high.clone();
            self.between(std::slice::from_ref(run), (low, bound.as_deref()), |rows| {
                list.add(rows);
                Ok(())
            })?;
        }
        let (mut words, high) = list.finish();
        if !self.space.is_graded() {
            self.subtract_earlier(self.manifest.plies.len(), (low, high.as_deref()), &mut words)?;
        }
        Ok((words, high))
    }

    /// Drops the states that are in plies before this one.
    pub(crate) fn subtract_earlier(
        &self,
        ply: usize,
        bounds: (&[u64], Option<&[u64]>),
        words: &mut Vec<u64>,
    ) -> Result<(), Error> {
        for earlier in &self.manifest.plies[..ply] {
            let mut subtraction = Subtraction::new(self.width(), words);
            self.between(&earlier.parts, bounds, |rows| {
                subtraction.drop_all(rows);
                Ok(())
            })?;
            subtraction.finish();
        }
        Ok(())
    }

    /// Up to which first word there are likely to be so many rows in these files from a first word on, if there are more.
    fn likely_end(&self, runs: &[Part], low: u64, enough: f64) -> Result<Option<Vec<u64>>, Error> {
        let columns = self.manifest.columns();
        let mut groups = Vec::new();
        for run in runs {
            let reader = self.files.read(run, &columns)?;
            groups.extend(reader.groups().iter().map(|group| (group.range(0), group.rows)));
        }
        let rows_below = |end: u64| -> f64 {
            let part = |&((least, most), rows): &((u64, u64), usize)| {
                let (from, to) = (least.max(low), most.min(end));
                let share = to.saturating_sub(from) as f64 / (most - least).max(1) as f64;
                if from > to { 0.0 } else { share * rows as f64 }
            };
            groups.iter().map(part).sum()
        };
        if rows_below(u64::MAX) <= enough {
            return Ok(None);
        }
        let (mut below, mut above) = (low, u64::MAX);
        while below + 1 < above {
            let middle = below + (above - below) / 2;
            if rows_below(middle) <= enough { below = middle } else { above = middle }
        }
        let mut end = vec![0; self.width()];
        end[0] = above;
        Ok(Some(end))
    }

    /// Writes states in order into as many files as they need.
    pub(crate) fn write_parts(&self, ply: usize, words: &[u64]) -> Result<Vec<Part>, Error> {
        let chunks = words.chunks(self.part_words() / self.width() * self.width());
        let name = |words: &[u64]| self.part_name(ply, &words[..self.width()]);
        chunks.map(|words| self.write_part(&name(words), words)).collect()
    }

    /// The name of a part that begins with this state: nobody else gives the same name to a part of this ply.
    pub(crate) fn part_name(&self, ply: usize, first: &[u64]) -> String {
        let first: String = first.iter().map(|word| format!("{word:016x}")).collect();
        self.name(ply, &format!("part-{first}"))
    }

    /// Writes states in order into a file.
    pub(crate) fn write_part(&self, name: &str, words: &[u64]) -> Result<Part, Error> {
        let width = self.width();
        let write = |sink: &mut Sink<'_>| -> io::Result<()> { sink.push(words) };
        let sealed = self.files.write(name, &self.manifest.columns(), write)?;
        let (first, last) = (words[..width].to_vec(), words[words.len() - width..].to_vec());
        Ok(Part { file: name.to_string(), sealed, first, last })
    }
}

/// A list of states between two bounds, which never holds more than it can: where it would, the upper bound comes down.
pub(crate) struct Bucket {
    width: usize,
    capacity: usize,
    low: Vec<u64>,
    pub(crate) high: Option<Vec<u64>>,
    words: Vec<u64>,
}

impl Bucket {
    pub(crate) fn new(task: &Task<'_>, low: Vec<u64>, high: Option<Vec<u64>>) -> Bucket {
        let (width, capacity) = (task.width(), task.capacity());
        Bucket { width, capacity, low, high, words: Vec::with_capacity(capacity) }
    }

    /// Adds those of the rows that lie between the bounds; the rows are used up.
    pub(crate) fn add(&mut self, rows: &mut Vec<u64>) {
        rows::clip(self.width, rows, 0, (&self.low, self.high.as_deref()));
        for some in rows.chunks(self.capacity / 4 / self.width * self.width) {
            if self.words.len() + some.len() > self.capacity {
                self.shrink();
            }
            self.words.extend(some);
        }
    }

    /// Makes room: what is there twice is dropped, and then the upper half, if that is not enough.
    fn shrink(&mut self) {
        rows::clip(self.width, &mut self.words, 0, (&self.low, self.high.as_deref()));
        rows::sort(self.width, &mut self.words);
        if self.words.len() > self.capacity / 2 {
            let half = self.capacity / 2 / self.width * self.width;
            self.high = Some(self.words[half..half + self.width].to_vec());
            self.words.truncate(half);
        }
    }

    /// The states in order, and the upper bound.
    pub(crate) fn finish(mut self) -> (Vec<u64>, Option<Vec<u64>>) {
        rows::sort(self.width, &mut self.words);
        // Rows that were added before the bound came down.
        let end = self.high.as_deref();
        rows::clip(self.width, &mut self.words, 0, (&self.low, end));
        (self.words, self.high)
    }
}
