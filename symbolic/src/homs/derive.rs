//! Relations and judges of words with one shape, as homomorphisms on sets.
//!
//! Both are automata that read a word letter by letter, and so is an [`Inductive`]: a state of the automaton becomes a
//! homomorphism, which says for one arc what comes out and which state goes on below. In a [`Set`], the letter of level
//! `l` is the variable `first + l`.

use dd::{Hom, Inductive, Manager, Set, Val, Var};
use levels::{Diagram, Reader, Shape, Steps, Tabulated};
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An automaton with the words that it reads. Equal only to itself.
struct Book<T> {
    automaton: Mutex<T>,
    shape: Arc<Shape>,
    first: Var,
}

impl<T> Book<T> {
    /// What the automaton said is written down after it was said, so a panic of it leaves the tables whole.
    fn open(&self) -> MutexGuard<'_, T> {
        self.automaton.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The level of a variable and the letter of a value, if a word may have them: negative values are no letters.
    fn letter(&self, var: Var, val: Val) -> Option<(usize, u32)> {
        let (level, letter) = (var.checked_sub(self.first)? as usize, u32::try_from(val).ok()?);
        (level < self.shape.levels() && (letter as usize) < self.shape.values(level))
            .then_some((level, letter))
    }

    fn range(&self) -> RangeInclusive<Var> {
        self.first..=self.first.saturating_add(self.shape.levels() as Var).saturating_sub(1)
    }
}

/// A state of a relation, which goes on with what follows.
struct Source {
    book: Arc<Book<Steps>>,
    state: u32,
}

/// Returns a relation as a homomorphism, which takes every word to the words that are its *sources*.
///
/// A [`Relation`](levels::Relation) answers by a letter of the image with letters of the source, and a homomorphism
/// answers by a letter of what it is applied to. So this is the inverse of [`Image`](levels::Image): for the
/// forward homomorphism of a step, give it the relation that reads the step forwards.
///
/// Where a state of the relation copies all that follows, the identity stands in its place, and nothing below is
/// looked at. A word that is not of the shape has no sources; one that ends too early is an
/// [`Error::Terminal`](dd::Error::Terminal).
///
/// ```
/// use dd::Manager;
/// use symbolic::homs::sources;
/// use symbolic::levels::{Relation, Shape, Steps, Way};
///
/// /// One 0 of the source has become a 1.
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
/// let manager = Manager::new();
/// let marked = manager.word(&[(0, 1), (1, 0), (2, 1)])?;
/// let unmark = sources(Steps::new(Mark, &Shape::uniform(3, 2).into()), 0);
/// let expected = manager.words([[(0, 0), (1, 0), (2, 1)], [(0, 1), (1, 0), (2, 0)]])?;
/// assert_eq!(unmark.apply(&marked)?, expected);
/// # dd::Result::Ok(())
/// ```
#[must_use]
pub fn sources(mut steps: Steps, first: Var) -> Hom {
    let (state, shape) = (steps.start(), Arc::clone(steps.shape()));
    let book = Arc::new(Book { automaton: Mutex::new(steps), shape, first });
    let mut steps = book.open();
    Source::from(&book, &mut steps, 0, state)
}

/// Does this state of a relation copy all words from this level on, and accept them?
fn copies(steps: &mut Steps, level: usize, state: u32) -> bool {
    let shape = Arc::clone(steps.shape());
    let mut seen = vec![false; shape.levels() + 1];
    let mut todo = vec![level];
    while let Some(level) = todo.pop() {
        if level == shape.levels() || std::mem::replace(&mut seen[level], true) {
            continue;
        }
        for value in 0..shape.values(level) as u32 {
            if !steps.ways(level, state, value).eq([(&[value][..], state)]) {
                return false;
            }
            todo.push(shape.next(level, value));
        }
    }
    steps.accepts(state)
}

impl Source {
    /// What a state does with the words from a level on.
    fn from(book: &Arc<Book<Steps>>, steps: &mut Steps, level: usize, state: u32) -> Hom {
        if copies(steps, level, state) {
            Hom::id()
        } else if level == book.shape.levels() {
            Hom::zero()
        } else {
            Hom::new(Source { book: Arc::clone(book), state })
        }
    }
}

