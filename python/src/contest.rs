//! Games between players: engines by name, and functions written in Python.

use std::collections::BTreeMap;
use std::sync::Arc;

use arena::{
    Action, AnyGame, AnyState, Engines, Entrant, Format, Match, Player, Record, Request, Results, Rules,
    TimeControl, Tournament, Who, random_openings,
};
use game::{Limits, Notation, Outcome, Player as Side, Stop};
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

use crate::convert::python;
use crate::core::Shared;
use crate::error::{OrRaise, wrong};
use crate::fault::Fault;
use crate::position::State;
use crate::work::duration;

/// A player: the name of an engine, or a function from a position to a move.
#[derive(FromPyObject)]
enum Named {
    Engine(String),
    Function(Py<PyAny>),
}

/// What is asked for: both players, games, random moves before each, seed, seconds for a move, games at once.
#[derive(FromPyObject)]
pub(crate) struct Contest(Named, Named, usize, usize, u64, Option<f64>, usize);

/// Returns the move of an engine.
pub(crate) fn choose(
    py: Python<'_>,
    shared: &Arc<Shared>,
    state: &AnyState,
    who: &str,
    seed: u64,
) -> PyResult<String> {
    let (game, engines) = shared.players()?;
    if shared.asked(|| game::System::is_final(shared.variant.system(), state))? {
        return Err(wrong("the game is over, so there is no move to choose; undo the last moves"));
    }
    let mut player = engine(&engines, who.parse().or_raise()?, seed)?;
    // What stops the work is the switch of its limits, and what the player looks at is one of its own.
    let action = shared.at_work(py, Limits::default(), |job| {
        let stop = Stop::new();
        let table = Match::from_position(&game, state.clone());
        watched(job, &stop, || player.act(&table.request(&stop)))
    })?;
    match action {
        Action::Move(mv) => shared.asked(|| game.action_text(state, mv)),
        _ => Err(wrong(format!("{who} has not chosen a move"))),
    }
}

/// Does work that ends when a switch is thrown, and throws it when the job is to stop.
fn watched<R: Send>(job: &catalogue::Job<'_>, stop: &Stop, work: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let worker = scope.spawn(work);
        while !worker.is_finished() {
            if job.limits.exceeded(0).is_some() {
                stop.stop();
            }
            std::thread::park_timeout(std::time::Duration::from_millis(2));
        }
        // A panic goes on in the thread that asked.
        worker.join().unwrap_or_else(|broken| std::panic::resume_unwind(broken))
    })
}

fn engine(engines: &Engines, who: Who, seed: u64) -> PyResult<Box<dyn Player<AnyGame>>> {
    engines.player(who, seed).ok_or_else(|| {
        wrong("people and programs of others do not play here; players are perfect, random, level:1 to level:10, or an engine such as engine:100ms")
    })
}

/// Plays games between two players.
pub(crate) fn play(py: Python<'_>, shared: &Arc<Shared>, asked: Contest) -> PyResult<Py<PyAny>> {
    let Contest(first, second, games, openings, seed, time, at_once) = asked;
    let (game, engines) = shared.players()?;
    let (game, fault, stop) = (Arc::new(game), Fault::default(), Stop::new());
    let called = [first.name(py)?, second.name(py)?];
    // As on the command line: the same player may have both sides.
    let names = [format!("x {}", called[0]), format!("o {}", called[1])];
    let entrants = [first, second]
        .into_iter()
        .zip(&names)
        .map(|(named, name)| entrant(named, name, (shared, &engines), (&fault, &stop)));
    let entrants: Vec<Entrant<AnyGame>> = entrants.collect::<PyResult<_>>()?;
    let control = TimeControl { per_move: time.map(duration).transpose()?, ..TimeControl::default() };
    let rules = Rules { time: [control; 2], ..Rules::default() };
    let found = fault.unless_raised(|| {
        shared.at_work(py, Limits::default(), |job| {
            let openings = match openings {
                0 => Vec::new(),
                plies => random_openings(&*game, plies, games, seed),
            };
            let tournament = Tournament::new(&game, &shared.name, entrants).format(Format::FixedSides);
            let tournament =
                tournament.rounds(games).openings(openings).rules(rules).seed(seed).at_once(at_once);
            let (mut results, mut records) = (Results::default(), BTreeMap::new());
            let done = watched(job, &stop, || {
                tournament.run(&mut results, &stop, &mut |so_far| {
                    if let Some(tell) = job.tell {
                        tell(&|| format!("{} of {games} games", so_far.results.games.len()));
                    }
                    let players = called.each_ref().map(String::as_str);
                    records.insert(so_far.fixture.number, Record::of(so_far.table, &shared.name, players));
                })
            });
            done.map(|()| (results, records))
        })
    })?;
    let (results, records) = found?.or_raise()?;
    python(py, &report(&called, games, &results, &records), false)
}

