//! Lists of numbers, each kept once.

fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

/// The hash of a key.
#[inline]
fn hash(key: &[u32]) -> u32 {
    let mut state = 0x9e37_79b9_7f4a_7c15 ^ key.len() as u64;
    let mut pairs = key.chunks_exact(2);
    for pair in &mut pairs {
        state = mix(state ^ (u64::from(pair[0]) | u64::from(pair[1]) << 32), 0xd6e8_feb8_6659_fd93);
    }
    if let [last] = pairs.remainder() {
        state = mix(state ^ u64::from(*last), 0xd6e8_feb8_6659_fd93);
    }
    (mix(state, 0xa076_1d64_78bd_642f) >> 32) as u32
}

const FIRST_SLOTS: usize = 1 << 8;
/// Before a key of any length: its number and its length.
const HEADER: usize = 2;

/// Keys in order of arrival, with a table that finds them.
///
/// ```text
///   slot                [ hash : 32 | place of the key plus one : 32 ], 0 if it is free
///   keys of one length  the place is the number of the key, and the words of all keys follow one another
///   keys of any length  the place is where the key begins:  number, length, word, word, ...
/// ```
///
/// The first bits of the hash say which slot is looked at first, so a table grows without a look at its keys.
pub(crate) struct Keys {
    words: Vec<u32>,
    slots: Vec<u64>,
    shift: u32,
    count: usize,
    /// The length of all keys, or 0 if it differs.
    length: usize,
}

impl Keys {
    /// Keys of this length, or of any length if it is 0.
    pub(crate) fn new(length: usize) -> Keys {
        let shift = 32 - FIRST_SLOTS.trailing_zeros();
        Keys { words: Vec::new(), slots: vec![0; FIRST_SLOTS], shift, count: 0, length }
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The key at a place.
    #[inline]
    fn key(&self, place: u32) -> &[u32] {
        let place = place as usize;
        if self.length == 0 {
            let length = self.words[place + 1] as usize;
            &self.words[place + HEADER..place + HEADER + length]
        } else {
            &self.words[place * self.length..(place + 1) * self.length]
        }
    }

    #[inline]
    fn number(&self, place: u32) -> u32 {
        if self.length == 0 { self.words[place as usize] } else { place }
    }

    /// All keys in order; of keys of any length only.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let mut rest = &self.words[..];
        std::iter::from_fn(move || {
            let (key, after) = rest.get(HEADER..)?.split_at(rest[1] as usize);
            rest = after;
            Some(key)
        })
    }

    /// All keys, one after another.
    pub(crate) fn into_words(mut self) -> Vec<u32> {
        self.words.shrink_to_fit();
        self.words
    }

