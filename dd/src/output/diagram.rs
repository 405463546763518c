//! Sets as nodes and arcs, for programs that draw them.

use crate::nodes::arc::{Id, ONE, child_of, is_terminal, label_of, value};
use crate::sets::count::{IdMap, children_first};
use crate::{Error, Result, Set, Val, Var};
use num_bigint::BigUint;

/// A set as nodes and arcs. Made by [`Set::diagram`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The nodes, parents before children. The first is where all words begin; there is none if the set is empty or has
    /// the empty word alone.
    pub nodes: Vec<Node>,
}

/// A node of a [`Diagram`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The variable.
    pub var: Var,
    /// The name of the variable, as texts and drawings have it.
    pub name: String,
    /// The most arcs on a way from the first node to this one.
    pub level: usize,
    /// The values of the variable, in ascending order, each with the node that it leads to; `None` where words end.
    pub arcs: Vec<(Val, Option<usize>)>,
    /// The number of words that pass through this node.
    pub words: BigUint,
}

impl Diagram {
    /// Returns the nodes that a word passes through, if it is in the set.
    #[must_use]
    pub fn path(&self, word: &[(Var, Val)]) -> Option<Vec<usize>> {
        let (mut path, mut at) = (Vec::new(), (!self.nodes.is_empty()).then_some(0));
        for (var, val) in word {
            let node = &self.nodes[at?];
            let arc = node.arcs.iter().find(|(known, _)| known == val).filter(|_| node.var == *var)?;
            path.push(at?);
            at = arc.1;
        }
        (at.is_none() && !path.is_empty()).then_some(path)
    }
}

impl Set {
    /// Returns the nodes and arcs of the set, with the number of words that pass through each node.
    ///
    /// ```
    /// let manager = dd::Manager::new();
    /// let set = manager.range(1, 0..=1)?.concat(&manager.range(2, 5..=7)?)?;
    /// let diagram = set.diagram()?;
    /// assert_eq!(diagram.nodes.len(), set.nodes()?);
    /// assert_eq!(diagram.nodes[0].arcs, [(0, Some(1)), (1, Some(1))]);
    /// assert_eq!(diagram.nodes[1].words, 6u32.into());
    /// assert_eq!(diagram.path(&[(1, 0), (2, 7)]), Some(vec![0, 1]));
    /// assert_eq!(diagram.path(&[(1, 0), (2, 8)]), None);
    /// # dd::Result::Ok(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Undefined`] if TOP is in it.
    pub fn diagram(&self) -> Result<Diagram> {
        let engine = self.manager().lock()?;
        let store = &engine.store;
        if store.has_top(self.id()) {
            return Err(Error::Undefined);
        }
        let upwards = children_first(store, self.id());
        let place: IdMap<usize> = upwards.iter().rev().enumerate().map(|(at, &id)| (id, at)).collect();
        let below = words_below(&upwards, |id| store.arcs(id).iter().map(|&arc| child_of(arc)));
        let mut nodes: Vec<Node> = Vec::with_capacity(upwards.len());
        for &id in upwards.iter().rev() {
            let arc = |&arc: &u64| (value(label_of(arc)), place.get(&child_of(arc)).copied());
            let arcs = store.arcs(id).iter().map(arc).collect();
            let (var, name) = (store.var(id), engine.name(store.var(id)));
            nodes.push(Node { var, name, level: 0, arcs, words: BigUint::ZERO });
        }
        // From the first node down: the ways to each node, kept where the number of words will stand.
        if let Some(first) = nodes.first_mut() {
            first.words = 1u32.into();
        }
        for at in 0..nodes.len() {
            let (ways, level) = (nodes[at].words.clone(), nodes[at].level + 1);
            for child in nodes[at].arcs.clone().into_iter().filter_map(|(_, child)| child) {
                nodes[child].words += &ways;
                nodes[child].level = nodes[child].level.max(level);
            }
            nodes[at].words = ways * &below[&upwards[upwards.len() - 1 - at]];
        }
        Ok(Diagram { nodes })
    }
}

/// The number of words below each node; the nodes are given children first.
fn words_below<I: Iterator<Item = Id>>(upwards: &[Id], children: impl Fn(Id) -> I) -> IdMap<BigUint> {
    let mut below: IdMap<BigUint> = IdMap::default();
    for &id in upwards {
        let of = |child: Id| match is_terminal(child) {
            true => u32::from(child == ONE).into(),
            false => below[&child].clone(),
        };
        let sum: BigUint = children(id).map(of).sum();
        below.insert(id, sum);
    }
    below
}
