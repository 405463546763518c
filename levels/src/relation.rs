//! Relations between words, read letter by letter.
//!
//! ```text
//!   Relation         what a user writes: where the image has this letter, what the source may have
//!     └ Numbered     its states, numbered as they are met                       (generic, behind AnyRelation)
//!         └ Steps        a table "level, state, value → ways", filled as it is used  (no type left: compiled once)
//! ```

use crate::shape::Shape;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// One way in which the source may go on: its letters, which may be none or several, and the state of the relation
/// after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way<S> {
    /// The letters of the source.
    pub letters: Vec<u32>,
    /// The state after them.
    pub state: S,
}

impl<S> Way<S> {
    /// Returns the way in which the source has this one letter.
    pub fn letter(value: u32, state: S) -> Way<S> {
        Way { letters: vec![value], state }
    }
}

/// A relation between the words of a *source* and the words of its *image*, as an automaton that reads the image and
/// answers with letters of the source.
///
/// There are few states; each is examined once for each level and value. Both words are read in step: a way with
/// letters is for a source that is on the same level as the image. Where the source has skipped levels that the image
/// has not, a way without letters waits for the image to catch up.
///
/// ```
/// use levels::{Diagram, Relation, Shape, Way};
///
/// /// One 0 becomes a 1.
/// struct Mark;
/// impl Relation for Mark {
///     type State = bool; // is it done?
///     fn states(&self) -> u32 {
///         2
///     }
///     fn start(&self) -> bool {
///         false
///     }
///     fn ways(&self, _: usize, &done: &bool, value: u32) -> Vec<Way<bool>> {
///         let marked_here = (value == 1 && !done).then(|| Way::letter(0, true));
///         marked_here.into_iter().chain([Way::letter(value, done)]).collect()
///     }
///     fn accepts(&self, &done: &bool) -> bool {
///         done
///     }
/// }
/// let none = Diagram::word(&Shape::uniform(5, 2).into(), &[0; 5]).unwrap();
/// assert_eq!(none.image(Mark)?.image(Mark)?.count(1), 10u32.into());
/// # levels::Result::Ok(())
/// ```
pub trait Relation {
    /// What is remembered between letters.
    type State: Clone + Eq + Hash;
    /// Returns the most states there can be. The fewer there are, the more nodes a diagram may have: both share 32
    /// bits.
    fn states(&self) -> u32;
    /// Returns the state before the first letter.
    fn start(&self) -> Self::State;
    /// Returns how the source may go on where the image has `value` at `level`.
    fn ways(&self, level: usize, state: &Self::State, value: u32) -> Vec<Way<Self::State>>;
    /// Returns whether two words are related that end in this state.
    fn accepts(&self, state: &Self::State) -> bool;
}

/// A relation whose states are numbered, so that [`Steps`] does not depend on their type.
trait AnyRelation {
    fn start(&mut self) -> u32;
    fn ways(&mut self, level: usize, state: u32, value: u32) -> Vec<Way<u32>>;
    fn accepts(&self, state: u32) -> bool;
}

struct Numbered<R: Relation> {
    relation: R,
    numbers: HashMap<R::State, u32>,
    states: Vec<R::State>,
}

impl<R: Relation> Numbered<R> {
    fn number(&mut self, state: R::State) -> u32 {
        let next = self.states.len() as u32;
        let number = *self.numbers.entry(state.clone()).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }
}

impl<R: Relation> AnyRelation for Numbered<R> {
    fn start(&mut self) -> u32 {
        let start = self.relation.start();
        self.number(start)
    }

    fn ways(&mut self, level: usize, state: u32, value: u32) -> Vec<Way<u32>> {
        let ways = self.relation.ways(level, &self.states[state as usize].clone(), value);
        ways.into_iter().map(|way| Way { letters: way.letters, state: self.number(way.state) }).collect()
    }

    fn accepts(&self, state: u32) -> bool {
        self.states.get(state as usize).is_some_and(|state| self.relation.accepts(state))
    }
}

