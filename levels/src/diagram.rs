//! Functions from words to small numbers.

use crate::Result;
use crate::account::Account;
use crate::minimise::Minimiser;
use crate::shape::Shape;
use crate::sweep::{Automaton, Effort, sweep};
use crate::tally::Natural;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A function from words of one shape to small numbers. A word is *in* the diagram if its number is not 0.
///
/// Nodes are numbered from 1 within their level, and have a child for each value: the number of a node further down, or
/// 0 if no word goes on with this value. The children of nodes on the last level are the numbers of words. Every node
/// leads to a word, and no two nodes of a level have the same children, so equal functions have equally many nodes.
#[derive(Clone, Debug)]
pub struct Diagram {
    pub(crate) shape: Arc<Shape>,
    pub(crate) nodes: Vec<Vec<u32>>,
    pub(crate) root: u32,
}

/// Adds up a number for each letter.
struct Sum<F>(F);

impl<F: Fn(usize, u32) -> u32> Automaton for Sum<F> {
    fn start(&mut self, key: &mut Vec<u32>) {
        key.push(1);
    }
    fn read(&mut self, level: usize, key: &[u32], value: u32, next: &mut Vec<u32>) -> bool {
        next.push(key[0] + (self.0)(level, value));
        true
    }
    fn end(&mut self, key: &[u32]) -> u32 {
        key[0]
    }
}

impl Diagram {
    /// Returns the diagram of one word, with the number 1; `None` if the word is not of the shape.
    ///
    /// ```
    /// use levels::{Diagram, Shape};
    /// let one = Diagram::word(&Shape::uniform(3, 2).into(), &[0, 1, 1]).unwrap();
    /// assert_eq!((one.nodes(), one.value(&[0, 1, 1]), one.value(&[1, 1, 1])), (3, Some(1), None));
    /// ```
    #[must_use]
    pub fn word(shape: &Arc<Shape>, word: &[u32]) -> Option<Diagram> {
        let levels = shape.levels_of(word)?;
        let mut nodes: Vec<Vec<u32>> = (0..shape.levels()).map(|_| Vec::new()).collect();
        for (level, &value) in levels.into_iter().zip(word) {
            nodes[level] = (0..shape.values(level) as u32).map(|v| u32::from(v == value)).collect();
        }
        Some(Diagram { shape: Arc::clone(shape), nodes, root: 1 })
    }

    /// Returns the diagram without words.
    #[must_use]
    pub fn empty(shape: &Arc<Shape>) -> Diagram {
        Diagram {
            shape: Arc::clone(shape),
            nodes: (0..shape.levels()).map(|_| Vec::new()).collect(),
            root: 0,
        }
    }

    /// Returns the diagram of all words, each with the number 1 plus the sum of `letter(level, value)` over its
    /// letters.
    ///
    /// # Errors
    /// [`Error::OutOfRange`](crate::Error::OutOfRange) if there are too many sums to number.
    pub fn by_sum(shape: &Arc<Shape>, letter: impl Fn(usize, u32) -> u32) -> Result<Diagram> {
        sweep(shape, &mut Sum(letter), (), &mut |_| true)?.diagram(shape, |sum| sum, &mut |_| true)
    }

