//! The transposition table: what is known of positions met before.
//!
//! A bucket is one line of the cache, four positions: to look up one costs as much as to look up all. A new position
//! takes the place of the one on which the least work was spent. The last place of a bucket takes every position that
//! finds no other, so that a full bucket still learns.
//!
//! # Is it exact?
//! Each entry holds the whole key of its position, 64 bits. Where the game's key is exact
//! ([`Knowledge::is_exact`](crate::Knowledge::is_exact)) no position is ever taken for another: the answer of a search
//! is certain. Where the key is a hash, two positions can share one by chance: among n positions stored and m looked up
//! that happens with a chance of at most n·m / 2⁶⁴, one in 16 000 for 2²⁵ stored and 2²⁵ looked up.
//!
//! # Many threads
//! An entry is two words that are read and written one by one, without locks. The first word is the key, combined by
//! exclusive or with the second. If two threads write at once the words may come from different entries; then the key
//! does not match any more, and the entry is lost.

mod entry;
mod leaf_cache;

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) use entry::{Entry, FOREVER, work_of};
pub(crate) use leaf_cache::LeafCache;

const WAYS: usize = 4;

/// The number of buckets that are made or moved between two looks at the clock: a fraction of a millisecond.
const AT_ONCE: usize = 1 << 11;

/// Four entries on one line of the cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

const _: () = assert!(size_of::<Bucket>() == 64, "a bucket is a line of the cache");

#[derive(Debug, Default)]
struct Slot {
    /// Key ⊕ data.
    check: AtomicU64,
    /// 0 if the slot is empty.
    data: AtomicU64,
}

impl Slot {
    #[inline]
    fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// Returns a key with its bits spread, so that the upper ones depend on all.
#[inline]
fn mixed(key: u64) -> u64 {
    (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A transposition table.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    shift: u32,
    most: usize,
}

impl Table {
    /// Returns a small table that may grow to `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Table {
        // While it grows, both the smaller and the larger table are held.
        let most = (bytes / 9 * 8 / size_of::<Bucket>()).max(1);
        let most = 1usize << most.ilog2();
        let size = most.min(1 << 8);
        let buckets = (0..size).map(|_| Bucket::default()).collect();
        Table { buckets, shift: 64 - size.ilog2(), most }
    }

    /// Returns the number of positions that there is room for.
    pub(crate) fn capacity(&self) -> usize {
        self.buckets.len() * WAYS
    }

    /// Returns whether the table may still grow.
    pub(crate) fn can_grow(&self) -> bool {
        self.buckets.len() < self.most
    }

    /// Makes the table eight times as large, as far as the limit allows; nothing is forgotten. That may take as long as
    /// searching a million nodes, so it is given up, and all stays as it was, once the search is `stopped`. Returns
    /// whether the table has grown.
    pub(crate) fn grow(&mut self, stopped: &dyn Fn() -> bool) -> bool {
        let size = (self.buckets.len() * 8).min(self.most);
        let mut buckets = Vec::with_capacity(size);
        while buckets.len() < size && !stopped() {
            buckets.resize_with((buckets.len() + AT_ONCE).min(size), Bucket::default);
        }
        if buckets.len() < size {
            return false;
        }
        let larger = Table { buckets: buckets.into(), shift: 64 - size.ilog2(), most: self.most };
        for part in self.buckets.chunks(AT_ONCE) {
            if stopped() {
                return false;
            }
            for (key, data) in part.iter().flat_map(|bucket| &bucket.0).map(Slot::read) {
                if data != 0 {
                    larger.store(key, Entry::unpack(data));
                }
            }
        }
        *self = larger;
        true
    }

    /// Returns the part of the slots that are in use, in thousandths, by a sample.
    pub(crate) fn fullness(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(256)];
        let taken = sample.iter().flat_map(|bucket| &bucket.0).filter(|slot| slot.read().1 != 0).count();
        (taken * 1000 / (sample.len() * WAYS)) as u32
    }

    /// Returns the bucket of a key, by the upper bits of a product that mixes all of them.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // A table of one bucket would be shifted by all 64 bits.
        let number = mixed(key).checked_shr(self.shift).unwrap_or(0);
        &self.buckets[number as usize]
    }

    /// Asks the main memory for the place of a position, so that it is there when it is looked up.
    //
    // Nothing waits for what is read: the processor goes on with what follows.
    #[inline]
    pub(crate) fn fetch(&self, key: u64) {
        black_box(self.bucket(key).0[0].data.load(Ordering::Relaxed));
    }

    /// Returns what is known of a position.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        // The four lie on one line of the cache: to compare the others costs next to nothing once the first is there.
        for slot in &self.bucket(key).0 {
            let (stored, data) = slot.read();
            if stored == key && data != 0 {
                return Some(Entry::unpack(data));
            }
        }
        None
    }

    /// Remembers a position.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let slots = &self.bucket(key).0;
        let mut place = &slots[WAYS - 1];
        let mut least = entry.work + 1;
        for slot in slots {
            let (stored, data) = slot.read();
            if stored == key && data != 0 {
                return slot.write(key, entry.with(Entry::unpack(data)).pack());
            }
            let work = if data == 0 { 0 } else { Entry::unpack(data).work };
            if work < least {
                (place, least) = (slot, work);
            }
        }
        place.write(key, entry.pack());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: i32, work: u32) -> Entry {
        Entry { least: score, most: score, depth: FOREVER, work, code: 0 }
    }

    #[test]
    fn what_is_stored_is_found_until_room_runs_out() {
        let mut table = Table::new(1 << 20);
        assert!(table.grow(&|| false));
        assert!(table.can_grow() && table.capacity() > 4000);
        for key in 0..1000 {
            table.store(key, entry(key as i32, 1));
        }
        let found = |table: &Table| (0..1000).filter(|&key| table.find(key).is_some()).count();
        assert!(found(&table) > 990);
        assert!((0..1000).all(|key| table.find(key).is_none_or(|e| e.least == key as i32)));
        let before = table.capacity();
        assert!(!table.grow(&|| true));
        assert_eq!((table.capacity(), found(&table) > 990), (before, true), "all stays as it was");
        while table.can_grow() {
            assert!(table.grow(&|| false));
        }
        assert!(found(&table) > 990);
        assert!(table.capacity() * 16 <= 1 << 20);
    }

    #[test]
    fn work_is_kept() {
        let table = Table::new(64);
        table.store(1 << 40, entry(5, 20));
        for key in 0..1000 {
            table.store(key, entry(0, 1));
        }
        assert_eq!(table.find(1 << 40), Some(entry(5, 20)));
        assert_eq!(table.find(999), Some(entry(0, 1)));
    }
}
