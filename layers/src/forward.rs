//! Every ply from the one before: pieces of it are expanded into sorted runs, and the runs merged.
//!
//! Both are tasks of their own, which read immutable files and make new ones. The next of them follows from what the
//! manifest says is done, so it does not matter when the work was broken off.

use std::io;

use crate::error::Error;
use crate::folder::Sink;
use crate::manifest::{Part, Ply, Run};
use crate::rows::{self, Subtraction};
use crate::space::{Found, Tally};
use crate::store::{Step, Store};

/// The number of states that are expanded between two looks at the room and at the limits.
const BATCH: usize = 1 << 10;

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
                store.expand_last()?;
                store.merge_all()?;
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
            store.expand_last()?;
            store.merge_all()
        })
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
        self.write_parts(0, 0, &starts)
    }

    /// Expands what is left of the last ply.
    fn expand_last(&mut self) -> Result<(), Error> {
        let ply = self.folder.manifest.plies.len() - 1;
        let all = self.folder.manifest.plies[ply].states();
        if self.folder.manifest.merged_to.is_some() {
            return Ok(());
        }
        loop {
            let from = self.folder.manifest.runs.last().map_or(0, |run| run.to);
            if from == all {
                return Ok(());
            }
            let run = self.expand_piece(ply, from, all)?;
            self.folder.manifest.runs.push(run);
            self.folder.commit()?;
        }
    }

    /// Expands states of a ply from a number on, until the list of what follows is full.
    pub(crate) fn expand_piece(&self, ply: usize, from: u64, all: u64) -> Result<Run, Error> {
        let (width, capacity) = (self.width(), self.capacity());
        let mut found = Found { words: Vec::with_capacity(capacity), ends: Vec::new() };
        let (mut to, mut tally) = (from, Tally::default());
        'piece: while to < all {
            self.look(Step::Expand, ply, to, all)?;
            let states = self.states(ply, to, crate::parquet::GROUP_ROWS)?;
            let mut rest = &states[..];
            while !rest.is_empty() {
                let room = (capacity - found.words.len()) / width;
                let branching = (2 * tally.widest as usize).max(64);
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
            false => Some(self.write_part(&format!("ply-{ply:03}-run-{from:012}.parquet"), &found.words)?),
        };
        Ok(Run { from, to, part, tally })
    }

    /// Merges what is left of the runs to the next ply.
    fn merge_all(&mut self) -> Result<(), Error> {
        let runs: Vec<Part> = self.folder.manifest.runs.iter().filter_map(|run| run.part.clone()).collect();
        let ply = self.folder.manifest.plies.len();
        let all: u64 = runs.iter().map(|run| run.sealed.rows).sum();
        let mut done = 0;
        // From no state on: all words are 0.
        let mut low = self.folder.manifest.merged_to.clone().unwrap_or(vec![0; self.width()]);
        while !runs.is_empty() {
            self.look(Step::Merge, ply, done, all)?;
            let (bucket, high) = self.merge_bucket(&runs, &low)?;
            done += (bucket.len() / self.width()) as u64;
            let number = self.folder.manifest.merged.len();
            let parts = self.write_parts(ply, number, &bucket)?;
            self.folder.manifest.merged.extend(parts);
            let Some(high) = high else { break };
            self.folder.manifest.merged_to = Some(high.clone());
            self.folder.commit()?;
            low = high;
        }
        self.turn()
    }

    /// The next ply is there: from now on it is the last.
    fn turn(&mut self) -> Result<(), Error> {
        let manifest = &mut self.folder.manifest;
        let runs = std::mem::take(&mut manifest.runs);
        let parts = std::mem::take(&mut manifest.merged);
        manifest.merged_to = None;
        let mut tally = Tally::default();
        runs.iter().for_each(|run| tally.add(&run.tally));
        manifest.plies.last_mut().expect("there is a ply before").tally = Some(tally);
        if parts.is_empty() {
            manifest.complete = true;
        } else {
            manifest.plies.push(Ply { parts, ..Ply::default() });
        }
        self.folder.commit()?;
        self.folder.remove(runs.into_iter().filter_map(|run| run.part));
        Ok(())
    }

    /// Merges states from a bound on, as many as the list can hold, and drops those of earlier plies if any can come
    /// again. Returns them in order, and where to go on, if there are more.
    fn merge_bucket(&self, runs: &[Part], low: &[u64]) -> Result<(Vec<u64>, Option<Vec<u64>>), Error> {
        let mut list = Bucket::new(self, low.to_vec(), self.likely_end(runs, low[0])?);
        for run in runs {
            let bound = list.high.clone();
            self.between(std::slice::from_ref(run), (low, bound.as_deref()), |rows| {
                list.add(rows);
                Ok(())
            })?;
        }
        let (mut words, high) = list.finish();
        if !self.space.is_graded() {
            self.subtract_earlier(self.folder.manifest.plies.len(), (low, high.as_deref()), &mut words)?;
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
        for earlier in &self.folder.manifest.plies[..ply] {
            let mut subtraction = Subtraction::new(self.width(), words);
            self.between(&earlier.parts, bounds, |rows| {
                subtraction.drop_all(rows);
                Ok(())
            })?;
            subtraction.finish();
        }
        Ok(())
    }

    /// Up to which first word there are likely to be as many rows in these files as fill the list, if there are more.
    fn likely_end(&self, runs: &[Part], low: u64) -> Result<Option<Vec<u64>>, Error> {
        let columns = self.folder.manifest.columns();
        let mut groups = Vec::new();
        for run in runs {
            let reader = self.folder.read(run, &columns)?;
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
        let enough = 0.8 * (self.capacity() / self.width()) as f64;
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
    fn write_parts(&self, ply: usize, number: usize, words: &[u64]) -> Result<Vec<Part>, Error> {
        let chunks = words.chunks(self.part_words() / self.width() * self.width());
        let name = |number: usize| format!("ply-{ply:03}-part-{number:05}.parquet");
        (number..).zip(chunks).map(|(number, words)| self.write_part(&name(number), words)).collect()
    }

    /// Writes states in order into a file.
    pub(crate) fn write_part(&self, name: &str, words: &[u64]) -> Result<Part, Error> {
        let width = self.width();
        let write = |sink: &mut Sink| -> io::Result<()> { sink.push(words) };
        let sealed = self.folder.write(name, &self.folder.manifest.columns(), write)?;
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
    pub(crate) fn new(store: &Store<'_>, low: Vec<u64>, high: Option<Vec<u64>>) -> Bucket {
        let (width, capacity) = (store.width(), store.capacity());
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
