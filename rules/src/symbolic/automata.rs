//! Diagrams as automata that read words letter by letter.

use levels::{Judge, Relation, Way};
use rustc_hash::FxHashMap;
use std::sync::Arc;

use super::nodes::Id;
use super::store::{ALL, NONE, Store};

/// A relation, its nodes numbered level by level.
#[derive(Debug)]
pub(super) struct Pairs {
    /// For each level and state: the letters before and after, and the state that follows.
    levels: Vec<Vec<Vec<(u32, u32, u32)>>>,
    /// The most states of a level.
    width: usize,
}

impl Pairs {
    pub(super) fn new(store: &Store<'_>, relation: Id) -> Pairs {
        let mut states = if relation == NONE { Vec::new() } else { vec![relation] };
        let (mut levels, mut width) = (Vec::new(), 1);
        for level in 0..store.levels() {
            let (mut next, mut numbers) = (Vec::new(), FxHashMap::default());
            let mut number = |id: Id| {
                *numbers.entry(id).or_insert_with(|| {
                    next.push(id);
                    next.len() as u32 - 1
                })
            };
            let arcs = |&state: &Id| {
                let arcs = store.arcs_of(state, level).into_iter();
                arcs.map(|(before, after, to)| (before, after, number(to))).collect()
            };
            levels.push(states.iter().map(arcs).collect());
            states = next;
            width = width.max(states.len());
        }
        debug_assert!(states.iter().all(|&end| end == ALL), "relations end where all is said");
        Pairs { levels, width }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The number of states of all levels.
    pub(super) fn states(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }
}

/// One move, read from the word after it or from the word before it.
#[derive(Clone, Debug)]
pub struct OneMove {
    pub(super) pairs: Arc<Pairs>,
    /// Whether the word before is read.
    pub(super) back: bool,
}

impl Relation for OneMove {
    type State = u32;

    fn states(&self) -> u32 {
        self.pairs.width as u32
    }

    fn start(&self) -> u32 {
        0
    }

    fn ways(&self, level: usize, &state: &u32, value: u32) -> Vec<Way<u32>> {
        // A relation without pairs has no state.
        let arcs = self.pairs.levels[level].get(state as usize).into_iter().flatten();
        let ways = arcs
            .map(|&(before, after, to)| if self.back { (before, after, to) } else { (after, before, to) });
        ways.filter(|way| way.0 == value).map(|(_, letter, to)| Way::letter(letter, to)).collect()
    }

    fn accepts(&self, _: &u32) -> bool {
        !self.pairs.levels.iter().any(Vec::is_empty)
    }
}

/// A function, its nodes numbered level by level.
#[derive(Debug)]
pub(super) struct Numbers {
    /// For each level, state and letter, the state that follows: numbered from 1, 0 if none. The last are numbers of
    /// words.
    levels: Vec<Vec<Vec<u32>>>,
}

impl Numbers {
    pub(super) fn new(store: &Store<'_>, function: Id) -> Numbers {
        let mut states = if function == NONE { Vec::new() } else { vec![function] };
        let mut levels = Vec::new();
        for level in 0..store.levels() {
            let is_last = level + 1 == store.levels();
            let (mut next, mut numbers) = (Vec::new(), FxHashMap::default());
            let mut number = |id: Id| match id {
                NONE => 0,
                _ if is_last => id,
                _ => *numbers.entry(id).or_insert_with(|| {
                    next.push(id);
                    next.len() as u32
                }),
            };
            let children = |&state: &Id| {
                (0..store.size(level)).map(|letter| number(store.child(state, level, letter))).collect()
            };
            levels.push(states.iter().map(children).collect());
            states = next;
        }
        Numbers { levels }
    }

    /// The number of states of all levels.
    pub(super) fn states(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }
}

/// Tells which words can come after a move, and how the game stands in them.
#[derive(Clone, Debug)]
pub struct Standing {
    pub(super) numbers: Arc<Numbers>,
}

impl Judge for Standing {
    type State = u32;

    fn start(&self) -> u32 {
        1
    }

    fn read(&self, level: usize, &state: &u32, value: u32) -> Option<u32> {
        let children = self.numbers.levels[level].get(state as usize - 1)?;
        Some(children[value as usize]).filter(|&next| next != 0)
    }

    fn end(&self, &number: &u32) -> u32 {
        number
    }
}
