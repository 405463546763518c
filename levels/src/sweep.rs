//! The way down: an automaton, level by level.

use crate::account::Account;
use crate::keys::{Batch, Keys};
use crate::shape::Shape;
use crate::tally::Tally;
use crate::{Error, Result};
use std::collections::BTreeMap;

/// How many states are expanded between two questions whether to go on, and how many have their arcs in one array.
const PIECE: usize = 1 << 12;
/// How many states are expanded together: enough to keep the memory busy.
const BLOCK: usize = 64;

/// A deterministic automaton that reads words letter by letter and gives each a small number, 0 if it does not accept
/// the word. Its states are lists of numbers; states of different levels need have nothing in common.
pub trait Automaton {
    /// Appends the state before the first letter.
    fn start(&mut self, key: &mut Vec<u32>);

    /// Appends the state after a letter to `next`, which already holds other states. Returns false if no word that
    /// begins with these letters is accepted; then it does not matter what was appended.
    fn read(&mut self, level: usize, key: &[u32], value: u32, next: &mut Vec<u32>) -> bool;

    /// Loads what reading in this state will need, and returns something that depends on it. Many states are touched
    /// before they are read: loads that do not wait for one another take a fraction of the time.
    fn touch(&self, level: usize, key: &[u32]) -> u32 {
        let _ = (level, key);
        0
    }

    /// Returns the number for words that end in this state.
    fn end(&mut self, key: &[u32]) -> u32;

    /// Returns why the automaton cannot go on, if it cannot. Called from time to time, and at the end.
    fn failure(&self) -> Option<Error> {
        None
    }

    /// Returns the bytes that the automaton itself holds, with those that it may take when it next reads some states.
    /// Called often.
    fn bytes(&self) -> usize {
        0
    }
}

/// How far a sweep has got.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The level that is being read.
    pub level: usize,
    /// States met so far.
    pub states: u64,
    /// Bytes in use by this sweep and its automaton, with those that are about to be allocated.
    pub bytes: usize,
}

/// The states of an automaton, listed level by level, and the tallies that were added up on the way.
pub struct Sweep<N> {
    /// For each level, the arcs of its states in order.
    pub(crate) arcs: Vec<Pieces>,
    /// What each state of the last level gives.
    pub(crate) ends: Vec<u32>,
    /// The sum over the words with each result.
    pub totals: BTreeMap<u32, N>,
    /// The number of states.
    pub states: u64,
}

/// The arcs of the states of a level: for each state and each value, the state it leads to plus one; 0 for none.
///
/// They lie in arrays of [`PIECE`] states each, and not in one: arrays of one size leave no holes in the memory when
/// they are freed, and the way up can free them one by one.
pub(crate) type Pieces = Vec<Vec<u32>>;

impl<N: Tally> Sweep<N> {
    /// Returns the bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let arcs: usize = self.arcs.iter().flatten().map(Vec::capacity).sum();
        (arcs + self.ends.capacity()) * 4
    }
}

/// The states of one level while it is being filled.
struct Level<N> {
    keys: Keys,
    tallies: Vec<N>,
    heap: usize,
}

impl<N: Tally> Level<N> {
    fn new() -> Level<N> {
        Level { keys: Keys::new(0), tallies: Vec::new(), heap: 0 }
    }

    fn bytes(&self) -> usize {
        self.keys.bytes() + self.tallies.capacity() * size_of::<N>() + self.heap
    }

    /// Bytes that a batch of states takes at the most on top of that, but for what their tallies hold beside
    /// themselves.
    #[inline]
    fn growth(&self, batch: &Batch) -> usize {
        let (wanted, capacity) = (self.tallies.len() + batch.len(), self.tallies.capacity());
        let tallies = if wanted > capacity { wanted.max(2 * capacity) * size_of::<N>() } else { 0 };
        self.keys.growth(batch) + tallies
    }
}

/// Lists the states of an automaton and adds up a tally. From time to time, and before more memory is taken, `watch` is
/// called; the sweep stops if it returns false.
///
/// # Errors
/// [`Error::Stopped`] if `watch` returns false, [`Error::Overflow`] if a sum becomes too large for the tally,
/// [`Error::OutOfRange`] if the states of a level are too many to number.
pub fn sweep<A: Automaton, N: Tally>(
    shape: &Shape,
    automaton: &mut A,
    start: N,
    watch: &mut dyn FnMut(Effort) -> bool,
) -> Result<Sweep<N>> {
    Sweeping::new(shape, automaton, watch, true).run(start)
}

/// Adds up a tally as [`sweep`] does, but keeps only the levels under way: nothing is left but the totals.
///
/// # Errors
/// As [`sweep`].
pub fn sweep_to_count<A: Automaton, N: Tally>(
    shape: &Shape,
    automaton: &mut A,
    start: N,
    watch: &mut dyn FnMut(Effort) -> bool,
) -> Result<BTreeMap<u32, N>> {
    Ok(Sweeping::new(shape, automaton, watch, false).run(start)?.totals)
}

struct Sweeping<'a, A, N> {
    shape: &'a Shape,
    automaton: &'a mut A,
    account: Account<'a>,
    keep: bool,
    open: Vec<Option<Level<N>>>,
    done: Sweep<N>,
    batch: Batch,
    /// The states of the batch: where they came from and what they have become.
    entered: Vec<(u32, u32)>,
}