impl Inductive for Source {
    fn phi(&self, var: Var, val: Val) -> Hom {
        let Some((level, value)) = self.book.letter(var, val) else { return Hom::zero() };
        let (book, mut steps) = (&self.book, self.book.open());
        let ways: Vec<(Vec<u32>, u32)> =
            steps.ways(level, self.state, value).map(|(letters, state)| (letters.to_vec(), state)).collect();
        let below = book.shape.next(level, value);
        let way = |(letters, state): (Vec<u32>, u32)| {
            let rest = Source::from(book, &mut steps, below, state);
            spelled(book, level, &letters, rest)
        };
        Hom::sum(ways.into_iter().map(way))
    }

    fn range(&self) -> RangeInclusive<Var> {
        self.book.range()
    }
}

/// The letters as arcs, from a level on, and then the rest.
fn spelled<T>(book: &Book<T>, level: usize, letters: &[u32], rest: Hom) -> Hom {
    let mut level = level;
    let mut arcs = Vec::with_capacity(letters.len());
    for &letter in letters {
        if level >= book.shape.levels() || letter as usize >= book.shape.values(level) {
            return Hom::zero();
        }
        arcs.push((book.first + level as Var, letter as Val));
        level = book.shape.next(level, letter);
    }
    arcs.into_iter().rev().fold(rest, |rest, (var, val)| Hom::arc(var, val, rest))
}

impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        Arc::ptr_eq(&self.book, &other.book) && self.state == other.state
    }
}

impl Eq for Source {}

impl Hash for Source {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (Arc::as_ptr(&self.book).cast::<()>(), self.state).hash(hasher);
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({})", self.state)
    }
}

/// Whether each of the numbers from 1 that a judge gives is kept; without a list, all are.
type Kept = Option<Arc<[bool]>>;

/// A [`Judge`](levels::Judge) as selectors, which share its table.
///
/// ```
/// use dd::Manager;
/// use symbolic::homs::Selectors;
/// use symbolic::levels::{Judge, Shape, Tabulated};
///
/// /// Gives 1 to words without a 1, 2 to the others.
/// struct AnyOne;
/// impl Judge for AnyOne {
///     type State = bool;
///     fn start(&self) -> bool {
///         false
///     }
///     fn read(&self, _: usize, &any: &bool, value: u32) -> Option<bool> {
///         Some(any || value == 1)
///     }
///     fn end(&self, &any: &bool) -> u32 {
///         1 + u32::from(any)
///     }
/// }
/// let manager = Manager::new();
/// let bit = |var| manager.range(var, 0..=1);
/// let words = bit(0)?.concat(&bit(1)?)?.concat(&bit(2)?)?;
/// let selectors = Selectors::new(Tabulated::new(AnyOne, &Shape::uniform(3, 2).into()), 0);
/// assert_eq!(selectors.keep(&[true, false]).apply(&words)?.count()?, 1u32.into());
/// assert_eq!(selectors.keep(&[false, true]).apply(&words)?.count()?, 7u32.into());
/// assert_eq!(selectors.keep_accepted().apply(&words)?, words);
/// # dd::Result::Ok(())
/// ```
#[derive(Clone)]
pub struct Selectors(Arc<Book<Judging>>);

/// A judge, and the greatest number it gave.
struct Judging {
    judge: Tabulated,
    greatest: u32,
}

impl Selectors {
    /// Returns the selectors of a judge; the letter of its level `l` is the variable `first + l`.
    #[must_use]
    pub fn new(judge: Tabulated, first: Var) -> Selectors {
        let shape = Arc::clone(judge.shape());
        Selectors(Arc::new(Book { automaton: Mutex::new(Judging { judge, greatest: 0 }), shape, first }))
    }

    /// Returns the selector of the words that are accepted, whatever their number.
    #[must_use]
    pub fn keep_accepted(&self) -> Hom {
        self.begin(&None)
    }

    /// Returns the selector of the words with a number `n` for which `kept[n - 1]` is true. If a word has a number that
    /// is not in the list, the homomorphism fails with [`Error::Failed`](dd::Error::Failed):
    /// [`greatest`](Selectors::greatest) is then the length that the list must have.
    #[must_use]
    pub fn keep(&self, kept: &[bool]) -> Hom {
        self.begin(&Some(kept.into()))
    }

    /// Returns the greatest number that a word has had so far.
    #[must_use]
    pub fn greatest(&self) -> u32 {
        self.0.open().greatest
    }