fn report(names: &[String; 2], wanted: usize, results: &Results, records: &BTreeMap<usize, Record>) -> Json {
    let count = |outcome| results.games.values().filter(|game| game.ending.outcome == Some(outcome)).count();
    let record = |(number, record): (&usize, &Record)| {
        let moves: Vec<&str> = record.moves.iter().map(|entry| entry.text.as_str()).collect();
        let ending = results.games.get(number).map(|game| game.ending.to_string());
        json!({ "moves": moves, "ending": ending, "text": record.to_string() })
    };
    json!({
        "first": names[0], "second": names[1], "played": results.games.len(),
        "first_won": count(Outcome::Win(Side::First)), "second_won": count(Outcome::Win(Side::Second)),
        "drawn": count(Outcome::Draw), "complete": results.games.len() == wanted,
        "records": records.iter().map(record).collect::<Vec<Json>>(),
    })
}

impl Named {
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        match self {
            Named::Engine(name) => Ok(name.clone()),
            Named::Function(function) => {
                let function = function.bind(py);
                if !function.is_callable() {
                    let what = function.repr()?;
                    return Err(wrong(format!(
                        "{what} is not a player: a player is a name such as \"level:3\", or a function from a position \
                         to a move"
                    )));
                }
                // An object that can be called need not have a name.
                let name = function.getattr("__name__").unwrap_or_else(|_| function.get_type().into_any());
                Ok(name.str()?.to_string())
            }
        }
    }
}

fn entrant(
    named: Named,
    name: &str,
    (shared, engines): (&Arc<Shared>, &Engines),
    (fault, stop): (&Fault, &Stop),
) -> PyResult<Entrant<AnyGame>> {
    match named {
        Named::Engine(who) => {
            let who: Who = who.parse().or_raise()?;
            engine(engines, who.clone(), 0)?;
            let engines = engines.clone();
            let player = move |seed| engines.player(who.clone(), seed).expect("people were refused above");
            Ok(Entrant::new(name, player))
        }
        Named::Function(function) => {
            let function = Arc::new(function);
            let (shared, fault, stop) = (Arc::clone(shared), fault.clone(), stop.clone());
            Ok(Entrant::new(name, move |_| Caller {
                function: Arc::clone(&function),
                shared: Arc::clone(&shared),
                fault: fault.clone(),
                stop: stop.clone(),
            }))
        }
    }
}

/// A player that is a function written in Python. What it raises ends all games.
struct Caller {
    function: Arc<Py<PyAny>>,
    shared: Arc<Shared>,
    fault: Fault,
    stop: Stop,
}

impl Player<AnyGame> for Caller {
    fn act(&mut self, request: &Request<'_, AnyGame>) -> Action<arena::AnyMove> {
        let state = State { state: request.state.clone(), game: Arc::clone(&self.shared) };
        let chosen = Python::attach(|py| -> PyResult<arena::AnyMove> {
            let text: String = self.function.call1(py, (state,))?.extract(py)?;
            request.game.parse_action(request.state, &text).or_raise()
        });
        chosen.map_or_else(
            |error| {
                self.fault.keep(error);
                self.stop.stop();
                Action::Leave
            },
            Action::Move,
        )
    }
}
