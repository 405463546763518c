//! Full disks and damaged files.

use std::fs;

use game::{Limits, Stopped};
use games::mnk::{Mnk, Rule};
use layers::{Error, Folder, Keeping, Store};

use crate::{Temporary, asked, compare, files, whole, with};

#[test]
fn a_full_disk_loses_nothing() {
    let folder = Temporary::new("full");
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let (space, limits) = (whole(&game), Limits::default());
    let (mut room, mut stops, mut plies) = (1000, 0, 0);
    loop {
        let keeping = Keeping { fresh: false, disk: Some(room) };
        let mut store = Store::open((&folder.0, &keeping), asked("m"), &space, &limits, &|_| ()).unwrap();
        match store.explore() {
            Ok(()) => break compare(&space, &store),
            Err(error) => assert_eq!(error, Error::Stopped(Stopped::Disk)),
        }
        assert!(store.folder.manifest.plies.len() >= plies && store.folder.manifest.bytes() <= room);
        // Both manifests are counted too.
        let size = |name: &String| fs::metadata(folder.0.join(name)).unwrap().len();
        let all: u64 = files(&folder.0).iter().map(size).sum();
        assert!(all <= room, "{all} of {room} bytes");
        (plies, stops, room) = (store.folder.manifest.plies.len(), stops + 1, room * 3 / 2);
    }
    assert!(stops > 5, "{stops} stops");
}

/// Changes one bit of a file.
fn damage(place: &std::path::Path, at: usize) {
    let mut bytes = fs::read(place).unwrap();
    let at = at % bytes.len();
    bytes[at] ^= 0x10;
    fs::write(place, bytes).unwrap();
}

#[test]
fn whatever_is_damaged_is_found_and_made_again() {
    let folder = Temporary::new("damaged");
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let (space, limits) = (whole(&game), Limits::default().memory(1 << 12));
    with(&folder.0, "m", &space, &limits, |store| store.solve().unwrap()).unwrap();
    let sound: Vec<Vec<u8>> =
        files(&folder.0).iter().map(|name| fs::read(folder.0.join(name)).unwrap()).collect();
    for (number, name) in files(&folder.0).iter().enumerate().filter(|(_, name)| name.starts_with("ply-")) {
        damage(&folder.0.join(name), 7 + 31 * number);
        let found = Folder::existing(&folder.0).unwrap().verify(&|_| Ok(())).unwrap();
        assert_eq!(found.iter().map(|damage| &damage.file).collect::<Vec<_>>(), [name]);
        with(&folder.0, "m", &space, &limits, |store| {
            store.repair().unwrap();
            assert_eq!(store.mended.len(), 1);
        })
        .unwrap();
        assert!(Folder::existing(&folder.0).unwrap().verify(&|_| Ok(())).unwrap().is_empty());
    }
    for (name, sound) in files(&folder.0).iter().zip(sound) {
        assert!(name.starts_with("manifest") || fs::read(folder.0.join(name)).unwrap() == sound, "{name}");
    }
}

#[test]
fn a_run_or_part_that_is_damaged_in_the_middle_of_the_work_is_made_again() {
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let space = whole(&game);
    for round in 0..12 {
        let folder = Temporary::new(&format!("middle-{round}"));
        let stop = game::Stop::new();
        let limits = Limits::default().memory(1 << 12).stop(stop.clone());
        let steps = std::cell::Cell::new(0);
        let tell = |_: &layers::Progress| {
            steps.set(steps.get() + 1);
            if steps.get() > 60 + 9 * round {
                stop.stop();
            }
        };
        let keeping = Keeping::default();
        let mut store = Store::open((&folder.0, &keeping), asked("m"), &space, &limits, &tell).unwrap();
        assert_eq!(store.explore(), Err(Error::Stopped(Stopped::Asked)));
        drop(store);
        // The last file in use: of the last ply, and a run if there is one.
        let names = files(&folder.0);
        let last = names.iter().rev().find(|name| name.contains("run"));
        let last = last.or(names.iter().rev().find(|name| name.contains("part"))).unwrap();
        damage(&folder.0.join(last), 60);
        with(&folder.0, "m", &space, &Limits::default().memory(1 << 12), |store| {
            store.explore().unwrap();
            assert_eq!(store.mended.len(), 1, "{last}");
            compare(&space, store);
        })
        .unwrap();
    }
}

