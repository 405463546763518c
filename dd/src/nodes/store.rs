//! The node store: every node exactly once, in flat words.
//!
//! A node is a header word followed by one word for each arc, so a node of `k` arcs takes `8 + 8k` bytes here and
//! between 11 and 21 bytes in the unique table:
//!
//! ```text
//!   word id      [ variable : 32 | top : 1 | free : 1 | number of arcs : 30 ]
//!   word id+1    [ label : 32 | child : 32 ]      labels strictly ascending, children never ZERO
//!   word id+2    [ label : 32 | child : 32 ]
//!   ...
//! ```
//!
//! The id of a node is the index of its header, which allows 32 GiB of nodes. Freed words form blocks with the `free`
//! bit set whose count is the number of words after the header.

use crate::nodes::arc::{Id, TOP, child_of, is_terminal};

const TOP_BIT: u32 = 1 << 31;
const FREE_BIT: u32 = 1 << 30;
const LEN_MASK: u32 = FREE_BIT - 1;
const BINS: usize = 34;
const FIRST: usize = 4;
/// Nodes of more words than this are put into the first freed run with room for them.
const LARGE: usize = 256;
const MIN_SLOTS: usize = 1 << 10;

/// All nodes of one manager, with the table that makes them unique.
pub(crate) struct Store {
    words: Vec<u64>,
    slots: Vec<u64>,
    shift: u32,
    nodes: usize,
    free_words: usize,
    bins: [u32; BINS],
    runs: Vec<(u32, u32)>,
    bump: usize,
    bump_end: usize,
    marks: Vec<u64>,
    pub(crate) made: u64,
    pub(crate) peak: usize,
}

fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

fn hash(var: u32, arcs: &[u64]) -> u32 {
    let mut state = u64::from(var) ^ 0x9e37_79b9_7f4a_7c15;
    for &word in arcs {
        state = mix(state ^ word, 0xd6e8_feb8_6659_fd93);
    }
    (mix(state, 0xa076_1d64_78bd_642f) >> 32) as u32
}

impl Store {
    pub(crate) fn new() -> Self {
        Store {
            words: vec![0; FIRST],
            slots: vec![0; MIN_SLOTS],
            shift: 32 - MIN_SLOTS.trailing_zeros(),
            nodes: 0,
            free_words: 0,
            bins: [0; BINS],
            runs: Vec::new(),
            bump: FIRST,
            bump_end: FIRST,
            marks: Vec::new(),
            made: 0,
            peak: 0,
        }
    }

    /// The variable of a node that is no terminal.
    #[inline]
    pub(crate) fn var(&self, id: Id) -> u32 {
        (self.words[id as usize] >> 32) as u32
    }

    /// The arcs of a node, ascending by label.
    #[inline]
    pub(crate) fn arcs(&self, id: Id) -> &[u64] {
        let start = id as usize + 1;
        let len = self.words[start - 1] as u32 & LEN_MASK;
        &self.words[start..start + len as usize]
    }

    /// Loads a node that is about to be read; see [`Cache::touch`](crate::nodes::cache::Cache::touch).
    #[inline]
    pub(crate) fn touch(&self, id: Id) -> u32 {
        self.words[id as usize] as u32
    }

    /// Does TOP occur in this diagram?
    #[inline]
    pub(crate) fn has_top(&self, id: Id) -> bool {
        if is_terminal(id) { id == TOP } else { self.words[id as usize] as u32 & TOP_BIT != 0 }
    }

    /// The child of a node along a label, `None` if no arc has it.
    pub(crate) fn child(&self, id: Id, label: u32) -> Option<Id> {
        let arcs = self.arcs(id);
        let at = arcs.binary_search_by_key(&label, |&word| (word >> 32) as u32).ok()?;
        Some(child_of(arcs[at]))
    }

