//! What is remembered of a position, in 64 bits.

/// What is remembered of a position: bounds of its score, how deep it was searched, how much work that was, and the
/// move to try first.
///
/// ```text
///  63      42 41      20 19   13 12   8 7     0
/// | least    | most     | depth | work | move  |
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The score is at least this.
    pub(crate) least: i32,
    /// The score is at most this.
    pub(crate) most: i32,
    /// The depth in plies to which it was searched; [`FOREVER`] if to the end of the game.
    pub(crate) depth: u32,
    /// The logarithm of the nodes it took, from 1 to 31.
    pub(crate) work: u32,
    /// The code of the best move, or 0.
    pub(crate) code: u8,
}

/// Searched to the end of the game.
pub(crate) const FOREVER: u32 = 127;

/// A score takes 22 bits, with its sign.
const BITS: u32 = 22;
const MASK: u64 = (1 << BITS) - 1;

impl Entry {
    pub(crate) const fn pack(self) -> u64 {
        (self.least as u64 & MASK) << 42
            | (self.most as u64 & MASK) << 20
            | (self.depth as u64) << 13
            | (self.work as u64) << 8
            | self.code as u64
    }

    #[inline]
    pub(crate) const fn unpack(word: u64) -> Entry {
        Entry {
            least: signed(word >> 42),
            most: signed(word >> 20),
            depth: (word >> 13 & 127) as u32,
            work: (word >> 8 & 31) as u32,
            code: word as u8,
        }
    }

    /// Returns the closer of both bounds, where the two are of one depth and do not contradict each other; otherwise
    /// these.
    pub(crate) fn with(self, older: Entry) -> Entry {
        let (least, most) = (self.least.max(older.least), self.most.min(older.most));
        let joined = if older.depth == self.depth && least <= most {
            Entry { least, most, work: self.work.max(older.work), ..self }
        } else {
            self
        };
        Entry { code: if self.code == 0 { older.code } else { self.code }, ..joined }
    }
}

const fn signed(bits: u64) -> i32 {
    ((bits << (64 - BITS)) as i64 >> (64 - BITS)) as i32
}

/// Returns the work of `nodes` nodes: the logarithm, from 1 to 31.
pub(crate) fn work_of(nodes: u64) -> u32 {
    (nodes.max(1).ilog2() + 1).min(31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_packed_can_be_unpacked(
            least in -WIN..=WIN, most in -WIN..=WIN, depth in 0..=FOREVER, work in 1u32..32, code: u8
        ) {
            let entry = Entry { least, most, depth, work, code };
            prop_assert_eq!(Entry::unpack(entry.pack()), entry);
            prop_assert!(entry.pack() != 0);
        }
    }

    #[test]
    fn bounds_of_one_depth_are_joined() {
        let entry = |least, most, depth| Entry { least, most, depth, work: 3, code: 1 };
        assert_eq!(entry(0, 9, 4).with(entry(-5, 5, 4)), entry(0, 5, 4));
        assert_eq!(entry(0, 9, 4).with(entry(-5, 5, 3)), entry(0, 9, 4));
        assert_eq!(entry(6, 9, 4).with(entry(-5, 5, 4)), entry(6, 9, 4));
    }
}
