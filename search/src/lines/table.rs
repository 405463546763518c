//! Proofs found so far, in a fixed amount of memory.

use std::io::{self, Read, Write};
use std::sync::Mutex;

use game::bits::BitSet;

use super::checkpoint::damaged;
use super::position::Side;
use crate::large_stack::SOUND;

/// Positions go to parts by their key, each with a lock of its own, so that threads seldom wait for each other.
const PARTS: usize = 64;
/// The number of places in which a position may lie.
const BUCKET: usize = 4;
/// The number of places of a part at first.
const FIRST: usize = 16 * BUCKET;

/// A proof: which side wins a position, and the squares that suffice for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof<const N: usize> {
    /// The side that gets what it wants.
    pub(super) winner: Side,
    /// The zone: squares that suffice, so that it wins even if the loser owned all others.
    pub(super) zone: BitSet<N>,
    /// A good move for the side to move, if there is any.
    pub(super) best: Option<usize>,
}

/// Proofs by key. Where places are short, proofs that took little work make room.
pub(super) struct Table<const N: usize> {
    parts: Vec<Mutex<Part<N>>>,
}

struct Part<const N: usize> {
    places: Vec<Place<N>>,
    used: usize,
    most: usize,
}

/// A proof, packed.
#[derive(Clone, Copy)]
struct Place<const N: usize> {
    key: u128,
    zone: BitSet<N>,
    work: u32,
    best: u16,
    winner: Side,
}

const NO_MOVE: u16 = u16::MAX;

impl<const N: usize> Place<N> {
    const EMPTY: Place<N> =
        Place { key: 0, zone: BitSet::EMPTY, work: 0, best: NO_MOVE, winner: Side::Breaker };

    /// The bytes of a place in a file.
    const BYTES: usize = 16 + 8 * N + 7;

    fn write(&self, to: &mut Vec<u8>) {
        to.extend(self.key.to_le_bytes());
        self.zone.words().iter().for_each(|word| to.extend(word.to_le_bytes()));
        to.extend(self.work.to_le_bytes());
        to.extend(self.best.to_le_bytes());
        to.push(self.winner as u8);
    }

    /// Reads a place of a board with this many squares.
    fn read(bytes: &[u8], squares: usize) -> io::Result<Place<N>> {
        let (key, rest) = bytes.split_first_chunk().expect("a place has its number of bytes");
        let (zone, rest) = rest.split_at(8 * N);
        let (work, rest) = rest.split_first_chunk().expect("a place has its number of bytes");
        let (best, rest) = rest.split_first_chunk().expect("a place has its number of bytes");
        // Words begin with their lowest byte, too, so bits count on from byte to byte.
        let is_in = |square: &usize| zone[square / 8] >> (square % 8) & 1 == 1;
        let zone: BitSet<N> = (0..64 * N).filter(is_in).collect();
        let winner = match rest {
            [0] => Side::Maker,
            [1] => Side::Breaker,
            _ => return Err(damaged("a proof names no winner")),
        };
        let (key, best) = (u128::from_le_bytes(*key), u16::from_le_bytes(*best));
        let place = Place { key, zone, work: u32::from_le_bytes(*work), best, winner };
        let fits = zone.within(BitSet::below(squares)) && (best == NO_MOVE || usize::from(best) < squares);
        if key != 0 && fits { Ok(place) } else { Err(damaged("a proof is of another board")) }
    }

    fn proof(&self) -> Proof<N> {
        let best = (self.best != NO_MOVE).then_some(usize::from(self.best));
        Proof { winner: self.winner, zone: self.zone, best }
    }
}

impl<const N: usize> Table<N> {
    /// Returns a table of at most `bytes` bytes, which it takes as it needs them; it has room for a few proofs in any
    /// case.
    pub(super) fn new(bytes: usize) -> Table<N> {
        let places = bytes / PARTS / size_of::<Place<N>>();
        let most = if places > FIRST { 1 << places.ilog2() } else { FIRST };
        let part = || Mutex::new(Part { places: vec![Place::EMPTY; FIRST], used: 0, most });
        Table { parts: (0..PARTS).map(|_| part()).collect() }
    }

    pub(super) fn get(&self, key: u128) -> Option<Proof<N>> {
        self.part(key, |part| part.bucket(key).iter().find(|place| place.key == key).map(Place::proof))
    }

    /// Keeps a proof that took `nodes` nodes.
    pub(super) fn put(&self, key: u128, proof: &Proof<N>, nodes: u64) {
        let best = proof.best.map_or(NO_MOVE, |square| u16::try_from(square).expect("squares are below 512"));
        // Only compared, so any number that is too large may pass for the largest.
        let work = u32::try_from(nodes).unwrap_or(u32::MAX);
        let place = Place { key, zone: proof.zone, work, best, winner: proof.winner };
        self.part(key, |part| part.put(place));
    }

