//! The next ply by rows of bits, where a state is an index: a bit for every index of a window, which is as large as memory
//! allows.
//!
//! For each window all states of a ply are looked at, what follows them and lies in the window is marked, and the marks
//! become parts of the next ply: nothing is written, sorted and merged in between. The first look at a group of states
//! tells in which sections of the indices its followers lie, and a group that has none in a window is not looked at again
//! for it.

use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use game::Stop;

use crate::error::Error;
use crate::folder::Sink;
use crate::forward::Range;
use crate::manifest::{Manifest, Merged, Part, Ply};
use crate::marks::Bits;
use crate::parquet::GROUP_ROWS;
use crate::piece::Made;
use crate::space::Tally;
use crate::store::{Step, Store};
use crate::task::Task;
use crate::team::FEW;

/// With fewer states than one for so many words of bits, the row is mostly empty, and sorting is quicker.
const SPARSE: u64 = 32;
/// The most windows.
const MOST_WINDOWS: u64 = 32;
/// To sort and merge what follows a state takes about as long as to look at it so often.
const PASSES: u64 = 5;

/// The indices from one on, and below another.
type Window = (u64, u64);

impl Store<'_> {
    /// Finds the states that follow those of the last ply window by window, as far as that is worth while.
    ///
    /// # Errors
    /// If a limit is reached, or a file cannot be read or written.
    pub(crate) fn sweep(&mut self) -> Result<(), Error> {
        let Some((size, length)) = self.window() else { return Ok(()) };
        let windows = windows(&self.unmerged_ranges(), size, length);
        let before = self.folder.manifest.clone();
        let ply = before.plies.len();
        let mut sweep = Sweep::new(&before, (size, length), self.limits.thread_count());
        for number in 0..windows.len() {
            sweep.rounds = (number as u64, windows.len() as u64);
            let merged = self.sweep_window(&mut sweep, &before, windows[number])?;
            self.folder.manifest.put(ply, Made::Merged(merged));
            self.folder.commit()?;
            if sweep.passes(&windows[number + 1..]) > PASSES {
                self.sweeps = false;
                break;
            }
        }
        Ok(())
    }

    /// The size of the index, and how many indices a window is best to have, if windows are worth while.
    fn window(&self) -> Option<(u64, u64)> {
        let manifest = &self.folder.manifest;
        let size = self.space.size().filter(|&size| size > 0 && manifest.asked.width == 1)?;
        let begun_otherwise = !self.sweeps || self.hands.is_some() || !manifest.runs.is_empty();
        let states = manifest.plies.last().map_or(0, Ply::states);
        if begun_otherwise || size / 64 > states.saturating_mul(SPARSE) {
            return None;
        }
        let words = self.task(manifest).bit_words(self.limits.thread_count()) as u64;
        let count = size.div_ceil(64).div_ceil(words.max(1));
        (count <= MOST_WINDOWS).then(|| (size, size.div_ceil(count).next_multiple_of(64)))
    }

    /// Finds the states of the next ply that lie in a window.
    fn sweep_window(
        &self,
        sweep: &mut Sweep<'_>,
        manifest: &Manifest,
        (low, high): Window,
    ) -> Result<Merged, Error> {
        sweep.begin(low);
        let (ply, bounds) = (manifest.plies.len(), ([low], [high]));
        let is_last = high == sweep.size;
        let high_bound = (!is_last).then_some(&bounds.1[..]);
        let looking = &*sweep;
        let seen = self.crew(manifest, sweep.threads, |task, _| looking.look(task, (low, high)))?;
        sweep.bits.clear_outside(low, high);
        if !self.space.is_graded() {
            let task = self.task(manifest);
            for earlier in &manifest.plies {
                task.between(&earlier.parts, (&bounds.0, high_bound), |rows| {
                    rows.iter().for_each(|&index| sweep.bits.clear(index));
                    Ok(())
                })?;
            }
        }
        let writers = sweep.threads.min((sweep.states / FEW).max(1) as usize);
        let stretches =
            windows(&[(vec![low], Some(vec![high]))], high, (high - low).div_ceil(writers as u64));
        let writing = &*sweep;
        let parts =
            self.crew(manifest, stretches.len(), |task, number| writing.write(task, ply, stretches[number]))?;
        let is_whole = seen.iter().all(|(_, is_whole)| *is_whole);
        let tally = is_whole.then(|| {
            let mut all = Tally::default();
            seen.iter().for_each(|(tally, _)| all.add(tally));
            all
        });
        let high = (!is_last).then(|| vec![high]);
        Ok(Merged { low: vec![low], high, parts: parts.into_iter().flatten().collect(), tally })
    }

    /// Has several threads do the same, with their numbers, and returns what each has made.
    ///
    /// # Errors
    /// The first that one of them says; then the others stop.
    fn crew<R: Send>(
        &self,
        manifest: &Manifest,
        threads: usize,
        work: impl Fn(&Task<'_>, usize) -> Result<R, Error> + Sync,
    ) -> Result<Vec<R>, Error> {
        let halt = Stop::new();
        let limits = self.limits.clone().stop(halt.clone());
        let first_error = Mutex::new(None);
        let (space, files) = (self.space, self.folder.files());
        let one = |number: usize, tell| {
            let (files, limits, mark) = (files.clone(), limits.clone(), String::new());
            let task = Task { space, files, manifest, limits, threads, tell, mark };
            let made = work(&task, number);
            made.map_err(|error| {
                halt.stop();
                first_error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            })
        };
        let made: Vec<Result<R, ()>> = std::thread::scope(|scope| {
            let one = &one;
            let others: Vec<_> = (1..threads).map(|number| scope.spawn(move || one(number, None))).collect();
            let mine = one(0, Some((self.tell, self.begun)));
            let others = others.into_iter().map(|other| other.join().expect("no thread panics"));
            std::iter::once(mine).chain(others).collect()
        });
        match first_error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(made.into_iter().flatten().collect()),
        }
    }
}

