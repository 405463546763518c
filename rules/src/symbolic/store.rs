//! Sets of words, functions on words, and relations between words, as diagrams that share their nodes.
//!
//! A *function* gives each word a small number; a *set* is a function with the numbers 0 and 1. A level that a function
//! skips does not matter to it. A *relation* has pairs of letters, before and after; a level that it skips does not
//! change. So a diagram is as large as what it speaks of, however large the board.

use game::{Limits, Stopped};
use rustc_hash::FxHashMap;

use super::nodes::{Id, Nodes, table_room};

/// Nothing: the empty set, the empty relation.
pub(super) const NONE: Id = 0;
/// Everything, as a set; nothing changes, as a relation.
pub(super) const ALL: Id = 1;

/// How many different numbers functions may have.
pub(super) const NUMBERS: Id = 1 << 16;

/// How many results are remembered at most before they are forgotten together.
const REMEMBERED: usize = 1 << 22;
/// The part of the memory allowed that remembered results may take.
const RESULTS_SHARE: usize = 8;
/// How many results are not worth forgetting.
const FEW: usize = 1 << 12;
/// How many steps are made between two looks at the limits.
const PATIENCE: u32 = 1 << 10;

/// An operation whose results are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Op {
    /// The number of the first function, or of the second where that is 0.
    Either,
    /// The number of the first function where the second is not 0.
    Where,
    /// 1 where the function is 0, and 0 elsewhere.
    Not,
    /// What a letter makes of a function.
    With(u32, u32),
    /// What a map of numbers makes of two functions; the maps are numbered by who makes them.
    Map(u32),
    /// A simpler set that is the same on the words that are cared for.
    Within,
    /// The union of two relations.
    Union,
    /// A relation from the words of a set.
    From,
    /// A relation with what a letter before makes of it.
    Assigned(u32, u32),
    /// A relation with another letter after in place of one.
    Renamed(u32, u32, u32),
    /// The words to which some word is related.
    Range,
    /// The words that are related to one word.
    Single,
    /// The words that are related to several words.
    Several,
    /// A simpler relation that is the same on the words after it that are cared for.
    Simpler,
}

/// All diagrams, and the results of operations on them.
pub(super) struct Store<'a> {
    /// The letters of each level.
    pub(super) sizes: Vec<u32>,
    functions: Nodes,
    pub(super) relations: Nodes,
    results: FxHashMap<(Op, Id, Id), Id>,
    limits: &'a Limits,
    patience: u32,
    maps: u32,
}

/// What an operation makes, unless a limit is reached.
pub(super) type Made = Result<Id, Stopped>;