    /// Returns the number of proofs.
    pub(super) fn len(&self) -> usize {
        let used = |part: &Mutex<Part<N>>| part.lock().expect(SOUND).used;
        self.parts.iter().map(used).sum()
    }

    /// Writes all proofs, in blocks that begin with their number. Other threads may go on. Returns the number of all.
    pub(super) fn write(&self, to: &mut dyn Write) -> io::Result<u64> {
        let mut all = 0;
        let mut block = Vec::new();
        for part in &self.parts {
            block.clear();
            let count = {
                let part = part.lock().expect(SOUND);
                part.places.iter().filter(|place| place.key != 0).for_each(|place| place.write(&mut block));
                part.used as u64
            };
            if count > 0 {
                to.write_all(&count.to_le_bytes())?;
                to.write_all(&block)?;
            }
            all += count;
        }
        Ok(all)
    }

    /// Reads a block of this many proofs of a board with this many squares, and keeps those that there is room for.
    pub(super) fn read(&self, from: &mut dyn Read, count: u64, squares: usize) -> io::Result<()> {
        let mut bytes = vec![0; Place::<N>::BYTES];
        for at in 0..count {
            from.read_exact(&mut bytes)?;
            let place = Place::read(&bytes, squares)?;
            self.part(place.key, |part| {
                // A block is a part. Its proofs come in the order of their places, so that many of them would have
                // the same place in a smaller one.
                while at == 0 && part.may_grow(count) {
                    part.grow();
                }
                part.put(place);
            });
        }
        Ok(())
    }

    fn part<T>(&self, key: u128, act: impl FnOnce(&mut Part<N>) -> T) -> T {
        let part = &self.parts[(key >> 120) as usize % PARTS];
        act(&mut part.lock().expect(SOUND))
    }
}

impl<const N: usize> Part<N> {
    fn bucket(&mut self, key: u128) -> &mut [Place<N>] {
        let first = key as usize % (self.places.len() / BUCKET) * BUCKET;
        &mut self.places[first..first + BUCKET]
    }

    fn put(&mut self, place: Place<N>) {
        if self.may_grow(self.used as u64) {
            self.grow();
        }
        let bucket = self.bucket(place.key);
        let at = bucket.iter().position(|old| old.key == place.key);
        let least = (0..BUCKET).min_by_key(|&at| (bucket[at].key != 0, bucket[at].work));
        let at = at.or(least).expect("a bucket has places");
        let fresh = bucket[at].key == 0;
        bucket[at] = place;
        self.used += usize::from(fresh);
    }

    /// Returns whether this many proofs fill more than half of the places, and there may be more places.
    fn may_grow(&self, proofs: u64) -> bool {
        proofs > self.places.len() as u64 / 2 && 2 * self.places.len() <= self.most
    }

    /// Doubles the number of places.
    fn grow(&mut self) {
        let larger = vec![Place::EMPTY; 2 * self.places.len()];
        let old = std::mem::replace(&mut self.places, larger);
        self.used = 0;
        for place in old.into_iter().filter(|place| place.key != 0) {
            self.put(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Random;

    fn proof(n: u64) -> Proof<1> {
        Proof { winner: Side::Maker, zone: BitSet::one(n as usize % 64), best: Some(n as usize % 50) }
    }

    #[test]
    fn what_was_put_is_found_while_there_is_room() {
        let table: Table<1> = Table::new(1 << 24);
        let mut random = Random::new(1);
        let keys: Vec<u128> =
            (0..10_000).map(|_| u128::from(random.next()) << 64 | u128::from(random.next())).collect();
        for (n, &key) in (0..).zip(&keys) {
            table.put(key, &proof(n), n);
        }
        let found = (0..).zip(&keys).filter(|(n, key)| table.get(**key) == Some(proof(*n))).count();
        assert!(found > 9_000, "{found}");
        assert_eq!(table.get(12345), None);
    }

    #[test]
    fn memory_is_bounded_and_work_is_kept() {
        let table: Table<1> = Table::new(0);
        let mut random = Random::new(2);
        let keys: Vec<u128> =
            (0..100_000).map(|_| u128::from(random.next()) << 64 | u128::from(random.next())).collect();
        for (n, &key) in (0..).zip(&keys) {
            table.put(key, &proof(n), if n < 100 { 1_000_000 } else { 1 });
        }
        assert!(table.len() <= PARTS * FIRST);
        let kept = keys[..100].iter().filter(|&&key| table.get(key).is_some()).count();
        assert!(kept >= 99, "{kept}");
    }
}
