//! A small table beside the large one, for positions near the end.

use super::Entry;

/// A table small enough to stay in the processor's own cache, for one thread.
///
/// Most positions of a search are near its leaves, and are met again soon or never. In the large table each would cost
/// a trip to the main memory, which takes longer than to search it. The cache begins with a few kilobytes: positions
/// near the end are solved sooner than a larger one could be cleared.
#[derive(Debug)]
pub(crate) struct LeafCache {
    slots: Box<[(u64, u64)]>,
    shift: u32,
}

/// The number of positions at first, as a power of two.
const FEWEST: u32 = 8;
/// The greatest number of positions, as a power of two: half a megabyte.
const MOST: u32 = 15;

impl LeafCache {
    pub(crate) fn new() -> LeafCache {
        LeafCache::of(FEWEST)
    }

    fn of(power: u32) -> LeafCache {
        LeafCache { slots: vec![(0, 0); 1 << power].into_boxed_slice(), shift: 64 - power }
    }

    /// Makes the cache eight times as large, up to the greatest size; nothing is kept.
    pub(crate) fn grow(&mut self) {
        let power = 64 - self.shift;
        if power < MOST {
            *self = LeafCache::of((power + 3).min(MOST));
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (super::mixed(key) >> self.shift) as usize
    }

    /// Returns what is known of a position.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let (stored, data) = self.slots[self.place(key)];
        (stored == key && data != 0).then(|| Entry::unpack(data))
    }

    /// Remembers a position, in the place of another.
    #[inline]
    pub(crate) fn store(&mut self, key: u64, entry: Entry) {
        let slot = &mut self.slots[self.place(key)];
        let entry = if slot.0 == key && slot.1 != 0 { entry.with(Entry::unpack(slot.1)) } else { entry };
        *slot = (key, entry.pack());
    }
}
