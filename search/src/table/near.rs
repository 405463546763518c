//! A small table beside the large one, for positions near the end.

use super::Entry;

/// A table small enough to stay in the processor's own cache, for one thread.
///
/// Most positions of a search are near its leaves, and met again, if at all, soon. Kept in the large table each costs
/// a trip to the main memory, longer than searching it takes. It begins with a few kilobytes, so that positions near the
/// end are solved sooner than a larger one could be cleared.
#[derive(Debug)]
pub(crate) struct Near {
    slots: Box<[(u64, u64)]>,
    shift: u32,
}

/// How many positions at first, as a power of two.
const FEWEST: u32 = 8;
/// How many at most: half a megabyte.
const MOST: u32 = 15;

impl Near {
    pub(crate) fn new() -> Near {
        Near::of(FEWEST)
    }

    fn of(power: u32) -> Near {
        Near { slots: vec![(0, 0); 1 << power].into_boxed_slice(), shift: 64 - power }
    }

    /// Eight times as much room, up to the most; nothing is kept.
    pub(crate) fn grow(&mut self) {
        let power = 64 - self.shift;
        if power < MOST {
            *self = Near::of((power + 3).min(MOST));
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (super::mixed(key) >> self.shift) as usize
    }

    /// What is known of a position.
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
