//! Solving, saving and looking up from the command line.

use serde_json::Value;

use crate::program::{folder, json, morpion, refused};

#[test]
fn solved_saved_and_looked_up() {
    let path = folder("tablebase").join("ttt.tab");
    let file = path.to_str().unwrap();
    let solved = json(&["solve", "ttt", "--strong", "--distance", "--save", file, "--json"]);
    assert_eq!((solved["value"].as_str(), solved["plies"].as_u64()), (Some("draw"), None));
    assert_eq!(solved["won"], "2836");
    let numbers = ["won", "drawn", "lost"].map(|key| solved[key].as_str().unwrap().parse::<u64>().unwrap());
    assert_eq!(numbers.iter().sum::<u64>(), 5478);
    assert_eq!(solved["file_bytes"].as_u64(), Some(std::fs::metadata(&path).unwrap().len()));
    let found = json(&["lookup", file, "--moves", "a1,b1,b2,c1", "--json"]);
    assert_eq!((found["value"].as_str(), found["plies"].as_u64()), (Some("win"), Some(1)));
    assert_eq!(found["best"], serde_json::json!(["c3"]));
    let over = json(&["lookup", file, "--moves", "a1,b1,b2,c1,c3", "--json"]);
    assert_eq!((over["value"].as_str(), over["best"].as_array().map(Vec::len)), (Some("loss"), Some(0)));
    assert!(refused(&["lookup", file, "--moves", "a1,a1"]).contains("a1"));
}

#[test]
fn damaged_files_are_refused_with_the_reason() {
    let folder = folder("damaged");
    let path = folder.join("nim.tab");
    json(&["solve", "nim:2,3", "--strong", "--save", path.to_str().unwrap(), "--json"]);
    let whole = std::fs::read(&path).unwrap();
    let damaged = folder.join("damaged.tab");
    let name = damaged.to_str().unwrap();
    let cases: [(&[u8], &str); 3] = [
        (&whole[..whole.len() / 2], "ends too early"),
        (b"nothing of the kind", "not a tablebase"),
        (
            &[&whole[..whole.len() - 9], &[!whole[whole.len() - 9]], &whole[whole.len() - 8..]].concat(),
            "damaged",
        ),
    ];
    for (bytes, reason) in cases {
        std::fs::write(&damaged, bytes).unwrap();
        let error = refused(&["lookup", name]);
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn reach_draws_and_tells() {
    let folder = folder("reach");
    let (dot, svg) = (folder.join("two.dot"), folder.join("two.svg"));
    let words = ["reach", "2", "--json", "--dot", dot.to_str().unwrap(), "--svg", svg.to_str().unwrap()];
    let reached = json(&words);
    for key in ["nodes", "peak_nodes", "seconds", "bytes"] {
        assert!(reached[key].is_number(), "{key}");
    }
    assert_eq!(reached["states"], "41");
    assert!(std::fs::read_to_string(dot).unwrap().starts_with("digraph"));
    assert!(std::fs::read_to_string(svg).unwrap().contains("<svg"));
    let output = morpion(&["reach", "8", "--memory", "4M", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let partial: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(partial["complete"], false);
    assert!(partial["states"].as_str().unwrap().parse::<u64>().unwrap() >= 1);
    let output = morpion(&["reach", "3", "--memory", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("does not fit") && text.contains("--memory 1"), "{text}");
}

#[test]
fn what_is_stopped_says_what_is_known() {
    let partial = |words: &[&str]| -> Value {
        let output = morpion(words);
        assert_eq!(output.status.code(), Some(1));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let direct = partial(&["count", "mnk:5,5,5", "--by", "symbolic", "--direct", "--memory", "1K", "--json"]);
    assert!(direct["positions"].is_null() && direct["first_wins"].is_null() && direct["stopped"].is_string());
    let plies = partial(&["count", "mnk:5,5,5", "--by", "symbolic", "--memory", "1K", "--json"]);
    assert_eq!((&plies["positions"], &plies["by_ply"]), (&"1".into(), &serde_json::json!(["1"])));
    // In Nim the same position comes after different numbers of moves; it is counted once.
    let all = json(&["count", "nim:9,9,9,9", "--json"]);
    let solved = partial(&["solve", "nim:9,9,9,9", "--strong", "--memory", "64K", "--json"]);
    let number = |value: &Value| value.as_str().unwrap().parse::<u64>().unwrap();
    assert!(solved["plies_reached"].as_u64() > Some(2), "{solved}");
    assert!(number(&solved["positions"]) <= number(&all["positions"]), "{solved}");
    let nim = json(&["solve", "nim:1,2", "--strong", "--json"]);
    assert_eq!(nim["won_drawn_lost_by_turn"].as_array().map(Vec::len), Some(2));
    assert!(nim["won_drawn_lost_by_ply"].is_null());
}

#[test]
fn too_many_symmetries_are_refused() {
    let words = ["count", "nim:1,1,1,1,1,1,1", "--symmetry", "--json"];
    let refused = refused(&[&words[..], &["--by", "symbolic"]].concat());
    assert!(refused.contains("720") && refused.contains("--by explicit --symmetry"), "{refused}");
    assert_eq!(json(&words)["classes"], "8");
}

#[test]
fn count_says_the_same_by_both_engines() {
    for game in ["mnk:3,3,3", "connect:4,4,4", "nim:3,4,5", "hanoi:3", "coins:10,1,5", "cube:2,3"] {
        let explicit = json(&["count", game, "--symmetry", "--json"]);
        let symbolic = json(&["count", game, "--symmetry", "--json", "--by", "symbolic"]);
        for key in ["positions", "by_ply", "terminal", "first_wins", "second_wins", "draws", "classes"] {
            assert_eq!(explicit[key], symbolic[key], "{key} of {game}");
        }
    }
}
