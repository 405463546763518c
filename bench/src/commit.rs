//! Two-phase commit, an example that comes with Stateright: a manager and n resources agree to commit or to abort, by
//! messages that are never lost and may arrive in any order.

use explore::{Explorer, Store};
use game::System;
use stateright::{Checker, Model, Property};

/// The resources: 288 states with 3, 8 832 with 5, 296 448 with 7.
const RESOURCES: u32 = 7;

/// What everybody has done: resources are working, prepared, committed or aborted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Agreement {
    /// Two bits each.
    resources: u32,
    /// Bit i: resource i is prepared; the two above them all: commit and abort.
    sent: u32,
    /// The resources of which the manager knows that they are prepared.
    received: u32,
    /// 0 undecided, 1 committed, 2 aborted.
    decided: u8,
}

const PREPARED: u32 = 1;
const COMMITTED: u32 = 2;
const ABORTED: u32 = 3;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Step {
    Receive(u32),
    Commit,
    Abort,
    Prepare(u32),
    Refuse(u32),
    Follow(u32, bool),
}

/// The protocol for so many resources.
pub(crate) struct Protocol(u32);

impl Protocol {
    fn everyone(&self) -> u32 {
        (1 << self.0) - 1
    }

    fn order(&self, commit: bool) -> u32 {
        1 << (self.0 + u32::from(!commit))
    }

    fn steps(&self, state: &Agreement) -> Vec<Step> {
        let mut steps = Vec::new();
        let undecided = state.decided == 0;
        if undecided && state.received == self.everyone() {
            steps.push(Step::Commit);
        }
        if undecided {
            steps.push(Step::Abort);
        }
        for i in 0..self.0 {
            if undecided && state.sent & !state.received & 1 << i != 0 {
                steps.push(Step::Receive(i));
            }
            if state.resources >> (2 * i) & 3 == 0 {
                steps.extend([Step::Prepare(i), Step::Refuse(i)]);
            }
            let orders = [true, false].into_iter().filter(|&commit| state.sent & self.order(commit) != 0);
            steps.extend(orders.map(|commit| Step::Follow(i, commit)));
        }
        steps
    }

    fn after(&self, state: &Agreement, step: Step) -> Agreement {
        let mut next = *state;
        let mut becomes =
            |i: u32, what: u32| next.resources = next.resources & !(3 << (2 * i)) | what << (2 * i);
        match step {
            Step::Receive(i) => next.received |= 1 << i,
            Step::Commit => (next.decided, next.sent) = (1, next.sent | self.order(true)),
            Step::Abort => (next.decided, next.sent) = (2, next.sent | self.order(false)),
            Step::Prepare(i) => {
                becomes(i, PREPARED);
                next.sent |= 1 << i;
            }
            Step::Refuse(i) => becomes(i, ABORTED),
            Step::Follow(i, commit) => becomes(i, if commit { COMMITTED } else { ABORTED }),
        }
        next
    }

    const START: Agreement = Agreement { resources: 0, sent: 0, received: 0, decided: 0 };
}

impl System for Protocol {
    type Configuration = Agreement;
    type Action = Step;

    fn starts(&self) -> impl Iterator<Item = Agreement> {
        std::iter::once(Self::START)
    }

    fn actions(&self, state: &Agreement) -> impl Iterator<Item = Step> {
        self.steps(state).into_iter()
    }

    fn apply(&self, state: &mut Agreement, step: Step) {
        *state = self.after(state, step);
    }
}

/// The same, as Stateright wants it.
struct Theirs(Protocol);

impl Model for Theirs {
    type State = Agreement;
    type Action = Step;

    fn init_states(&self) -> Vec<Agreement> {
        vec![Protocol::START]
    }

    fn actions(&self, state: &Agreement, actions: &mut Vec<Step>) {
        actions.extend(self.0.steps(state));
    }

    fn next_state(&self, state: &Agreement, step: Step) -> Option<Agreement> {
        Some(self.0.after(state, step))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("true", |_, _| true)]
    }
}

fn states(resources: u32) -> u64 {
    Explorer::new(&Protocol(resources)).store(Store::Exact).run(&mut ()).report.counts.states
}

/// Ours: how many states there are.
pub(crate) fn ours() -> u64 {
    states(RESOURCES)
}

/// Stateright's.
pub(crate) fn by_stateright() -> u64 {
    Theirs(Protocol(RESOURCES)).checker().spawn_bfs().join().unique_state_count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_states_as_stateright_says_of_its_example() {
        assert_eq!([3, 5].map(states), [288, 8832]);
    }
}
