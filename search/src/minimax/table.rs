//! The values of positions, within a limit of memory.

use std::hash::{BuildHasher, Hash};

use game::{Stopped, Value};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The values of positions, within a limit of memory; none while a position is under examination.
///
/// They are spread over many hash tables. One that is full is copied into one twice as large, and both are held
/// meanwhile. With one table that would be three times its size, just when memory is short; with many, nearly all of
/// it can be used.
pub(super) struct Known<S> {
    parts: Vec<FxHashMap<S, Option<Value>>>,
    bytes: usize,
    most_bytes: usize,
}

impl<S: Clone + Eq + Hash> Known<S> {
    const PARTS: usize = 64;

    pub(super) fn new(most_bytes: usize) -> Known<S> {
        let parts: Vec<FxHashMap<S, Option<Value>>> = vec![FxHashMap::default(); Self::PARTS];
        // Tables that were given back leave holes that the allocator cannot always fill.
        let most_bytes = most_bytes - most_bytes / 16;
        Known { bytes: size_of_val(&parts[..]), parts, most_bytes }
    }

    /// Returns the part of a state, by bits of its hash that the tables use last. The hash is as wide as an address.
    fn part(state: &S) -> usize {
        (FxBuildHasher.hash_one(state) >> (usize::BITS / 8 * 5)) as usize % Self::PARTS
    }

    /// Returns the value of a position, if it was entered.
    pub(super) fn get(&self, state: &S) -> Option<Option<Value>> {
        self.parts[Self::part(state)].get(state).copied()
    }

    /// Keeps a new position, which takes `heap` bytes beside itself, without a value.
    pub(super) fn enter(&mut self, state: &S, heap: usize) -> Result<(), Stopped> {
        let part = &mut self.parts[Self::part(state)];
        let (old, new) = match part.capacity() {
            room if part.len() < room => (0, 0),
            room => (Self::bytes_of(room), Self::bytes_of(2 * room.max(2))),
        };
        if self.bytes + new + heap > self.most_bytes {
            return Err(Stopped::Memory);
        }
        self.bytes += new + heap - old;
        part.insert(state.clone(), None);
        Ok(())
    }

    /// Sets the value of a position that was entered.
    pub(super) fn settle(&mut self, state: &S, value: Value) {
        let known = self.parts[Self::part(state)].get_mut(state);
        *known.expect("it was entered before its moves were tried") = Some(value);
    }

    /// Returns the bytes of a hash table with room for `entries` entries: a power of two of places, of which at most
    /// seven in eight are used, each with a byte of its hash.
    fn bytes_of(entries: usize) -> usize {
        (entries * 8 / 7).next_power_of_two() * (size_of::<(S, Option<Value>)>() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_fill_most_of_the_memory_and_no_more() {
        let room = |known: &Known<u64>| -> usize {
            known.parts.iter().map(|part| Known::<u64>::bytes_of(part.capacity())).sum()
        };
        for limit in [1 << 18, 3 << 20, 10 << 20] {
            let mut known = Known::new(limit);
            let entered = (0..).take_while(|state| known.enter(state, 0).is_ok()).count();
            assert!(room(&known) <= limit, "{} of {limit} bytes", room(&known));
            assert!(room(&known) > limit / 3, "{} of {limit} bytes", room(&known));
            assert!((0..entered as u64).all(|state| known.get(&state) == Some(None)));
        }
    }
}