    /// The one node with this variable and these arcs, which must be sorted, without ZERO and not empty.
    pub(crate) fn make(&mut self, var: u32, arcs: &[u64]) -> Id {
        debug_assert!(!arcs.is_empty() && arcs.windows(2).all(|w| w[0] >> 32 < w[1] >> 32));
        let hash = hash(var, arcs);
        let mask = self.slots.len() - 1;
        let mut at = (hash >> self.shift) as usize;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            // The hash is in the slot, so a node that differs is hardly ever loaded: that would be a cache miss.
            if (slot >> 32) as u32 == hash {
                let id = slot as u32;
                if self.var(id) == var && self.arcs(id) == arcs {
                    return id;
                }
            }
            at = (at + 1) & mask;
        }
        // The free slot was found on the way, so a new node needs no second probe.
        let id = self.allocate(var, arcs);
        self.slots[at] = (u64::from(hash) << 32) | u64::from(id);
        if self.nodes * 10 > self.slots.len() * 9 {
            self.grow_table();
        }
        id
    }

    fn allocate(&mut self, var: u32, arcs: &[u64]) -> Id {
        let top = arcs.iter().any(|&word| self.has_top(child_of(word)));
        let low = arcs.len() as u32 | if top { TOP_BIT } else { 0 };
        let header = (u64::from(var) << 32) | u64::from(low);
        self.nodes += 1;
        self.made += 1;
        self.peak = self.peak.max(self.nodes);
        match self.reuse(arcs.len() + 1) {
            Some(start) => {
                self.words[start] = header;
                self.words[start + 1..=start + arcs.len()].copy_from_slice(arcs);
                start as Id
            }
            None => {
                let start = self.words.len();
                self.words.push(header);
                self.words.extend_from_slice(arcs);
                start as Id
            }
        }
    }

    /// Room for `size` words inside the arena, if any was freed.
    #[inline]
    fn reuse(&mut self, size: usize) -> Option<usize> {
        if self.free_words == 0 {
            return None;
        }
        // Nodes of a diagram are of a few sizes, so most freed blocks fit exactly.
        if size < BINS && self.bins[size] != 0 {
            let start = self.bins[size] as usize;
            self.bins[size] = self.words[start + 1] as u32;
            self.free_words -= size;
            return Some(start);
        }
        if size > LARGE && self.bump + size > self.bump_end {
            return self.take_run(size);
        }
        loop {
            if self.bump + size <= self.bump_end {
                let start = self.bump;
                self.bump += size;
                self.free_words -= size;
                self.seal_bump();
                return Some(start);
            }
            self.retire_bump();
            let (start, len) = self.runs.pop().or_else(|| self.split_bin(size))?;
            (self.bump, self.bump_end) = (start as usize, (start + len) as usize);
        }
    }

    /// Takes a large block out of a run that has room for it, and leaves the other runs as they are. Looks at no more
    /// of them than there are words to be written.
    fn take_run(&mut self, size: usize) -> Option<usize> {
        let first = self.runs.len().saturating_sub(size);
        let at = first + self.runs[first..].iter().rposition(|&(_, len)| len as usize >= size)?;
        let (start, len) = self.runs[at];
        let (rest, left) = (start as usize + size, len - size as u32);
        if left > 0 {
            self.words[rest] = u64::from(FREE_BIT | (left - 1));
            self.runs[at] = (rest as u32, left);
        } else {
            self.runs.remove(at);
        }
        self.free_words -= size;
        Some(start as usize)
    }

    /// Takes a block of more than `size` words out of its bin.
    fn split_bin(&mut self, size: usize) -> Option<(u32, u32)> {
        let larger = (size + 1..BINS).find(|&larger| self.bins[larger] != 0)?;
        let start = self.bins[larger];
        self.bins[larger] = self.words[start as usize + 1] as u32;
        Some((start, larger as u32))
    }

    /// Keeps the words after the bump pointer readable as one free block.
    fn seal_bump(&mut self) {
        if self.bump < self.bump_end {
            let len = (self.bump_end - self.bump - 1) as u32;
            self.words[self.bump] = u64::from(FREE_BIT | len);
        }
    }

    /// Puts what is left of the bump region into the bins.
    fn retire_bump(&mut self) {
        let size = self.bump_end - self.bump;
        if (2..BINS).contains(&size) {
            self.put_in_bin(self.bump, size);
        }
        (self.bump, self.bump_end) = (0, 0);
    }

    fn put_in_bin(&mut self, start: usize, size: usize) {
        self.words[start] = u64::from(FREE_BIT | (size as u32 - 1));
        self.words[start + 1] = u64::from(self.bins[size]);
        self.bins[size] = start as u32;
    }

    /// Nodes alive or not yet found dead.
    pub(crate) fn nodes(&self) -> usize {
        self.nodes
    }

    /// Bytes of the arena that hold nodes.
    pub(crate) fn used_bytes(&self) -> usize {
        (self.words.len() - self.free_words) * 8
    }

    /// Bytes of the arena that were freed and can be used again.
    pub(crate) fn free_bytes(&self) -> usize {
        self.free_words * 8
    }

    /// Bytes reserved by the store.
    pub(crate) fn bytes(&self) -> usize {
        (self.words.len() + self.slots.len() + self.marks.capacity() + self.runs.capacity()) * 8
    }

    /// Words of the arena, freed ones included.
    #[inline]
    pub(crate) fn words(&self) -> usize {
        self.words.len()
    }

    /// Bytes that the unique table needs on top of what it has, at its largest moment, if `more` nodes are made.
    pub(crate) fn table_growth(&self, more: usize) -> usize {
        let (now, nodes) = (self.slots.len(), self.nodes + more);
        let mut slots = now;
        while nodes * 10 > slots * 9 {
            slots *= 2;
        }
        // While it doubles, the old table is there as well.
        if slots == now { 0 } else { (slots + slots / 2 - now) * 8 }
    }

    /// Bytes of the unique table alone.
    pub(crate) fn table_bytes(&self) -> usize {
        self.slots.len() * 8
    }

    /// Are the ids nearly used up?
    pub(crate) fn is_full(&self) -> bool {
        self.words.len() > u32::MAX as usize - (64 << 20)
    }

    /// Is the unique table so full that it should double soon?
    pub(crate) fn wants_table(&self) -> bool {
        self.nodes * 4 > self.slots.len() * 3
    }

    /// Doubles the unique table.
    pub(crate) fn grow_table(&mut self) {
        let larger = self.slots.len() * 2;
        self.shift -= 1;
        let old = std::mem::replace(&mut self.slots, vec![0; larger]);
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            self.insert_slot(slot);
        }
    }

    fn insert_slot(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut at = ((slot >> 32) as u32 >> self.shift) as usize;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }

    /// Forgets all marks, before marking.
    pub(crate) fn clear_marks(&mut self) {
        self.marks.clear();
        self.marks.resize(self.words.len().div_ceil(64), 0);
    }

    /// Frees the memory of the marks, after sweeping.
    pub(crate) fn drop_marks(&mut self) {
        self.marks = Vec::new();
    }

    /// Is this id marked (terminals always are)?
    #[inline]
    pub(crate) fn marked(&self, id: Id) -> bool {
        is_terminal(id) || self.marks[id as usize / 64] >> (id % 64) & 1 == 1
    }

    /// Marks everything below `id`, using `todo` as its stack.
    pub(crate) fn mark(&mut self, id: Id, todo: &mut Vec<Id>) {
        self.mark_one(id, todo);
        while let Some(id) = todo.pop() {
            let start = id as usize + 1;
            let len = self.words[start - 1] as u32 & LEN_MASK;
            for at in start..start + len as usize {
                let child = child_of(self.words[at]);
                self.mark_one(child, todo);
            }
        }
    }

    #[inline]
    fn mark_one(&mut self, id: Id, todo: &mut Vec<Id>) {
        if !self.marked(id) {
            self.marks[id as usize / 64] |= 1 << (id % 64);
            todo.push(id);
        }
    }

    /// Frees every node that is not marked and rebuilds the unique table and the free lists.
    pub(crate) fn sweep(&mut self) {
        self.slots.fill(0);
        self.bins = [0; BINS];
        self.runs.clear();
        (self.bump, self.bump_end, self.free_words, self.nodes) = (0, 0, 0, 0);
        let (mut at, mut run) = (FIRST, FIRST);
        while at < self.words.len() {
            let low = self.words[at] as u32;
            let size = (low & LEN_MASK) as usize + 1;
            if low & FREE_BIT == 0 && self.marked(at as Id) {
                self.free_run(run, at);
                self.keep(at);
                run = at + size;
            }
            at += size;
        }
        self.words.truncate(run);
        self.runs.reverse();
    }

    fn keep(&mut self, at: usize) {
        let slot = (u64::from(hash(self.var(at as Id), self.arcs(at as Id))) << 32) | at as u64;
        self.insert_slot(slot);
        self.nodes += 1;
    }

    fn free_run(&mut self, start: usize, end: usize) {
        let size = end - start;
        if size == 0 {
            return;
        }
        self.free_words += size;
        self.words[start] = u64::from(FREE_BIT | (size as u32 - 1));
        match size {
            1 => {}
            2..=8 => self.put_in_bin(start, size),
            _ => self.runs.push((start as u32, size as u32)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::arc::{ONE, pack};

    #[test]
    fn equal_nodes_are_one_node() {
        let mut store = Store::new();
        let a = store.make(3, &[pack(1, ONE)]);
        assert_eq!(a, store.make(3, &[pack(1, ONE)]));
        assert_ne!(a, store.make(4, &[pack(1, ONE)]));
        assert_ne!(a, store.make(3, &[pack(2, ONE)]));
    }

    #[test]
    fn swept_room_is_used_again() {
        let mut store = Store::new();
        let ids: Vec<Id> = (0..10_000).map(|i| store.make(i, &[pack(i % 7, ONE), pack(9, ONE)])).collect();
        store.clear_marks();
        let mut todo = Vec::new();
        for id in ids.iter().step_by(3) {
            store.mark(*id, &mut todo);
        }
        store.sweep();
        let bytes = store.words.len();
        assert_eq!(store.nodes(), 3334);
        for i in 0..10_000 {
            let id = store.make(i, &[pack(i % 7, ONE), pack(9, ONE)]);
            assert!(i % 3 != 0 || id == ids[i as usize]);
        }
        assert!(store.words.len() <= bytes + 6);
        assert_eq!(store.nodes(), 10_000);
    }
}
