//! Plies that are kept, and counts that go on from them.

use std::io::{Read, Write};

use game::{Limits, Stop, Stopped};
use games::hanoi::Hanoi;
use games::mnk::{Mnk, Rule};
use symbolic::{Keeper, Layer, Options, Reach, Reading, Symbolic, Unformed, Writing, reach, reach_kept};

/// Keeps the last plies in memory, and stops the count after some.
#[derive(Default)]
struct InMemory {
    kept: Vec<Vec<u8>>,
    /// Of every ply that was kept, which it was.
    plies: Vec<usize>,
    enough: Option<(usize, Stop)>,
    damaged: usize,
}

impl Keeper for InMemory {
    fn load(&mut self, read: Reading<'_>) -> Result<(), Unformed> {
        while let Some(kept) = self.kept.last() {
            let mut from: &[u8] = kept;
            let from: &mut dyn Read = &mut from;
            if read(from).is_ok() {
                break;
            }
            self.damaged += 1;
            self.kept.pop();
        }
        Ok(())
    }

    fn save(&mut self, layers: &[Layer], write: Writing<'_>) -> Result<(), Unformed> {
        let mut kept = Vec::new();
        let to: &mut dyn Write = &mut kept;
        write(to).map_err(|error| Unformed::Impossible(error.to_string()))?;
        self.kept.push(kept);
        self.plies.push(layers.len());
        match &mut self.enough {
            Some((0, stop)) => stop.stop(),
            Some((left, _)) => *left -= 1,
            None => {}
        }
        Ok(())
    }
}

fn same(found: &Reach, whole: &Reach) {
    assert!(found.is_complete());
    let layers = |reach: &Reach| -> Vec<_> {
        reach.layers.iter().map(|layer| (layer.counts.clone(), layer.nodes, layer.states)).collect()
    };
    assert_eq!(layers(found), layers(whole));
}

/// Counts in as many goes as it takes, after each of which the last ply may be damaged.
fn goes_on<S: Symbolic>(system: &S, damages: bool) {
    let whole = reach(system, Options::default(), &Limits::default(), &mut |_| ());
    let mut keeper = InMemory::default();
    let mut goes = 0;
    loop {
        let stop = Stop::new();
        keeper.enough = Some((2, stop.clone()));
        let found = reach_kept(system, &mut keeper, &Limits::default().stop(stop), &mut |_| ());
        goes += 1;
        if found.stopped != Some(Stopped::Asked) {
            break same(&found, &whole);
        }
        if damages {
            let last = keeper.kept.last_mut().expect("a ply was kept");
            let at = (37 * goes) % last.len();
            last[at] ^= 4;
        }
    }
    assert!(goes > 2 && keeper.damaged == if damages { goes - 1 } else { 0 }, "{goes}");
    let again: Vec<usize> = (2..=whole.layers.len()).collect();
    let mut plies = keeper.plies.clone();
    plies.dedup();
    assert!(damages || plies == again, "no ply is found twice: {:?}", keeper.plies);
    // What is finished is only read.
    keeper.enough = None;
    let plies = keeper.plies.len();
    same(&reach_kept(system, &mut keeper, &Limits::default(), &mut |_| ()), &whole);
    assert_eq!(keeper.plies.len(), plies);
}

#[test]
fn a_count_goes_on_from_the_last_ply_that_is_sound() {
    for damages in [false, true] {
        goes_on(&Mnk::<u64>::new(4, 3, 3, Rule::Normal), damages);
        // Here states come again.
        goes_on(&Hanoi::new(4, 3), damages);
    }
}
