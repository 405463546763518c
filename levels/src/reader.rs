//! Automata whose states are single numbers, and how a [`Judge`] becomes one.
//!
//! ```text
//!   Judge            what a user writes: states of any type, letters read one by one
//!     └ Numbered     its states, numbered on each level as they are met     (generic, behind AnyJudge)
//!         └ Tabulated    a table "state, value → state", filled as it is used    (no type left: compiled once)
//! ```
//!
//! A sweep reads the table and nothing else; the judge runs once for each state, level and value.

use crate::diagram::Diagram;
use crate::shape::Shape;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// An automaton whose states on each level are numbered from 1; in state 0 no word is accepted any more.
pub trait Reader {
    /// Returns the state before the first letter.
    fn start(&mut self) -> u32;
    /// Returns the state after a letter. The state before it is not 0.
    fn read(&mut self, level: usize, state: u32, value: u32) -> u32;
    /// Returns the number for words that end in this state, which is not 0.
    fn end(&mut self, state: u32) -> u32;
    /// Loads what reading in this state will need: see [`Automaton::touch`](crate::Automaton::touch).
    fn touch(&self, level: usize, state: u32) -> u32 {
        let _ = (level, state);
        0
    }
    /// Returns the bytes held, with those that may be taken when the next states are read: see
    /// [`Automaton::bytes`](crate::Automaton::bytes).
    fn bytes(&self) -> usize;
}

impl<R: Reader> Reader for &mut R {
    fn start(&mut self) -> u32 {
        R::start(self)
    }
    #[inline]
    fn read(&mut self, level: usize, state: u32, value: u32) -> u32 {
        R::read(self, level, state, value)
    }
    fn end(&mut self, state: u32) -> u32 {
        R::end(self, state)
    }
    #[inline]
    fn touch(&self, level: usize, state: u32) -> u32 {
        R::touch(self, level, state)
    }
    fn bytes(&self) -> usize {
        R::bytes(self)
    }
}

/// A diagram reads words by walking down.
impl Reader for &Diagram {
    fn start(&mut self) -> u32 {
        self.root
    }
    #[inline]
    fn read(&mut self, level: usize, state: u32, value: u32) -> u32 {
        self.child(level, state, value)
    }
    fn end(&mut self, state: u32) -> u32 {
        state
    }
    #[inline]
    fn touch(&self, level: usize, state: u32) -> u32 {
        let first = (state as usize).wrapping_sub(1).wrapping_mul(self.shape().values(level));
        // Node 0 has no children to load.
        self.nodes[level].get(first).copied().unwrap_or(0)
    }
    fn bytes(&self) -> usize {
        0
    }
}

/// An automaton with states of any type, for instance "which lines are still open". It runs once for each state, level
/// and value; [`Tabulated`] keeps the answers in a table.
pub trait Judge {
    /// What is remembered of the letters read so far.
    type State: Clone + Eq + Hash;
    /// Returns the state before the first letter.
    fn start(&self) -> Self::State;
    /// Returns the state after one more letter, or `None` if no word that begins with these letters is accepted.
    fn read(&self, level: usize, state: &Self::State, value: u32) -> Option<Self::State>;
    /// Returns the number for words that end in this state, 0 if they are not accepted.
    fn end(&self, state: &Self::State) -> u32;
    /// Returns the bytes that a state holds on the heap: for limits on memory.
    fn heap_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }
}

const UNKNOWN: u32 = u32::MAX;

/// A judge whose states are numbered, so that [`Tabulated`] does not depend on their type.
trait AnyJudge {
    fn start(&mut self) -> u32;
    fn read(&mut self, level: usize, to: usize, state: u32, value: u32) -> u32;
    fn end(&self, state: u32) -> u32;
    fn bytes(&self) -> usize;
}

/// The most states that are met between two looks at the bytes held.
const MARGIN: usize = 64;

/// The states of one level, numbered from 1.
struct Row<S> {
    numbers: HashMap<S, u32>,
    states: Vec<S>,
}

impl<S> Row<S> {
    /// Bytes of the table for this many states, which is at least an eighth empty.
    fn table(states: usize) -> usize {
        (states * 8).div_ceil(7).next_power_of_two() * (size_of::<(S, u32)>() + 1)
    }

    /// Bytes held, not counting what states hold beside themselves.
    fn bytes(&self) -> usize {
        Self::table(self.numbers.capacity()) + self.states.capacity() * size_of::<S>()
    }

