//! Several threads find the same.

use game::{Limits, Stopped};
use games::hanoi::Hanoi;
use games::mnk::{Mnk, Rule};
use layers::{ByIndex, Error, Folder, Keeping, Store};

use crate::{Temporary, asked, compare, files, whole, with};

#[test]
fn as_much_is_found_and_valued_by_several_threads() {
    let folder = Temporary::new("threads");
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let space = whole(&game);
    let values = [1, 2, 5].map(|threads| {
        let place = folder.0.join(threads.to_string());
        let limits = Limits::default().memory(1 << 12).threads(threads);
        with(&place, "m", &space, &limits, |store| {
            store.solve().unwrap();
            compare(&space, store);
            assert!(store.mended.is_empty());
        })
        .unwrap();
        let kept = Folder::existing(&place).unwrap();
        assert!(kept.verify(&|_| Ok(())).unwrap().is_empty());
        let left = files(&place);
        assert!(left.iter().all(|name| !name.contains("run") && !name.contains("tmp")), "{left:?}");
        kept.manifest.plies.iter().map(layers::Ply::totals).collect::<Vec<_>>()
    });
    assert!(values[0] == values[1] && values[1] == values[2]);
}

#[test]
fn what_one_number_of_threads_begins_another_goes_on_with() {
    let folder = Temporary::new("threads-stopped");
    let hanoi = Hanoi::new(8, 4);
    let (canonical, starts, depth, turn, measures) = (None, None, None, None, Vec::new());
    let space = ByIndex { system: &hanoi, index: &hanoi, canonical, starts, depth, turn, measures };
    let mut rounds = 0;
    loop {
        rounds += 1;
        let stop = game::Stop::new();
        let limits = Limits::default().memory(1 << 12).threads(rounds % 4 + 1).stop(stop.clone());
        let steps = std::cell::Cell::new(0);
        let tell = |_: &layers::Progress| {
            steps.set(steps.get() + 1);
            if steps.get() > 5 {
                stop.stop();
            }
        };
        let opened = Store::open((&folder.0, &Keeping::default()), asked("h"), &space, &limits, &tell);
        let mut store = opened.unwrap();
        match store.explore() {
            Err(error) => assert_eq!(error, Error::Stopped(Stopped::Asked)),
            Ok(()) => break compare(&space, &store),
        }
    }
    assert!(rounds > 3, "{rounds} rounds");
}

#[test]
fn a_full_disk_stops_all_threads_and_loses_nothing() {
    let folder = Temporary::new("threads-full");
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let (space, limits) = (whole(&game), Limits::default().memory(1 << 12).threads(3));
    let (mut room, mut stops) = (3000, 0);
    loop {
        let keeping = Keeping { fresh: false, disk: Some(room) };
        let mut store = Store::open((&folder.0, &keeping), asked("m"), &space, &limits, &|_| ()).unwrap();
        match store.explore() {
            Ok(()) => break compare(&space, &store),
            Err(error) => assert_eq!(error, Error::Stopped(Stopped::Disk)),
        }
        assert!(store.folder.manifest.bytes() <= room);
        (stops, room) = (stops + 1, room * 3 / 2);
    }
    assert!(stops > 3, "{stops} stops");
}

#[test]
fn many_threads_with_little_memory_still_make_few_files() {
    let folder = Temporary::new("threads-files");
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let (space, limits) = (whole(&game), Limits::default().memory(1 << 23).threads(4));
    with(&folder.0, "m", &space, &limits, |store| {
        store.solve().unwrap();
        for ply in &store.folder.manifest.plies {
            assert!(
                ply.parts.len() <= 4 && ply.values.len() <= 16,
                "{} {}",
                ply.parts.len(),
                ply.values.len()
            );
        }
    })
    .unwrap();
}