    /// Bytes reserved.
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * 4 + self.slots.capacity() * 8
    }

    /// Bytes that interning a batch takes on top of [`bytes`](Keys::bytes) at the largest moment. While an array grows,
    /// the old one is there as well.
    #[inline]
    pub(crate) fn growth(&self, batch: &Batch) -> usize {
        let new = batch.entries.len();
        let headers = if self.length == 0 { HEADER * new } else { 0 };
        let words = self.words.len() + batch.words.len() + headers;
        let capacity = self.words.capacity();
        let for_words = if words > capacity { 4 * words.max(2 * capacity) } else { 0 };
        let for_slots = if (self.count + new) * 8 > self.slots.len() * 5 { 16 * self.slots.len() } else { 0 };
        for_words + for_slots
    }

    /// Is there no room for more?
    pub(crate) fn is_full(&self) -> bool {
        self.words.len() >= u32::MAX as usize - (1 << 24)
    }

    /// Interns the keys of a batch, and calls `tell` with the tag of each, its number and whether it is new.
    ///
    /// The table is larger than the caches of the machine. So first all slots are loaded, then all keys they lead to:
    /// loads that do not wait for one another take a fraction of the time.
    #[inline]
    pub(crate) fn intern_all(&mut self, batch: &Batch, mut tell: impl FnMut(u32, u32, bool)) {
        // A smaller table is in the caches anyway.
        if self.slots.len() > 1 << 14 {
            let mut touched = 0;
            for hash in batch.entries.iter().map(|entry| entry.hash) {
                touched ^= self.slots[(hash >> self.shift) as usize];
            }
            for hash in batch.entries.iter().map(|entry| entry.hash) {
                let slot = self.slots[(hash >> self.shift) as usize];
                let place = (slot as u32).saturating_sub(1) as usize * self.length.max(1);
                // What is loaded does not matter.
                touched ^= u64::from(self.words.get(place).copied().unwrap_or(0));
            }
            std::hint::black_box(touched);
        }
        for (tag, hash, key) in batch.keys() {
            let (number, new) = self.intern(key, hash);
            tell(tag, number, new);
        }
    }

    #[inline]
    fn intern(&mut self, key: &[u32], hash: u32) -> (u32, bool) {
        let mask = self.slots.len() - 1;
        let mut at = (hash >> self.shift) as usize;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            // The hash is in the slot, so a key that differs is hardly ever loaded.
            if (slot >> 32) as u32 == hash {
                let place = slot as u32 - 1;
                if self.key(place) == key {
                    return (self.number(place), false);
                }
            }
            at = (at + 1) & mask;
        }
        let number = self.count as u32;
        let place = if self.length == 0 { self.words.len() as u32 } else { number };
        if self.length == 0 {
            self.words.extend([number, key.len() as u32]);
        }
        self.words.extend_from_slice(key);
        self.slots[at] = u64::from(hash) << 32 | (u64::from(place) + 1);
        self.count += 1;
        if self.count * 8 > self.slots.len() * 5 {
            self.grow();
        }
        (number, true)
    }

    fn grow(&mut self) {
        let larger = self.slots.len() * 2;
        self.shift -= 1;
        let old = std::mem::replace(&mut self.slots, vec![0; larger]);
        for slot in old.into_iter().filter(|slot| *slot != 0) {
            let mut at = ((slot >> 32) as u32 >> self.shift) as usize;
            while self.slots[at] != 0 {
                at = (at + 1) & (larger - 1);
            }
            self.slots[at] = slot;
        }
    }
}

/// Keys to be interned together, each with a tag.
#[derive(Default)]
pub(crate) struct Batch {
    words: Vec<u32>,
    entries: Vec<Entry>,
}

/// A key of a batch.
struct Entry {
    tag: u32,
    /// Where its words end.
    end: u32,
    hash: u32,
}

impl Batch {
    /// The number of keys.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.entries.clear();
    }

    /// The words of all keys; a key is what is appended to them before [`Batch::close`].
    pub(crate) fn words(&mut self) -> &mut Vec<u32> {
        &mut self.words
    }

    /// Where the key that is being written begins.
    fn begin(&self) -> usize {
        self.entries.last().map_or(0, |entry| entry.end as usize)
    }

    /// Ends a key.
    pub(crate) fn close(&mut self, tag: u32) {
        let hash = hash(&self.words[self.begin()..]);
        self.entries.push(Entry { tag, end: self.words.len() as u32, hash });
    }

    /// Forgets what was appended since the last key ended.
    pub(crate) fn undo(&mut self) {
        self.words.truncate(self.begin());
    }

    fn keys(&self) -> impl Iterator<Item = (u32, u32, &[u32])> {
        let mut begin = 0;
        self.entries.iter().map(move |entry| {
            let key = &self.words[begin..entry.end as usize];
            begin = entry.end as usize;
            (entry.tag, entry.hash, key)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_one_number() {
        let (mut any, mut of_two, mut batch) = (Keys::new(0), Keys::new(2), Batch::default());
        for round in 0..2 {
            for first in (0..60_000u32).step_by(50) {
                for (keys, length) in [(&mut any, 0), (&mut of_two, 2)] {
                    batch.clear();
                    for n in first..first + 50 {
                        let length = if length == 0 { 1 + n % 7 } else { length };
                        batch.words().extend((1..length).chain([n]));
                        batch.close(n);
                    }
                    keys.intern_all(&batch, |tag, number, new| assert_eq!((number, new), (tag, round == 0)));
                }
            }
        }
        assert_eq!((any.len(), of_two.len()), (60_000, 60_000));
        assert!(any.iter().enumerate().all(|(n, key)| key.last() == Some(&(n as u32))));
        assert_eq!(of_two.into_words()[..4], [1, 0, 1, 1]);
    }
}
