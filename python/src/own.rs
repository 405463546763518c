//! Games that are written in Python.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use game::look::{Grid, Look, Mark, Role};
use game::{Game, Notation, Outcome, Player};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use registry::Capabilities;

use crate::error::wrong;
use crate::fault::Fault;

/// A game whose rules are the methods of a Python object.
///
/// The engines cannot be given an exception: the first one is kept as a [`Fault`], and from then on every position is a
/// draw, so that they soon end.
#[derive(Clone)]
pub(crate) struct OwnGame(Arc<Rules>);

struct Rules {
    object: Py<PyAny>,
    name: String,
    start: OwnState,
    /// What a state takes beside what is known to the compiler.
    bytes: usize,
    has: Has,
    fault: Fault,
}

/// Which of the optional methods there are.
#[derive(Clone, Copy)]
struct Has {
    move_text: bool,
    board_text: bool,
    grid: bool,
    ply: bool,
}

/// A state of such a game: a Python object that can be hashed, and what was found out about it.
#[derive(Clone)]
pub(crate) struct OwnState(Arc<Known>);

struct Known {
    object: Py<PyAny>,
    hash: isize,
    fault: Fault,
    turn: Player,
    outcome: Option<Outcome>,
    moves: OnceLock<Vec<Py<PyAny>>>,
}

impl OwnState {
    /// Takes a state, and asks at once how it ended and who is to move: to come back to the interpreter for each of them
    /// would take longer than the answers.
    fn new(
        game: &Bound<'_, PyAny>,
        name: &str,
        object: &Bound<'_, PyAny>,
        fault: &Fault,
    ) -> PyResult<OwnState> {
        let (py, hash) = (game.py(), object.hash()?);
        let outcome = outcome(name, &game.call_method1(intern!(py, "outcome"), (object,))?)?;
        let turn = player(name, "turn", &game.call_method1(intern!(py, "turn"), (object,))?)?;
        Ok(OwnState(Arc::new(Known {
            object: object.clone().unbind(),
            hash,
            fault: fault.clone(),
            turn,
            outcome,
            moves: OnceLock::new(),
        })))
    }
}

impl PartialEq for OwnState {
    fn eq(&self, other: &OwnState) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        if self.0.hash != other.0.hash {
            return false;
        }
        let equal = Python::attach(|py| self.0.object.bind(py).eq(other.0.object.bind(py)));
        // The exception is kept, and raised when the engine has ended: what it says until then does not count.
        equal.unwrap_or_else(|error| {
            self.0.fault.keep(error);
            false
        })
    }
}

impl Eq for OwnState {}

impl Hash for OwnState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash.hash(state);
    }
}

impl fmt::Debug for OwnState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Python::attach(|py| self.0.object.bind(py).to_string()))
    }
}

/// The most moves of a state: a generator that never ends would take all memory.
const MOST_MOVES: usize = 1 << 20;

const METHODS: [&str; 5] = ["initial", "turn", "outcome", "moves", "play"];

impl OwnGame {
    /// Takes an object with the five methods of a game.
    pub(crate) fn new(object: &Bound<'_, PyAny>) -> PyResult<OwnGame> {
        let missing: Vec<&str> = METHODS.into_iter().filter(|name| !has(object, name)).collect();
        if !missing.is_empty() {
            let (class, missing) = (object.get_type().name()?, missing.join(", "));
            return Err(PyTypeError::new_err(format!(
                "{class} is neither the name of a game nor a game: it has no {missing}; a game has the methods {}",
                METHODS.join(", ")
            )));
        }
        let fault = Fault::default();
        let name = match has(object, "name") {
            true => object.getattr("name")?.str()?.to_string(),
            false => object.get_type().name()?.to_string(),
        };
        let start = object.call_method0(intern!(object.py(), "initial"))?;
        let state = OwnState::new(object, &name, &start, &fault)?;
        // Positions that are never equal would be counted for ever.
        let again = object.call_method0(intern!(object.py(), "initial"))?;
        if !start.eq(&again)? || again.hash()? != state.0.hash {
            return Err(wrong(format!(
                "{name}.initial returned two states that are not the same: {start}, then {again}; states are compared, so \
                 their class needs __eq__ and __hash__, as tuples have"
            )));
        }
        Ok(OwnGame(Arc::new(Rules {
            start: state,
            bytes: size_of::<Known>() + bytes(&start)?,
            has: Has {
                move_text: has(object, "move_text"),
                board_text: has(object, "board_text"),
                grid: has(object, "grid"),
                ply: has(object, "ply"),
            },
            object: object.clone().unbind(),
            name,
            fault,
        })))
    }