    /// Bytes that are taken while the arrays double, if that may be soon.
    fn soon(&self) -> usize {
        let soon = self.states.len() + MARGIN;
        let table = if soon > self.numbers.capacity() { Self::table(soon) } else { 0 };
        let states = if soon > self.states.capacity() { 2 * self.states.capacity() } else { 0 };
        table + states * size_of::<S>()
    }
}

struct Numbered<J: Judge> {
    judge: J,
    rows: Vec<Row<J::State>>,
    /// Bytes that all rows hold, and what their states hold beside themselves.
    held: usize,
    /// Bytes that the row which grew last may take soon.
    soon: usize,
}

impl<J: Judge> Numbered<J> {
    fn number(&mut self, level: usize, state: J::State) -> u32 {
        let row = &mut self.rows[level];
        if let Some(&number) = row.numbers.get(&state) {
            return number;
        }
        self.held -= row.bytes();
        // Once as a key, once by its number.
        self.held += 2 * self.judge.heap_bytes(&state);
        let number = row.states.len() as u32 + 1;
        row.numbers.insert(state.clone(), number);
        row.states.push(state);
        self.held += row.bytes();
        self.soon = row.soon();
        number
    }
}

impl<J: Judge> AnyJudge for Numbered<J> {
    fn start(&mut self) -> u32 {
        let start = self.judge.start();
        self.number(0, start)
    }

    fn read(&mut self, level: usize, to: usize, state: u32, value: u32) -> u32 {
        let after = self.judge.read(level, &self.rows[level].states[state as usize - 1], value);
        after.map_or(0, |after| self.number(to, after))
    }

    fn end(&self, state: u32) -> u32 {
        let last = self.rows.last().and_then(|row| row.states.get(state as usize - 1));
        last.map_or(0, |state| self.judge.end(state))
    }

    fn bytes(&self) -> usize {
        self.held + self.soon
    }
}

/// A [`Judge`] whose states are numbered as they appear, with its answers in a table.
pub struct Tabulated {
    judge: Box<dyn AnyJudge + Send>,
    shape: Arc<Shape>,
    /// For each level, where each value leads from each state.
    next: Vec<Vec<u32>>,
    /// Bytes that these arrays hold, and what the one that grew last may take soon.
    held: usize,
    soon: usize,
}

impl Tabulated {
    /// Returns the judge for words of a shape, with an empty table.
    pub fn new<J: Judge<State: Send> + Send + 'static>(judge: J, shape: &Arc<Shape>) -> Tabulated {
        let row = |_| Row { numbers: HashMap::new(), states: Vec::new() };
        let rows: Vec<Row<J::State>> = (0..=shape.levels()).map(row).collect();
        let held = rows.iter().map(Row::bytes).sum();
        let judge = Box::new(Numbered { judge, rows, held, soon: 0 });
        let next = vec![Vec::new(); shape.levels()];
        Tabulated { judge, shape: Arc::clone(shape), next, held: 0, soon: 0 }
    }

    /// Returns the shape of the words.
    #[must_use]
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    #[cold]
    fn learn(&mut self, level: usize, state: u32, value: u32) -> u32 {
        let number = self.judge.read(level, self.shape.next(level, value), state, value);
        let values = self.shape.values(level);
        let next = &mut self.next[level];
        if next.len() < state as usize * values {
            self.held -= next.capacity() * 4;
            next.resize(state as usize * values, UNKNOWN);
            self.held += next.capacity() * 4;
            let is_soon = next.len() + MARGIN * values > next.capacity();
            self.soon = if is_soon { 2 * next.capacity() * 4 } else { 0 };
        }
        next[(state as usize - 1) * values + value as usize] = number;
        number
    }
}

impl Reader for Tabulated {
    fn start(&mut self) -> u32 {
        self.judge.start()
    }

    #[inline]
    fn read(&mut self, level: usize, state: u32, value: u32) -> u32 {
        // One load in nearly all cases: this runs for every state and value of a sweep.
        let at = (state as usize - 1) * self.shape.values(level) + value as usize;
        match self.next[level].get(at) {
            Some(&known) if known != UNKNOWN => known,
            _ => self.learn(level, state, value),
        }
    }

    fn end(&mut self, state: u32) -> u32 {
        self.judge.end(state)
    }

    fn bytes(&self) -> usize {
        self.judge.bytes() + self.held + self.soon
    }
}
