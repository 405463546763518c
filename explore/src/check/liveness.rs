//! What must happen on every way: counter-examples that go on for ever, or end too early.
//!
//! Of a duty (`hold` until `goal`) a way fails if it never meets the goal, or leaves `hold` before. So the states where
//! it can fail from are the largest set of states without the goal in which each has left `hold`, or is an end, or has
//! a successor in the set: what remains when the others are removed one after the other. Joins and cycles need no care:
//! a state is judged once, by all its successors.

use std::collections::VecDeque;

use game::{Limits, Stopped, System};

use crate::graph::Graph;
use crate::graph::arrows::Arrows;

/// States that follow each other; if it goes on for ever, the last leads back to one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lasso {
    pub(crate) states: Vec<u32>,
    pub(crate) back_to: Option<usize>,
}

/// What must happen on every way from a state on.
pub(crate) struct Duty<'p, C> {
    pub(crate) goal: &'p (dyn Fn(&C) -> bool + 'p),
    pub(crate) hold: &'p (dyn Fn(&C) -> bool + 'p),
    /// Where the duty begins: at these states, or at the starts.
    pub(crate) trigger: Option<&'p (dyn Fn(&C) -> bool + 'p)>,
}

/// A way that fails, if there is one: by the shortest way to where it can fail from.
///
/// # Errors
/// If a limit was reached.
pub(crate) fn failing<S: System>(
    graph: &Graph<'_, S>,
    duty: &Duty<'_, S::Configuration>,
    limits: &Limits,
) -> Result<Option<Lasso>, Stopped> {
    Ok(Marks::of(graph, duty, limits)?.lasso(&graph.arrows, duty.trigger.is_some()))
}

/// What is true of each state.
struct Marks {
    /// The goal is met.
    met: Vec<bool>,
    /// The goal is not met, and can no longer be met in time: an end, or not held.
    broken: Vec<bool>,
    trigger: Vec<bool>,
}

impl Marks {
    fn of<S: System>(
        graph: &Graph<'_, S>,
        duty: &Duty<'_, S::Configuration>,
        limits: &Limits,
    ) -> Result<Marks, Stopped> {
        const LOOK_UP: u32 = 1 << 12;
        let system = graph.space().system;
        let bytes = graph.bytes_to_decide();
        let mut marks = Marks { met: Vec::new(), broken: Vec::new(), trigger: Vec::new() };
        for number in 0..graph.len() as u32 {
            if number.is_multiple_of(LOOK_UP)
                && let Some(stopped) = limits.exceeded(bytes)
            {
                return Err(stopped);
            }
            let state = graph.state(number);
            let ends = || system.is_final(&state) || system.actions(&state).next().is_none();
            let met = (duty.goal)(&state);
            marks.met.push(met);
            marks.broken.push(!met && (!(duty.hold)(&state) || ends()));
            marks.trigger.push(duty.trigger.is_none_or(|trigger| trigger(&state)));
        }
        Ok(marks)
    }

    /// A way that fails, begun where the duty does: at a trigger, or at a start.
    fn lasso(&self, graph: &Arrows, triggered: bool) -> Option<Lasso> {
        let failing = self.failing(graph);
        let begins = |state: &u32| failing[*state as usize] && self.trigger[*state as usize];
        // Without a trigger only the starts begin anything.
        let mut states = match triggered {
            false => vec![graph.starts.iter().copied().find(begins)?],
            true => shortest(graph, &graph.starts, &|_| true, &begins)?,
        };
        let from = *states.last()?;
        let inside = |state: u32| failing[state as usize];
        if let Some(on) = shortest(graph, &[from], &inside, &|state| self.broken[*state as usize]) {
            states.extend(&on[1..]);
            return Some(Lasso { states, back_to: None });
        }
        let begin = states.len() - 1;
        loop {
            let last = *states.last()?;
            let next = graph.after(last).iter().copied().find(|&next| inside(next))?;
            if let Some(place) = states[begin..].iter().position(|&state| state == next) {
                return Some(Lasso { states, back_to: Some(begin + place) });
            }
            states.push(next);
        }
    }

    /// The states from which there is a way that fails.
    fn failing(&self, graph: &Arrows) -> Vec<bool> {
        let reversed = graph.reversed();
        let mut failing: Vec<bool> = self.met.iter().map(|met| !met).collect();
        let ways = |number: u32| graph.after(number).iter().filter(|&&next| failing[next as usize]).count();
        let mut ways: Vec<u32> = (0..graph.len() as u32).map(|number| ways(number) as u32).collect();
        let hopeless = |number: u32, failing: &[bool], ways: &[u32]| {
            let number = number as usize;
            failing[number] && !self.broken[number] && ways[number] == 0
        };
        let mut removed: Vec<u32> =
            (0..graph.len() as u32).filter(|&number| hopeless(number, &failing, &ways)).collect();
        for &number in &removed {
            failing[number as usize] = false;
        }
        while let Some(number) = removed.pop() {
            for &before in reversed.before(number) {
                ways[before as usize] -= 1;
                if hopeless(before, &failing, &ways) {
                    failing[before as usize] = false;
                    removed.push(before);
                }
            }
        }
        failing
    }
}

/// A shortest way from one of the states to one of which `is_goal` is true, inside a part of the graph.
fn shortest(
    graph: &Arrows,
    from: &[u32],
    inside: &dyn Fn(u32) -> bool,
    is_goal: &dyn Fn(&u32) -> bool,
) -> Option<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let mut before = vec![UNSEEN; graph.len()];
    let mut queue = VecDeque::new();
    for &start in from.iter().filter(|&&start| inside(start)) {
        before[start as usize] = start;
        queue.push_back(start);
    }
    while let Some(mut at) = queue.pop_front() {
        if is_goal(&at) {
            let mut way = vec![at];
            while before[at as usize] != at {
                at = before[at as usize];
                way.push(at);
            }
            way.reverse();
            return Some(way);
        }
        for &next in graph.after(at) {
            if before[next as usize] == UNSEEN && inside(next) {
                before[next as usize] = at;
                queue.push_back(next);
            }
        }
    }
    None
}
