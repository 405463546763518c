//! What is asked before memory is allocated.

use levels::{Automaton, Effort, Error, Graded, Shape, sweep, sweep_to_count};
use std::sync::Arc;

/// Remembers the last letters of a word.
struct Last(usize);

impl Automaton for Last {
    fn start(&mut self, _: &mut Vec<u32>) {}
    fn read(&mut self, _: usize, key: &[u32], value: u32, next: &mut Vec<u32>) -> bool {
        let forgotten = (key.len() + 1).saturating_sub(self.0);
        next.extend(key.iter().copied().chain([value]).skip(forgotten));
        true
    }
    fn end(&mut self, key: &[u32]) -> u32 {
        1 + key.iter().sum::<u32>()
    }
}

#[test]
fn more_memory_is_asked_for_in_small_steps() {
    let shape = Arc::new(Shape::uniform(16, 3));
    let mut last = 0;
    let mut watch = |effort: Effort| {
        assert!(effort.bytes < 2 * last + (1 << 20), "from {last} to {} at once", effort.bytes);
        last = last.max(effort.bytes);
        true
    };
    let swept = sweep(&shape, &mut Last(10), 0u128, &mut watch).unwrap();
    swept.diagram(&shape, |given| given, &mut watch).unwrap();
    assert!(last > 4 << 20, "{last}");
}

#[test]
fn nothing_is_allocated_that_was_not_agreed_to() {
    let shape = Arc::new(Shape::uniform(20, 3));
    for limit in [1usize << 16, 1 << 20, 1 << 24] {
        let (mut refused, mut agreed) = (None, 0);
        let mut watch = |effort: Effort| {
            assert_eq!(refused, None, "asked again after a refusal");
            if effort.bytes > limit {
                refused = Some(effort.bytes);
            } else {
                agreed = effort.bytes;
            }
            refused.is_none()
        };
        assert_eq!(sweep(&shape, &mut Last(20), (), &mut watch).err(), Some(Error::Stopped));
        assert!(agreed <= limit && refused.is_some(), "{agreed} of {limit}");
    }
}

#[test]
fn tallies_of_a_million_bytes_are_asked_for_one_by_one() {
    let shape = Arc::new(Shape::uniform(12, 3));
    let (limits, kinds) = ([200, 200], 0b10_01_00);
    let size = Graded::<u128>::bytes_for(limits);
    let (mut last, mut asked) = (0, 0);
    let mut watch = |effort: Effort| {
        assert!(effort.bytes <= last.max(size) + 2 * size, "from {last} to {}", effort.bytes);
        (last, asked) = (effort.bytes, asked + 1);
        asked < 100
    };
    let start = Graded::<u128>::start(limits, kinds);
    assert_eq!(sweep_to_count(&shape, &mut Last(12), start, &mut watch).err(), Some(Error::Stopped));
}

#[test]
fn levels_of_many_states_become_the_diagram_of_their_automaton() {
    let shape = Arc::new(Shape::uniform(12, 3));
    // Up to 3⁹ states on a level, and five pieces of arcs.
    let diagram =
        sweep(&shape, &mut Last(9), (), &mut |_| true).unwrap().diagram(&shape, |given| given, &mut |_| true);
    let diagram = diagram.unwrap();
    for number in (0..3u32.pow(12)).step_by(101) {
        let word: Vec<u32> = (0..12).map(|at| number / 3u32.pow(at) % 3).collect();
        assert_eq!(diagram.value(&word), Some(1 + word[3..].iter().sum::<u32>()), "{word:?}");
    }
    assert_eq!(diagram.counts().into_values().sum::<num_bigint::BigUint>(), 3u32.pow(12).into());
}

#[test]
fn arcs_are_freed_while_nodes_are_made() {
    let shape = Arc::new(Shape::uniform(16, 3));
    let swept = sweep(&shape, &mut Last(10), (), &mut |_| true).unwrap();
    let (arcs, mut most) = (swept.bytes(), 0);
    let mut watch = |effort: Effort| {
        most = most.max(effort.bytes);
        true
    };
    let diagram = swept.diagram(&shape, |given| given, &mut watch).unwrap();
    assert!(most < arcs + arcs / 8 + diagram.bytes(), "{most} for {arcs} bytes of arcs");
}