    /// Returns the shape of the words.
    #[must_use]
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// Returns whether no word is in the diagram.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root == 0
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        (0..self.nodes.len()).map(|level| self.width(level)).sum()
    }

    /// Returns the number of nodes of a level.
    #[must_use]
    pub fn width(&self, level: usize) -> usize {
        self.nodes[level].len() / self.shape.values(level)
    }

    /// Returns the bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.nodes.iter().map(|nodes| nodes.capacity() * 4 + size_of::<Vec<u32>>()).sum()
    }

    /// Returns the child of a node along a value. Node 0 has none.
    #[inline]
    pub(crate) fn child(&self, level: usize, node: u32, value: u32) -> u32 {
        self.nodes[level][(node as usize - 1) * self.shape.values(level) + value as usize]
    }

    /// Returns the node where words begin, 0 if there are none. In a shape without levels it is the number of the empty
    /// word.
    #[must_use]
    pub fn root(&self) -> u32 {
        self.root
    }

    /// Returns the children of a node along each value, 0 for none. Nodes are numbered from 1 to
    /// [`width`](Diagram::width) on each level; the children of nodes on the last level are the numbers of words.
    ///
    /// # Panics
    /// If there is no such node.
    #[inline]
    #[must_use]
    pub fn children(&self, level: usize, node: u32) -> &[u32] {
        let values = self.shape.values(level);
        let first = (node as usize - 1) * values;
        &self.nodes[level][first..first + values]
    }

    /// Returns the number of a word; `None` if it is not in the diagram, or not of the shape.
    #[must_use]
    pub fn value(&self, word: &[u32]) -> Option<u32> {
        let (mut level, mut node) = (0, self.root);
        for &value in word {
            if node == 0 || level == self.shape.levels() || value as usize >= self.shape.values(level) {
                return None;
            }
            node = self.child(level, node, value);
            level = self.shape.next(level, value);
        }
        (level == self.shape.levels() && node != 0).then_some(node)
    }

    /// Returns how many words have this number.
    #[must_use]
    pub fn count(&self, given: u32) -> BigUint {
        // Numbers that no word has are not listed.
        self.counts().remove(&given).unwrap_or(BigUint::ZERO)
    }

    /// Returns how many words have each number.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<u32, BigUint> {
        match self.counts_as::<u128>() {
            Some(small) => small.into_iter().map(|(given, count)| (given, count.into())).collect(),
            None => self.counts_as::<BigUint>().expect("numbers of any size have no overflow"),
        }
    }

    /// Counts downwards: how many words lead to each node. `None` if a sum is too large.
    fn counts_as<N: Natural>(&self) -> Option<BTreeMap<u32, N>> {
        let levels = self.shape.levels();
        let mut totals = BTreeMap::new();
        let mut counts: Vec<Vec<N>> = (0..levels).map(|_| Vec::new()).collect();
        match (counts.first_mut(), self.root) {
            (_, 0) => return Some(totals),
            (None, given) => return Some(BTreeMap::from([(given, N::one())])),
            (Some(first), root) => first.resize_with(root as usize, N::none),
        }
        counts[0][self.root as usize - 1] = N::one();
        for level in 0..levels {
            let reached = (1..).zip(std::mem::take(&mut counts[level]));
            for (node, count) in reached.filter(|(_, count)| !count.is_zero()) {
                for (value, &child) in (0..).zip(self.children(level, node)).filter(|(_, child)| **child != 0)
                {
                    let to = self.shape.next(level, value);
                    let sum = if to == levels {
                        totals.entry(child).or_insert_with(N::none)
                    } else {
                        let below = &mut counts[to];
                        if below.is_empty() {
                            below.resize_with(self.width(to), N::none);
                        }
                        &mut below[child as usize - 1]
                    };
                    if !sum.add(&count) {
                        return None;
                    }
                }
            }
        }
        Some(totals)
    }

    /// Returns the diagram with other numbers: words with the number `n` get `relabel(n)`, and are left out if that is
    /// 0.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) if `watch` returns false.
    pub fn relabelled(
        &self,
        relabel: impl Fn(u32) -> u32,
        watch: &mut dyn FnMut(Effort) -> bool,
    ) -> Result<Diagram> {
        let most = self.greatest();
        let ends = (0..=most).map(|end| if end == 0 { 0 } else { relabel(end) }).collect();
        let mut minimiser = Minimiser::new(&self.shape, ends);
        let mut account = Account::new(watch);
        for level in (0..self.shape.levels()).rev() {
            minimiser.level(level, vec![&self.nodes[level]], |_| 0, &mut account)?;
            minimiser.forget_below(level);
        }
        Ok(minimiser.finish(&self.shape, self.root))
    }

    /// The greatest number of a word.
    fn greatest(&self) -> u32 {
        if self.shape.levels() == 0 {
            return self.root;
        }
        let mut most = 0;
        for (level, nodes) in self.nodes.iter().enumerate() {
            let values = self.shape.values(level);
            for value in (0..values).filter(|&v| self.shape.next(level, v as u32) == self.shape.levels()) {
                most = nodes.iter().skip(value).step_by(values).fold(most, |most, &end| most.max(end));
            }
        }
        most
    }
}

/// Diagrams are equal if they are the same function.
impl PartialEq for Diagram {
    fn eq(&self, other: &Diagram) -> bool {
        self.shape == other.shape && !self.differs(other)
    }
}

impl Eq for Diagram {}

impl Diagram {
    /// Pairs the nodes of the two, from the root down: in equal diagrams every node has one partner.
    fn differs(&self, other: &Diagram) -> bool {
        let mut partner: Vec<Vec<u32>> = self
            .nodes
            .iter()
            .enumerate()
            .map(|(l, nodes)| vec![0; nodes.len() / self.shape.values(l) + 1])
            .collect();
        let mut todo = vec![(0, self.root, other.root)];
        while let Some((level, a, b)) = todo.pop() {
            if (a == 0) != (b == 0) || (level == self.shape.levels() && a != b) {
                return true;
            }
            if a == 0 || level == self.shape.levels() {
                continue;
            }
            let known = &mut partner[level][a as usize];
            if *known != 0 {
                if *known != b {
                    return true;
                }
                continue;
            }
            *known = b;
            let pairs = self.children(level, a).iter().zip(other.children(level, b)).enumerate();
            todo.extend(pairs.map(|(v, (&a, &b))| (self.shape.next(level, v as u32), a, b)));
        }
        false
    }
}
