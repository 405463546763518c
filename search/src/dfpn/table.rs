//! What is known of positions: their two numbers.

/// How far a position is from being proved, and from being disproved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    /// 0 if it is proved.
    pub(super) proof: u32,
    /// 0 if it is disproved.
    pub(super) disproof: u32,
}

/// Without end: a number that no sum exceeds.
pub(super) const INFINITE: u32 = u32::MAX / 2;

impl Numbers {
    /// Nothing is known.
    pub(super) const NEW: Numbers = Numbers { proof: 1, disproof: 1 };
    pub(super) const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
    pub(super) const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// Not within the plies allowed; perhaps in more.
    pub(super) const TOO_FAR: Numbers = Numbers { proof: INFINITE - 1, disproof: 0 };

    pub(super) const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    proof: u32,
    disproof: u32,
}

/// A table of fixed size: four places for each key, and the position that is least worked on gives way.
pub(super) struct Numbered {
    slots: Vec<Slot>,
    most: usize,
    used: usize,
}

const WAYS: usize = 4;

impl Numbered {
    /// A small table that may grow to so many bytes.
    pub(super) fn new(bytes: usize) -> Numbered {
        let most = 1 << (bytes / 3 * 2 / size_of::<Slot>()).max(WAYS).ilog2();
        Numbered { slots: vec![Slot::default(); most.min(1 << 14)], most, used: 0 }
    }

    fn place(&self, key: u64) -> usize {
        let mixed = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 20) as usize % (self.slots.len() / WAYS) * WAYS
    }

    pub(super) fn find(&self, key: u64) -> Numbers {
        let place = self.place(key);
        let found = self.slots[place..place + WAYS].iter().find(|slot| slot.key == key && slot.in_use());
        found.map_or(Numbers::NEW, |slot| Numbers { proof: slot.proof, disproof: slot.disproof })
    }

    pub(super) fn store(&mut self, key: u64, numbers: Numbers) {
        if self.used * 2 > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        let place = self.place(key);
        let bucket = &mut self.slots[place..place + WAYS];
        let at = bucket.iter().position(|slot| slot.key == key && slot.in_use());
        let at = at.or_else(|| (0..WAYS).min_by_key(|&way| bucket[way].worth())).unwrap_or(0);
        self.used += usize::from(!bucket[at].in_use());
        bucket[at] = Slot { key, proof: numbers.proof, disproof: numbers.disproof };
    }

    fn grow(&mut self) {
        let larger = vec![Slot::default(); (self.slots.len() * 4).min(self.most)];
        let old = std::mem::replace(&mut self.slots, larger);
        self.used = 0;
        for slot in old.into_iter().filter(|slot| slot.in_use()) {
            self.store(slot.key, Numbers { proof: slot.proof, disproof: slot.disproof });
        }
    }
}

impl Slot {
    fn in_use(self) -> bool {
        self.proof != 0 || self.disproof != 0
    }

    /// How much would be lost: the larger the numbers the more was searched, and what is settled is worth most.
    fn worth(self) -> u32 {
        self.proof.saturating_add(self.disproof)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_again_until_room_runs_out() {
        let mut table = Numbered::new(1 << 20);
        for key in 1..3000 {
            table.store(key, Numbers { proof: key as u32, disproof: 1 });
        }
        let known = (1..3000).filter(|&key| table.find(key).proof == key as u32).count();
        assert!(known > 2900, "{known}");
        assert_eq!(table.find(9999), Numbers::NEW);
        table.store(5, Numbers::PROVED);
        assert_eq!(table.find(5), Numbers::PROVED);
    }
}
