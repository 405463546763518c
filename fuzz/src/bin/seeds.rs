//! Writes the first inputs of every fuzz target into `corpus/TARGET`, made from the registry.
#![allow(clippy::print_stderr, reason = "a program that prints")]

#[path = "../space.rs"]
mod space;
#[path = "../truths.rs"]
mod truths;

use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;
use std::process::ExitCode;

use arena::{Entry, Record};
use catalogue::{CertificateFile, Job};
use dd::Manager;
use flate2::read::DeflateDecoder;
use game::{Limits, Notation, Random, System};
use games::nim::Nim;
// `cargo fuzz build` compiles this program, too, with counters that only the library of the fuzzer understands.
use libfuzzer_sys as _;
use protocol::Service;
use serde_json::{Map, Value, json};
use tablebase::{Access, Body};

/// A target, and inputs for it.
type Seeds = (&'static str, Vec<Vec<u8>>);

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut all = vec![
        ("specs", specs()),
        ("diagrams", diagrams()),
        ("tables", tables()),
        ("levels", levels()),
        ("nets", nets()),
        ("rules", rules()),
        ("lines", lines()),
        ("certificates", certificates()),
        ("stores", stores()),
        ("requests", requests()),
        ("gomocup", gomocup()),
    ];
    all.extend(texts());
    match all.iter().try_for_each(|seeds| write(&folder, seeds)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("seeds: cannot write to {}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path, (target, inputs): &Seeds) -> std::io::Result<()> {
    let folder = folder.join(target);
    fs::create_dir_all(&folder)?;
    inputs
        .iter()
        .enumerate()
        .try_for_each(|(number, bytes)| fs::write(folder.join(format!("seed-{number}")), bytes))
}

fn specs() -> Vec<Vec<u8>> {
    fuzz::games().iter().map(|named| named.name.clone().into_bytes()).collect()
}

fn rules() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/games");
    let files = fs::read_dir(folder).expect("our own texts are there");
    files.map(|file| fs::read(file.expect("an entry").path()).expect("a text")).collect()
}

fn lines() -> Vec<Vec<u8>> {
    let drawn = "row a b c\nrow d - e\nin-a-row 3\nanimal el\nwins first\n";
    let placed = "square a 1 1\nsquare b 2 1 # a comment\nsquare c\nline a, b\nline a c\nwins either\n";
    [include_str!("../../../games/examples/fano.lines"), drawn, placed]
        .map(|text| text.as_bytes().to_vec())
        .into()
}

/// Certificates of small games, without their packing and checksums.
fn certificates() -> Vec<Vec<u8>> {
    let games = builtin::catalogue("fuzz");
    let mut seeds = Vec::new();
    for ((name, truth), distance) in truths::TRUTHS.iter().flat_map(|known| [(known, false), (known, true)]) {
        let opened = games.open(name).expect("a name");
        let start = opened.variant.position(None).expect("a start");
        let (_, certificate) = opened.variant.certify(&start, distance, &Job::default()).expect("a game");
        let file =
            CertificateFile::new(&opened, None, &certificate.expect("it is settled")).expect("a file").bytes;
        let (_, value, _) = verify::check(Cursor::new(file.clone())).expect("a certificate is valid");
        assert!(if distance { value == *truth } else { truth.starts_with(&value) }, "{name} is a {value}");
        let end = file.windows(2).position(|two| two == b"\n\n").expect("an empty line") + 2;
        let mut seed = file[..end].to_vec();
        DeflateDecoder::new(&file[end..file.len() - 4]).read_to_end(&mut seed).expect("a proof is packed");
        seeds.push(seed);
    }
    seeds
}

/// The manifest and the tables of a small state space.
fn stores() -> Vec<Vec<u8>> {
    let place = std::env::temp_dir().join(format!("fuzz-seeds-{}", std::process::id()));
    space::store(&place);
    let text = fs::read_to_string(place.join("manifest.json")).expect("a manifest");
    let body =
        text.split_once("\"manifest\":").and_then(|(_, rest)| rest.strip_suffix("}\n")).expect("a body");
    let mut seeds = vec![[&[0], body.as_bytes()].concat()];
    for entry in fs::read_dir(&place).expect("a folder") {
        let file = entry.expect("an entry").path();
        if file.extension().is_some_and(|end| end == "parquet") {
            seeds.push([&[1], &fs::read(file).expect("a file")[..]].concat());
        }
    }
    // Nothing else needs it any more.
    let _ = fs::remove_dir_all(&place);
    seeds
}

/// A request of every name, with all fields it may have.
fn requests() -> Vec<Vec<u8>> {
    let field = |name: &str| match name {
        "game" | "subject" => json!("mnk:3,3,3"),
        "source" => json!(null),
        "moves" => json!(["b2", "a1"]),
        "board" => json!("3 . . .\n2 . x .\n1 o . .\n  a b c\nx to move\n"),
        "claims" => json!(["win", "ply = 2"]),
        "players" => json!(["level:1", "random"]),
        "player" => json!("level:1"),
        "text" => json!("b2, a1"),
        "move" => json!("c3"),
        "name" => json!("mnk"),
        "values" => json!({ "W": "3", "H": "3", "K": "3" }),
        "claim" => json!("ply = 2"),
        "by" => json!("list"),
        "formula" => json!("separate-win"),
        "symmetry" => json!(true),
        _ => json!(1),
    };
    let mut seeds = Vec::new();
    for name in Service::names() {
        let fields: Vec<&str> = Service::fields(name).collect();
        let all = fields.iter().map(|name| (name.to_string(), field(name))).collect::<Map<String, Value>>();
        let mut bodies = vec![all.clone()];
        bodies.extend(fields.iter().map(|without| {
            let mut body = all.clone();
            body.remove(*without);
            body
        }));
        seeds.extend(bodies.into_iter().map(|body| format!("{name}\n{}", Value::from(body)).into_bytes()));
    }
    seeds
}

fn gomocup() -> Vec<Vec<u8>> {
    let texts = [
        "START 5\nTURN 2,2\nTAKEBACK 2,2\nEND\n",
        "RECTSTART 6,5\nINFO rule 1\nBOARD\n1,1,1\n2,2,2\n3,1,2\nDONE\n",
        "START 5\nPLAY 1,1\nSUGGEST\nRESTART\nBEGIN\nABOUT\n",
        "INFO time_left -7\nINFO timeout_match 1000\nINFO evaluate 2,2\nSWAP2BOARD\n",
        "OK\n7,7\nSUGGEST 1,2\nMESSAGE x\nERROR unknown\nUNKNOWN y\n",
    ];
    texts.map(|text| text.as_bytes().to_vec()).into()
}

fn nets() -> Vec<Vec<u8>> {
    vec![rules::pnml::EXAMPLE.into()]
}

/// Moves, boards, claims and records of a random game of each kind.
fn texts() -> Vec<Seeds> {
    let (mut moves, mut boards, mut claims, mut records) = (vec![], vec![], vec![], vec![]);
    let mut random = Random::new(1);
    for (number, named) in fuzz::games().iter().enumerate() {
        let system = &named.system;
        let with_game = |text: &str| [&[number as u8], text.as_bytes()].concat();
        let mut state = system.starts().next().expect("a start");
        let mut texts = Vec::new();
        for _ in 0..12 {
            boards.push(with_game(&system.board_text(&state)));
            if system.is_final(&state) {
                break;
            }
            let Some(action) = random.choose(system.actions(&state)) else { break };
            texts.push(system.action_text(&state, action));
            system.apply(&mut state, action);
        }
        moves.push(with_game(&texts.join(",")));
        claims.extend(
            system.vocabulary().names().iter().map(|name| with_game(&format!("{} = 1", name.name()))),
        );
        let entries = texts.into_iter().map(|text| Entry { text, ..Entry::default() }).collect();
        let record = Record { game: named.name.clone(), moves: entries, ..Record::default() };
        records.extend([record.to_string().into_bytes(), record.to_json().to_string().into_bytes()]);
    }
    vec![("moves", moves), ("boards", boards), ("claims", claims), ("records", records)]
}

fn diagrams() -> Vec<Vec<u8>> {
    let manager = Manager::new();
    let words = [vec![(0, 1), (1, 0)], vec![(0, 2), (1, 1)], vec![(0, 2), (1, 3)]];
    let set = manager.words(words.iter().map(Vec::as_slice)).expect("words of one shape");
    let mut bytes = Vec::new();
    set.save(&mut bytes).expect("memory does not fail");
    vec![bytes, set.to_text().expect("a small set").into_bytes()]
}

/// The tables of a small game in every body, whole and without their beginning.
fn tables() -> Vec<Vec<u8>> {
    let nim = Nim::new(&[1, 2], false);
    let access = Access::new(&nim).form(Some(&nim)).index(Some(&nim));
    let mut files = Vec::new();
    for (kind, body) in Body::ALL.into_iter().enumerate() {
        for distances in [false, true] {
            let solved = access.solve_as(body, distances, &Limits::default(), &|_| ()).expect("a small game");
            let mut bytes = Vec::new();
            solved.table.save("nim:1,2", 1, &mut bytes).expect("memory does not fail");
            let begin = 8 + 8 + "nim:1,2".len() + 4 * 8;
            let chooser = kind as u8 + 3 * u8::from(distances);
            files.push([&[chooser], &bytes[begin..bytes.len() - 8]].concat());
            files.push(bytes);
        }
    }
    files
}

fn levels() -> Vec<Vec<u8>> {
    use levels::{Diagram, Output, Shape};
    let shape = std::sync::Arc::new(Shape::uniform(4, 3));
    let diagram = Diagram::by_sum(&shape, |_, value| value).expect("a small diagram");
    let mut bytes = Vec::new();
    let mut output = Output::new(&mut bytes);
    output.diagram(&diagram).expect("memory does not fail");
    output.finish().expect("memory does not fail");
    bytes.truncate(bytes.len() - 8);
    vec![bytes]
}
