//! States looked at in order, and the ways to them.

use std::ops::ControlFlow;

use explore::{Explorer, find_with};
use game::{Indexed, Limits, System};
use games::hanoi::{Hanoi, Rings};
use games::mnk::{Marks, Mnk, Rule};
use layers::{ByIndex, Space};

use crate::{Temporary, whole, with};

/// Looks for states in a folder, and holds their number and the ways to them against those found in memory.
fn agrees<S: System + Indexed>(
    name: &str,
    (system, space): (&S, &dyn Space),
    is_goal: impl Fn(&S::Configuration) -> bool + Send + Sync,
) {
    let folder = Temporary::new(name);
    let (found, report) = find_with(&Explorer::new(system), &|state| is_goal(state), usize::MAX);
    let (mut ends, mut seen) = (Vec::new(), 0);
    let ways = with(&folder.0, name, space, &Limits::default().memory(1 << 12), |store| {
        let mut look = |ply: usize, states: &[u64]| {
            seen += states.len() as u64;
            let goals = states.iter().filter(|&&word| is_goal(&system.state_at(word)));
            ends.extend(goals.map(|&word| (ply, vec![word])));
            ControlFlow::Continue(())
        };
        store.scan(None, &mut look).unwrap();
        store.ways(&ends).unwrap()
    })
    .unwrap();
    assert_eq!((seen, ends.len() as u64), (report.counts.states, found.number));
    let lengths = found.nearest.iter().map(|path| path.len() + 1);
    assert!(ways.iter().map(Vec::len).eq(lengths));
    for (way, (_, end)) in ways.iter().zip(&ends) {
        let states: Vec<_> = way.iter().map(|words| system.state_at(words[0])).collect();
        assert!(system.starts().any(|start| start == states[0]) && way.last() == Some(end));
        assert!(states.windows(2).all(|pair| system.steps(&pair[0]).any(|(_, next)| next == pair[1])));
    }
}

#[test]
fn what_is_found_is_what_is_found_in_memory_with_ways_as_short() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    agrees("scan-ended", (&game, &whole(&game)), |state: &Marks<u64>| game.is_final(state));
    let hanoi = Hanoi::new(4, 4);
    let (canonical, starts, depth, turn, measures) = (None, None, None, None, Vec::new());
    let space = ByIndex { system: &hanoi, index: &hanoi, canonical, starts, depth, turn, measures };
    agrees("scan-hanoi", (&hanoi, &space), |state: &Rings| hanoi.index(state).is_multiple_of(7));
}

#[test]
fn no_more_is_found_than_is_looked_at() {
    let folder = Temporary::new("scan-part");
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let plies = |depth, enough| {
        with(&folder.0, "part", &whole(&game), &Limits::default(), |store| {
            let mut last = None;
            let mut look = |ply: usize, _: &[u64]| {
                last = Some(ply);
                if ply == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            store.scan(depth, &mut look).unwrap();
            (last, store.folder.manifest.plies.len())
        })
        .unwrap()
    };
    assert_eq!(plies(None, 2), (Some(2), 3));
    assert_eq!(plies(Some(3), 9), (Some(3), 4));
    // What is there is not forgotten.
    assert_eq!(plies(Some(1), 9), (Some(1), 4));
    assert_eq!(plies(None, 99), (Some(12), 13));
}