    pub(crate) fn name(&self) -> &str {
        &self.0.name
    }

    pub(crate) fn fault(&self) -> &Fault {
        &self.0.fault
    }

    /// Calls a method of the game; `or` is the answer once there is an exception.
    fn ask<T>(&self, or: T, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> T {
        if self.0.fault.is_there() {
            return or;
        }
        let answer = Python::attach(|py| ask(self.0.object.bind(py)));
        // As in `eq`.
        answer.unwrap_or_else(|error| {
            self.0.fault.keep(error);
            or
        })
    }

    /// The moves of a state, listed once; none if there is an exception.
    fn known_moves<'s>(&self, state: &'s OwnState) -> &'s [Py<PyAny>] {
        if let Some(moves) = state.0.moves.get() {
            return moves;
        }
        // Two threads may list them at the same time: one that waited here for the other would keep the interpreter from
        // it. What an exception cut short is not kept.
        match self.ask(None, |game| self.list_moves(game, state).map(Some)) {
            Some(moves) => state.0.moves.get_or_init(|| moves),
            None => &[],
        }
    }

    fn list_moves(&self, game: &Bound<'_, PyAny>, state: &OwnState) -> PyResult<Vec<Py<PyAny>>> {
        let state = state.0.object.bind(game.py());
        let moves = game.call_method1(intern!(game.py(), "moves"), (state,))?;
        let moves: Vec<Py<PyAny>> = moves
            .try_iter()?
            .take(MOST_MOVES + 1)
            .map(|mv| mv.map(Bound::unbind))
            .collect::<PyResult<_>>()?;
        let name = &self.0.name;
        match moves.len() {
            0 => Err(wrong(format!(
                "{name}: there is no move in {state}, and it is not over; `outcome` says how it ended"
            ))),
            1..=MOST_MOVES => Ok(moves),
            _ => Err(wrong(format!("{name}.moves returned more than {MOST_MOVES} moves for {state}"))),
        }
    }

    /// Calls a method with a state and one of its moves.
    fn with_move<T>(
        &self,
        (state, number): (&OwnState, u32),
        or: T,
        ask: impl FnOnce(&Bound<'_, PyAny>, &Bound<'_, PyAny>, &Bound<'_, PyAny>) -> PyResult<T>,
    ) -> T {
        let Some(mv) = self.known_moves(state).get(number as usize) else { return or };
        self.ask(or, |game| ask(game, state.0.object.bind(game.py()), mv.bind(game.py())))
    }
}

fn has(object: &Bound<'_, PyAny>, name: &str) -> bool {
    object.getattr(name).is_ok()
}

/// About how many bytes an object takes, with what it holds.
fn bytes(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    object.py().import("morpion._own")?.call_method1("size_of", (object,))?.extract()
}

/// Reads a player: 0 or 1.
fn player(name: &str, method: &str, answer: &Bound<'_, PyAny>) -> PyResult<Player> {
    match answer.extract::<usize>() {
        Ok(number @ (0 | 1)) => Ok(Player::BOTH[number]),
        _ => Err(PyTypeError::new_err(format!(
            "{name}.{method} returned {}, which is no player: they are 0 and 1",
            answer.repr()?
        ))),
    }
}

/// Reads how a game has ended: `None`, 0, 1 or "draw".
fn outcome(name: &str, answer: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
    if answer.is_none() {
        return Ok(None);
    }
    if answer.cast::<PyString>().is_ok_and(|text| text == "draw") {
        return Ok(Some(Outcome::Draw));
    }
    match player(name, "outcome", answer) {
        Ok(winner) if !answer.is_instance_of::<pyo3::types::PyBool>() => Ok(Some(Outcome::Win(winner))),
        _ => Err(PyTypeError::new_err(format!(
            "{name}.outcome returned {}; it returns None while the game goes on, 0 or 1 for the winner, or \"draw\"",
            answer.repr()?
        ))),
    }
}

