//! Shapes, words drawn at random, and the diagrams of lists of words: for the tests of diagrams here and of what is
//! derived from them.

use levels::{Diagram, Judge, Relation, Shape, Way};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(crate) type Listed = BTreeMap<Vec<u32>, u32>;

/// Two columns of three: an empty square ends a column.
pub(crate) fn upright() -> Arc<Shape> {
    let next = |level: usize| vec![(level / 3 + 1) * 3, level + 1, level + 1];
    Arc::new(Shape::new((0..6).map(next).collect()).unwrap())
}

pub(crate) fn shapes() -> [Arc<Shape>; 3] {
    let mixed = Shape::new(vec![vec![1, 2], vec![3, 2, 3, 3], vec![3, 3, 3]]).unwrap();
    [upright(), Arc::new(Shape::uniform(5, 3)), Arc::new(mixed)]
}

/// The word that random numbers lead to.
pub(crate) fn word(shape: &Shape, choices: &[u32]) -> Vec<u32> {
    let (mut level, mut word) = (0, Vec::new());
    for choice in choices.iter().cycle() {
        if level == shape.levels() {
            break;
        }
        let value = choice % shape.values(level) as u32;
        word.push(value);
        level = shape.next(level, value);
    }
    word
}

pub(crate) fn listed(shape: &Shape, choices: &[(Vec<u32>, u32)]) -> Listed {
    choices.iter().map(|(choices, given)| (word(shape, choices), *given)).collect()
}

pub(crate) fn diagram(shape: &Arc<Shape>, words: &Listed) -> Diagram {
    let mut all = Diagram::empty(shape);
    for (word, &given) in words {
        all = all
            .or(&Diagram::word(shape, word).unwrap().relabelled(|_| given, &mut |_| true).unwrap())
            .unwrap();
    }
    all
}

pub(crate) fn some_words() -> impl Strategy<Value = Vec<(Vec<u32>, u32)>> {
    prop::collection::vec((prop::collection::vec(0u32..60, 6), 1u32..4), 0..40)
}

/// A mark on top of a column, or on any empty cell where nothing is skipped.
pub(crate) struct Put(pub(crate) Arc<Shape>);

impl Relation for Put {
    type State = u8; // 0 not yet, 1 just above it, 2 done
    fn states(&self) -> u32 {
        3
    }
    fn start(&self) -> u8 {
        0
    }
    fn ways(&self, level: usize, &state: &u8, value: u32) -> Vec<Way<u8>> {
        if state == 1 {
            return (value == 0).then(|| Way { letters: Vec::new(), state: 2 }).into_iter().collect();
        }
        let below = self.0.next(level, 0) != self.0.next(level, value);
        let put = (state == 0 && value != 0).then(|| Way::letter(0, if below { 1 } else { 2 }));
        put.into_iter().chain([Way::letter(value, state)]).collect()
    }
    fn accepts(&self, &state: &u8) -> bool {
        state == 2
    }
}

/// All ways to put one more mark, by hand.
pub(crate) fn put_by_hand(shape: &Shape, word: &[u32]) -> BTreeSet<Vec<u32>> {
    let mut after = BTreeSet::new();
    for (place, &level) in shape.levels_of(word).unwrap().iter().enumerate() {
        for mark in (1..shape.values(level) as u32).filter(|_| word[place] == 0) {
            let above = (shape.next(level, 0) != shape.next(level, mark)).then_some(0);
            let next = [&word[..place], &[mark]].concat().into_iter().chain(above);
            after.insert(next.chain(word[place + 1..].iter().copied()).collect());
        }
    }
    after
}

/// Counts ones, up to a limit beyond which nothing is accepted.
pub(crate) struct Ones(pub(crate) u32);

impl Judge for Ones {
    type State = u32;
    fn start(&self) -> u32 {
        0
    }
    fn read(&self, _: usize, &ones: &u32, value: u32) -> Option<u32> {
        Some(ones + u32::from(value == 1)).filter(|ones| *ones <= self.0)
    }
    fn end(&self, &ones: &u32) -> u32 {
        ones + 1
    }
}
