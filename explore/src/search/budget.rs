//! How large the next step of a search may be in the memory that is left.

/// The boxes take at most a quarter of the memory that is left; the smaller shares are tried where that leaves no room
/// for what the visited set will take.
const SHARES: [usize; 4] = [4, 16, 64, 256];
/// A step with boxes smaller than 64 KiB, or than a 256th of the limit, is not worth its while: the search stops.
const LEAST: (usize, usize) = (1 << 16, 256);
/// A 32nd of the memory is left to the allocator, for the holes between what it hands out.
const RESERVE: usize = 32;
/// So are 8 MiB, or a sixth of a small limit: each of the tables of the 64 parts leaves a hole when it outgrows the
/// heap, which is where allocators keep what is smaller than 128 KiB.
const OUTGROWN: (usize, usize) = (8 << 20, 6);

/// What the next step may take.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    /// The most states to be looked at.
    pub(super) states: usize,
    /// The most successors to be found, where a single state has no more.
    pub(super) codes: usize,
    /// The bytes that a code takes in a box.
    pub(super) in_transit: usize,
}

impl Budget {
    /// A step of any size.
    pub(super) fn without_limit(in_transit: usize) -> Budget {
        Budget { states: usize::MAX, codes: usize::MAX, in_transit }
    }

    /// The largest step that fits a limit, if `stored` bytes are stored, a code takes `in_transit` bytes in a box, a
    /// state leads to `branching` others and a step finds at least `least`. `growth` returns the bytes that finding a
    /// number of codes takes.
    ///
    /// # Errors
    /// If no step fits: the bytes that the smallest would take.
    pub(super) fn within(
        limit: usize,
        stored: usize,
        (in_transit, branching, least): (usize, usize, usize),
        mut growth: impl FnMut(usize) -> usize,
    ) -> Result<Budget, usize> {
        let usable = limit - limit / RESERVE - (limit / OUTGROWN.1).min(OUTGROWN.0);
        let room = usable.saturating_sub(stored);
        let mut soon = stored;
        for share in SHARES {
            let codes = (room.min(usable / 2) / share / in_transit).max(least);
            soon = stored + growth(codes);
            if soon <= usable {
                // Half as many as there is room for, since some states have more actions than others.
                return Ok(Budget { states: (codes / branching / 2).max(1), codes, in_transit });
            }
            if codes * in_transit < LEAST.0.max(usable / LEAST.1) {
                break;
            }
        }
        Err(soon.max(limit + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_become_smaller_and_then_there_is_none() {
        // Each code takes ten bytes in a box and ten where it is stored.
        let step = |stored| Budget::within(1 << 20, stored, (10, 5, 5), |codes| 20 * codes);
        let codes = |stored| step(stored).unwrap().codes;
        assert!(codes(0) > codes(1 << 19) && codes(1 << 19) > codes(800_000));
        for stored in [0, 1 << 19, 700_000, 800_000] {
            assert!(stored + 20 * codes(stored) <= 1 << 20, "{stored}");
            assert!(step(stored).unwrap().states * 5 <= codes(stored), "{stored}");
        }
        assert_eq!(step(1 << 20).err(), Some((1 << 20) + 100));
    }

    #[test]
    fn some_memory_is_left_to_the_allocator() {
        // More of a small limit than of a large one, and never so much that nothing could be done.
        let most = |limit: usize| (0..=limit).rev().step_by(limit / 1024).find(|&stored| fits(limit, stored));
        let left = |limit: usize| limit - most(limit).unwrap();
        assert!(left(50 << 20) >= 7 << 20 && left(1 << 30) >= 40 << 20);
        assert!(left(1 << 20) <= 1 << 18 && left(50 << 20) <= 10 << 20 && left(1 << 30) <= 44 << 20);
    }

    /// Whether a step fits that finds one code of a byte.
    fn fits(limit: usize, stored: usize) -> bool {
        Budget::within(limit, stored, (1, 1, 1), |_| 1).is_ok()
    }

    #[test]
    fn a_step_that_must_grow_a_table_waits_for_a_smaller_one() {
        // With more than sixty thousand codes a table is copied.
        let growth = |codes| if codes > 60_000 { 1 << 25 } else { 20 * codes };
        let step = Budget::within(1 << 26, 1 << 25, (10, 5, 5), growth);
        assert!(step.is_ok_and(|budget| (10_000..=60_000).contains(&budget.codes)));
    }
}
