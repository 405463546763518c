//! Measures on gomoku whether an engine keeps to its time, and how well it plays in it.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use arena::{EnginePlayer, Entrant, Level, Match, Request, Results, TimeControl, Tournament};
use game::{Game, Limits, Stop, Worth};
use games::bits::BitSet;
use games::mnk::{Mnk, Rule};
use search::Choice;
use search::lines::Tactician;

type Gomoku = Mnk<BitSet<4>>;

const MOVES: usize = 200;
const LIMIT: Duration = Duration::from_millis(100);

/// The cost of a move: wall time, and processor time as far as the system reports it.
#[derive(Clone, Copy)]
struct Spent {
    wall: Duration,
    processor: Duration,
}

/// Plays, and prints the 95th percentile and the longest time; fails if a move took more than is allowed. On a busy
/// machine look at the processor time: a thread that waits for its turn cannot answer.
pub(crate) fn all() -> ExitCode {
    let game = Gomoku::new(15, 15, 5, Rule::Normal);
    let mut moves = Vec::new();
    for opening in arena::random_openings(&game, 4, MOVES, 1) {
        if moves.len() >= MOVES {
            break;
        }
        moves.extend(one_game(&game, &opening));
    }
    moves.truncate(MOVES);
    let wall = row("wall", moves.iter().map(|spent| spent.wall));
    row("processor", moves.iter().map(|spent| spent.processor));
    if wall <= LIMIT { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays an engine with a second for each move against level 5, five games with each side; fails if it wins fewer than
/// nine.
pub(crate) fn levels() -> ExitCode {
    const ROUNDS: usize = 5;
    let game = Arc::new(Gomoku::new(15, 15, 5, Rule::Normal));
    let strength = Level::new(5).expect("levels go from 1 to 10").strength();
    let entrants = vec![
        Entrant::new("a second", |_| EnginePlayer::new(choose).time(Duration::from_secs(1))),
        Entrant::new("level 5", move |seed| EnginePlayer::new(choose).strength(strength, seed)),
    ];
    let openings = arena::random_openings(&*game, 2, ROUNDS, 1);
    let tournament = Tournament::new(&game, "gomoku", entrants).rounds(ROUNDS).openings(openings);
    let mut results = Results::default();
    if let Err(why) = tournament.run(&mut results, &Stop::new(), &mut |_| {}) {
        eprintln!("{why}");
        return ExitCode::FAILURE;
    }
    let score = results.between(0, 1);
    println!(
        "gomoku, a second for each move against level 5: {} won, {} drawn, {} lost",
        score.wins, score.draws, score.losses
    );
    if score.wins >= 9 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays the engine against itself and returns the cost of each move. The clock lets it be late, to see by how much.
fn one_game(game: &Gomoku, opening: &[<Gomoku as Game>::Move]) -> Vec<Spent> {
    let (sender, times) = channel();
    let mut engine = EnginePlayer::new(move |game: &Gomoku, state: &_, limits: &Limits| {
        measured(&sender, || choose(game, state, limits))
    })
    .time(sensible(game));
    let mut again = Vec::new();
    let Ok(mut table) = Match::new(game).opening(opening) else { return Vec::new() };
    let stop = Stop::new();
    while table.ending().is_none() {
        let action = arena::Player::act(&mut engine, &table.request(&stop));
        table.answered(arena::Kind::Program, action, Duration::ZERO);
        again.extend(times.try_iter());
    }
    again
}

/// Returns the time that an engine takes for a move when it is allowed the limit.
fn sensible(game: &Gomoku) -> Duration {
    let clock = arena::Clock::new([TimeControl::per_move(LIMIT); 2]);
    let (state, stop) = (game.initial(), Stop::new());
    let request = Request { game, state: &state, history: &[], clock: &clock, stop: &stop, objection: None };
    request.sensible().expect("a clock with a limit suggests a time")
}

/// Chooses a move by the engine that is measured. Its tables of the board are made anew for each move, as for a player
/// that serves any game.
fn choose(game: &Gomoku, state: &<Gomoku as Game>::State, limits: &Limits) -> Choice<<Gomoku as Game>::Move> {
    let decision = Tactician::new(game).map(|tactician| tactician.choose(state, limits));
    let best = decision.as_ref().and_then(|decision| decision.best);
    let nodes = decision.map_or(0, |decision| decision.nodes);
    Choice { best, worth: Worth::Guess(0), plies: 0, nodes, stopped: None }
}

fn measured<T>(sender: &Sender<Spent>, work: impl FnOnce() -> T) -> T {
    let (start, before) = (Instant::now(), processor());
    let result = work();
    let _ = sender.send(Spent { wall: start.elapsed(), processor: processor().saturating_sub(before) });
    result
}

/// The processor time of this thread, as Linux tells.
fn processor() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0))
}

/// Prints a row, and gives the longest.
fn row(title: &str, times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.collect();
    times.sort();
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    let [median, most, longest] = [0.5, 0.95, 1.0].map(|share| at(share).as_secs_f64() * 1000.0);
    println!(
        "gomoku, {} moves, {} ms each, {title:>9}: median {median:.1} ms, 95th percentile {most:.1} ms, longest {longest:.1} ms",
        times.len(),
        LIMIT.as_millis(),
    );
    at(1.0)
}
