//! The states that a search has met, with the way to each.

use game::System;

use crate::search::exchange::Phased;
use crate::store::coding::{Coding, Sort};
use crate::store::shard::{Keeps, Link, NONE, Shard};

/// The states that a search has met, in parts.
pub(crate) struct Visited<K> {
    pub(crate) shards: Vec<Phased<Shard<K>>>,
    /// How many high bits of a hash name the part.
    bits: u32,
}

impl<K: Clone + Eq> Visited<K> {
    /// No states yet, in 2^`bits` parts.
    pub(crate) fn new(bits: u32, keeps: Keeps, sort: Option<Sort<K>>) -> Visited<K> {
        let shards = (0..1 << bits).map(|_| Phased::new(Shard::new(bits, keeps, sort))).collect();
        Visited { shards, bits }
    }

    /// The part that a hash belongs to.
    #[inline]
    pub(crate) fn owner(&self, hash: u64) -> usize {
        owner(hash, self.bits)
    }

    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// The link to a place in a part.
    #[inline]
    pub(crate) fn link(&self, shard: u32, place: u32) -> Link {
        if self.bits == 0 { place } else { shard << (32 - self.bits) | place }
    }

    /// The part and the place that a link leads to.
    #[inline]
    pub(crate) fn place(&self, link: Link) -> (usize, usize) {
        if self.bits == 0 {
            return (0, link as usize);
        }
        ((link >> (32 - self.bits)) as usize, (link & (u32::MAX >> self.bits)) as usize)
    }

    pub(crate) fn bytes(&mut self) -> usize {
        self.shards.iter_mut().map(|shard| shard.get().bytes()).sum()
    }

    /// The bytes that `codes` new codes will take, spread over all parts, beside what is held now.
    pub(crate) fn growth(&mut self, codes: usize) -> usize {
        let heap = self.mean_heap();
        // Chance gives some parts more than their share.
        let share = codes.div_ceil(self.shards.len());
        let most = share + share / 4 + 8;
        self.shards.iter_mut().map(|shard| shard.get().growth(most, heap)).sum()
    }

    /// The bytes that a code takes beside itself, on average.
    pub(crate) fn mean_heap(&mut self) -> usize {
        let heap: usize = self.shards.iter_mut().map(|shard| shard.get().heap_bytes()).sum();
        heap.div_ceil(self.known().max(1) as usize)
    }

    pub(crate) fn known(&mut self) -> u64 {
        self.shards.iter_mut().map(|shard| shard.get().known_codes() as u64).sum()
    }

    /// The codes from a start to the one at a link, by the links between them.
    pub(crate) fn trail(&self, mut link: Link) -> Vec<K> {
        let mut trail = Vec::new();
        while link != NONE {
            let (shard, place) = self.place(link);
            let shard = self.shards[shard].read();
            trail.push(shard.codes[place].clone());
            link = shard.parent(place);
        }
        trail.reverse();
        trail
    }

    /// The link to a code, if it was met.
    pub(crate) fn find<S: System, C: Coding<S, Code = K>>(&self, code: &K) -> Option<Link> {
        let hash = C::hash(code);
        let shard = self.owner(hash);
        let place = self.shards[shard].read().find(code, hash)?;
        Some(self.link(shard as u32, place))
    }
}

/// The part that a hash belongs to, of 2^`bits`.
#[inline]
pub(crate) fn owner(hash: u64, bits: u32) -> usize {
    if bits == 0 { 0 } else { (hash >> (64 - bits)) as usize }
}