impl<'a> Store<'a> {
    pub(super) fn new(sizes: Vec<u32>, limits: &'a Limits) -> Store<'a> {
        Store {
            sizes,
            functions: Nodes::new(NUMBERS),
            relations: Nodes::new(2),
            results: FxHashMap::default(),
            limits,
            patience: PATIENCE,
            maps: 0,
        }
    }

    pub(super) fn levels(&self) -> usize {
        self.sizes.len()
    }

    pub(super) fn size(&self, level: usize) -> u32 {
        self.sizes[level]
    }

    pub(super) fn bytes(&self) -> usize {
        self.functions.bytes() + self.relations.bytes() + table_room(&self.results)
    }

    /// Called once for each result that is not known: looks at the limits now and then.
    pub(super) fn work(&mut self) -> Result<(), Stopped> {
        self.patience -= 1;
        if self.patience > 0 {
            return Ok(());
        }
        self.patience = PATIENCE;
        let too_much =
            self.limits.bytes().is_some_and(|bytes| table_room(&self.results) > bytes / RESULTS_SHARE);
        if too_much || self.results.len() > REMEMBERED {
            self.results = FxHashMap::default();
        }
        self.limits.exceeded(self.bytes()).map_or(Ok(()), Err)
    }

    /// Forgets all results, if they take much room.
    pub(super) fn forget(&mut self) {
        if self.results.len() > FEW {
            self.results = FxHashMap::default();
        }
    }

    pub(super) fn known(&self, op: Op, a: Id, b: Id) -> Option<Id> {
        self.results.get(&(op, a, b)).copied()
    }

    pub(super) fn learn(&mut self, op: Op, a: Id, b: Id, result: Id) -> Id {
        self.results.insert((op, a, b), result);
        result
    }

    /// The function with these children, one for each letter.
    pub(super) fn function(&mut self, level: usize, children: &[Id]) -> Id {
        if children.iter().all(|child| *child == children[0]) {
            return children[0];
        }
        let content: Vec<u32> = std::iter::once(level as u32).chain(children.iter().copied()).collect();
        self.functions.number(&content)
    }

    /// The level at which a function first depends on a letter.
    pub(super) fn level_of(&self, function: Id) -> usize {
        self.functions.level(function)
    }

    /// What the letter at a level makes of a function that depends on no earlier level.
    pub(super) fn child(&self, function: Id, level: usize, letter: u32) -> Id {
        if self.functions.level(function) == level {
            self.functions.arcs(function)[letter as usize]
        } else {
            function
        }
    }

    /// The words that have one of these letters at a level.
    pub(super) fn letters(&mut self, level: usize, is_in: impl Fn(u32) -> bool) -> Id {
        self.by_letter(level, |letter| u32::from(is_in(letter)))
    }

    /// The function that gives words the number of their letter at a level.
    pub(super) fn by_letter(&mut self, level: usize, number: impl Fn(u32) -> Id) -> Id {
        let children: Vec<Id> = (0..self.sizes[level]).map(number).collect();
        debug_assert!(children.iter().all(|child| *child < NUMBERS), "numbers are terminals");
        self.function(level, &children)
    }

    /// Applies an operation to the children of two functions, at the first level on which one of them depends.
    fn below(&mut self, op: Op, f: Id, g: Id, apply: &mut dyn FnMut(&mut Self, Id, Id) -> Made) -> Made {
        if let Some(known) = self.known(op, f, g) {
            return Ok(known);
        }
        self.work()?;
        let level = self.level_of(f).min(self.level_of(g));
        let mut children = Vec::with_capacity(self.sizes[level] as usize);
        for letter in 0..self.sizes[level] {
            let (a, b) = (self.child(f, level, letter), self.child(g, level, letter));
            children.push(apply(self, a, b)?);
        }
        let made = self.function(level, &children);
        Ok(self.learn(op, f, g, made))
    }

    /// The number of `f`, or that of `g` where it is 0. For sets: the union.
    pub(super) fn either(&mut self, f: Id, g: Id) -> Made {
        match (f, g) {
            (NONE, other) | (other, NONE) => Ok(other),
            _ if f == g || self.functions.is_terminal(f) => Ok(f),
            _ => self.below(Op::Either, f, g, &mut |store, f, g| store.either(f, g)),
        }
    }

    /// The number of `f` where `g` is not 0. For sets: the intersection.
    pub(super) fn only(&mut self, f: Id, g: Id) -> Made {
        match (f, g) {
            (NONE, _) | (_, NONE) => Ok(NONE),
            _ if f == g || self.functions.is_terminal(g) => Ok(f),
            _ => self.below(Op::Where, f, g, &mut |store, f, g| store.only(f, g)),
        }
    }

    /// The words that are not in a set.
    pub(super) fn not(&mut self, f: Id) -> Made {
        if self.functions.is_terminal(f) {
            return Ok(u32::from(f == NONE));
        }
        self.below(Op::Not, f, ALL, &mut |store, f, _| store.not(f))
    }

    /// What a letter at a level makes of a function: it no longer depends on that level.
    pub(super) fn with_letter(&mut self, f: Id, level: usize, letter: u32) -> Made {
        let first = self.level_of(f);
        if first > level || self.functions.is_terminal(f) {
            return Ok(f);
        }
        if first == level {
            return Ok(self.child(f, level, letter));
        }
        let op = Op::With(level as u32, letter);
        self.below(op, f, ALL, &mut |store, f, _| store.with_letter(f, level, letter))
    }

    /// A set that has the same words as `f` among those in `care`, and may be simpler.
    pub(super) fn within(&mut self, f: Id, care: Id) -> Made {
        if self.functions.is_terminal(f) || care == ALL {
            return Ok(f);
        }
        if care == NONE {
            return Ok(NONE);
        }
        if let Some(known) = self.known(Op::Within, f, care) {
            return Ok(known);
        }
        self.work()?;
        let level = self.level_of(f).min(self.level_of(care));
        let mut children = vec![None; self.sizes[level] as usize];
        let mut first = None;
        for letter in 0..self.sizes[level] {
            let (inside, cared) = (self.child(f, level, letter), self.child(care, level, letter));
            if cared != NONE {
                let made = self.within(inside, cared)?;
                children[letter as usize] = Some(made);
                first = first.or(Some(made));
            }
        }
        let first = first.expect("a set that is not empty goes on with some letter");
        // Where nothing is cared for, it may be as it is for another letter.
        let children: Vec<Id> = children.into_iter().map(|child| child.unwrap_or(first)).collect();
        let made = self.function(level, &children);
        Ok(self.learn(Op::Within, f, care, made))
    }

    /// The function that gives the words of a set this number.
    pub(super) fn relabelled(&mut self, set: Id, number: Id) -> Made {
        let map = self.new_map();
        let made = self.map(map, set, NONE, &mut |a, _| Some(if a == NONE { NONE } else { number }))?;
        Ok(made.expect("there are two numbers"))
    }

    /// A number for a map that [`map`](Store::map) is called with: its results are remembered under it.
    pub(super) fn new_map(&mut self) -> u32 {
        self.maps += 1;
        self.maps
    }

    /// Applies a map to the numbers of two functions, word by word. The map must always be the same for its number;
    /// `None` stands for "too many different numbers".
    pub(super) fn map(
        &mut self,
        number: u32,
        f: Id,
        g: Id,
        map: &mut dyn FnMut(Id, Id) -> Option<Id>,
    ) -> Result<Option<Id>, Stopped> {
        if self.functions.is_terminal(f) && self.functions.is_terminal(g) {
            return Ok(map(f, g));
        }
        let op = Op::Map(number);
        if let Some(known) = self.known(op, f, g) {
            return Ok(Some(known));
        }
        self.work()?;
        let level = self.level_of(f).min(self.level_of(g));
        let mut children = Vec::with_capacity(self.sizes[level] as usize);
        for letter in 0..self.sizes[level] {
            let (a, b) = (self.child(f, level, letter), self.child(g, level, letter));
            match self.map(number, a, b, map)? {
                Some(child) => children.push(child),
                None => return Ok(None),
            }
        }
        let made = self.function(level, &children);
        Ok(Some(self.learn(op, f, g, made)))
    }
}
