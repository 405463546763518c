//! One part of the set of visited states.
//!
//! ```text
//!  slots   [ · 3 · · 0 2 · 1 · ]     where a code is, found by its hash: 4 bytes each, at most two in three taken
//!  codes   [ a b c d ]               the states, in order of discovery: the last layer is the last stretch
//!  parents [ · 0 0 2 ]               where each was reached from: 4 bytes each
//! ```
//!
//! Nothing is allocated per state. A slot holds the place of a code and a few bits of its hash, so that most codes
//! that are not the one looked for are passed over unread. Each part grows by itself, by half: at no time do two
//! tables of all states stand side by side.
//!
//! Where only two layers are kept, and codes are words, there are no slots: what arrives is put behind the rest, and
//! sorted now and then, and each code kept once. On (4,4,4) that takes six sevenths of the time (`bench explore`).

use crate::store::coding::Sort;

/// A free slot.
const FREE: u32 = u32::MAX;
/// How many codes may arrive before they are sorted, beside as many as there are.
const LOOSE: usize = 8192;
/// How many look-ups go to memory at once.
const GROUP: usize = 32;

/// Where a state is kept: the part in the high bits, its place there in the low ones.
pub(crate) type Link = u32;
/// No parent: a start.
pub(crate) const NONE: Link = u32::MAX;

/// What one piece of work found for one part.
pub(crate) struct Parcel<K> {
    pub(crate) codes: Vec<K>,
    /// Where each was reached from, counted from the first state of the piece; empty if parents are not kept.
    pub(crate) parents: Vec<Step>,
}

/// A place within a piece of work.
pub(crate) type Step = u16;

impl<K> Parcel<K> {
    /// Returns an empty parcel with room for `codes` codes, and their parents if they are kept.
    pub(crate) fn with_room(codes: usize, parents: bool) -> Parcel<K> {
        let parents = if parents { Vec::with_capacity(codes) } else { Vec::new() };
        Parcel { codes: Vec::with_capacity(codes), parents }
    }

    /// Adds a code, and where it was reached from, if that is kept.
    #[inline]
    pub(crate) fn add(&mut self, code: K, parent: Option<Step>) {
        push(&mut self.codes, code);
        if let Some(parent) = parent {
            push(&mut self.parents, parent);
        }
    }

    /// Forgets what is there, and keeps the room.
    pub(crate) fn clear(&mut self) {
        self.codes.clear();
        self.parents.clear();
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.codes.capacity() * size_of::<K>() + self.parents.capacity() * size_of::<Step>()
    }
}

/// A code that is being looked up.
#[derive(Clone, Copy, Default)]
struct Glance {
    hash: u64,
    /// The first slot that may be the right one, and what was seen there.
    slot: usize,
    entry: u32,
    known: bool,
}

/// One part of the set of visited states.
pub(crate) struct Shard<K> {
    /// In order of discovery.
    pub(crate) codes: Vec<K>,
    /// By place; empty if parents are not kept.
    parents: Vec<Link>,
    /// By place; empty if depths are not kept.
    pub(crate) depths: Vec<u32>,
    slots: Vec<u32>,
    /// The bytes that the codes take beside themselves.
    heap: usize,
    /// How many codes the slots know of.
    known: usize,
    /// How many high bits of the hash are the same for all codes here.
    shared: u32,
    keeps: Keeps,
    /// Places that were reached again by a shorter way, where depths are kept.
    pub(crate) improved: Vec<u32>,
    /// Whether a code was dropped because no link could name its place.
    full: bool,
    /// How the layer that is being found is put in order, if it is sorted.
    sort: Option<Sort<K>>,
    /// Where that layer begins, and where the codes that have not been sorted begin.
    layer: usize,
    loose: usize,
}

/// What is kept beside the codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Keeps {
    pub(crate) parents: bool,
    pub(crate) depths: bool,
}

impl<K: Clone + Eq> Shard<K> {
    pub(crate) fn new(shared: u32, keeps: Keeps, sort: Option<Sort<K>>) -> Shard<K> {
        Shard {
            codes: Vec::new(),
            parents: Vec::new(),
            depths: Vec::new(),
            slots: vec![FREE; 32],
            heap: 0,
            known: 0,
            shared,
            keeps,
            improved: Vec::new(),
            full: false,
            sort,
            layer: 0,
            loose: 0,
        }
    }

    /// How many different codes are known to be here.
    pub(crate) fn known_codes(&self) -> usize {
        if self.sort.is_some() { self.loose } else { self.codes.len() }
    }

