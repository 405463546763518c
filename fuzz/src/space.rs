//! A small state space on disk.

use std::path::Path;

use game::{Game, Limits};
use games::mnk::{Mnk, Rule};
use layers::{Asked, ByIndex, Keeping, Store};

/// Writes the values of all positions of 2×2 with two in a row into a new folder.
pub fn store(place: &Path) {
    let game: Mnk<u64> = Mnk::new(2, 2, 2, Rule::Normal);
    let space = ByIndex {
        system: &game,
        index: &game,
        canonical: None,
        starts: None,
        depth: None,
        turn: Some(|game: &Mnk<u64>, state| game.turn(state)),
        measures: Vec::new(),
    };
    let asked = Asked {
        game: "mnk:2,2,2".to_string(),
        rules: 1,
        text: None,
        symmetry: false,
        depth: None,
        width: 1,
        starts: None,
        diagrams: None,
    };
    let keeping = Keeping { fresh: true, disk: None };
    let limits = Limits::default();
    let mut store =
        Store::open((place, &keeping), asked, &space, &limits, &|_| ()).expect("a folder can be made");
    store.solve().expect("a small game");
}
