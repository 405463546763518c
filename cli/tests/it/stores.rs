//! State spaces in folders: what the commands answer, refuse and go on with.

use crate::program::{folder, heeding_signals, json, morpion, refused};

/// Games with an index and packed ones, of which positions can come again or not; a puzzle; texts.
const COUNTED: [&str; 10] = [
    "connect:4,4,4",
    "mnk:3,3,3",
    "nim:3,4,5",
    "mnk:3,3,3,order",
    "mnk:3,3,3,notakto",
    "coins:30,1,5,10",
    "hanoi:5",
    "rbg:../rules/games/tic-tac-toe.rbg",
    "rbg:../rules/games/hex-3.rbg",
    "rbg:../rules/games/four-in-a-row-4x4.rbg",
];

#[test]
fn a_folder_answers_as_memory_does() {
    let place = folder("store-answers").join("store");
    let place = place.to_str().unwrap();
    for (number, game) in COUNTED.into_iter().enumerate() {
        let threads = (1 + number % 3).to_string();
        let kept = json(&[
            "count",
            game,
            "--store",
            place,
            "--memory",
            "8M",
            "--fresh",
            "--json",
            "--threads",
            &threads,
        ]);
        let memory = json(&["count", game, "--json"]);
        for key in ["positions", "by_ply", "transitions", "terminal", "first_wins", "second_wins", "draws"] {
            assert_eq!(kept[key], memory[key], "{game}: {key}");
        }
    }
    // What diagrams find.
    for game in ["connect:4,4,4", "connect:5,4,4", "mnk:3,3,3,wild", "mnk:3,3,3"] {
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
fn a_count_by_diagrams_is_kept() {
    let own = folder("store-diagrams");
    let place = own.join("store");
    let place = place.to_str().unwrap();
    for game in ["connect:5,4,4", "hanoi:4", "rbg:../rules/games/tic-tac-toe.rbg"] {
        let memory = json(&["count", game, "--by", "symbolic", "--json"]);
        let count = ["count", game, "--by", "symbolic", "--json", "--store", place];
        let kept = json(&[&count[..], &["--fresh"]].concat());
        let again = json(&count);
        for key in
            ["positions", "by_ply", "terminal", "first_wins", "second_wins", "draws", "nodes", "complete"]
        {
            assert_eq!(kept[key], memory[key], "{game}: {key}");
            assert_eq!(again[key], memory[key], "{game}: {key}");
        }
        let told = json(&["store", place, "--json"]);
        assert_eq!((&told["positions"], &told["complete"]), (&memory["positions"], &true.into()));
        let verified = json(&["store", "verify", place, "--json"]);
        assert_eq!((&verified["positions"], &verified["sound"]), (&memory["positions"], &true.into()));
    }
    for (arguments, why) in [
        (&["count", "hanoi:4", "--store", place][..], "this is a store of rbg:"),
        (&["lookup", place], "has no values"),
        (
            &["count", "connect:5,4,4", "--by", "symbolic", "--direct", "--store", place],
            "a folder keeps plies",
        ),
        (&["count", "connect:5,4,4", "--by", "symbolic", "--store", "exact"], "name a folder"),
    ] {
        let told = refused(arguments);
        assert!(told.contains(why), "{arguments:?}: {told}");
    }
}

#[test]
fn values_are_exported_into_one_file() {
    let own = folder("store-export");
    let (place, file) = (own.join("store"), own.join("table"));
    let (place, file) = (place.to_str().unwrap(), file.to_str().unwrap());
    json(&["solve", "mnk:3,3,3", "--strong", "--store", place, "--json"]);
    let exported = json(&["store", "export", place, file, "--json"]);
    assert_eq!(exported["positions"], "5478");
    for moves in ["", "b2,a1", "a1,b2,c3"] {
        let from_folder = json(&["lookup", place, "--moves", moves, "--json"]);
        assert_eq!(json(&["lookup", file, "--moves", moves, "--json"]), from_folder, "{moves}");
    }
    std::fs::remove_file(own.join("store/ply-003-values-000000000000.parquet")).unwrap();
    for command in [&["lookup", place, "--moves", "b2,a1,c3"][..], &["store", "export", place, file]] {
        let told = refused(command);
        assert!(told.contains("is damaged: it is missing; `store verify --repair"), "{told}");
    }
    json(&["count", "nim:1,2", "--store", place, "--fresh", "--json"]);
    assert!(refused(&["store", "export", place, file]).contains("not all values are there"));
    json(&["count", "hanoi:3", "--store", place, "--fresh", "--json"]);
    assert!(refused(&["lookup", place]).contains("a puzzle has no values"));
    json(&["explore", "mnk:3,3,3", "--depth", "3", "--store", place, "--fresh", "--json"]);
    assert!(refused(&["lookup", place]).contains("finds all values in another"));
    json(&["solve", "mnk:3,3,3,wild", "--strong", "--store", place, "--fresh", "--json"]);
    assert!(refused(&["store", "export", place, file]).contains("has no index"));
}

#[test]
fn claims_are_decided_by_a_folder_as_by_memory() {
    let place = folder("store-claims").join("store");
    let place = place.to_str().unwrap();
    let claims =
        ["--find", "winner = o and ply = 8", "--always", "ply < 9", "--no-deadlock", "--find", "ply = 10"];
    for game in ["mnk:3,3,3", "connect:4,3,3", "mnk:3,3,3,wild", "hanoi:4"] {
        // A puzzle has no winner and no ply.
        let claims = if game == "hanoi:4" {
            &["--find", "over", "--no-deadlock", "--always", "not over"]
        } else {
            &claims[..]
        };
        for more in [&[][..], &["--all"], &["--depth", "6"]] {
            let check = [&["check", game, "--json"], claims, more].concat();
            let memory = json(&check);
            let kept = json(&[&check[..], &["--store", place, "--fresh"]].concat());
            assert_eq!(
                (&kept["holds"], &kept["complete"]),
                (&memory["holds"], &memory["complete"]),
                "{check:?}"
            );
            for (kept, memory) in
                kept["claims"].as_array().unwrap().iter().zip(memory["claims"].as_array().unwrap())
            {
                for key in ["kind", "claim", "holds", "matches"] {
                    assert_eq!(kept[key], memory[key], "{check:?}: {key}");
                }
                let length = |claim: &serde_json::Value| claim["path"].as_array().map(Vec::len);
                assert_eq!(length(kept), length(memory), "{check:?}");
            }
        }
    }
}

#[test]
fn ways_keep_the_memory() {
    let place = folder("store-ways").join("store");
    let check =
        ["check", "mnk:4,3,3", "--find", "ply = 7", "--all", "--store", place.to_str().unwrap(), "--json"];
    let all = json(&check);
    let few = json(&[&check[..], &["--memory", "4M"]].concat());
    let ways = |answer: &serde_json::Value| answer["claims"][0]["paths"].as_array().unwrap().len();
    assert_eq!(all["claims"][0]["matches"], few["claims"][0]["matches"]);
    assert_eq!(all["claims"][0]["matches"], ways(&all).to_string());
    assert!(ways(&few) > 100 && ways(&few) * 8 * 256 <= 2 << 20, "{} ways", ways(&few));
}

#[test]
fn a_file_called_like_the_parameters_is_not_asked() {
    let own = folder("store-beside-a-file");
    let count = |file: Option<&str>| {
        let path = own.join("3,3,3");
        let _ = std::fs::remove_file(&path);
        file.into_iter().for_each(|text| std::fs::write(&path, text).unwrap());
        let words = ["count", "mnk:3,3,3", "--store", "store", "--json"];
        let mut command = heeding_signals(env!("CARGO_BIN_EXE_morpion"));
        command.args(words).current_dir(&own).output().unwrap().status.code()
    };
    assert_eq!([Some("one"), Some("another"), None].map(count), [Some(0); 3]);
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
    let net = own.join("net.pnml");
    std::fs::write(&net, "<pnml><net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\"><place id=\"p\"/><transition id=\"t\"/></page></net></pnml>").unwrap();
    let net = net.to_str().unwrap();
    for (arguments, why) in [
        (&["count", "nim:1,2", "--store", place][..], "this is a store of mnk:3,3,3, not of nim:1,2"),
        (&["explore", "mnk:3,3,3", "--symmetry", "--store", place], "this store goes from the start"),
        (&["count", "mnk:3,3,3", "--store", letter], "this is no folder"),
        (&["count", "mnk:3,3,3", "--store", own.to_str().unwrap()], "no store and not empty"),
        (&["count", "mnk:3,3,3", "--store", "layerd"], "is `layered` meant?"),
        (&["count", "mnk:3,3,3", "--fresh"], "name a folder with --store DIR"),
        (&["count", "mnk:21,21,5", "--store", "./new"], "take 111 bytes each"),
        (&["count", net, "--store", "./new"], "neither an index"),
        (
            &["check", "mnk:3,3,3", "--store", place, "--eventually", "over"],
            "--eventually is about what follows what",
        ),
        (&["check", "mnk:3,3,3", "--store", place, "--find", "plie = 1"], "--find: "),
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

#[test]
fn what_cannot_be_solved_in_a_folder_leaves_it_as_it_was() {
    let own = folder("store-ungraded");
    let place = own.join("store");
    let place = place.to_str().unwrap();
    let solve = ["solve", "nim:3,4,5", "--strong", "--store", place];
    assert!(refused(&solve).contains("does not tell its ply"));
    assert!(!own.join("store").exists());
    json(&["count", "mnk:3,3,3", "--store", place, "--json"]);
    assert!(refused(&[&solve[..], &["--fresh"]].concat()).contains("does not tell its ply"));
    assert_eq!(json(&["store", place, "--json"])["positions"], "5478");
}

#[test]
fn no_file_of_a_folder_passes_its_limit_on_the_disk() {
    let own = folder("store-disk");
    let place = own.join("store");
    let place = place.to_str().unwrap();
    let count = ["count", "mnk:4,3,3", "--memory", "1M", "--store", place];
    assert!(refused(&[&count[..], &["--disk", "100"]].concat()).contains("--disk allows 100 bytes"));
    for room in [1500, 4000, 20_000, 100_000] {
        let limit = room.to_string();
        let run = morpion(&[&count[..], &["--disk", &limit, "--json"]].concat());
        let answer: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        let sizes = std::fs::read_dir(place).unwrap().map(|file| file.unwrap().metadata().unwrap().len());
        assert!(sizes.sum::<u64>() <= room, "{room}");
        assert_eq!((&answer["complete"], run.status.code()), (&false.into(), Some(1)), "{room}: {answer}");
    }
    assert_eq!(json(&[&count[..], &["--json"]].concat())["complete"], true);
}