impl Game for OwnGame {
    type State = OwnState;
    type Move = u32;

    fn initial(&self) -> OwnState {
        self.0.start.clone()
    }

    fn turn(&self, state: &OwnState) -> Player {
        state.0.turn
    }

    fn outcome(&self, state: &OwnState) -> Option<Outcome> {
        if self.0.fault.is_there() { Some(Outcome::Draw) } else { state.0.outcome }
    }

    fn moves(&self, state: &OwnState) -> impl Iterator<Item = u32> {
        0..self.known_moves(state).len() as u32
    }

    fn play(&self, state: &mut OwnState, mv: u32) {
        let next = self.with_move((state, mv), None, |game, before, mv| {
            let next = game.call_method1(intern!(game.py(), "play"), (before, mv))?;
            if before.hash()? != state.0.hash {
                let name = &self.0.name;
                return Err(wrong(format!(
                    "{name}.play changed the state it was given; it returns another one"
                )));
            }
            OwnState::new(game, &self.0.name, &next, &self.0.fault).map(Some)
        });
        if let Some(next) = next {
            *state = next;
        }
    }

    fn heap_bytes(&self, _: &OwnState) -> usize {
        self.0.bytes
    }

    fn ply(&self, state: &OwnState) -> Option<u32> {
        if !self.0.has.ply {
            return None;
        }
        self.ask(None, |game| game.call_method1(intern!(game.py(), "ply"), (&state.0.object,))?.extract())
    }
}

impl Notation for OwnGame {
    fn action_text(&self, state: &OwnState, action: u32) -> String {
        self.with_move((state, action), String::new(), |game, state, mv| match self.0.has.move_text {
            true => Ok(game.call_method1("move_text", (state, mv))?.str()?.to_string()),
            false => Ok(mv.str()?.to_string()),
        })
    }

    fn board_text(&self, state: &OwnState) -> String {
        self.ask(String::new(), |game| match self.0.has.board_text {
            true => Ok(game.call_method1("board_text", (&state.0.object,))?.str()?.to_string()),
            false => Ok(state.0.object.bind(game.py()).str()?.to_string()),
        })
    }

    fn look(&self, state: &OwnState) -> Look {
        if !self.0.has.grid {
            return Look::Text;
        }
        self.ask(Look::Text, |game| {
            let rows = game.call_method1("grid", (&state.0.object,))?;
            let rows: Vec<Vec<Option<Cell>>> = rows.extract()?;
            look(&self.0.name, &rows)
        })
    }
}

/// What stands in a cell: a player's mark, or any text.
#[derive(FromPyObject)]
enum Cell {
    Player(usize),
    Text(String),
}

impl Cell {
    fn mark(&self) -> Option<Mark> {
        match self {
            Cell::Player(0) => Some(Mark::new("x", Role::First)),
            Cell::Player(1) => Some(Mark::new("o", Role::Second)),
            Cell::Player(other) => Some(Mark::new(other.to_string(), Role::Neutral)),
            Cell::Text(text) if text.trim().is_empty() || text == "." => None,
            Cell::Text(text) if text == "x" => Some(Mark::new("x", Role::First)),
            Cell::Text(text) if text == "o" => Some(Mark::new("o", Role::Second)),
            Cell::Text(text) => Some(Mark::new(text.clone(), Role::Neutral)),
        }
    }
}

/// A grid of rows, the upper one first.
fn look(name: &str, rows: &[Vec<Option<Cell>>]) -> PyResult<Look> {
    let columns = rows.first().map_or(0, Vec::len);
    if columns == 0 || rows.iter().any(|row| row.len() != columns) {
        return Err(wrong(format!(
            "{name}.grid returns rows of cells, all of one length, the upper row first"
        )));
    }
    let mark = |column: usize, row: usize| rows[rows.len() - 1 - row][column].as_ref().and_then(Cell::mark);
    // Moves are chosen by their names: nothing in it is pointed at.
    Ok(Look::Grids(vec![Grid::squares(columns, rows.len(), mark).active(false)]))
}

impl Capabilities for OwnGame {}
