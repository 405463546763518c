//! Exact counting.

use crate::arc::{Id, ONE, ZERO, child_of, is_terminal};
use crate::store::Store;
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

/// The number of words in a set.
pub(crate) fn count(store: &Store, id: Id) -> Result<BigUint> {
    if store.has_top(id) {
        return Err(Error::Undefined);
    }
    Ok(match small_counts(store, id) {
        Some(counts) => counts[&id].into(),
        None => add_up(store, id, |_, _| {}),
    })
}

/// The number of words below every node of a set without TOP; `None` if a number becomes too large.
pub(crate) fn small_counts(store: &Store, root: Id) -> Option<IdMap<u128>> {
    let mut known: IdMap<u128> = IdMap::default();
    known.extend([(ZERO, 0), (ONE, 1)]);
    let mut todo: Vec<(Id, usize)> = vec![(root, 0)];
    while let Some((id, next)) = todo.pop() {
        if is_terminal(id) || (next == 0 && known.contains_key(&id)) {
            continue;
        }
        let arcs = store.arcs(id);
        match (next..arcs.len()).find(|&i| !known.contains_key(&child_of(arcs[i]))) {
            Some(i) => todo.extend([(id, i + 1), (child_of(arcs[i]), 0)]),
            None => {
                let sum = arcs.iter().try_fold(0u128, |sum, &arc| sum.checked_add(known[&child_of(arc)]))?;
                known.insert(id, sum);
            }
        }
    }
    Some(known)
}

/// The number of words of a set without TOP, however large.
///
/// The numbers are added up from the terminals, and each is dropped when the last node above has used it. `visit` sees
/// every node with the numbers below its arcs.
pub(crate) fn add_up(store: &Store, root: Id, mut visit: impl FnMut(Id, &[&BigUint])) -> BigUint {
    let order = children_first(store, root);
    let mut uses: IdMap<u32> = IdMap::default();
    for &arc in order.iter().flat_map(|&id| store.arcs(id)) {
        *uses.entry(child_of(arc)).or_default() += 1;
    }
    let mut known: IdMap<BigUint> = IdMap::default();
    known.extend([(ZERO, BigUint::ZERO), (ONE, 1u32.into())]);
    for id in order {
        let arcs = store.arcs(id);
        let below: Vec<&BigUint> = arcs.iter().map(|&arc| &known[&child_of(arc)]).collect();
        visit(id, &below);
        let sum = below.into_iter().sum();
        for child in arcs.iter().map(|&arc| child_of(arc)).filter(|&child| !is_terminal(child)) {
            if let Some(left) = uses.get_mut(&child) {
                *left -= 1;
                if *left == 0 {
                    known.remove(&child);
                }
            }
        }
        known.insert(id, sum);
    }
    known.remove(&root).unwrap_or_default()
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
