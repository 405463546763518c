//! What is found, kept and refused.

use game::{Limits, Stopped};
use games::hanoi::Hanoi;
use games::mnk::{Mnk, Rule};
use games::nim::Nim;
use layers::{ByIndex, Error, Folder, Keeping, Store};

use crate::{Temporary, asked, compare, files, whole, with};

#[test]
fn as_much_is_found_as_in_memory_however_little_memory_there_is() {
    let folder = Temporary::new("memory");
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let space = whole(&game);
    for memory in [1 << 12, 1 << 23, 1 << 28] {
        let limits = Limits::default().memory(memory);
        let place = folder.0.join(memory.to_string());
        with(&place, "small", &space, &limits, |store| {
            store.explore().unwrap();
            compare(&space, store);
        })
        .unwrap();
        let left = files(&place);
        assert!(left.iter().all(|name| !name.contains("run") && !name.contains("tmp")), "{left:?}");
    }
}

#[test]
fn states_that_come_again_are_found_once() {
    let folder = Temporary::new("again");
    let hanoi = Hanoi::new(6, 4);
    let (canonical, starts, depth, turn, measures) = (None, None, None, None, Vec::new());
    let space = ByIndex { system: &hanoi, index: &hanoi, canonical, starts, depth, turn, measures };
    with(&folder.0, "hanoi", &space, &Limits::default().memory(1 << 12), |store| {
        store.explore().unwrap();
        compare(&space, store);
        assert!(matches!(store.solve(), Err(Error::Refused(_))));
    })
    .unwrap();
}

#[test]
fn work_goes_on_where_it_was_stopped() {
    let folder = Temporary::new("stopped");
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let space = whole(&game);
    let mut rounds = 0;
    loop {
        rounds += 1;
        let stop = game::Stop::new();
        let limits = Limits::default().memory(1 << 12).stop(stop.clone());
        let steps = std::cell::Cell::new(0);
        let tell = |_: &layers::Progress| {
            steps.set(steps.get() + 1);
            if steps.get() > 3 {
                stop.stop();
            }
        };
        let opened = Store::open((&folder.0, &Keeping::default()), asked("m"), &space, &limits, &tell);
        let mut store = opened.unwrap();
        match store.explore() {
            Err(error) => assert_eq!(error, Error::Stopped(Stopped::Asked)),
            Ok(()) => break compare(&space, &store),
        }
    }
    assert!(rounds > 10, "{rounds} rounds");
}

#[test]
fn a_folder_answers_one_question_to_one_process() {
    let folder = Temporary::new("refused");
    let (game, limits) = (Nim::new(&[2, 3], false), Limits::default());
    let space = whole(&game);
    let open = |asked, keeping: Keeping| {
        let opened = Store::open((&folder.0, &keeping), asked, &space, &limits, &|_| ());
        opened.map_err(|error| error.to_string())
    };
    let refused = |asked, why: &str| {
        let error = open(asked, Keeping::default()).err().expect("it is refused");
        assert!(error.contains(why), "{error}");
    };
    let first = open(asked("nim:2,3"), Keeping::default()).unwrap();
    refused(asked("nim:2,3"), "another process");
    drop(first);
    refused(asked("nim:2,4"), "a store of nim:2,3, not of nim:2,4");
    refused(layers::Asked { rules: 2, ..asked("nim:2,3") }, "other rules");
    refused(layers::Asked { symmetry: true, ..asked("nim:2,3") }, "not from the start, up to symmetry");
    drop(open(asked("nim:2,4"), Keeping { fresh: true, disk: None }).unwrap());
    // The manifest says what it was, and is damaged now.
    let manifest = folder.0.join("manifest.json");
    let mut text = std::fs::read(&manifest).unwrap();
    text[60] ^= 1;
    std::fs::write(&manifest, text).unwrap();
    refused(asked("nim:2,4"), "the manifest is damaged");
    drop(open(asked("nim:2,4"), Keeping { fresh: true, disk: None }).unwrap());
    // A folder of somebody else's, and no folder.
    std::fs::remove_file(&manifest).unwrap();
    std::fs::write(folder.0.join("letter"), "Dear").unwrap();
    refused(asked("nim:2,4"), "no store and not empty");
    let opened =
        Store::open((&folder.0.join("letter"), &Keeping::default()), asked("n"), &space, &limits, &|_| ());
    assert!(matches!(opened.err(), Some(Error::Refused(why)) if why.contains("no folder")));
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = Temporary::new("others");
    let (game, limits) = (Nim::new(&[2, 3], false), Limits::default());
    let space = whole(&game);
    let open = |fresh| {
        let keeping = Keeping { fresh, disk: None };
        let opened = Store::open((&folder.0, &keeping), asked("nim:2,3"), &space, &limits, &|_| ());
        opened.map(|mut store| store.explore().unwrap()).map_err(|error| error.to_string())
    };
    // Somebody else's manifest, which looks like no manifest of ours.
    let manifest = folder.0.join("manifest.json");
    std::fs::create_dir(&folder.0).unwrap();
    std::fs::write(&manifest, "{\"name\":\"an extension\"}").unwrap();
    std::fs::write(folder.0.join("page.html"), "Hello").unwrap();
    for fresh in [false, true] {
        assert!(open(fresh).unwrap_err().contains("no store and not empty"));
    }
    assert_eq!(files(&folder.0), ["manifest.json", "page.html"]);
    assert_eq!(std::fs::read_to_string(&manifest).unwrap(), "{\"name\":\"an extension\"}");
    std::fs::remove_file(&manifest).unwrap();
    std::fs::remove_file(folder.0.join("page.html")).unwrap();
    // Notes beside the files of a store, which are called nearly as they are.
    open(false).unwrap();
    let notes =
        ["ply-counts.csv", "ply-001-part.txt", "ply-1-run-0.parquet", "manifest.json.bak", "ply-x-known"];
    notes.iter().for_each(|name| std::fs::write(folder.0.join(name), "mine").unwrap());
    std::fs::create_dir(folder.0.join("ply-folder")).unwrap();
    // What a process left that was killed.
    let left =
        ["ply-001-run-000000000000.parquet", "ply-002-known.tmp", "manifest.json.tmp", "ply-job-9f-made-0-0"];
    left.iter().for_each(|name| std::fs::write(folder.0.join(name), "ours").unwrap());
    for fresh in [false, true] {
        open(fresh).unwrap();
        let there = files(&folder.0);
        assert!(notes.iter().all(|name| there.contains(&name.to_string())), "{there:?}");
        assert!(left.iter().all(|name| !there.contains(&name.to_string())), "{there:?}");
    }
}

