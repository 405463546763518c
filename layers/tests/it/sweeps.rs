//! Plies that are found window by window by rows of bits, held against those found by sorted runs and in memory.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use game::{Limits, Outcome, Player, Stopped};
use games::hanoi::Hanoi;
use games::mnk::{Mnk, Rule};
use layers::{Asked, ByIndex, Error, Folder, Found, Keeping, Progress, Space, Step, Store, Tally};

use crate::{Temporary, asked, compare, files, whole};

/// Explores a space in a folder, and returns the plies that were merged from runs.
fn merged_plies(folder: &Temporary, name: &str, space: &dyn Space, limits: &Limits) -> BTreeSet<usize> {
    let merged = RefCell::new(BTreeSet::new());
    let tell = |so_far: &Progress| {
        if so_far.step == Step::Merge {
            merged.borrow_mut().insert(so_far.ply);
        }
    };
    let opened = Store::open((&folder.0, &Keeping::default()), asked(name), space, limits, &tell);
    let mut store = opened.unwrap();
    store.explore().unwrap();
    assert!(store.mended.is_empty());
    drop(store);
    merged.into_inner()
}

/// The states of each ply, in order.
fn states(folder: &Folder) -> Vec<Vec<u64>> {
    let mut plies = Vec::new();
    for ply in &folder.manifest.plies {
        let mut rows = Vec::new();
        for part in &ply.parts {
            let file = std::fs::File::open(format!("{}/{}", folder.place(), part.file)).unwrap();
            let columns = folder.manifest.columns();
            let mut reader = layers::parquet::Reader::new(Box::new(file), &columns, &part.sealed).unwrap();
            (0..reader.groups().len()).for_each(|group| reader.read(group, &mut rows).unwrap());
        }
        plies.push(rows);
    }
    plies
}

#[test]
fn windows_of_any_size_and_any_number_of_threads_find_the_same_states_as_runs() {
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let space = whole(&game);
    let sorted = Temporary::new("sweep-sorted");
    // A row of bits would have 33 windows.
    assert_eq!(merged_plies(&sorted, "m", &space, &Limits::default().memory(1 << 12)).len(), 12);
    let known = states(&Folder::existing(&sorted.0).unwrap());
    // Five windows, three, two, and one.
    let some = [(1 << 15, 1), (1 << 15, 3), (3 << 14, 2), (1 << 16, 1), (1 << 24, 1), (1 << 26, 4)];
    for (bytes, threads) in some {
        let folder = Temporary::new(&format!("sweep-{bytes}-{threads}"));
        let limits = Limits::default().memory(bytes).threads(threads);
        let merged = merged_plies(&folder, "m", &space, &limits);
        // The first plies have too few states.
        assert!(merged.iter().all(|&ply| ply < 5) && !merged.is_empty(), "{bytes}: {merged:?}");
        let kept = Folder::existing(&folder.0).unwrap();
        assert_eq!(states(&kept), known, "{bytes} bytes");
        assert!(kept.verify(&|_| Ok(())).unwrap().is_empty());
        drop(kept);
        let left = files(&folder.0);
        assert!(left.iter().all(|name| !name.contains("run") && !name.contains("tmp")), "{left:?}");
        let mut store =
            Store::open((&folder.0, &Keeping::default()), asked("m"), &space, &limits, &|_| ()).unwrap();
        store.explore().unwrap();
        compare(&space, &store);
    }
}

#[test]
fn what_is_broken_off_in_the_middle_goes_on_with_any_memory() {
    let hanoi = Hanoi::new(8, 4);
    let (canonical, starts, depth, turn, measures) = (None, None, None, None, Vec::new());
    let hanoi = ByIndex { system: &hanoi, index: &hanoi, canonical, starts, depth, turn, measures };
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let (rounds, swept, mixed) = broken_off("h", &hanoi, 4, |store| compare(&hanoi, store));
    // Windows were done first, and runs of the same ply then.
    assert!(rounds > 10 && swept > 0 && mixed > 0, "{rounds} rounds, {swept} swept, {mixed} mixed");
    let (rounds, swept, _) = broken_off("m", &whole(&game), 0, |store| compare(&whole(&game), store));
    assert!(rounds > 5 && swept > 0, "{rounds} rounds, {swept} swept");
}