    /// Returns the bytes that the judge holds, which no manager counts.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.open().judge.bytes()
    }

    fn begin(&self, kept: &Kept) -> Hom {
        let mut judging = self.0.open();
        let state = judging.judge.start();
        Select::from(&self.0, &mut judging, 0, state, kept)
    }
}

impl Judging {
    /// What all words are given that go on in this state from this level on, 0 if they are not accepted; `None` if that
    /// cannot be decided at once. States are followed only while no letter makes a difference.
    fn settled(&mut self, level: usize, state: u32) -> Option<u32> {
        if state == 0 {
            return Some(0);
        }
        let shape = Arc::clone(self.judge.shape());
        let mut settled = None;
        let mut todo = BTreeMap::from([(level, state)]);
        while let Some((level, state)) = todo.pop_first() {
            if level == shape.levels() {
                let given = self.judge.end(state);
                self.greatest = self.greatest.max(given);
                (*settled.get_or_insert(given) == given).then_some(())?;
                continue;
            }
            for value in 0..shape.values(level) as u32 {
                match self.judge.read(level, state, value) {
                    0 => (*settled.get_or_insert(0) == 0).then_some(())?,
                    next => (*todo.entry(shape.next(level, value)).or_insert(next) == next).then_some(())?,
                }
            }
        }
        settled
    }
}

/// A state of a judge, and what is kept in the end.
struct Select {
    book: Arc<Book<Judging>>,
    state: u32,
    kept: Kept,
}

impl Select {
    /// What is kept of the words from a level on.
    fn from(book: &Arc<Book<Judging>>, judging: &mut Judging, level: usize, state: u32, kept: &Kept) -> Hom {
        let Some(given) = judging.settled(level, state) else {
            return Hom::new(Select { book: Arc::clone(book), state, kept: kept.clone() });
        };
        let keeps = match (given.checked_sub(1), kept) {
            (None, _) => Some(false),
            (_, None) => Some(true),
            (Some(at), Some(list)) => list.get(at as usize).copied(),
        };
        match keeps {
            Some(true) => Hom::id(),
            Some(false) => Hom::zero(),
            None => Hom::fail(format!("the judge gave {given}, which is not in the list of what is kept")),
        }
    }
}

impl Inductive for Select {
    fn phi(&self, var: Var, val: Val) -> Hom {
        let Some((level, value)) = self.book.letter(var, val) else { return Hom::zero() };
        let mut judging = self.book.open();
        let next = judging.judge.read(level, self.state, value);
        let below = self.book.shape.next(level, value);
        Hom::arc(var, val, Select::from(&self.book, &mut judging, below, next, &self.kept))
    }

    fn range(&self) -> RangeInclusive<Var> {
        self.book.range()
    }

    fn is_selector(&self) -> bool {
        true
    }
}

impl PartialEq for Select {
    fn eq(&self, other: &Select) -> bool {
        Arc::ptr_eq(&self.book, &other.book) && self.state == other.state && self.kept == other.kept
    }
}

impl Eq for Select {}

impl Hash for Select {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (Arc::as_ptr(&self.book).cast::<()>(), self.state, &self.kept).hash(hasher);
    }
}

impl fmt::Debug for Select {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Select({})", self.state)
    }
}

/// Returns the words in a diagram as a set of a manager, level `l` being variable `first + l`.
///
/// # Errors
/// As for any operation of the manager.
pub fn to_set(diagram: &Diagram, manager: &Manager, first: Var) -> dd::Result<Set> {
    let shape = diagram.shape();
    if diagram.is_empty() {
        return Ok(manager.empty());
    }
    // The words from each node on.
    let mut sets: Vec<Vec<Set>> = (0..shape.levels()).map(|_| Vec::new()).collect();
    for level in (0..shape.levels()).rev() {
        for node in 1..=diagram.width(level) as u32 {
            let children = diagram.children(level, node).iter().enumerate().filter(|(_, child)| **child != 0);
            let word = |(value, &child): (usize, &u32)| {
                let arc = manager.arc(first + level as Var, value as Val)?;
                match sets.get(shape.next(level, value as u32)) {
                    Some(below) => arc.concat(&below[child as usize - 1]),
                    None => Ok(arc),
                }
            };
            let words = children.map(word).collect::<dd::Result<Vec<Set>>>()?;
            let set = manager.union(&words)?;
            sets[level].push(set);
        }
    }
    Ok(match sets.first() {
        Some(first) => first[diagram.root() as usize - 1].clone(),
        None => manager.unit(),
    })
}
