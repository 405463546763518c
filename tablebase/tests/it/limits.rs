//! Limits hold at every stage, and what is stopped says what is known.

use explore::Stage;
use game::{Limits, Stop, Stopped};
use games::mnk::{Mnk, Rule};
use num_bigint::BigUint;
use std::cell::Cell;
use std::time::Duration;
use tablebase::{Body, Progress};

use crate::common::by_all;

#[test]
fn memory_suffices_or_not() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let access = by_all(&game);
    for body in Body::ALL {
        let (mut stopped, mut solved) = (0, 0);
        for memory in (0..100).map(|k| k << 14) {
            match access.solve_as(body, true, &Limits::default().memory(memory), &|_| ()) {
                Ok(found) => {
                    assert!(found.bytes <= memory && found.table.bytes() <= memory, "{body}: {memory}");
                    solved += 1;
                }
                Err(unsolved) => {
                    assert_eq!((unsolved.stopped, unsolved.body), (Some(Stopped::Memory), body));
                    assert!(unsolved.positions <= 5478u32.into());
                    assert!(unsolved.needed.is_none_or(|needed| needed > memory));
                    assert_eq!(solved, 0, "{body}: more memory does not do where less did");
                    stopped += 1;
                }
            }
        }
        assert!(stopped > 0 && solved > 0, "{body}");
    }
}

#[test]
fn every_stage_can_be_stopped() {
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let access = by_all(&game);
    let stage = |progress: &Progress<'_>| match progress {
        Progress::Diagrams(_) => 0,
        Progress::States(progress) if progress.stage == Stage::Search => 1,
        Progress::States(_) => 2,
        Progress::List { .. } => 3,
    };
    for (body, wanted) in [
        (Body::Diagrams, 0),
        (Body::Indexed, 1),
        (Body::Indexed, 2),
        (Body::Listed, 1),
        (Body::Listed, 2),
        (Body::Listed, 3),
    ] {
        let stop = Stop::new();
        let limits = Limits::default().stop(stop.clone());
        let last = Cell::new(0);
        let stopped = access.solve_as(body, true, &limits, &|progress| {
            assert!(stage(progress) >= last.get(), "stages come in order");
            last.set(stage(progress));
            if last.get() == wanted {
                stop.stop();
            }
        });
        let unsolved = stopped.unwrap_err();
        assert_eq!((unsolved.stopped, last.get()), (Some(Stopped::Asked), wanted), "{body}");
        assert!(unsolved.positions > BigUint::ZERO, "{body}");
        assert_eq!(unsolved.plies.is_some(), body == Body::Diagrams);
    }
}

#[test]
fn time_is_limited() {
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let limits = Limits::default().time(Duration::ZERO);
    for body in Body::ALL {
        let unsolved = by_all(&game).solve_as(body, true, &limits, &|_| ()).unwrap_err();
        assert_eq!(unsolved.stopped, Some(Stopped::Time), "{body}");
    }
    let unsolved = by_all(&game).solve(true, &limits, &|_| ()).unwrap_err();
    assert_eq!((unsolved.stopped, unsolved.body), (Some(Stopped::Time), Body::Diagrams));
}
