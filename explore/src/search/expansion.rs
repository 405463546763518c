//! The first phase of a step: the states of one piece are looked at, and what they lead to is put into boxes.

use game::System;

use crate::report::Piece;
use crate::search::agenda::Span;
use crate::search::examine::{VisitContext, examine};
use crate::search::exchange::{Boxes, Halt};
use crate::search::space::Space;
use crate::search::visitor::{Place, Visitor};
use crate::store::coding::Coding;
use crate::store::shard::{Link, NONE, Parcel, Shard};
use crate::store::visited::{Visited, owner};

/// What one piece of the frontier gave.
pub(super) struct Harvest<K, T> {
    pub(super) boxes: Boxes<Parcel<K>>,
    /// The link to the first state of the piece.
    pub(super) first: Link,
    pub(super) piece: Piece,
    pub(super) tally: T,
    /// The first state that was not looked at, if the boxes were full before.
    pub(super) rest: Option<u32>,
}

impl<K, T: Default> Harvest<K, T> {
    pub(super) fn new(boxes: Boxes<Parcel<K>>) -> Self {
        Harvest { boxes, first: NONE, piece: Piece::default(), tally: T::default(), rest: None }
    }

    /// Forgets what was found, as if nothing had been looked at.
    pub(super) fn clear(&mut self) {
        self.boxes.iter_mut().for_each(Parcel::clear);
        (self.piece, self.tally, self.rest) = (Piece::default(), T::default(), None);
    }
}

/// What the first phase needs to know.
pub(super) struct Expansion<'a, S: System, K: Coding<S>, V: Visitor<S>> {
    pub(super) space: Space<'a, S>,
    pub(super) coding: &'a K,
    pub(super) visitor: &'a V,
    pub(super) visited: &'a Visited<K::Code>,
    /// Whether successors are wanted: not at the depth limit.
    pub(super) expands: bool,
    /// Whether it is noted where states were reached from.
    pub(super) links: bool,
    /// The successors that fit the boxes.
    pub(super) codes: usize,
    pub(super) halt: &'a Halt<'a>,
}

impl<S: System, K: Coding<S>, V: Visitor<S>> Expansion<'_, S, K, V> {
    /// Looks at the states of a piece, and puts their successors into the boxes of their owners, until they are full or
    /// the time is up.
    pub(super) fn run(&self, shard: &Shard<K::Code>, span: Span, harvest: &mut Harvest<K::Code, V::Tally>) {
        const LOOK_UP: u64 = 1 << 13;
        let Expansion { space, coding, visitor, visited, expands, links, codes, halt } = *self;
        let bits = visited.bits();
        let Harvest { boxes, first, piece, tally, rest } = harvest;
        let mut check = LOOK_UP.min(codes as u64);
        *first = visited.link(span.shard, span.from);
        for (step, place) in (0..).zip(span.from..span.to) {
            // Between two states: what one of them gives is never taken apart.
            if piece.transitions >= check {
                if halt.look() {
                    return;
                }
                if piece.transitions >= codes as u64 {
                    *rest = Some(place);
                    return;
                }
                check = (piece.transitions + LOOK_UP).min(codes as u64);
            }
            let code = &shard.codes[place as usize];
            let link = visited.link(span.shard, place);
            let place = Place(u64::from(link));
            let context = VisitContext { depth: span.depth, place, expands, again: span.again };
            coding.with(code, |state| {
                examine(space.system, visitor, state, context, (&mut *piece, &mut *tally), |action| {
                    // Without a canonical form or a boundary the successor need not be made: where states are kept by
                    // index, its code follows from the code of this one by an addition.
                    let next = if space.is_plain() {
                        coding.after(space.system, state, code, action)
                    } else {
                        match space.admit(space.system.after(state, action)) {
                            Some(next) => coding.encode(next),
                            None => return false,
                        }
                    };
                    boxes.to(owner(K::hash(&next), bits)).add(next, links.then_some(step));
                    true
                });
            });
        }
    }
}
