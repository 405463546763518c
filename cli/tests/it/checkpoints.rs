//! `solve --checkpoint`: killed and resumed, and files that do not fit.

use std::path::Path;

use crate::program::{folder, json, morpion, refused, start, wait_until};

/// The header of a file, which changes each time that it is written.
fn header(file: &Path) -> Vec<u8> {
    let bytes = std::fs::read(file).unwrap_or_default();
    bytes[..bytes.len().min(64)].to_vec()
}

fn number(json: &serde_json::Value) -> u64 {
    json.as_str().expect("a number as text").parse().expect("a number as text")
}

#[test]
fn a_proof_survives_ten_kills() {
    let game = "mnk:8,4,4";
    let folder = folder("checkpoint-kills");
    let (file, proof) = (folder.join("table"), folder.join("proof"));
    let (place, proof) = (file.to_str().unwrap(), proof.to_str().unwrap());
    let solve = ["solve", game, "--certify", proof, "--checkpoint", place, "--json"];
    let mut nodes = 0;
    for kill in 0..12 {
        let threads = ["--threads", if kill % 2 == 0 { "1" } else { "2" }, "--checkpoint-every", "10ms"];
        let before = header(&file);
        let mut child = start(&[&solve[..], &threads].concat());
        wait_until("a checkpoint is written", || header(&file) != before);
        child.kill().expect("it is still at work");
        let status = child.wait().unwrap();
        assert_eq!(status.code(), None, "it was killed, and had not come to its end");
        let text = String::from_utf8_lossy(&header(&file)).into_owned();
        assert!(text.starts_with(&format!("morpion checkpoint 1\ngame {game}\nsum ")), "{text}");
        let stopped = morpion(&[&solve[..], &["--time", "0s"]].concat());
        assert_eq!(stopped.status.code(), Some(1));
        let answer: serde_json::Value = serde_json::from_slice(&stopped.stdout).unwrap();
        let so_far = number(&answer["checkpoint"]["nodes_before"]);
        assert!(so_far > nodes, "{so_far} nodes after {nodes}: something was lost");
        nodes = so_far;
    }
    let alone = number(&json(&["solve", game, "--json"])["nodes"]);
    let answer = json(&solve);
    assert_eq!(answer["value"], "draw");
    let in_all = number(&answer["checkpoint"]["nodes"]);
    assert!(in_all > nodes && in_all < 2 * alone, "{in_all} nodes in all, {alone} alone");
    assert!(Path::new(proof).exists());
    let is_part = |name: &std::ffi::OsString| name.to_string_lossy().ends_with(".part");
    let parts = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).filter(is_part);
    assert_eq!(parts.collect::<Vec<_>>(), [""; 0], "what killed programs left is removed");
    let again = json(&["solve", game, "--checkpoint", place, "--json"]);
    assert_eq!(again["value"], "draw");
    assert!(number(&again["nodes"]) < alone / 10, "{again}");
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let folder = folder("checkpoint-refused");
    let file = folder.join("table");
    let place = file.to_str().unwrap();
    json(&["solve", "mnk:5,4,4", "--checkpoint", place, "--json"]);
    let good = std::fs::read(&file).unwrap();
    let changed = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        bytes
    };
    let version = "morpion checkpoint ".len();
    let cases: [(&str, Vec<u8>, &str); 7] = [
        ("mnk:5,5,4", good.clone(), "is a checkpoint of mnk:5,4,4, not mnk:5,5,4"),
        ("mnk:5,4,4", changed(version), "is a checkpoint of version 0, not 1"),
        ("mnk:5,4,4", changed(good.len() - 20), "is damaged: "),
        ("mnk:5,4,4", good[..good.len() - 20].to_vec(), "is damaged: it ends too early"),
        ("mnk:5,4,4", [&good[..], b"more"].concat(), "is damaged: the checksum is wrong"),
        ("mnk:5,4,4", b"something else\n".to_vec(), "is no checkpoint"),
        ("connect:4,4,4", good.clone(), "only proofs about lines are saved"),
    ];
    for (game, bytes, why) in cases {
        std::fs::write(&file, &bytes).unwrap();
        let told = refused(&["solve", game, "--checkpoint", place]);
        assert!(told.contains(why) && told.contains(&format!("--checkpoint {place}: ")), "{told}");
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "a file that is refused is left alone");
    }
    assert!(refused(&["solve", "hanoi:3", "--checkpoint", place]).contains("is a puzzle"));
    std::fs::write(&file, &good).unwrap();
    assert_eq!(json(&["solve", "mnk:5,4,4", "--checkpoint", place, "--json"])["value"], "draw");
}
