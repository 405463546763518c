//! A small table beside the large one, for positions near the end.

use super::Entry;

/// A table small enough to stay in the processor's own cache, for one thread.
///
/// Most positions of a search are near its leaves, and met again, if at all, soon. Kept in the large table each costs
/// a trip to the main memory, longer than searching it takes.
#[derive(Debug)]
pub(crate) struct Near {
    slots: Box<[(u64, u64)]>,
}

/// How many positions: half a megabyte.
const SLOTS: u32 = 15;

impl Near {
    pub(crate) fn new() -> Near {
        Near { slots: vec![(0, 0); 1 << SLOTS].into_boxed_slice() }
    }

    #[inline]
    fn place(key: u64) -> usize {
        (super::mixed(key) >> (64 - SLOTS)) as usize
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let (stored, data) = self.slots[Near::place(key)];
        (stored == key && data != 0).then(|| Entry::unpack(data))
    }

    /// Remembers a position, in the place of another.
    #[inline]
    pub(crate) fn store(&mut self, key: u64, entry: Entry) {
        let slot = &mut self.slots[Near::place(key)];
        let entry = if slot.0 == key && slot.1 != 0 { entry.with(Entry::unpack(slot.1)) } else { entry };
        *slot = (key, entry.pack());
    }
}
