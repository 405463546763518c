//! Counts a text game both ways.
#[path = "../tests/it/texts.rs"]
#[allow(dead_code)]
mod texts;

use explore::{Counts, Explorer};
use game::Limits;
use rules::{TextGame, TextSystem};
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n = |i: usize| args[i].parse::<usize>().expect("a number");
    let text = match args[2].as_str() {
        "row" => texts::in_a_row(n(3), n(4), n(5), false),
        "rowg" => texts::in_a_row(n(3), n(4), n(5), true),
        "c4" => texts::connect_four(n(3), n(4)),
        "bt" => texts::breakthrough(n(3), n(4), n(5)),
        "hex" => texts::hex(n(3), n(4)),
        "fox" => texts::fox_and_hounds(n(3), n(4)),
        "morris" => texts::morris(n(3)),
        "text" => std::fs::read_to_string(&args[3]).expect("a file"),
        other => panic!("{other}"),
    };
    let model = match rules::rbg::read("it", &text) {
        Ok(model) => model,
        Err(error) => panic!("{text}\n{error}"),
    };
    println!("{model}");
    if args[1].contains('t') {
        println!("{text}");
    }
    if model.players.len() == 2 {
        let game: TextGame<Box<[u64]>> = TextGame::new(model).unwrap_or_else(|e| panic!("{e}"));
        if args[1].contains('e') {
            let begin = Instant::now();
            let report = Explorer::new(&game).count(&mut ());
            println!("explicit {} {:?} {:?}", report.counts.states, report.counts.by_depth, begin.elapsed());
        }
        let begin = Instant::now();
        let size = game.form_size(&Limits::default());
        println!("form {size:?} {:?}", begin.elapsed());
        if args[1].contains('s') {
            let found = symbolic::reach(&game, Default::default(), &Limits::default(), &mut |_| ());
            println!(
                "symbolic {} {:?} {:?} {:?} {:?} nodes {:?} bytes {}",
                found.positions(),
                found.by_ply(),
                found.problem,
                found.stopped,
                begin.elapsed(),
                found.nodes(),
                found.bytes
            );
        }
        if args[1].contains('v') {
            let begin = Instant::now();
            match symbolic::solve(&game, false, &Limits::default(), &mut |_| ()) {
                Ok(solved) => {
                    println!("solved {:?} {:?} {:?}", solved.value, solved.table.totals(), begin.elapsed())
                }
                Err(error) => println!("unsolved {error}"),
            }
        }
    } else {
        let game: TextSystem<Box<[u64]>> = TextSystem::new(model).unwrap_or_else(|e| panic!("{e}"));
        let report = Explorer::new(&game).count(&mut ());
        println!("explicit {} {:?}", report.counts.states, report.counts.by_depth);
        let found = symbolic::reach(&game, Default::default(), &Limits::default(), &mut |_| ());
        println!("symbolic {} {:?} {:?}", found.positions(), found.by_ply(), found.problem);
    }
    let _: Option<Counts> = None;
}
