//! Images under relations.

use crate::diagram::Diagram;
use crate::reader::Reader;
use crate::relation::{Relation, Steps};
use crate::shape::Shape;
use crate::sweep::{Automaton, sweep};
use crate::{Error, Result};
use std::sync::Arc;

/// The [`Automaton`] of the image of a source under a relation. Each word of the image gets a number that depends on
/// what a reader gives it and on the numbers of its sources.
///
/// This is the subset construction: a state is the state of the reader and, for all words of the source that may lead
/// here, the pair of the state of the source and the state of the relation.
///
/// ```text
///   key  =  [ reader | source state : relation state | source state : relation state | … ]    pairs sorted, each once
/// ```
pub struct Image<'a, S, J, F> {
    shape: Arc<Shape>,
    source: S,
    steps: &'a mut Steps,
    reader: J,
    result: F,
    given: Vec<u32>,
    /// How many bits of a pair in a key are the state of the relation; the others are the state of the source.
    bits: u32,
    /// Are words kept that have no source?
    lone: bool,
    too_many: bool,
}

impl<'a, S: Reader, J: Reader, F: FnMut(u32, &[u32]) -> u32> Image<'a, S, J, F> {
    /// Returns the image of `source`. A word gets the number `result(j, s)`, where `j` is what the reader gives it and
    /// `s` are the numbers of its sources. A word without sources is not in the image.
    pub fn new(shape: &Arc<Shape>, source: S, steps: &'a mut Steps, reader: J, result: F) -> Self {
        let bits = steps.bits;
        let shape = Arc::clone(shape);
        Image { shape, source, steps, reader, result, given: Vec::new(), bits, lone: false, too_many: false }
    }

    /// Keeps also the words that have no source but that the reader accepts; they get `result(j, &[])`.
    #[must_use]
    pub fn with_lone(mut self) -> Self {
        self.lone = true;
        self
    }
}

/// Sorts the numbers from a place on, and keeps each once.
#[inline]
fn tidy(key: &mut Vec<u32>, from: usize) {
    let elements = &mut key[from..];
    if elements.len() < 2 {
        return;
    }
    // Insertion sort: they are few and nearly in order, and this is the innermost loop of counting.
    for i in 1..elements.len() {
        let mut j = i;
        while j > 0 && elements[j - 1] > elements[j] {
            elements.swap(j - 1, j);
            j -= 1;
        }
    }
    let mut kept = from + 1;
    for at in from + 1..key.len() {
        if key[at] != key[kept - 1] {
            key[kept] = key[at];
            kept += 1;
        }
    }
    key.truncate(kept);
}

impl<S: Reader, J: Reader, F: FnMut(u32, &[u32]) -> u32> Automaton for Image<'_, S, J, F> {
    fn start(&mut self, key: &mut Vec<u32>) {
        let (source, reader) = (self.source.start(), self.reader.start());
        let state = self.steps.start();
        key.push(reader);
        if source != 0 && reader != 0 {
            key.push(source << self.bits | state);
        }
    }

    #[inline]
    fn read(&mut self, level: usize, key: &[u32], value: u32, next: &mut Vec<u32>) -> bool {
        if key.len() == 1 && (!self.lone || key[0] == 0) {
            return false;
        }
        let reader = self.reader.read(level, key[0], value);
        if reader == 0 {
            return false;
        }
        next.push(reader);
        let from = next.len();
        let (bits, mask) = (self.bits, (1 << self.bits) - 1);
        let mut high = 0;
        for &element in &key[1..] {
            for step in self.steps.plan(level, element & mask, value) {
                // Nearly all steps have one letter, which is at hand without following a pointer.
                let source = match step.letters {
                    1 => self.source.read(level, element >> bits, step.letter),
                    0 => element >> bits,
                    _ => follow(&self.shape, &mut self.source, level, element >> bits, step.all()),
                };
                if source != 0 {
                    high |= source;
                    next.push(source << bits | step.state);
                }
            }
        }
        self.too_many |= (u64::from(high) << bits) >> 32 != 0;
        tidy(next, from);
        self.lone || next.len() > from
    }

    #[inline]
    fn touch(&self, level: usize, key: &[u32]) -> u32 {
        let own = self.reader.touch(level, key[0]);
        key[1..].iter().fold(own, |sum, element| sum ^ self.source.touch(level, element >> self.bits))
    }

    fn end(&mut self, key: &[u32]) -> u32 {
        let mask = (1 << self.bits) - 1;
        self.given.clear();
        for &element in &key[1..] {
            if self.steps.accepts(element & mask) {
                self.given.push(self.source.end(element >> self.bits));
            }
        }
        if (self.given.is_empty() && !self.lone) || key[0] == 0 {
            return 0;
        }
        let sorted = self.reader.end(key[0]);
        (self.result)(sorted, &self.given)
    }

    fn bytes(&self) -> usize {
        self.source.bytes() + self.reader.bytes() + self.steps.bytes()
    }

    fn failure(&self) -> Option<Error> {
        let nodes = self.too_many.then(|| "the number of nodes of a level".to_string());
        let states = self.steps.too_many.then(|| "the number of states of a relation".to_string());
        nodes.or(states).map(|what| Error::OutOfRange { what })
    }
}

/// Where letters lead in the source.
fn follow<S: Reader>(shape: &Shape, reader: &mut S, level: usize, source: u32, letters: &[u32]) -> u32 {
    let (mut level, mut source) = (level, source);
    for &letter in letters {
        if source == 0 || level == shape.levels() {
            return 0;
        }
        source = reader.read(level, source, letter);
        level = shape.next(level, letter);
    }
    source
}

/// Accepts every word.
struct Every;

impl Reader for Every {
    fn start(&mut self) -> u32 {
        1
    }
    fn read(&mut self, _: usize, _: u32, _: u32) -> u32 {
        1
    }
    fn end(&mut self, _: u32) -> u32 {
        1
    }
    fn bytes(&self) -> usize {
        0
    }
}

impl Diagram {
    /// Returns the words that are related to some word in this diagram, with the number 1. See [`Relation`] for an
    /// example.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a level has too many nodes to number.
    pub fn image<R: Relation<State: Send> + Send + 'static>(&self, relation: R) -> Result<Diagram> {
        self.image_by(&mut Steps::new(relation, self.shape()))
    }

    // Apart from `image`, so that the sweep is compiled once and not for each relation.
    fn image_by(&self, steps: &mut Steps) -> Result<Diagram> {
        let shape = self.shape();
        let mut image = Image::new(shape, self, steps, Every, |_, _| 1);
        sweep(shape, &mut image, (), &mut |_| true)?.diagram(shape, |given| given, &mut |_| true)
    }
}