impl<'a, A: Automaton, N: Tally> Sweeping<'a, A, N> {
    fn new(
        shape: &'a Shape,
        automaton: &'a mut A,
        watch: &'a mut dyn FnMut(Effort) -> bool,
        keep: bool,
    ) -> Self {
        let levels = shape.levels();
        let open = (0..=levels).map(|_| None).collect();
        let arcs = (0..levels).map(|_| Vec::new()).collect();
        let done = Sweep { arcs, ends: Vec::new(), totals: BTreeMap::new(), states: 0 };
        let account = Account::new(watch);
        Sweeping { shape, automaton, account, keep, open, done, batch: Batch::default(), entered: Vec::new() }
    }

    fn run(mut self, start: N) -> Result<Sweep<N>> {
        let mut first = Level::new();
        self.automaton.start(self.batch.words());
        self.batch.close(0);
        first.keys.intern_all(&self.batch, |_, _, _| ());
        first.heap = start.heap_bytes();
        first.tallies.push(start);
        self.account.held = first.bytes();
        self.open[0] = Some(first);
        for level in 0..self.shape.levels() {
            if let Some(states) = self.open[level].take() {
                self.account.level = level;
                self.expand(level, &states)?;
                self.account.held -= states.bytes();
            }
        }
        if let Some(last) = self.open[self.shape.levels()].take() {
            self.finish(&last)?;
        }
        self.automaton.failure().map_or(Ok(self.done), Err)
    }

    fn expand(&mut self, level: usize, states: &Level<N>) -> Result<()> {
        for to in self.shape.targets(level) {
            if self.open[to].is_none() {
                let new = Level::new();
                self.account.held += new.bytes();
                self.open[to] = Some(new);
            }
        }
        let (count, values) = (states.keys.len(), self.shape.values(level));
        self.done.states += count as u64;
        self.account.states = self.done.states;
        let mut arcs: Pieces = Vec::new();
        let mut keys = states.keys.iter();
        let mut block: Vec<&[u32]> = Vec::with_capacity(BLOCK);
        for first in (0..count).step_by(BLOCK) {
            if first % PIECE == 0 {
                self.automaton.failure().map_or(Ok(()), Err)?;
                self.account.automaton = self.automaton.bytes();
                let kept = if self.keep { PIECE.min(count - first) * values } else { 0 };
                self.account.ask(4 * kept)?;
                self.account.held += 4 * kept;
                arcs.push(vec![0; kept]);
            }
            block.clear();
            block.extend(keys.by_ref().take(BLOCK));
            std::hint::black_box(block.iter().fold(0, |sum, key| sum ^ self.automaton.touch(level, key)));
            let piece = arcs.last_mut().expect("the first block begins a piece");
            // Value by value: the states of a block then go to one level, whose table is probed for all of them
            // together.
            for value in 0..values as u32 {
                self.expand_block(level, value, first, &block, &states.tallies, piece)?;
            }
        }
        self.done.arcs[level] = arcs;
        Ok(())
    }

    /// Reads one value in some states, the first of which has this number. Their arcs are in this piece.
    fn expand_block(
        &mut self,
        level: usize,
        value: u32,
        first: usize,
        block: &[&[u32]],
        tallies: &[N],
        piece: &mut [u32],
    ) -> Result<()> {
        self.batch.clear();
        for (number, key) in (first as u32..).zip(block) {
            if self.automaton.read(level, key, value, self.batch.words()) {
                self.batch.close(number);
            } else {
                self.batch.undo();
            }
        }
        let values = self.shape.values(level);
        let target = self.open[self.shape.next(level, value)]
            .as_mut()
            .expect("the levels that values lead to are open");
        if target.keys.is_full() {
            return Err(Error::OutOfRange { what: format!("the number of states of level {level}") });
        }
        let account = &mut self.account;
        account.automaton = self.automaton.bytes();
        account.make_room(target.growth(&self.batch))?;
        let had = target.bytes();
        let (keep, piece_begins) = (self.keep, first - first % PIECE);
        self.entered.clear();
        let entered = &mut self.entered;
        target.keys.intern_all(&self.batch, |number, to, _| {
            entered.push((number, to));
            if keep {
                piece[(number as usize - piece_begins) * values + value as usize] = to + 1;
            }
        });
        target.tallies.resize_with(target.keys.len(), N::none);
        account.held += target.bytes() - had;
        let mut fits = true;
        for &(number, to) in &self.entered {
            let (sum, before) = (&mut target.tallies[to as usize], &tallies[number as usize]);
            let (had, added) = (sum.heap_bytes(), before.heap_bytes());
            // Most tallies hold nothing beside themselves.
            if added > 0 {
                account.make_room(added.saturating_sub(had))?;
                account.worked(added)?;
            }
            fits &= sum.join(before, level, value);
            let grown = sum.heap_bytes() - had;
            target.heap += grown;
            account.held += grown;
        }
        if fits { Ok(()) } else { Err(Error::Overflow) }
    }

    fn finish(&mut self, last: &Level<N>) -> Result<()> {
        self.account.make_room(4 * last.keys.len())?;
        self.done.ends.reserve_exact(last.keys.len());
        for (number, key) in last.keys.iter().enumerate() {
            let end = self.automaton.end(key);
            self.done.ends.push(end);
            if end != 0 {
                let total = self.done.totals.entry(end).or_insert_with(N::none);
                if !total.add(&last.tallies[number]) {
                    return Err(Error::Overflow);
                }
            }
        }
        Ok(())
    }
}
