//! Counts the boards of k in a row, or solves them, in a folder: `boards W H K FOLDER MEMORY [solve]`.

use std::path::Path;
use std::process::ExitCode;

use game::{Game, Limits};
use games::mnk::{Mnk, Rule};
use layers::{Asked, ByIndex, Keeping, Store};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    #[allow(clippy::print_stdout, reason = "it is a program")]
    match run(&arguments) {
        Some(Ok(text)) => println!("{text}"),
        Some(Err(error)) => println!("{error}"),
        None => println!("for example: boards 4 4 4 DIR 100000000"),
    }
    ExitCode::SUCCESS
}

fn run(arguments: &[String]) -> Option<Result<String, layers::Error>> {
    let number = |place: usize| arguments.get(place)?.parse::<u32>().ok();
    let (w, h, k, folder, memory) = (number(0)?, number(1)?, number(2)?, arguments.get(3)?, number(4)?);
    let game: Mnk<u64> = Mnk::new(w, h, k, Rule::Normal);
    let (canonical, starts, depth, measures) = (None, None, None, Vec::new());
    let space =
        ByIndex { system: &game, index: &game, canonical, starts, depth, turn: Some(Mnk::turn), measures };
    let asked = Asked {
        game: format!("mnk:{w},{h},{k}"),
        rules: 1,
        text: None,
        symmetry: false,
        depth: None,
        width: 1,
        starts: None,
        diagrams: None,
    };
    let limits = Limits::default().memory(memory as usize);
    let keeping = Keeping { fresh: false, disk: Some(15_000_000_000) };
    let solves = arguments.get(5).is_some_and(|word| word == "solve");
    let done =
        Store::open((Path::new(folder), &keeping), asked, &space, &limits, &|_| ()).and_then(|mut store| {
            if solves { store.solve() } else { store.explore() }?;
            let (states, bytes) = (store.counted(None).0.counts.states, store.folder.manifest.bytes());
            Ok(format!("{states} states, {bytes} bytes, {:.3} for each", bytes as f64 / states as f64))
        });
    Some(done)
}