#[test]
fn several_processes_may_read() {
    let folder = Temporary::new("read");
    let (game, limits) = (Nim::new(&[2, 3], false), Limits::default());
    let space = whole(&game);
    let open = || {
        let opened = Store::open((&folder.0, &Keeping::default()), asked("n"), &space, &limits, &|_| ());
        opened.map_err(|error| error.to_string())
    };
    let mut store = open().unwrap();
    store.explore().unwrap();
    assert!(
        matches!(Folder::existing(&folder.0), Err(Error::Refused(why)) if why.contains("another process"))
    );
    assert_eq!(Folder::glance(&folder.0).unwrap(), store.folder.manifest);
    drop(store);
    let readers = [(); 2].map(|()| Folder::existing(&folder.0).unwrap());
    assert!(open().err().unwrap().contains("another process"));
    drop(readers);
    // A copy may lack the file that is locked.
    std::fs::remove_file(folder.0.join("lock")).unwrap();
    assert!(Folder::existing(&folder.0).unwrap().manifest.complete);
    assert!(!folder.0.join("lock").exists(), "nothing is written");
    drop(open().unwrap());
}

#[test]
fn a_folder_of_states_that_are_written_otherwise_is_refused() {
    let folder = Temporary::new("otherwise");
    let (limits, keeping) = (Limits::default(), Keeping::default());
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    with(&folder.0, "m", &whole(&game), &limits, |store| store.explore().unwrap()).unwrap();
    // The same name, but other states.
    let game: Mnk<u64, _> = Mnk::with_gravity(3, 3, 3, Rule::Normal);
    let space = whole(&game);
    let opened = Store::open((&folder.0, &keeping), asked("m"), &space, &limits, &|_| ());
    assert!(matches!(opened.err(), Some(Error::Refused(why)) if why.contains("first plies")));
}

#[test]
fn without_the_newest_of_what_is_kept_a_folder_is_not_complete() {
    let folder = Temporary::new("forgotten");
    let question = layers::Asked { width: 0, diagrams: Some(String::new()), ..asked("d") };
    let mut open = Folder::open(&folder.0, question, false, None).unwrap();
    for plies in 1..4_usize {
        let text = "x".repeat(plies);
        open.keep(plies, plies.to_string(), &mut |to| to.write_all(text.as_bytes())).unwrap();
    }
    open.complete().unwrap();
    assert_eq!(open.manifest.kept.iter().map(|kept| kept.plies).collect::<Vec<_>>(), [2, 3]);
    // The older of both is not needed.
    open.forget(0).unwrap();
    assert!(open.manifest.complete);
    open.forget(0).unwrap();
    drop(open);
    assert!(!Folder::existing(&folder.0).unwrap().manifest.complete);
}