/// Stops the work after a few steps again and again, and goes on with less memory or more. Returns how often, how often in
/// a ply of which some windows were done, and how often in one that had runs as well.
fn broken_off(
    name: &str,
    space: &dyn Space,
    less: u32,
    compare: impl Fn(&Store<'_>),
) -> (usize, usize, usize) {
    let folder = Temporary::new(&format!("sweep-stopped-{name}"));
    let (mut rounds, mut swept, mut mixed) = (0, 0, 0);
    loop {
        rounds += 1;
        let stop = game::Stop::new();
        // Some windows, none, more, and fewer.
        let bytes = [1 << 14, 1 << 12, 1 << 13, 1 << 15][rounds % 4] >> less;
        let limits = Limits::default().memory(bytes).threads(rounds / 4 % 3 + 1).stop(stop.clone());
        let steps = Cell::new(0);
        let tell = |_: &Progress| {
            steps.set(steps.get() + 1);
            if steps.get() > 1 + rounds * 7 % 13 + rounds / 20 {
                stop.stop();
            }
        };
        let opened = Store::open((&folder.0, &Keeping::default()), asked(name), space, &limits, &tell);
        let mut store = opened.unwrap();
        let begun = store.folder.manifest.plies.len();
        match store.explore() {
            Err(error) => assert_eq!(error, Error::Stopped(Stopped::Asked)),
            Ok(()) => break compare(&store),
        }
        let manifest = &store.folder.manifest;
        assert!(manifest.plies.len() >= begun);
        let has_windows = manifest.merged.iter().any(|merged| merged.tally.is_some());
        swept += usize::from(has_windows);
        mixed += usize::from(has_windows && !manifest.runs.is_empty());
    }
    let kept = Folder::existing(&folder.0).unwrap();
    assert!(kept.verify(&|_| Ok(())).unwrap().is_empty());
    (rounds, swept, mixed)
}

#[test]
fn a_part_of_a_window_that_is_damaged_is_made_again() {
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let (space, folder) = (whole(&game), Temporary::new("sweep-damaged"));
    let stop = game::Stop::new();
    let limits = Limits::default().memory(1 << 15).stop(stop.clone());
    let tell = |so_far: &Progress| {
        // Two windows of five are done, and some are not.
        if so_far.ply == 7 && 2 * so_far.done > so_far.all {
            stop.stop();
        }
    };
    let keeping = Keeping::default();
    let mut store = Store::open((&folder.0, &keeping), asked("m"), &space, &limits, &tell).unwrap();
    assert_eq!(store.explore(), Err(Error::Stopped(Stopped::Asked)));
    // The window that all states were looked at for: what was seen in them is lost with it.
    let merged = store.folder.manifest.merged.iter().find(|merged| merged.tally.is_some());
    let part = merged.expect("a window is done").parts[0].file.clone();
    drop(store);
    let place = folder.0.join(part);
    let mut bytes = std::fs::read(&place).unwrap();
    bytes[60] ^= 1;
    std::fs::write(&place, bytes).unwrap();
    let limits = Limits::default().memory(1 << 15);
    let mut store = Store::open((&folder.0, &keeping), asked("m"), &space, &limits, &|_| ()).unwrap();
    store.repair().unwrap();
    assert_eq!(store.mended.len(), 1);
    store.explore().unwrap();
    compare(&space, &store);
}

/// Numbers of 16 bits, each followed by three that lie anywhere.
struct Scattered;

const SIZE: u64 = 1 << 16;

impl Scattered {
    fn after(word: u64) -> [u64; 3] {
        [1, 2, 3].map(|n| (word * 0x9e37_79b1 + n * 0x85eb_ca6b) % SIZE)
    }
}

impl Space for Scattered {
    fn is_graded(&self) -> bool {
        false
    }

    fn starts(&self) -> Vec<u64> {
        vec![5]
    }

    fn expand(&self, states: &[u64], _: u32, found: &mut Found) -> Tally {
        for &state in states {
            found.words.extend(Scattered::after(state));
            found.ends.push(found.words.len());
        }
        let states = states.len() as u64;
        Tally { states, transitions: 3 * states, expanded: states, widest: 3, ..Tally::default() }
    }

    fn size(&self) -> Option<u64> {
        Some(SIZE)
    }

    fn judge(&self, _: &[u64], _: &mut Vec<(Player, Option<Outcome>)>) {
        unreachable!("it is no game")
    }
}

#[test]
fn where_followers_lie_anywhere_many_windows_are_given_up() {
    let mut plies = vec![BTreeSet::from([5])];
    let mut all = plies[0].clone();
    while let Some(last) = plies.last().filter(|last| !last.is_empty()) {
        let next: BTreeSet<u64> = last.iter().flat_map(|&word| Scattered::after(word)).collect();
        let next: BTreeSet<u64> = next.difference(&all).copied().collect();
        all.extend(&next);
        plies.push(next);
    }
    plies.pop();
    let large = plies.iter().filter(|ply| ply.len() as u64 * 8 > SIZE / 64).count();
    assert!(large > 5, "{large} plies with many states");
    // Sixteen windows, and one.
    for (bytes, gives_up) in [(1 << 10, true), (1 << 18, false)] {
        let folder = Temporary::new(&format!("sweep-scattered-{bytes}"));
        let limits = Limits::default().memory(bytes);
        let merged = merged_plies(&folder, "s", &Scattered, &limits);
        assert_eq!(plies.len() - merged.len() < large, gives_up, "{merged:?} of {}", plies.len());
        let kept = Folder::existing(&folder.0).unwrap();
        assert!(kept.verify(&|_| Ok(())).unwrap().is_empty());
        let found = states(&kept);
        assert!(found.iter().zip(&plies).all(|(found, ply)| found.iter().eq(ply)));
        assert_eq!(found.len(), plies.len());
        let transitions: u64 =
            kept.manifest.plies.iter().map(|ply| ply.tally.as_ref().unwrap().transitions).sum();
        assert_eq!(transitions, 3 * all.len() as u64);
    }
}

#[test]
fn a_question_to_a_depth_is_swept_no_deeper() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let space = ByIndex { depth: Some(5), ..whole(&game) };
    let folder = Temporary::new("sweep-depth");
    let question = Asked { depth: Some(5), ..asked("m") };
    let limits = Limits::default();
    let mut store =
        Store::open((&folder.0, &Keeping::default()), question, &space, &limits, &|_| ()).unwrap();
    store.explore().unwrap();
    let (report, _) = store.counted(None);
    assert_eq!(report.counts.by_depth, [1, 9, 72, 252, 756, 1260]);
    assert!(!report.complete);
}
