//! How long the engine alone takes for what `Game.value` asks it: to be compared with a call from Python.
//!
//! `cargo run --release -p morpion-python --example engine_alone`
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::hint::black_box;
use std::time::Instant;

use game::Limits;

const CALLS: u32 = 50_000;

/// Seconds of processor time, as Linux tells them to the nanosecond; elsewhere those of the clock.
fn seconds(start_of_run: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start_of_run.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

fn main() {
    let start_of_run = Instant::now();
    let opened = builtin::catalogue("morpion").open("ttt").expect("the game is there");
    let (_, engines) = opened.variant.players().expect("it has two players");
    let start = opened.variant.position(None).expect("it has a start");
    for moves in ["", "a1 b2 c3", "a1 b2 c3 c1 a3 a2", "a1 a2 b1 b2 c1"] {
        let state = opened.variant.after(&start, moves).expect("they are legal");
        // As the module asks at first.
        let limits = || Limits::default().nodes(1000).memory(8 << 20);
        let begun = seconds(start_of_run);
        for _ in 0..CALLS {
            black_box(engines.solve(black_box(&state), &limits()).worth);
        }
        println!("{moves:20} {:6.2} µs", (seconds(start_of_run) - begun) * 1e6 / f64::from(CALLS));
    }
}
