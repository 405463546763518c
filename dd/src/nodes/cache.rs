//! The operation cache: direct mapped, lossy, bounded.

use crate::nodes::arc::Id;
use crate::nodes::op::Op;

#[derive(Clone, Copy, Default)]
struct Entry {
    op: u32,
    a: u32,
    b: u32,
    result: Id,
}

const _: () = assert!(size_of::<Entry>() == 16);

/// Remembers results of operations; a newer result may overwrite an older one.
pub(crate) struct Cache {
    entries: Vec<Entry>,
    shift: u32,
    max_bits: u32,
    filled: usize,
    /// Results that were overwritten since the cache grew, nearly all of them by others.
    lost: usize,
    pub(crate) lookups: [u64; Op::COUNT],
    pub(crate) hits: [u64; Op::COUNT],
}

const MIN_BITS: u32 = 12;
/// So many losses for each entry are taken before the cache grows.
const LOSSES: usize = 1;

impl Cache {
    /// A cache that may grow to `max_bytes`.
    pub(crate) fn new(max_bytes: usize) -> Self {
        let max_bits = (max_bytes / size_of::<Entry>()).max(1).ilog2().clamp(MIN_BITS, 30);
        Cache {
            entries: vec![Entry::default(); 1 << MIN_BITS],
            shift: 64 - MIN_BITS,
            max_bits,
            filled: 0,
            lost: 0,
            lookups: [0; Op::COUNT],
            hits: [0; Op::COUNT],
        }
    }

    #[inline]
    fn index(&self, op: u32, a: u32, b: u32) -> usize {
        let key = (u64::from(a) << 32) | u64::from(b);
        let mixed = (key ^ (u64::from(op) << 59)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> self.shift) as usize
    }

    /// Loads the entry of an operation that is about to be looked up, so that several misses of the processor's cache
    /// overlap. The result is of no use but to keep the load from being optimised away.
    #[inline]
    pub(crate) fn touch(&self, op: Op, a: u32, b: u32) -> u32 {
        self.entries[self.index(op as u32, a, b)].result
    }

    /// The result of an operation, if it is still remembered.
    #[inline]
    pub(crate) fn get(&mut self, op: Op, a: u32, b: u32) -> Option<Id> {
        let code = op as u32;
        self.lookups[code as usize] += 1;
        let entry = &self.entries[self.index(code, a, b)];
        if entry.a == a && entry.b == b && entry.op == code {
            self.hits[code as usize] += 1;
            return Some(entry.result);
        }
        None
    }

    /// Remembers a result.
    #[inline]
    pub(crate) fn put(&mut self, op: Op, a: u32, b: u32, result: Id) {
        let code = op as u32;
        // Direct mapped: one load and no search. A result that is overwritten is computed again, which is rare, since
        // the cache grows with its losses.
        let at = self.index(code, a, b);
        let entry = &mut self.entries[at];
        let empty = entry.op == 0;
        self.filled += usize::from(empty);
        self.lost += usize::from(!empty);
        *entry = Entry { op: code, a, b, result };
    }

    /// Should the cache double? When it is full, and also when a working set that would almost fit loses results again
    /// and again: each loss is computed anew with all that it rests on, which is exponential in the worst case.
    #[inline]
    pub(crate) fn wants_growth(&self) -> bool {
        let size = self.entries.len();
        (self.filled * 3 > size * 2 || self.lost > LOSSES * size) && self.bits() < self.max_bits
    }

    fn bits(&self) -> u32 {
        self.entries.len().trailing_zeros()
    }

    /// Doubles the cache and keeps what it remembers.
    pub(crate) fn grow(&mut self) {
        self.resize(self.bits() + 1);
    }

    fn resize(&mut self, bits: u32) {
        self.shift = 64 - bits;
        let old = std::mem::replace(&mut self.entries, vec![Entry::default(); 1 << bits]);
        (self.filled, self.lost) = (0, 0);
        for entry in old.into_iter().filter(|entry| entry.op != 0) {
            let at = self.index(entry.op, entry.a, entry.b);
            self.filled += usize::from(self.entries[at].op == 0);
            self.entries[at] = entry;
        }
    }

    /// Gives memory back by becoming as small as it can.
    pub(crate) fn shrink(&mut self) {
        self.resize(MIN_BITS);
    }

    /// Keeps only the entries that `keep` says are still meaningful.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(Op, u32, u32, Id) -> bool) {
        self.filled = 0;
        for entry in &mut self.entries {
            let kept = Op::from_code(entry.op).is_some_and(|op| keep(op, entry.a, entry.b, entry.result));
            if kept {
                self.filled += 1;
            } else {
                *entry = Entry::default();
            }
        }
    }

    /// Bytes used.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }
}
