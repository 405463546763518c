//! Tablebases on disk: their size, how long it takes to load one, and how long a look-up takes.

use std::fs::File;

use game::{Game, Random};
use games::mnk::{Gravity, Marks, Mnk, Rule};
use tablebase::{Access, Body, Solved, Tablebase};

use crate::measure::processor_seconds;
use crate::symbolic::limits;

const LOOKUPS: usize = 100_000;

type Connect = Mnk<u64, Gravity<u64>>;

/// A row for each board: bytes for each position, the processor time to load the file, and to find a value and the best
/// moves.
pub(crate) fn all() -> String {
    let head = format!(
        "{:<16} {:>14} {:>12} {:>14} {:>8} {:>12} {:>14}\n",
        "tablebases", "positions", "MB on disk", "bytes/position", "load ms", "us a value", "us best moves"
    );
    let row = |(w, h)| {
        row(w, h).unwrap_or_else(|error| format!("connect:{w},{h},4 could not be measured: {error}\n"))
    };
    head + &[(4, 4), (5, 4), (5, 5)].map(row).concat()
}

fn row(w: u32, h: u32) -> Result<String, Box<dyn std::error::Error>> {
    let game: Connect = Mnk::with_gravity(w, h, 4, Rule::Normal);
    let access = Access::new(&game).form(Some(&game));
    let Solved { table, .. } = access.solve_as(Body::Diagrams, false, &limits(), &|_| ())?;
    let positions: f64 = table.totals().iter().map(|n| n.to_string().parse().unwrap_or(f64::NAN)).sum();
    let path = std::env::temp_dir().join(format!("morpion-bench-{}.tab", std::process::id()));
    let bytes = table.save("bench", 1, File::create(&path)?)? as f64;
    drop(table);
    let begin = processor_seconds();
    let loaded = Tablebase::load(&access, 1, File::open(&path)?);
    let load = (processor_seconds() - begin) * 1e3;
    std::fs::remove_file(&path)?;
    let table = loaded?;
    let states = positions_of(&game);
    let value = each(&states, |state| usize::from(table.value(&access, state).is_some()));
    let best = each(&states, |state| table.best_moves(&access, state).map_or(0, |best| best.len()));
    let (name, megabytes, each_position) = (format!("connect:{w},{h},4"), bytes / 1e6, bytes / positions);
    Ok(format!(
        "{name:<16} {positions:>14.0} {megabytes:>12.2} {each_position:>14.3} {load:>8.1} {value:>12.2} {best:>14.2}\n"
    ))
}

/// Unfinished positions of random games.
fn positions_of(game: &Connect) -> Vec<Marks<u64>> {
    let mut random = Random::new(1);
    let mut states = Vec::with_capacity(LOOKUPS);
    let mut state = game.initial();
    while states.len() < LOOKUPS {
        states.push(state);
        let moves: Vec<_> = game.moves(&state).collect();
        state = random.choose(moves).map_or(state, |mv| game.next(&state, mv));
        if game.outcome(&state).is_some() {
            state = game.initial();
        }
    }
    states
}

/// Microseconds of processor time for each of these look-ups; all of them must find something.
fn each(states: &[Marks<u64>], look: impl Fn(&Marks<u64>) -> usize) -> f64 {
    let begin = processor_seconds();
    let found: usize = states.iter().map(|state| look(state).min(1)).sum();
    let taken = (processor_seconds() - begin) * 1e6 / states.len() as f64;
    if found == states.len() { taken } else { f64::NAN }
}