    /// The bytes that the codes take beside themselves.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.heap
    }

    /// The bytes that `codes` new codes will take beside what is held now, with `heap` bytes beside each.
    pub(crate) fn growth(&self, codes: usize, heap: usize) -> usize {
        if self.sort.is_some() {
            // They are put behind the rest.
            let room = self.codes.capacity() - self.codes.len();
            return codes.saturating_sub(room).max(self.codes.len() / 8) * size_of::<K>();
        }
        let keeps = usize::from(self.keeps.parents) + usize::from(self.keeps.depths);
        let slots = if self.known + codes > self.slots.len() / 3 * 2 { self.slots.len() / 2 } else { 0 };
        codes * (size_of::<K>() + heap + 4 * keeps) + 4 * slots
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.heap
            + self.codes.capacity() * size_of::<K>()
            + 4 * (self.parents.capacity() + self.depths.capacity() + self.slots.capacity())
    }

    /// Whether codes were dropped because no link could name their place.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    pub(crate) fn parent(&self, place: usize) -> Link {
        self.parents[place]
    }

    /// The bits of a slot that say where the code is.
    #[inline]
    fn mask(&self) -> u32 {
        u32::MAX >> self.shared
    }

    /// The first slot to look at.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        // A multiplication in place of a remainder: tables grow by half, so their size is no power of two.
        ((((hash << self.shared) >> 32) * self.slots.len() as u64) >> 32) as usize
    }

    /// The bits of the hash that a slot keeps, in their place.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        hash as u32 & !self.mask()
    }

    /// Where a code is, if it is known.
    pub(crate) fn find(&self, code: &K, hash: u64) -> Option<u32> {
        // What is not known has a slot that it should take, which nobody asks for here.
        self.look(code, hash, self.home(hash)).ok()
    }

    /// The place of a code, or the slot it should take.
    #[inline]
    fn look(&self, code: &K, hash: u64, mut slot: usize) -> Result<u32, usize> {
        let (mask, tag) = (self.mask(), self.tag(hash));
        loop {
            let entry = self.slots[slot];
            if entry == FREE {
                return Err(slot);
            }
            if entry & !mask == tag && self.codes[(entry & mask) as usize] == *code {
                return Ok(entry & mask);
            }
            slot = self.behind(slot);
        }
    }

    /// Takes in codes, each with its parent, in this order; those already known are dropped. The parents are counted
    /// from this link on. The two functions return the hash of a code, and the bytes it takes beside itself.
    pub(crate) fn absorb(
        &mut self,
        parcel: &mut Parcel<K>,
        first: Link,
        (hasher, heap): (impl Fn(&K) -> u64, impl Fn(&K) -> usize),
        depth: u32,
    ) {
        let Parcel { codes, parents } = parcel;
        if let Some(sort) = self.sort {
            return self.gather(codes, sort);
        }
        let mut parents = parents.drain(..);
        let mut arrivals = codes.drain(..);
        let mut group = [Glance::default(); GROUP];
        loop {
            let count = arrivals.as_slice().len().min(GROUP);
            if count == 0 {
                return;
            }
            self.glance(arrivals.as_slice(), &mut group, &hasher);
            let size = self.slots.len();
            for (code, glance) in arrivals.by_ref().take(count).zip(&group) {
                let parent = parents.next().map_or(NONE, |step| first + Link::from(step));
                // Most arrivals are known; for them the glance was all the work.
                if !glance.known || self.keeps.depths {
                    let slot = if self.slots.len() == size { glance.slot } else { self.home(glance.hash) };
                    let bytes = heap(&code);
                    self.insert(code, glance.hash, slot, (parent, depth, bytes));
                    if self.known > self.slots.len() / 3 * 2 {
                        self.grow(&hasher);
                    }
                }
            }
        }
    }

    /// Puts codes behind the rest, and sorts them all if there are many that were not.
    fn gather(&mut self, codes: &mut Vec<K>, sort: Sort<K>) {
        if codes.len() > self.codes.capacity() - self.codes.len() {
            self.codes.reserve_exact(codes.len().max(self.codes.len() / 8));
        }
        self.codes.append(codes);
        if self.codes.len() - self.loose > self.loose - self.layer + LOOSE {
            self.settle(sort);
            self.full |= u32::try_from(2 * self.codes.len() + LOOSE).is_err();
        }
    }

    /// Sorts the layer that is being found.
    fn settle(&mut self, sort: Sort<K>) {
        sort(&mut self.codes, self.layer);
        self.loose = self.codes.len();
    }

    /// Looks up the first few codes, in rounds, so that the waits for memory overlap: the slots, the first of them that
    /// may be the right one, and the code it leads to.
    #[inline]
    fn glance(&self, codes: &[K], group: &mut [Glance; GROUP], hasher: impl Fn(&K) -> u64) {
        let mask = self.mask();
        for (code, glance) in codes.iter().zip(&mut *group) {
            glance.hash = hasher(code);
            glance.slot = self.home(glance.hash);
            glance.entry = self.slots[glance.slot];
        }
        for glance in &mut group[..codes.len().min(GROUP)] {
            let tag = self.tag(glance.hash);
            while glance.entry != FREE && glance.entry & !mask != tag {
                glance.slot = self.behind(glance.slot);
                glance.entry = self.slots[glance.slot];
            }
        }
        for (code, glance) in codes.iter().zip(group) {
            glance.known = glance.entry != FREE && self.codes[(glance.entry & mask) as usize] == *code;
        }
    }

    /// The slot to look at after this one.
    #[inline]
    fn behind(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// Takes in one code, looking from this slot on.
    #[inline]
    fn insert(&mut self, code: K, hash: u64, home: usize, (parent, depth, heap): (Link, u32, usize)) {
        match self.look(&code, hash, home) {
            Err(_) if self.codes.len() >= self.mask() as usize => self.full = true,
            Err(slot) => {
                self.slots[slot] = self.tag(hash) | self.codes.len() as u32;
                self.known += 1;
                self.heap += heap;
                push(&mut self.codes, code);
                if self.keeps.parents {
                    push(&mut self.parents, parent);
                }
                if self.keeps.depths {
                    push(&mut self.depths, depth);
                }
            }
            Ok(place) if self.keeps.depths && depth < self.depths[place as usize] => {
                self.depths[place as usize] = depth;
                self.parents[place as usize] = parent;
                self.improved.push(place);
            }
            Ok(_) => {}
        }
    }

    /// Half as many slots again.
    fn grow(&mut self, hasher: &impl Fn(&K) -> u64) {
        let size = self.slots.len() / 2 * 3;
        self.slots.fill(FREE);
        self.slots.reserve_exact(size - self.slots.len());
        self.slots.resize(size, FREE);
        let first = self.codes.len() - self.known;
        for place in first..self.codes.len() {
            let hash = hasher(&self.codes[place]);
            let mut slot = self.home(hash);
            while self.slots[slot] != FREE {
                slot = self.behind(slot);
            }
            self.slots[slot] = self.tag(hash) | place as u32;
        }
    }

    /// Forgets the codes before this place, and lets the rest be found no more: the layers that lie behind.
    pub(crate) fn forget(&mut self, before: usize, heap: impl Fn(&K) -> usize) {
        if let Some(sort) = self.sort {
            self.settle(sort);
        }
        self.heap -= self.codes.drain(..before).map(|code| heap(&code)).sum::<usize>();
        (self.layer, self.loose) = (self.codes.len(), self.codes.len());
        self.slots.fill(FREE);
        self.known = 0;
    }
}

