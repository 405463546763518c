//! Automata whose states are single numbers.

use crate::diagram::Diagram;
use crate::shape::Shape;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// An automaton whose states on each level are numbered from 1; 0 is where no accepted word leads.
pub trait Reader {
    /// The state before the first letter.
    fn start(&mut self) -> u32;
    /// The state after a letter. The state before it is not 0.
    fn read(&mut self, level: usize, state: u32, value: u32) -> u32;
    /// What a word is given whose last letter led to this state, which is not 0.
    fn end(&mut self, state: u32) -> u32;
    /// Loads what reading in this state will need: see [`Automaton::touch`](crate::Automaton::touch).
    fn touch(&self, level: usize, state: u32) -> u32 {
        let _ = (level, state);
        0
    }
    /// Bytes held, with those that may be taken when the next states are read: see
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

/// An automaton with states of whatever type, for instance "which lines are still open". It is asked once for each
/// state, level and value; what it said is kept in a table.
pub trait Judge {
    /// What is remembered of the letters read so far.
    type State: Clone + Eq + Hash;
    /// Before the first letter.
    fn start(&self) -> Self::State;
    /// After one more letter, or `None` if no word that begins so is accepted.
    fn read(&self, level: usize, state: &Self::State, value: u32) -> Option<Self::State>;
    /// What a word is given, 0 if it is not accepted.
    fn end(&self, state: &Self::State) -> u32;
    /// The bytes that a state takes beside itself: for limits on memory.
    fn heap(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }
}

const UNKNOWN: u32 = u32::MAX;

/// A judge whose states are numbered: what [`Tabulated`] asks, whatever the type of the states.
trait Learnt {
    fn start(&mut self) -> u32;
    fn read(&mut self, level: usize, to: usize, state: u32, value: u32) -> u32;
    fn end(&self, state: u32) -> u32;
    fn bytes(&self) -> usize;
}

/// So many states may be met between two questions how many bytes are held.
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
        self.held += 2 * self.judge.heap(&state);
        let number = row.states.len() as u32 + 1;
        row.numbers.insert(state.clone(), number);
        row.states.push(state);
        self.held += row.bytes();
        self.soon = row.soon();
        number
    }
}

impl<J: Judge> Learnt for Numbered<J> {
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

/// A [`Judge`], its states numbered as they appear, and what it said kept in a table.
pub struct Tabulated {
    judge: Box<dyn Learnt + Send>,
    shape: Arc<Shape>,
    /// For each level, where each value leads from each state.
    next: Vec<Vec<u32>>,
    /// Bytes that these arrays hold, and what the one that grew last may take soon.
    held: usize,
    soon: usize,
}

impl Tabulated {
    /// The judge for words of a shape.
    pub fn new<J: Judge<State: Send> + Send + 'static>(judge: J, shape: &Arc<Shape>) -> Tabulated {
        let row = |_| Row { numbers: HashMap::new(), states: Vec::new() };
        let rows: Vec<Row<J::State>> = (0..=shape.levels()).map(row).collect();
        let held = rows.iter().map(Row::bytes).sum();
        let judge = Box::new(Numbered { judge, rows, held, soon: 0 });
        let next = vec![Vec::new(); shape.levels()];
        Tabulated { judge, shape: Arc::clone(shape), next, held: 0, soon: 0 }
    }

    /// The shape of the words.
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
