//! Limits end the work with an answer.

use game::{Limits, Stop, Stopped};
use std::time::Duration;
use symbolic::homs::{Options, Reached};
use symbolic::{Symbolic, reach, reach_by_homs};

use crate::{STRATEGIES, Task, with};

/// What is found before a limit is what there is in the first plies.
struct Ends {
    limits: fn() -> Limits,
    why: Stopped,
}

fn first_plies(name: &str, found: &Reached, all: &symbolic::Reach) {
    let by_ply = all.by_ply();
    assert!(found.by_ply.len() < by_ply.len(), "{name}: it was not stopped");
    assert_eq!(found.by_ply, by_ply[..found.by_ply.len()], "{name}");
    assert_eq!(found.states, found.by_ply.iter().sum(), "{name}");
    if let Some(set) = &found.set {
        assert_eq!(set.count(), Ok(found.states.clone()), "{name}");
        assert_eq!(set.nodes().ok(), found.nodes, "{name}");
    }
}

impl Task for Ends {
    fn run<S: Symbolic>(&self, name: &str, system: &S) {
        let all = reach(system, symbolic::Options::default(), &Limits::default(), &mut |_| ());
        for strategy in STRATEGIES {
            let options = Options { strategy, endings: true, ..Options::default() };
            let found = reach_by_homs(system, options, &(self.limits)(), &mut |_| ()).unwrap();
            let name = format!("{name} by {strategy:?}");
            assert_eq!(found.stopped, Some(self.why), "{name}");
            assert!(!found.is_complete() && found.endings.is_none(), "{name}");
            first_plies(&name, &found, &all);
        }
    }
}

#[test]
fn memory_runs_out() {
    for limits in [
        || Limits::default().memory(1000),
        || Limits::default().memory(300_000),
        || Limits::default().memory(1 << 20),
    ] {
        with("mnk:4,4,4", &Ends { limits, why: Stopped::Memory });
    }
}

#[test]
fn time_runs_out() {
    with("connect:5,4,4", &Ends { limits: || Limits::default().time(Duration::ZERO), why: Stopped::Time });
}

#[test]
fn somebody_asks() {
    let asked = || {
        let stop = Stop::new();
        stop.stop();
        Limits::default().stop(stop)
    };
    with("mnk:3,3,3", &Ends { limits: asked, why: Stopped::Asked });
    with("hanoi:4,3", &Ends { limits: asked, why: Stopped::Asked });
}

struct AfterSix;

impl Task for AfterSix {
    fn run<S: Symbolic>(&self, name: &str, system: &S) {
        let all = reach(system, symbolic::Options::default(), &Limits::default(), &mut |_| ());
        for strategy in STRATEGIES {
            let stop = Stop::new();
            let limits = Limits::default().stop(stop.clone());
            let mut until = |progress: &symbolic::homs::Progress<'_>| {
                if progress.round >= 6 {
                    stop.stop();
                }
            };
            let found =
                reach_by_homs(system, Options { strategy, ..Options::default() }, &limits, &mut until)
                    .unwrap();
            assert_eq!(found.stopped, Some(Stopped::Asked));
            assert!(found.by_ply.len() > 6 && found.set.is_some(), "{name}");
            first_plies(name, &found, &all);
        }
    }
}

#[test]
fn somebody_asks_on_the_way() {
    with("mnk:4,4,4", &AfterSix);
    with("connect:5,4,4", &AfterSix);
}