/// A [`Way`], its state as a number.
pub(crate) struct Step {
    pub(crate) letters: u32,
    /// The first letter, which most often is the only one.
    pub(crate) letter: u32,
    pub(crate) state: u32,
    all: Box<[u32]>,
}

impl Step {
    /// All letters.
    pub(crate) fn all(&self) -> &[u32] {
        &self.all
    }
}

const UNKNOWN: (u32, u32) = (u32::MAX, u32::MAX);

/// A [`Relation`] whose states are numbered as they appear, with its answers in a table.
pub struct Steps {
    relation: Box<dyn AnyRelation + Send>,
    shape: Arc<Shape>,
    /// How many bits hold a state.
    pub(crate) bits: u32,
    /// For each level, state and value, the range of its steps.
    plans: Vec<Vec<(u32, u32)>>,
    steps: Vec<Step>,
    /// Bytes that plans and steps hold.
    bytes: usize,
    /// Whether there were more states than [`Relation::states`] said.
    pub(crate) too_many: bool,
}

impl Steps {
    /// Returns the relation for words of a shape, with an empty table.
    pub fn new<R: Relation<State: Send> + Send + 'static>(relation: R, shape: &Arc<Shape>) -> Steps {
        let bits = relation.states().max(1).next_power_of_two().trailing_zeros();
        Steps {
            relation: Box::new(Numbered { relation, numbers: HashMap::new(), states: Vec::new() }),
            shape: Arc::clone(shape),
            bits,
            plans: vec![Vec::new(); shape.levels()],
            steps: Vec::new(),
            bytes: 0,
            too_many: false,
        }
    }

    /// Returns the shape of the words.
    #[must_use]
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// Returns the bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the number of the state before the first letter.
    pub fn start(&mut self) -> u32 {
        self.relation.start()
    }

    /// Returns whether two words are related that end in this state.
    #[must_use]
    pub fn accepts(&self, state: u32) -> bool {
        self.relation.accepts(state)
    }

    /// Returns how the source may go on where the image has `value` at `level`: its letters, and the state after them.
    pub fn ways(&mut self, level: usize, state: u32, value: u32) -> impl Iterator<Item = (&[u32], u32)> {
        self.plan(level, state, value).iter().map(|step| (step.all(), step.state))
    }

    /// The steps for a value in a state.
    #[inline]
    pub(crate) fn plan(&mut self, level: usize, state: u32, value: u32) -> &[Step] {
        let (first, last) = self.range(level, state, value);
        &self.steps[first as usize..last as usize]
    }

    #[inline]
    fn range(&mut self, level: usize, state: u32, value: u32) -> (u32, u32) {
        let at = state as usize * self.shape.values(level) + value as usize;
        match self.plans[level].get(at) {
            Some(&known) if known != UNKNOWN => known,
            _ => self.learn(level, state, value),
        }
    }

    #[cold]
    fn learn(&mut self, level: usize, state: u32, value: u32) -> (u32, u32) {
        let begin = self.steps.len() as u32;
        for way in self.relation.ways(level, state, value) {
            self.too_many |= way.state >> self.bits != 0;
            let (letters, all) = (way.letters.len() as u32, way.letters.into_boxed_slice());
            // Where there is none, it is not read.
            let letter = all.first().copied().unwrap_or(0);
            // Twice, as arrays double.
            self.bytes += 2 * size_of::<Step>() + 4 * all.len();
            self.steps.push(Step { letters, letter, state: way.state, all });
        }
        let plan = (begin, self.steps.len() as u32);
        let values = self.shape.values(level);
        let plans = &mut self.plans[level];
        if plans.len() < (state as usize + 1) * values {
            self.bytes -= plans.capacity() * size_of::<(u32, u32)>();
            plans.resize((state as usize + 1) * values, UNKNOWN);
            self.bytes += plans.capacity() * size_of::<(u32, u32)>();
        }
        plans[state as usize * values + value as usize] = plan;
        plan
    }
}
