//! Does an engine keep within its clock? 200 moves of gomoku, a tenth of a second for each.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use arena::{EnginePlayer, Event, Live, Match, Player, Reason, Rules, Seat, TimeControl, random_openings};
use game::Stop;
use games::bits::Wide;
use games::mnk::{Mnk, Rule};
use search::{Budget, Guided, Options, Solver, Tactical};

type Gomoku = Mnk<Wide<4>>;

const MOVES: usize = 200;
const LIMIT: Duration = Duration::from_millis(100);

/// Plays, and prints the 95th percentile and the longest time; fails if that is more than allowed.
pub(crate) fn all() -> ExitCode {
    let game = Arc::new(Gomoku::new(15, 15, 5, Rule::Normal));
    let mut times = Vec::new();
    let mut late = 0;
    for opening in random_openings(&*game, 4, MOVES, 1) {
        if times.len() >= MOVES {
            break;
        }
        let rules = Rules::default().time(TimeControl::per_move(LIMIT));
        let Ok(table) = Match::new(&*game).rules(rules).opening(&opening) else { continue };
        let mut live = Live::new(&game, table, [Seat::player(engine()), Seat::player(engine())]);
        let ending = live.run(&Stop::new(), &mut |event| {
            if let Event::Moved { spent, .. } = event {
                times.push(*spent);
            }
        });
        if ending.reason == Reason::Time {
            late += 1;
            times.push(LIMIT + Duration::from_millis(1));
        }
    }
    times.truncate(MOVES);
    times.sort();
    let at = |share: f64| times.get(((times.len() as f64 * share) as usize).min(times.len() - 1));
    let milliseconds = |time: Option<&Duration>| time.map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0);
    println!(
        "gomoku, {} moves, {} ms each: median {:.1} ms, 95th percentile {:.1} ms, longest {:.1} ms, {late} late",
        times.len(),
        LIMIT.as_millis(),
        milliseconds(at(0.5)),
        milliseconds(at(0.95)),
        milliseconds(times.last()),
    );
    if late == 0 && times.last().is_some_and(|longest| *longest <= LIMIT) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The engine that is measured.
fn engine() -> impl Player<Gomoku> {
    EnginePlayer::new(|game: &Gomoku, state: &_, budget: &Budget| {
        let knowledge = Guided { evaluate: game.open_lines(), knowledge: Tactical(game) };
        Solver::new(game, knowledge).options(Options::default().budget(budget.clone())).choose(state)
    })
}
