//! Words that a symmetry does not change.

use crate::diagram::Diagram;
use crate::shape::Shape;
use crate::sweep::Automaton;
use std::sync::Arc;

/// A map of words to words of the same shape that exchanges levels and values: the letter at level `l` goes to level
/// `to[l]`, where it is `values[l][v]` if it was `v`; where `values` is empty letters stay as they are.
///
/// Levels that a word skips must go to levels that its image skips.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mapping {
    /// Where each level goes.
    pub to: Vec<usize>,
    /// What each value of each level becomes; empty if they stay.
    pub values: Vec<Vec<u32>>,
}

impl Mapping {
    /// Returns the mapping that moves levels and keeps values.
    #[must_use]
    pub fn of_levels(to: Vec<usize>) -> Mapping {
        Mapping { to, values: Vec::new() }
    }

    fn value(&self, level: usize, value: u32) -> u32 {
        self.values.get(level).map_or(value, |values| values[value as usize])
    }

    /// Returns the image of a word of a shape; `None` if the word is not of that shape, or the image is not.
    #[must_use]
    pub fn of_word(&self, shape: &Shape, word: &[u32]) -> Option<Vec<u32>> {
        let mut letters = vec![None; shape.levels()];
        for (level, &value) in shape.levels_of(word)?.into_iter().zip(word) {
            letters[self.to[level]] = Some(self.value(level, value));
        }
        let (mut level, mut image) = (0, Vec::with_capacity(word.len()));
        while level < shape.levels() {
            let value = letters[level].take()?;
            image.push(value);
            level = shape.next(level, value);
        }
        letters.iter().all(Option::is_none).then_some(image)
    }

    /// Returns the mapping that applies `self` first and `other` second.
    #[must_use]
    pub fn then(&self, other: &Mapping) -> Mapping {
        let to = self.to.iter().map(|&level| other.to[level]).collect();
        if self.values.is_empty() && other.values.is_empty() {
            return Mapping { to, values: Vec::new() };
        }
        let both = |level: usize, values: &Vec<u32>| -> Vec<u32> {
            values.iter().map(|&value| other.value(self.to[level], value)).collect()
        };
        let own: Vec<Vec<u32>> = if self.values.is_empty() {
            let counts = (0..self.to.len()).map(|level| other.values[self.to[level]].len() as u32);
            counts.map(|count| (0..count).collect()).collect()
        } else {
            self.values.clone()
        };
        let values = own.iter().enumerate().map(|(level, values)| both(level, values)).collect();
        Mapping { to, values }
    }

    /// Returns how many letters must be remembered at once to decide whether a word is its own image.
    #[must_use]
    pub fn width(&self) -> usize {
        let open = |at: usize| self.waits().filter(|&(first, last)| first <= at && at < last).count();
        // Without levels there is nothing to remember.
        (0..self.to.len()).map(open).max().unwrap_or(0)
    }

    /// The levels whose letters decide others further down, each with the last level that it decides.
    fn waits(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let pairs = self.to.iter().enumerate().map(|(level, &to)| (level.min(to), level.max(to)));
        pairs.filter(|(first, last)| first < last)
    }
}

/// What a level that was skipped is remembered as.
const SKIPPED: u32 = 0;

/// The words of a diagram that are their own image: an [`Automaton`], to be swept. The letters that decide others are
/// remembered until these are read.
pub struct Fixed<'a> {
    shape: Arc<Shape>,
    diagram: &'a Diagram,
    mapping: &'a Mapping,
    /// For each level, the levels above it whose letters are still remembered there, in order.
    remembered: Vec<Vec<usize>>,
    /// For each level, the levels further up whose letter it must agree with, and whether that goes here or comes from
    /// here.
    partners: Vec<Vec<(usize, bool)>>,
}

impl<'a> Fixed<'a> {
    /// The words of the diagram that the mapping does not change.
    #[must_use]
    pub fn new(diagram: &'a Diagram, mapping: &'a Mapping) -> Fixed<'a> {
        let levels = diagram.shape().levels();
        let mut partners = vec![Vec::new(); levels];
        let mut needed_until = vec![0; levels];
        for (level, &to) in mapping.to.iter().enumerate() {
            if level < to {
                partners[to].push((level, true));
            } else if to < level {
                partners[level].push((to, false));
            }
            let (first, last) = (level.min(to), level.max(to));
            needed_until[first] = needed_until[first].max(last);
        }
        let remembered =
            (0..=levels).map(|at| (0..at).filter(|&level| needed_until[level] >= at).collect()).collect();
        Fixed { shape: Arc::clone(diagram.shape()), diagram, mapping, remembered, partners }
    }

    /// What is remembered at `at` of the letter of a level further up.
    fn known(&self, key: &[u32], at: usize, level: usize) -> u32 {
        self.remembered[at].binary_search(&level).map_or(SKIPPED, |place| key[1 + place])
    }

    /// Does a letter agree with those it depends on?
    fn agrees(&self, key: &[u32], level: usize, value: u32) -> bool {
        let map = |level: usize, letter: u32| match letter {
            SKIPPED => SKIPPED,
            letter => 1 + self.mapping.value(level, letter - 1),
        };
        let letter = value + 1;
        let itself = self.mapping.to[level] != level || map(level, letter) == letter;
        itself
            && self.partners[level].iter().all(|&(other, goes_here)| {
                let known = self.known(key, level, other);
                if goes_here { map(other, known) == letter } else { map(level, letter) == known }
            })
    }

    /// Does it agree that the levels between are skipped? So must be those that they depend on.
    fn skips_agree(&self, key: &[u32], level: usize, to: usize) -> bool {
        let skipped = |other: usize| match other {
            _ if other < level => self.known(key, level, other) == SKIPPED,
            _ => other > level,
        };
        (level + 1..to).all(|between| self.partners[between].iter().all(|&(other, _)| skipped(other)))
    }
}

impl Automaton for Fixed<'_> {
    fn start(&mut self, key: &mut Vec<u32>) {
        key.push(self.diagram.root);
    }

    fn read(&mut self, level: usize, key: &[u32], value: u32, next: &mut Vec<u32>) -> bool {
        let node = if key[0] == 0 { 0 } else { self.diagram.child(level, key[0], value) };
        let to = self.shape.next(level, value);
        if node == 0 || !self.agrees(key, level, value) || !self.skips_agree(key, level, to) {
            return false;
        }
        next.push(node);
        next.extend(self.remembered[to].iter().map(|&kept| match kept {
            _ if kept < level => self.known(key, level, kept),
            _ if kept == level => value + 1,
            _ => SKIPPED,
        }));
        true
    }

    fn end(&mut self, key: &[u32]) -> u32 {
        key[0]
    }
}
