//! State spaces in folders: what the commands answer, refuse and go on with.

use crate::program::{folder, json, morpion, refused};

#[test]
fn a_folder_answers_as_memory_does() {
    let place = folder("store-answers").join("store");
    let place = place.to_str().unwrap();
    for game in ["connect:4,4,4", "mnk:3,3,3", "nim:3,4,5"] {
        let kept = json(&["count", game, "--store", place, "--memory", "8M", "--fresh", "--json"]);
        let memory = json(&["count", game, "--json"]);
        for key in ["positions", "by_ply", "transitions", "terminal", "first_wins", "second_wins", "draws"] {
            assert_eq!(kept[key], memory[key], "{game}: {key}");
        }
    }
    // What diagrams find.
    for game in ["connect:4,4,4", "connect:5,4,4", "mnk:3,3,3"] {
        let kept = json(&["solve", game, "--strong", "--distance", "--store", place, "--fresh", "--json"]);
        let memory = json(&["solve", game, "--strong", "--distance", "--json"]);
        for key in ["value", "plies", "positions", "won", "drawn", "lost"] {
            assert_eq!(kept[key], memory[key], "{game}: {key}");
        }
    }
    assert_eq!(json(&["lookup", place, "--moves", "b2,a1", "--json"])["value"], "draw");
    assert_eq!(json(&["store", "verify", place, "--json"])["sound"], true);
    assert_eq!(json(&["store", place, "--json"])["solved"], true);
}

#[test]
fn what_a_folder_is_not_for_is_refused() {
    let own = folder("store-refuses");
    let place = own.join("store");
    let place = place.to_str().unwrap();
    json(&["count", "mnk:3,3,3", "--store", place, "--json"]);
    let letter = own.join("letter");
    std::fs::write(&letter, "Dear").unwrap();
    let letter = letter.to_str().unwrap();
    for (arguments, why) in [
        (&["count", "nim:1,2", "--store", place][..], "this is a store of mnk:3,3,3, not of nim:1,2"),
        (&["explore", "mnk:3,3,3", "--symmetry", "--store", place], "this is a store of from the start"),
        (&["count", "mnk:3,3,3", "--store", letter], "this is no folder"),
        (&["count", "mnk:3,3,3", "--store", own.to_str().unwrap()], "no store and not empty"),
        (&["count", "mnk:3,3,3", "--store", "layerd"], "is `layered` meant?"),
        (&["count", "mnk:3,3,3", "--fresh"], "name a folder with --store DIR"),
        (&["count", "mnk:3,3,3", "--store", place, "--threads", "2"], "--threads is for positions in memory"),
        (&["count", "amazons", "--store", "./new"], "have no index"),
        (&["lookup", place], "not all values are there"),
        (&["store", own.to_str().unwrap()], "there is no store here"),
    ] {
        let told = refused(arguments);
        assert!(told.contains(why), "{arguments:?}: {told}");
    }
    let full = morpion(&["count", "mnk:3,3,3", "--store", place, "--fresh", "--disk", "2K"]);
    let told = String::from_utf8(full.stdout).unwrap();
    assert_eq!(full.status.code(), Some(1), "{told}");
    assert!(told.contains("Stopped: no room is left on the disk"), "{told}");
    json(&["count", "mnk:3,3,3", "--store", place, "--json"]);
}
