//! Three levels and a perfect player, everybody against everybody on a board of four by four.
//!
//! `cargo run --release -p morpion-arena --example tournament`
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::sync::Arc;

use arena::{EnginePlayer, Entrant, Level, Perfect, Record, Results, Searching, Tournament, random_openings};
use game::{Limits, Stop};
use games::mnk::{Mnk, Rule};
use search::{Solver, Tactical};

type Board = Mnk<u64>;

fn main() -> Result<(), String> {
    let game: Arc<Board> = Arc::new(Mnk::new(4, 4, 4, Rule::Normal));
    let tournament = Tournament::new(&game, "mnk:4,4,4", entrants())
        .openings(random_openings(&*game, 4, 20, 1))
        .rounds(20)
        .at_once(2);
    let names = tournament.names();
    let mut results = Results::default();
    let mut last = String::new();
    tournament.run(&mut results, &Stop::new(), &mut |progress| {
        let players = progress.fixture.players.map(|player| names[player].as_str());
        last = Record::of(progress.table, "mnk:4,4,4", players).to_string();
    })?;
    println!("{:<10} {:>5} {:>5} {:>5} {:>5}  Elo", "", "games", "won", "drawn", "lost");
    for standing in results.standings() {
        let elo = standing.elo.map_or(String::new(), |elo| elo.to_string());
        let score = standing.score;
        println!(
            "{:<10} {:>5} {:>5} {:>5} {:>5}  {elo}",
            standing.name,
            score.games(),
            score.wins,
            score.draws,
            score.losses
        );
    }
    println!("\nThe last game to be finished:\n\n{last}");
    Ok(())
}

fn entrants() -> Vec<Entrant<Board>> {
    let level = |level: Level| {
        let player = move |seed| EnginePlayer::new(Searching::default()).strength(level.strength(), seed);
        Entrant::new(format!("level {level}"), player)
    };
    let solve = |game: &Board, state: &_, limits: &Limits| {
        Solver::new(Tactical::new(game)).limits(limits.clone()).solve(state)
    };
    let perfect = Entrant::new("perfect", move |_| Perfect::by_solver(solve));
    [1, 4, 7].into_iter().filter_map(Level::new).map(level).chain([perfect]).collect()
}