/// Cuts what is left of the indices below a size into windows of at most this length.
fn windows(left: &[Range], size: u64, length: u64) -> Vec<Window> {
    let bounds =
        left.iter().map(|(low, high)| (low[0], high.as_ref().map_or(size, |high| high[0].min(size))));
    let cut = |(low, high): Window| {
        let begins = (low..high).step_by(usize::try_from(length.max(1)).unwrap_or(usize::MAX));
        begins.map(move |begin| (begin, high.min(begin.saturating_add(length))))
    };
    bounds.flat_map(cut).collect()
}

/// All states of a ply, looked at window by window.
struct Sweep<'a> {
    size: u64,
    threads: usize,
    bits: Bits,
    /// The files of the ply, and how many states there are in all of them.
    parts: &'a [Part],
    states: u64,
    /// For each file: the sections in which states lie that follow each of its groups, once these were looked at.
    known: Vec<Mutex<Vec<u64>>>,
    /// The next file that nobody has taken, and how many states were looked at.
    next: AtomicUsize,
    done: AtomicU64,
    /// How many windows are done, and how many there are.
    rounds: (u64, u64),
}

impl<'a> Sweep<'a> {
    fn new(manifest: &'a Manifest, (size, length): (u64, u64), threads: usize) -> Sweep<'a> {
        let ply = manifest.plies.last().expect("a ply is looked at");
        let most = ply.parts.len().max(1);
        let threads = threads.min(most);
        // A window need not begin with a word.
        let bits = Bits::new(length.div_ceil(64) as usize + 1, size, threads > 1);
        let known = ply.parts.iter().map(|_| Mutex::default()).collect();
        let (next, done, rounds) = (AtomicUsize::new(0), AtomicU64::new(0), (0, 1));
        Sweep { size, threads, bits, parts: &ply.parts, states: ply.states(), known, next, done, rounds }
    }

    /// Begins with a window.
    fn begin(&mut self, low: u64) {
        self.bits.move_to(low);
        (self.next, self.done) = (AtomicUsize::new(0), AtomicU64::new(0));
    }

    /// Looks at the states of files that nobody else looks at, and marks what follows. Returns what was seen, and whether
    /// that were all of them.
    fn look(&self, task: &Task<'_>, (low, high): Window) -> Result<(Tally, bool), Error> {
        let (wanted, columns) = (self.bits.sections(low, high), task.manifest.columns());
        let (mut tally, mut is_whole, mut rows) = (Tally::default(), true, Vec::new());
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = self.parts.get(number) else { return Ok((tally, is_whole)) };
            let mut known = self.known[number].lock().unwrap_or_else(PoisonError::into_inner);
            let is_new = known.is_empty();
            if !is_new && known.iter().all(|sections| sections & wanted == 0) {
                is_whole = false;
                self.done.fetch_add(part.sealed.rows, Ordering::Relaxed);
                continue;
            }
            let mut reader = task.files.read(part, &columns)?;
            for group in 0..reader.groups().len() {
                let count = reader.groups()[group].rows as u64;
                let done = self.done.fetch_add(count, Ordering::Relaxed);
                if known.get(group).is_some_and(|sections| sections & wanted == 0) {
                    is_whole = false;
                    continue;
                }
                let (rounds, all) = (self.rounds, self.states);
                let of_all =
                    (u128::from(rounds.0) * u128::from(all) + u128::from(done)) / u128::from(rounds.1);
                let ply = task.manifest.plies.len() - 1;
                task.look(Step::Expand, ply, of_all as u64, all)?;
                rows.clear();
                reader.read(group, &mut rows).map_err(|error| task.files.unreadable(part, error))?;
                let mut marks = self.bits.marks();
                tally.add(&task.space.mark(&rows, ply as u32, &mut marks));
                if is_new {
                    known.push(marks.sections);
                }
            }
        }
    }

    /// Writes what is marked between two indices into as many files as it needs.
    fn write(&self, task: &Task<'_>, ply: usize, (low, high): Window) -> Result<Vec<Part>, Error> {
        let most = task.part_words();
        let (mut parts, mut indices) = (Vec::new(), Vec::with_capacity(GROUP_ROWS));
        let mut from = self.bits.take(low, high, GROUP_ROWS.min(most), &mut indices);
        while let Some(&first) = indices.first() {
            let (mut last, mut count) = (first, 0);
            let name = task.part_name(ply, &[first]);
            let write = |sink: &mut Sink<'_>| -> io::Result<()> {
                while let Some(&end) = indices.last() {
                    sink.push(&indices)?;
                    (last, count) = (end, count + indices.len());
                    indices.clear();
                    if most - count < 64 {
                        break;
                    }
                    from = self.bits.take(from, high, GROUP_ROWS.min(most - count), &mut indices);
                }
                Ok(())
            };
            let sealed = task.files.write(&name, &task.manifest.columns(), write)?;
            parts.push(Part { file: name, sealed, first: vec![first], last: vec![last] });
            from = self.bits.take(from, high, GROUP_ROWS.min(most), &mut indices);
            task.limits.exceeded(0).map_or(Ok(()), Err)?;
        }
        Ok(parts)
    }

    /// How often each state has to be looked at for these windows, on average.
    fn passes(&self, windows: &[Window]) -> u64 {
        let (mut groups, mut looks) = (0, 0);
        for known in &self.known {
            for sections in known.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                groups += 1;
                let meets = |&&(low, high): &&Window| sections & self.bits.sections(low, high) != 0;
                looks += windows.iter().filter(meets).count() as u64;
            }
        }
        looks / groups.max(1)
    }
}
