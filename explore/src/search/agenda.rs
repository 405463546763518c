//! Which states come next.

use std::collections::{BinaryHeap, VecDeque};

/// The most states in one piece of work.
pub(crate) const PIECE: usize = 4096;

/// Neighbouring states of one part, all of one depth: a piece of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    pub(crate) shard: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) depth: u32,
    /// Whether these were looked at before, and are only to be expanded, by a shorter way.
    pub(crate) again: bool,
}

/// States that were found and not yet looked at.
pub(crate) enum Agenda {
    /// Layer by layer: the rest of this layer, and all of the next.
    Breadth { now: VecDeque<Span>, next: Vec<Span> },
    /// The latest first.
    Depth(Vec<Span>),
    /// The best first; of equally good ones the earliest. With the number of states that were ever added.
    Best(BinaryHeap<Scored>, u64),
}

impl Agenda {
    /// Whether several states may be worked on at once.
    pub(crate) fn is_broad(&self) -> bool {
        matches!(self, Agenda::Breadth { .. })
    }

    /// Takes the next pieces of work, up to `pieces` of them with up to `states` states, but at least one state; none
    /// if there is nothing left, or a layer is done.
    pub(crate) fn take(&mut self, pieces: usize, states: usize, work: &mut Vec<Span>) {
        work.clear();
        match self {
            Agenda::Breadth { now, .. } => {
                let mut room = states.clamp(1, u32::MAX as usize) as u32;
                while work.len() < pieces
                    && room > 0
                    && let Some(span) = now.pop_front()
                {
                    let to = span.to.min(span.from.saturating_add(room));
                    if to < span.to {
                        now.push_front(Span { from: to, ..span });
                    }
                    room -= to - span.from;
                    work.push(Span { to, ..span });
                }
            }
            Agenda::Depth(stack) => work.extend(stack.pop()),
            Agenda::Best(heap, _) => work.extend(heap.pop().map(|scored| scored.span)),
        }
    }

    /// Puts pieces of this layer back, each before the one before it.
    pub(crate) fn give_back(&mut self, pieces: impl Iterator<Item = Span>) {
        let Agenda::Breadth { now, .. } = self else { unreachable!("single states are never given back") };
        for span in pieces {
            now.push_front(span);
        }
    }

    /// Whether there is nothing left.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Agenda::Breadth { now, next } => now.is_empty() && next.is_empty(),
            Agenda::Depth(stack) => stack.is_empty(),
            Agenda::Best(heap, _) => heap.is_empty(),
        }
    }

    /// The bytes held, or held soon if `more` states are added. A list that grows is copied to one of twice the size.
    pub(crate) fn bytes(&self, more: usize) -> usize {
        let list = |length: usize, capacity: usize, each: usize| {
            each * capacity * if length + more > capacity { 3 } else { 1 }
        };
        match self {
            // A span for many states.
            Agenda::Breadth { now, next } => (now.capacity() + next.capacity()) * size_of::<Span>(),
            Agenda::Depth(stack) => list(stack.len(), stack.capacity(), size_of::<Span>()),
            Agenda::Best(heap, _) => list(heap.len(), heap.capacity(), size_of::<Scored>()),
        }
    }

    /// Begins the next layer; false if there is none.
    pub(crate) fn turn(&mut self) -> bool {
        match self {
            Agenda::Breadth { now, next } => {
                now.extend(next.drain(..).flat_map(cut));
                !now.is_empty()
            }
            Agenda::Depth(_) | Agenda::Best(..) => false,
        }
    }

    /// Adds newly found states. The score is used where it decides.
    pub(crate) fn add(&mut self, span: Span, score: impl Fn(u32) -> i64) {
        let each = |place| Span { from: place, to: place + 1, ..span };
        match self {
            Agenda::Breadth { next, .. } => next.push(span),
            // The first action is to be tried first.
            Agenda::Depth(stack) => stack.extend((span.from..span.to).rev().map(each)),
            Agenda::Best(heap, added) => {
                for place in span.from..span.to {
                    heap.push(Scored { score: score(place), earlier: u64::MAX - *added, span: each(place) });
                    *added += 1;
                }
            }
        }
    }
}

/// Cuts a span into pieces of work.
fn cut(span: Span) -> impl Iterator<Item = Span> {
    (span.from..span.to).step_by(PIECE).map(move |from| Span {
        from,
        to: span.to.min(from.saturating_add(PIECE as u32)),
        ..span
    })
}

/// A state with its score. Ordered by score, then by age.
pub(crate) struct Scored {
    score: i64,
    earlier: u64,
    span: Span,
}

impl Scored {
    fn rank(&self) -> (i64, u64) {
        (self.score, self.earlier)
    }
}

impl PartialEq for Scored {
    fn eq(&self, other: &Scored) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Scored {}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Scored) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scored {
    fn cmp(&self, other: &Scored) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}
