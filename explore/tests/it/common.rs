//! Plain searches to compare with, and systems to search.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

use explore::{Seen, Visitor};
use game::mock::Mock;
use game::{Game, Random, System};

/// The distance of every state from the starts, by the plainest of searches.
pub(crate) fn distances<S: System>(system: &S) -> HashMap<S::Configuration, u32> {
    let mut known = HashMap::new();
    let mut queue = VecDeque::new();
    for start in system.starts() {
        if known.insert(start.clone(), 0).is_none() {
            queue.push_back(start);
        }
    }
    while let Some(state) = queue.pop_front() {
        let depth = known[&state];
        for (_, next) in system.steps(&state) {
            if !known.contains_key(&next) {
                known.insert(next.clone(), depth + 1);
                queue.push_back(next);
            }
        }
    }
    known
}

/// Notes every state with its depth.
pub(crate) struct Listing<S: System>(pub(crate) Vec<(S::Configuration, u32)>);

impl<S: System> Visitor<S> for Listing<S> {
    type Tally = Vec<(S::Configuration, u32)>;

    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Self::Tally) {
        tally.push((seen.state.clone(), seen.depth));
    }

    fn collect(&mut self, tally: Self::Tally) -> ControlFlow<()> {
        self.0.extend(tally);
        ControlFlow::Continue(())
    }
}

/// A mock game in which positions without a move may be deadlocks: a system of cycles, diamonds and dead ends.
pub(crate) struct Tangle(pub(crate) Mock);

impl Tangle {
    pub(crate) fn random(seed: u64) -> Tangle {
        let mut random = Random::new(seed ^ 0x5eed);
        Tangle(Mock::random_graph(seed, 3 + random.below(40), 1 + random.below(4)))
    }
}

impl System for Tangle {
    type Configuration = usize;
    type Action = usize;

    fn starts(&self) -> impl Iterator<Item = usize> {
        std::iter::once(0)
    }

    fn actions(&self, state: &usize) -> impl Iterator<Item = usize> {
        self.0.moves(state)
    }

    fn apply(&self, state: &mut usize, action: usize) {
        *state = action;
    }

    /// Every other end is a proper one.
    fn is_final(&self, state: &usize) -> bool {
        self.0.outcome(state).is_some() && state.is_multiple_of(2)
    }
}

/// A mock game with a clock: no state comes twice.
pub(crate) struct Clocked(pub(crate) Mock, pub(crate) u32);

impl System for Clocked {
    type Configuration = (usize, u32);
    type Action = usize;

    fn starts(&self) -> impl Iterator<Item = (usize, u32)> {
        std::iter::once((0, 0))
    }

    fn actions(&self, (at, _): &(usize, u32)) -> impl Iterator<Item = usize> {
        self.0.moves(at)
    }

    fn apply(&self, (at, time): &mut (usize, u32), action: usize) {
        *at = action;
        *time += 1;
    }

    fn is_final(&self, (at, time): &(usize, u32)) -> bool {
        *time == self.1 || self.0.outcome(at).is_some()
    }

    fn depth(&self, (_, time): &(usize, u32)) -> Option<u32> {
        Some(*time)
    }
}

impl game::Indexed for Clocked {
    fn size(&self) -> Option<u64> {
        Some(self.0.len() as u64 * u64::from(self.1 + 1))
    }

    fn index(&self, (at, time): &(usize, u32)) -> u64 {
        // The clock runs against the index: nothing may depend on its direction.
        u64::from(self.1 - time) * self.0.len() as u64 + *at as u64
    }

    fn state_at(&self, index: u64) -> (usize, u32) {
        let size = self.0.len() as u64;
        ((index % size) as usize, self.1 - (index / size) as u32)
    }
}
