//! Exact counting.

use crate::arc::{Id, ONE, TOP, ZERO, child_of, is_terminal};
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

/// Something that numbers of words can be added up in.
trait Tally: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    /// Adds, or says that the sum is too large.
    fn add(&mut self, other: &Self) -> bool;
}

impl Tally for u128 {
    fn zero() -> Self {
        0
    }
    fn one() -> Self {
        1
    }
    fn add(&mut self, other: &Self) -> bool {
        match self.checked_add(*other) {
            Some(sum) => {
                *self = sum;
                true
            }
            None => false,
        }
    }
}

impl Tally for BigUint {
    fn zero() -> Self {
        BigUint::ZERO
    }
    fn one() -> Self {
        1u32.into()
    }
    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
}

/// The number of words in a set.
pub(crate) fn count(store: &Store, id: Id) -> Result<BigUint> {
    if store.has_top(id) {
        return Err(Error::Undefined);
    }
    Ok(match tally::<u128>(store, id) {
        Some(small) => small.into(),
        None => tally::<BigUint>(store, id).unwrap_or_default(),
    })
}

/// The number of words below every node of a set.
pub(crate) fn counts(store: &Store, id: Id) -> Result<IdMap<BigUint>> {
    if store.has_top(id) {
        return Err(Error::Undefined);
    }
    Ok(tallies(store, id).unwrap_or_default())
}

fn tally<T: Tally>(store: &Store, root: Id) -> Option<T> {
    tallies(store, root)?.remove(&root)
}

/// Adds up from the terminals; `None` if the numbers become too large.
fn tallies<T: Tally>(store: &Store, root: Id) -> Option<IdMap<T>> {
    let mut known: IdMap<T> = IdMap::default();
    known.insert(ZERO, T::zero());
    known.insert(ONE, T::one());
    known.insert(TOP, T::zero());
    let mut todo: Vec<(Id, usize)> = vec![(root, 0)];
    while let Some((id, next)) = todo.pop() {
        if is_terminal(id) || (next == 0 && known.contains_key(&id)) {
            continue;
        }
        let arcs = store.arcs(id);
        match (next..arcs.len()).find(|&i| !known.contains_key(&child_of(arcs[i]))) {
            Some(i) => todo.extend([(id, i + 1), (child_of(arcs[i]), 0)]),
            None => {
                let mut sum = T::zero();
                for &arc in arcs {
                    if !sum.add(known.get(&child_of(arc))?) {
                        return None;
                    }
                }
                known.insert(id, sum);
            }
        }
    }
    Some(known)
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