/// Adds an item, and makes room for a little more where there is none: a vector would double.
#[inline]
fn push<T>(items: &mut Vec<T>, item: T) {
    // Allocators move large lists by remapping their pages, so that small steps cost little time.
    if items.len() == items.capacity() {
        items.reserve_exact(items.len() / 32 + 16);
    }
    items.push(item);
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use game::Random;

    use super::*;

    #[test]
    fn a_shard_is_a_set_in_order_of_arrival() {
        for shared in [0, 6] {
            let mut random = Random::new(7);
            let mut shard: Shard<u64> = Shard::new(shared, Keeps { parents: true, depths: false }, None);
            let mut plain: HashMap<u64, (usize, Link)> = HashMap::new();
            let hasher = |code: &u64| code.wrapping_mul(0x9e37_79b9_7f4a_7c15) & (u64::MAX >> shared);
            for round in 0..200 {
                let codes: Vec<u64> = (0..random.below(100)).map(|_| random.below(3000) as u64).collect();
                let parents: Vec<Step> = (0..codes.len()).map(|_| random.below(3) as Step).collect();
                for (&code, &parent) in codes.iter().zip(&parents) {
                    let next = plain.len();
                    plain.entry(code).or_insert((next, round + Link::from(parent)));
                }
                let mut some = Parcel { codes, parents };
                shard.absorb(&mut some, round, (hasher, |_: &u64| 0), 0);
                assert!(some.codes.is_empty() && some.parents.is_empty());
            }
            assert_eq!(shard.codes.len(), plain.len());
            for (code, (place, parent)) in plain {
                assert_eq!(shard.codes[place], code);
                assert_eq!(shard.parent(place), parent);
                assert_eq!(shard.find(&code, hasher(&code)), Some(place as u32));
            }
            assert_eq!(shard.find(&5000, hasher(&5000)), None);
        }
    }
}
