//! State spaces in folders, held against those in memory.

mod ends;
mod faults;
mod folders;
mod forged;
mod hands;
mod kills;
mod packed;
mod scans;
mod sweeps;
mod threads;
mod values;

use std::path::{Path, PathBuf};

use explore::{Ends, Explorer};
use game::{Indexed, Limits, Playable, System};
use layers::{Asked, ByIndex, Error, Keeping, Space, Store};

/// A folder of its own, which is removed in the end.
pub(crate) struct Temporary(pub(crate) PathBuf);

impl Temporary {
    pub(crate) fn new(name: &str) -> Temporary {
        let place = std::env::temp_dir().join(format!("layers-{}-{name}", std::process::id()));
        std::fs::remove_dir_all(&place).ok();
        Temporary(place)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// A game, every position for itself.
pub(crate) fn whole<G: Playable + Indexed<Configuration = G::State, Action = G::Move>>(
    game: &G,
) -> ByIndex<'_, G, G> {
    let (canonical, starts, depth, measures) = (None, None, None, Vec::new());
    ByIndex { system: game, index: game, canonical, starts, depth, turn: Some(G::turn), measures }
}

/// A question about a game of this name.
pub(crate) fn asked(name: &str) -> Asked {
    let game = name.to_string();
    Asked { game, rules: 1, text: None, symmetry: false, depth: None, width: 1, starts: None, diagrams: None }
}

/// Works on a store.
pub(crate) fn with<R>(
    place: &Path,
    name: &str,
    space: &dyn Space,
    limits: &Limits,
    work: impl FnOnce(&mut Store<'_>) -> R,
) -> Result<R, Error> {
    let mut store = Store::open((place, &Keeping::default()), asked(name), space, limits, &|_| ())?;
    Ok(work(&mut store))
}

/// Holds what a store counted against a search in memory.
pub(crate) fn compare<S>(space: &ByIndex<'_, S, S>, store: &Store<'_>)
where
    S: System + Indexed,
{
    let mut ends = Ends::of(space.system);
    let report = Explorer::new(space.system).count(&mut ends);
    let (counted, tally) = store.counted(None);
    assert!(counted.complete);
    assert_eq!(counted.counts, report.counts);
    assert_eq!(tally.ends, [ends.first_wins, ends.second_wins, ends.draws]);
}

/// The names of the files in a folder.
pub(crate) fn files(place: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(place).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
