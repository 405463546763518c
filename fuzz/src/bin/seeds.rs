//! Writes the first inputs of every fuzz target into `corpus/TARGET`, made from the registry.
#![allow(clippy::print_stderr, reason = "a program that prints")]

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use arena::{Entry, Record};
use dd::Manager;
use game::{Limits, Notation, Random, System};
use games::nim::Nim;
// `cargo fuzz build` compiles this program, too, with counters that only the library of the fuzzer understands.
use libfuzzer_sys as _;
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
