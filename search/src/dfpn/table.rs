//! The two numbers of positions met before.
//!
//! # Is it exact?
//! Each entry holds the whole key of its position, 64 bits, and beside the numbers the whole query: who is to win, and
//! within how many plies. Where the game's key is exact ([`Knowledge::is_exact`](crate::Knowledge::is_exact)) no
//! position and no query is ever taken for another, and what is proved is certain. Where the key is a hash, two
//! positions can share one by chance: among n entries stored and m looked up that happens with a chance of at most n·m
//! / 2⁶⁴, one in 16 000 for 2²⁵ stored and 2²⁵ looked up.

use game::Player;

use super::numbers::Numbers;
use crate::score::LONGEST;

/// A query about a position, as the table knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Name {
    key: u64,
    /// The plies, and the attacker in the lowest bit.
    query: u32,
}

impl Name {
    /// Returns the name of a query: can this player win within `plies` plies from the position of this key?
    pub(super) fn new(key: u64, attacker: Player, plies: u32) -> Name {
        Name { key, query: plies.min(LONGEST) << 1 | attacker.index() as u32 }
    }

    /// Returns all of its bits, mixed.
    fn mixed(self) -> u64 {
        let key = self.key ^ u64::from(self.query).wrapping_mul(0x9fb2_1c65_1e98_df25);
        (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// An entry: the key, and in another word the proof number, the disproof number and the query, from the lowest bit
/// on. At least one of the numbers is not 0, unless the slot is empty.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    data: u64,
}

/// The query comes after the two numbers, and there is room for it.
const SHIFT: u32 = 2 * Numbers::BITS;
const _: () = assert!(((LONGEST as u64) << 1 | 1) >> (64 - SHIFT) == 0, "a query fits");

impl Slot {
    fn new(name: Name, numbers: Numbers) -> Slot {
        let numbers = u64::from(numbers.proof) | u64::from(numbers.disproof) << Numbers::BITS;
        Slot { key: name.key, data: numbers | u64::from(name.query) << SHIFT }
    }

    fn name(self) -> Name {
        Name { key: self.key, query: (self.data >> SHIFT) as u32 }
    }

    fn numbers(self) -> Numbers {
        let number = |shift| (self.data >> shift) as u32 & ((1 << Numbers::BITS) - 1);
        Numbers { proof: number(0), disproof: number(Numbers::BITS) }
    }

    fn in_use(self) -> bool {
        self.data != 0
    }

    fn is(self, name: Name) -> bool {
        self.in_use() && self.name() == name
    }

    /// Returns how much would be lost with it: the larger the numbers the more was searched, and settled ones are
    /// largest.
    fn worth(self) -> u32 {
        let Numbers { proof, disproof } = self.numbers();
        proof + disproof
    }
}

/// A table that grows up to a limit: four places for each key, and the position that is least worked on gives way.
pub(super) struct Numbered {
    slots: Vec<Slot>,
    most: usize,
    used: usize,
    /// How often something was forgotten for lack of room.
    forgotten: u64,
}

const WAYS: usize = 4;

/// If every place was given away this often, the same positions are searched over and over, and no end is in sight.
const OFTEN: u64 = 1 << 14;

impl Numbered {
    /// Returns a small table that may grow to `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Numbered {
        let most = 1 << (bytes / 3 * 2 / size_of::<Slot>()).max(WAYS).ilog2();
        Numbered { slots: vec![Slot::default(); most.min(1 << 14)], most, used: 0, forgotten: 0 }
    }

    /// Returns the part of the places that are in use, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        (self.used as u64 * 1000 / self.slots.len() as u64) as u32
    }

    /// Returns whether there is much too little room for the query.
    pub(super) fn is_too_small(&self) -> bool {
        self.forgotten / OFTEN > self.slots.len() as u64
    }

    fn place(&self, name: Name) -> usize {
        (name.mixed() >> 20) as usize % (self.slots.len() / WAYS) * WAYS
    }

    pub(super) fn find(&self, name: Name) -> Numbers {
        let place = self.place(name);
        let found = self.slots[place..place + WAYS].iter().find(|slot| slot.is(name));
        found.map_or(Numbers::NEW, |slot| slot.numbers())
    }