#[test]
fn a_damaged_manifest_costs_the_last_step_and_no_more() {
    let folder = Temporary::new("manifest");
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let (space, limits) = (whole(&game), Limits::default().memory(1 << 12));
    let open =
        |work: &mut dyn FnMut(&mut Store<'_>)| with(&folder.0, "m", &space, &limits, |store| work(store));
    let found = || Folder::existing(&folder.0).unwrap().verify(&|_| Ok(())).unwrap();
    open(&mut |store| store.solve().unwrap()).unwrap();
    let (manifest, before) = (folder.0.join("manifest.json"), folder.0.join("manifest.json.old"));
    for at in [0, 5, 12, 60, 300, 1000, usize::MAX] {
        damage(&manifest, at);
        assert_eq!(found().iter().map(|damage| &damage.file).collect::<Vec<_>>(), ["manifest.json"]);
        open(&mut |store| {
            assert_eq!(store.mended.len(), 1, "byte {at}");
            store.solve().unwrap();
            compare(&space, store);
        })
        .unwrap();
        assert!(found().is_empty());
        damage(&before, at);
        assert_eq!(found().iter().map(|damage| &damage.file).collect::<Vec<_>>(), ["manifest.json.old"]);
        open(&mut |store| store.repair().unwrap()).unwrap();
        assert!(found().is_empty());
    }
    // Broken off between two names: that is no damage.
    fs::remove_file(&manifest).unwrap();
    open(&mut |store| assert!(store.mended.is_empty())).unwrap();
    open(&mut |store| store.solve().unwrap()).unwrap();
    damage(&manifest, 40);
    damage(&before, 40);
    let refused = open(&mut |_| ()).unwrap_err().to_string();
    assert!(refused.contains("the manifest is damaged"), "{refused}");
}

#[test]
fn where_all_files_are_damaged_each_is_made_again_once() {
    let folder = Temporary::new("all-damaged");
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let (space, limits) = (whole(&game), Limits::default().memory(1 << 12));
    with(&folder.0, "m", &space, &limits, |store| store.solve().unwrap()).unwrap();
    let names: Vec<String> = files(&folder.0).into_iter().filter(|name| name.starts_with("ply-")).collect();
    for name in &names {
        damage(&folder.0.join(name), 50);
    }
    with(&folder.0, "m", &space, &limits, |store| {
        store.repair().unwrap();
        let mut mended: Vec<&String> = store.mended.iter().map(|damage| &damage.file).collect();
        mended.sort();
        assert_eq!(mended, names.iter().collect::<Vec<_>>());
    })
    .unwrap();
    assert!(Folder::existing(&folder.0).unwrap().verify(&|_| Ok(())).unwrap().is_empty());
}

#[test]
fn parts_of_one_range_may_be_damaged_together() {
    let folder = Temporary::new("range");
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let (space, stop, merges) = (whole(&game), game::Stop::new(), std::cell::Cell::new(0));
    let limits = Limits::default().memory(1 << 12).stop(stop.clone());
    let tell = |so_far: &layers::Progress| {
        if (so_far.step, so_far.ply) == (layers::Step::Merge, 6) {
            merges.set(merges.get() + 1);
        }
        // The third range is begun.
        if merges.get() == 3 {
            stop.stop();
        }
    };
    let keeping = Keeping::default();
    let mut store = Store::open((&folder.0, &keeping), asked("m"), &space, &limits, &tell).unwrap();
    assert_eq!(store.explore(), Err(Error::Stopped(Stopped::Asked)));
    let merged = store.folder.manifest.merged.iter().find(|merged| merged.parts.len() > 1);
    let parts = merged.expect("a range becomes two parts").parts.clone();
    drop(store);
    parts.iter().for_each(|part| damage(&folder.0.join(&part.file), 60));
    with(&folder.0, "m", &space, &Limits::default().memory(1 << 12), |store| {
        store.repair().unwrap();
        store.explore().unwrap();
        compare(&space, store);
    })
    .unwrap();
}

#[test]
fn a_manifest_that_is_damaged_in_the_middle_of_the_work_costs_little() {
    let folder = Temporary::new("manifest-middle");
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let (space, mut rounds) = (whole(&game), 0);
    loop {
        rounds += 1;
        let stop = game::Stop::new();
        let limits = Limits::default().memory(1 << 12).stop(stop.clone());
        let steps = std::cell::Cell::new(0);
        let tell = |_: &layers::Progress| {
            steps.set(steps.get() + 1);
            if steps.get() > 40 + 3 * rounds {
                stop.stop();
            }
        };
        let keeping = Keeping::default();
        let mut store = Store::open((&folder.0, &keeping), asked("m"), &space, &limits, &tell).unwrap();
        let is_damaged = store.mended.iter().any(|damage| damage.file == "manifest.json");
        assert_eq!(is_damaged, rounds > 1);
        match store.solve() {
            Err(error) => assert_eq!(error, Error::Stopped(Stopped::Asked)),
            Ok(()) => break compare(&space, &store),
        }
        drop(store);
        damage(&folder.0.join("manifest.json"), 100 * rounds);
    }
    assert!(rounds > 5, "{rounds} rounds");
    assert!(Folder::existing(&folder.0).unwrap().verify(&|_| Ok(())).unwrap().is_empty());
}

#[test]
fn a_limit_on_the_disk_that_is_too_small_is_said_and_nothing_is_left() {
    let folder = Temporary::new("tiny");
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let (space, limits) = (whole(&game), Limits::default());
    let keeping = Keeping { fresh: false, disk: Some(100) };
    let opened = Store::open((&folder.0, &keeping), asked("m"), &space, &limits, &|_| ());
    let refused = opened.map(|_| ()).unwrap_err().to_string();
    assert!(refused.contains("--disk allows 100 bytes"), "{refused}");
    assert!(files(&folder.0).iter().all(|name| !name.contains("manifest")));
}
