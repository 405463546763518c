//! The states that were found and not yet looked at, and those that are being looked at.

use std::collections::{BinaryHeap, VecDeque};

use crate::search::agenda::{Agenda, Span};
use crate::search::order::Order;
use crate::store::shard::Shard;

/// The agenda, and the pieces of it that are being worked on.
pub(crate) struct Frontier {
    agenda: Agenda,
    /// What is being worked on.
    pub(crate) work: Vec<Span>,
    /// Where the states that are not on the agenda begin, in each part.
    pub(crate) seen: Vec<usize>,
}

impl Frontier {
    /// Nothing yet, for a search in this order and a visited set of `parts` parts.
    pub(crate) fn new<C>(order: Order<'_, C>, parts: usize) -> Frontier {
        let agenda = match order {
            Order::Breadth => Agenda::Breadth { now: VecDeque::new(), next: Vec::new() },
            Order::Depth => Agenda::Depth(Vec::new()),
            Order::Best(_) => Agenda::Best(BinaryHeap::new(), 0),
        };
        Frontier { agenda, work: Vec::new(), seen: vec![0; parts] }
    }

    /// Whether several states may be worked on at once.
    pub(crate) fn is_broad(&self) -> bool {
        self.agenda.is_broad()
    }

    /// Takes up to `pieces` pieces of work with up to `states` states.
    pub(crate) fn take(&mut self, pieces: usize, states: usize) {
        self.agenda.take(pieces, states, &mut self.work);
    }

    /// Gives work back: what is left of one piece from a place on, and all pieces after it.
    pub(crate) fn give_back(&mut self, piece: usize, from: u32) {
        let rest = Span { from, ..self.work[piece] };
        self.work[piece].to = from;
        let later = self.work.drain(piece + 1..).rev();
        self.agenda.give_back(later.chain(std::iter::once(rest)));
    }

    /// Whether a layer is done.
    pub(crate) fn is_layer_done(&self) -> bool {
        matches!(&self.agenda, Agenda::Breadth { now, .. } if now.is_empty())
    }

    /// Whether everything that was found has been looked at.
    pub(crate) fn is_empty(&self) -> bool {
        self.agenda.is_empty()
    }

    /// The bytes held, or held soon if `more` states are added.
    pub(crate) fn bytes(&self, more: usize) -> usize {
        self.agenda.bytes(more)
    }

    /// Begins the next layer; false if there is none.
    pub(crate) fn turn(&mut self) -> bool {
        self.agenda.turn()
    }

    /// Puts on the agenda what was found in a part since the last time.
    pub(crate) fn enlist<K: Clone + Eq>(
        &mut self,
        number: usize,
        shard: &mut Shard<K>,
        depth: u32,
        score: impl Fn(&K) -> i64,
    ) {
        let part = number as u32;
        for place in std::mem::take(&mut shard.improved).into_iter().rev() {
            let span = Span { shard: part, from: place, to: place + 1, depth, again: true };
            self.agenda.add(span, |place| score(&shard.codes[place as usize]));
        }
        let (from, to) = (self.seen[number], shard.codes.len());
        if from < to {
            let span = Span { shard: part, from: from as u32, to: to as u32, depth, again: false };
            self.agenda.add(span, |place| score(&shard.codes[place as usize]));
            self.seen[number] = to;
        }
    }
}