    /// Remembers the numbers of a position. The table grows when it is half full, or when something proved would be
    /// forgotten although there may be more room; but not for a few that happen to share a place.
    pub(super) fn store(&mut self, name: Name, numbers: Numbers) {
        let full = self.used * 2 > self.slots.len();
        let crowded = self.used * 8 > self.slots.len();
        let can_grow = self.slots.len() < self.most;
        if can_grow && (full || crowded && self.would_forget_a_proof(name)) {
            self.grow();
        }
        self.put(Slot::new(name, numbers));
    }

    /// Returns the place for an entry of this name: where it is already, or that of the entry worth least.
    fn way(&self, name: Name) -> usize {
        let place = self.place(name);
        let bucket = &self.slots[place..place + WAYS];
        let at = bucket.iter().position(|slot| slot.is(name));
        place + at.or_else(|| (0..WAYS).min_by_key(|&way| bucket[way].worth())).expect("there are ways")
    }

    fn would_forget_a_proof(&self, name: Name) -> bool {
        let slot = self.slots[self.way(name)];
        slot.in_use() && slot.numbers().is_settled() && slot.name() != name
    }

    fn put(&mut self, slot: Slot) {
        let way = self.way(slot.name());
        self.used += usize::from(!self.slots[way].in_use());
        self.forgotten += u64::from(self.slots[way].in_use() && self.slots[way].name() != slot.name());
        self.slots[way] = slot;
    }

    fn grow(&mut self) {
        let larger = vec![Slot::default(); (self.slots.len() * 4).min(self.most)];
        let old = std::mem::replace(&mut self.slots, larger);
        self.used = 0;
        old.into_iter().filter(|slot| slot.in_use()).for_each(|slot| self.put(slot));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(key: u64) -> Name {
        Name::new(key, Player::First, 7)
    }

    #[test]
    fn numbers_are_found_again_until_room_runs_out() {
        let mut table = Numbered::new(1 << 20);
        for key in 1..3000 {
            table.store(name(key), Numbers { proof: key as u32, disproof: 1 });
        }
        let known = (1..3000).filter(|&key| table.find(name(key)).proof == key as u32).count();
        assert!(known > 2900, "{known}");
        assert_eq!(table.find(name(9999)), Numbers::NEW);
        table.store(name(5), Numbers::PROVED);
        assert_eq!(table.find(name(5)), Numbers::PROVED);
    }

    #[test]
    fn queries_are_distinguished_and_kept_whole() {
        let mut table = Numbered::new(1 << 20);
        let mut names = Vec::new();
        for attacker in Player::BOTH {
            for plies in [0, 1, 2, LONGEST - 1, LONGEST] {
                names.extend([0, 1, u64::MAX].map(|key| Name::new(key, attacker, plies)));
            }
        }
        let numbers = |place: usize| Numbers { proof: 1 + place as u32, disproof: Numbers::PROVED.disproof };
        for (place, &name) in names.iter().enumerate() {
            table.store(name, numbers(place));
        }
        for (place, &name) in names.iter().enumerate() {
            assert_eq!(table.find(name), numbers(place), "{name:?}");
        }
    }

    #[test]
    fn proofs_are_kept_as_long_as_there_is_room() {
        let mut table = Numbered::new(1 << 20);
        let room = table.most as u64 / 8;
        for key in 0..room {
            table.store(name(key), Numbers::PROVED);
        }
        let kept = (0..room).filter(|&key| table.find(name(key)) == Numbers::PROVED).count() as u64;
        assert!(kept > room * 999 / 1000, "{kept} of {room}");
        assert_eq!(table.fullness(), (table.used * 1000 / table.slots.len()) as u32);
        for key in 0..10 * room {
            table.store(name(key), Numbers::DISPROVED);
        }
        assert!(table.slots.len() == table.most && table.fullness() <= 1000 && !table.is_too_small());
    }

    #[test]
    fn a_table_that_forgets_everything_is_too_small() {
        let mut table = Numbered::new(0);
        for key in 0..2 * OFTEN {
            table.store(name(key), Numbers::NEW);
        }
        assert!(!table.is_too_small());
        for key in 0..4 * OFTEN {
            table.store(name(key), Numbers::NEW);
        }
        assert!(table.is_too_small());
    }
}
