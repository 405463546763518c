//! Looking at the words of a set one by one.

use crate::nodes::arc::{Id, ONE, child_of, is_terminal, label_of, value};
use crate::nodes::store::Store;
use crate::sets::count::IdMap;
use crate::{Error, Hom, Result, Set, Val, Var};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// A word: variables with their values.
pub type Word = Vec<(Var, Val)>;

/// The words of a set in ascending order of their values. Made by [`Set::words`].
pub struct Words {
    set: Set,
    /// The nodes of the path at hand, each with the arc to take next.
    path: Vec<(Id, usize)>,
    word: Word,
    fresh: bool,
}

impl Words {
    /// Goes down to the next word below the path; `false` if there is none.
    fn descend(&mut self, store: &Store) -> bool {
        while let Some((id, next)) = self.path.last_mut() {
            let arcs = store.arcs(*id);
            let Some(&arc) = arcs.get(*next) else {
                self.path.pop();
                self.word.truncate(self.path.len().saturating_sub(1));
                continue;
            };
            *next += 1;
            let var = store.var(*id);
            self.word.truncate(self.path.len() - 1);
            self.word.push((var, value(label_of(arc))));
            if child_of(arc) == ONE {
                return true;
            }
            self.path.push((child_of(arc), 0));
        }
        false
    }
}

impl Iterator for Words {
    type Item = Word;

    /// The next word.
    ///
    /// # Panics
    /// Inside a `phi` that the manager of the set is evaluating.
    fn next(&mut self) -> Option<Word> {
        if self.fresh {
            self.fresh = false;
            if self.set.is_unit() {
                return Some(Vec::new());
            }
            if !self.set.is_empty() {
                self.path.push((self.set.id(), 0));
            }
        }
        let set = self.set.clone();
        let engine = set.manager().lock().expect("words are not read inside phi");
        self.descend(&engine.store).then(|| self.word.clone())
    }
}

impl Set {
    /// Returns all words, one after the other.
    ///
    /// ```
    /// let manager = dd::Manager::new();
    /// let set = manager.range(3, 5..=6)?.concat(&manager.arc(4, 0)?)?;
    /// let words: Vec<dd::Word> = set.words()?.collect();
    /// assert_eq!(words, [[(3, 5), (4, 0)], [(3, 6), (4, 0)]]);
    /// # dd::Result::Ok(())
    /// ```
    pub fn words(&self) -> Result<Words> {
        if !self.is_defined()? {
            return Err(Error::Undefined);
        }
        Ok(Words { set: self.clone(), path: Vec::new(), word: Vec::new(), fresh: true })
    }

    /// Returns the first word in the order of values, or `None` for the empty set.
    pub fn least_word(&self) -> Result<Option<Word>> {
        Ok(self.words()?.next())
    }

    /// Returns a word drawn with equal chances for all, or `None` for the empty set. `random` returns random numbers of
    /// 64 bits. The chances differ by less than one part in 2^60.
    ///
    /// Each call counts the whole set anew, so this takes as long as [`Set::count`].
    pub fn random_word(&self, mut random: impl FnMut() -> u64) -> Result<Option<Word>> {
        if !self.is_defined()? {
            return Err(Error::Undefined);
        }
        if self.is_empty() {
            return Ok(None);
        }
        let engine = self.manager().lock()?;
        let store = &engine.store;
        let counts = crate::sets::count::SmallCounts::of(store, self.id());
        // Numbers too large to keep them all: an arc is drawn at every node while they are added up.
        let mut drawn: IdMap<usize> = IdMap::default();
        if counts.is_none() {
            crate::sets::count::add_up(store, self.id(), |id, below| {
                drawn.insert(id, draw_large(below, &mut random));
            });
        }
        let (mut id, mut word) = (self.id(), Vec::new());
        while !is_terminal(id) {
            let arcs = store.arcs(id);
            let at = match &counts {
                Some(counts) => draw(arcs.iter().map(|&arc| counts.get(child_of(arc))), &mut random),
                None => drawn[&id],
            };
            word.push((store.var(id), value(label_of(arcs[at]))));
            id = child_of(arcs[at]);
        }
        Ok(Some(word))
    }

    /// Returns the values that a variable takes anywhere in the words.
    pub fn values(&self, var: Var) -> Result<BTreeSet<Val>> {
        let engine = self.manager().lock()?;
        if engine.store.has_top(self.id()) {
            return Err(Error::Undefined);
        }
        let nodes = crate::sets::count::reachable(&engine.store, self.id());
        let store = &engine.store;
        let with_var = nodes.into_iter().filter(|&id| store.var(id) == var);
        Ok(with_var.flat_map(|id| store.arcs(id).iter().map(|&arc| value(label_of(arc)))).collect())
    }
}

impl Hom {
    /// Returns a word of the set that has an image, if there is one.
    ///
    /// ```
    /// use dd::{Hom, Manager};
    /// let manager = Manager::new();
    /// let set = manager.range(0, 1..=9)?;
    /// assert_eq!(Hom::greater(0, 6).has_image(&set)?, Some(vec![(0, 7)]));
    /// assert_eq!(Hom::greater(0, 9).has_image(&set)?, None);
    /// # dd::Result::Ok(())
    /// ```
    pub fn has_image(&self, set: &Set) -> Result<Option<Word>> {
        self.clone().domain().apply(set)?.least_word()
    }
}

/// The place of one of the weights, drawn with chances in proportion.
fn draw(weights: impl ExactSizeIterator<Item = u128> + Clone, random: &mut impl FnMut() -> u64) -> usize {
    let last = weights.len() - 1;
    if last == 0 {
        return 0;
    }
    let mut index = below(weights.clone().sum(), random);
    for (i, weight) in weights.enumerate() {
        if index < weight {
            return i;
        }
        index -= weight;
    }
    last
}

/// The same for weights of any size, of which the leading 100 bits decide.
fn draw_large(weights: &[&BigUint], random: &mut impl FnMut() -> u64) -> usize {
    let bits = weights.iter().map(|weight| weight.bits()).max().expect("a node has an arc");
    let excess = bits.saturating_sub(100);
    let leading = weights.iter().map(|&weight| u128::try_from(weight >> excess).expect("100 bits are left"));
    draw(leading.collect::<Vec<u128>>().into_iter(), random)
}

/// A number below `bound`, which is not 0: the part before the point of `bound` times a random fraction of 192 bits.
fn below(bound: u128, random: &mut impl FnMut() -> u64) -> u128 {
    let fraction: BigUint =
        [random(), random(), random()].into_iter().fold(BigUint::ZERO, |f, r| (f << 64u32) + r);
    u128::try_from((fraction * bound) >> 192u32).expect("a fraction of the bound is below it")
}
