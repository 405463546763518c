//! Exact counting.

use crate::nodes::arc::{Id, ONE, ZERO, child_of, is_terminal};
use crate::nodes::store::Store;
use crate::{Error, Result};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Ids are hashed by one multiplication.
#[derive(Default)]
pub(crate) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }
    fn write_u32(&mut self, id: u32) {
        let mixed = (self.0.rotate_left(25) ^ u64::from(id)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// A map from ids.
pub(crate) type IdMap<V> = HashMap<Id, V, BuildHasherDefault<IdHasher>>;

/// Some nodes of a store, numbered in the order of their ids: a bit for each word of the store, and for each 64 of them
/// how many nodes come before.
pub(crate) struct Numbered {
    bits: Vec<u64>,
    before: Vec<u32>,
    len: usize,
}

impl Numbered {
    /// The nodes below `root`, itself included, terminals not.
    fn below(store: &Store, root: Id) -> Numbered {
        let mut bits = vec![0u64; store.words().div_ceil(64)];
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            let (at, bit) = (id as usize / 64, 1 << (id % 64));
            if !is_terminal(id) && bits[at] & bit == 0 {
                bits[at] |= bit;
                todo.extend(store.arcs(id).iter().map(|&arc| child_of(arc)));
            }
        }
        let mut len = 0;
        let count = |bits: &u64| {
            let before = len;
            len += bits.count_ones();
            before
        };
        let before = bits.iter().map(count).collect();
        Numbered { bits, before, len: len as usize }
    }

    /// The number of a node that is among them.
    #[inline]
    fn number(&self, id: Id) -> usize {
        let (at, bit) = (id as usize / 64, 1u64 << (id % 64));
        (self.before[at] + (self.bits[at] & (bit - 1)).count_ones()) as usize
    }
}

/// Bytes that counting the words of a set takes, if it has no more nodes than this store.
pub(crate) fn bytes_to_count(store: &Store) -> usize {
    store.words().div_ceil(64) * 12 + store.nodes() * 16
}

/// The number of words in a set.
pub(crate) fn count(store: &Store, id: Id) -> Result<BigUint> {
    if store.has_top(id) {
        return Err(Error::Undefined);
    }
    Ok(match SmallCounts::of(store, id) {
        Some(counts) => counts.get(id).into(),
        None => add_up(store, id, |_, _| {}),
    })
}

/// The number of words below every node of a set without TOP.
pub(crate) struct SmallCounts {
    nodes: Numbered,
    /// By the number of the node; 0 as long as it is not known, since below every node there is a word.
    counts: Vec<u128>,
}

impl SmallCounts {
    /// Counts; `None` if a number becomes too large.
    pub(crate) fn of(store: &Store, root: Id) -> Option<SmallCounts> {
        let nodes = Numbered::below(store, root);
        let counts = vec![0; nodes.len];
        let mut known = SmallCounts { nodes, counts };
        let mut todo: Vec<(Id, usize)> = vec![(root, 0)];
        while let Some((id, next)) = todo.pop() {
            if is_terminal(id) || (next == 0 && known.get(id) != 0) {
                continue;
            }
            let arcs = store.arcs(id);
            match (next..arcs.len()).find(|&i| known.get(child_of(arcs[i])) == 0) {
                Some(i) => todo.extend([(id, i + 1), (child_of(arcs[i]), 0)]),
                None => {
                    let below = arcs.iter().map(|&arc| known.get(child_of(arc)));
                    let sum = below.into_iter().try_fold(0u128, u128::checked_add)?;
                    let number = known.nodes.number(id);
                    known.counts[number] = sum;
                }
            }
        }
        Some(known)
    }

    /// The number of words below a node of the set.
    #[inline]
    pub(crate) fn get(&self, id: Id) -> u128 {
        match id {
            ZERO => 0,
            ONE => 1,
            _ => self.counts[self.nodes.number(id)],
        }
    }
}

/// The number of words of a set without TOP, however large.
///
/// The numbers are added up from the terminals, and each is dropped when the last node above has used it. `visit` sees
/// every node with the numbers below its arcs.
pub(crate) fn add_up(store: &Store, root: Id, mut visit: impl FnMut(Id, &[&BigUint])) -> BigUint {
    let (zero, one) = (BigUint::ZERO, BigUint::from(1u32));
    if is_terminal(root) {
        return if root == ONE { one } else { zero };
    }
    let nodes = Numbered::below(store, root);
    let order = children_first(store, root);
    let mut uses = vec![0u32; nodes.len];
    let inner = |id: Id| store.arcs(id).iter().map(|&arc| child_of(arc)).filter(|&child| !is_terminal(child));
    for child in order.iter().flat_map(|&id| inner(id)) {
        uses[nodes.number(child)] += 1;
    }
    let mut known = vec![BigUint::ZERO; nodes.len];
    for id in order {
        let number_of = |child: Id| match child {
            ZERO => &zero,
            ONE => &one,
            _ => &known[nodes.number(child)],
        };
        let below: Vec<&BigUint> = store.arcs(id).iter().map(|&arc| number_of(child_of(arc))).collect();
        visit(id, &below);
        let sum = below.into_iter().sum();
        for child in inner(id).map(|child| nodes.number(child)) {
            uses[child] -= 1;
            if uses[child] == 0 {
                known[child] = BigUint::ZERO;
            }
        }
        known[nodes.number(id)] = sum;
    }
    known.swap_remove(nodes.number(root))
}

/// The nodes below `root`, children before parents.
pub(crate) fn children_first(store: &Store, root: Id) -> Vec<Id> {
    let mut done: IdMap<()> = IdMap::default();
    let mut order = Vec::new();
    let mut todo = vec![(root, false)];
    while let Some((id, ready)) = todo.pop() {
        if is_terminal(id) || done.contains_key(&id) {
            continue;
        }
        if ready {
            done.insert(id, ());
            order.push(id);
        } else {
            todo.push((id, true));
            todo.extend(store.arcs(id).iter().rev().map(|&arc| (child_of(arc), false)));
        }
    }
    order
}

/// The nodes below `root`, itself included and terminals not, each once, parents before children on every path.
pub(crate) fn reachable(store: &Store, root: Id) -> Vec<Id> {
    let mut seen: IdMap<()> = IdMap::default();
    let mut order = Vec::new();
    let mut todo = vec![root];
    while let Some(id) = todo.pop() {
        if is_terminal(id) || seen.insert(id, ()).is_some() {
            continue;
        }
        order.push(id);
        todo.extend(store.arcs(id).iter().rev().map(|&arc| child_of(arc)));
    }
    order
}

/// The number of nodes below `root`, itself included and terminals not.
pub(crate) fn nodes(store: &Store, root: Id) -> usize {
    Numbered::below(store, root).len
}
