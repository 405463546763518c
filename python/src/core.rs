//! Games as Python objects.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;

use arena::{AnyGame, AnyState, Engines, error_text};
use catalogue::Variant;
use dd::Strategy;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyString;
use registry::About;
use tablebase::Header;

use crate::contest::{self, Contest};
use crate::diagrams::Set;
use crate::error::{OrRaise, wrong};
use crate::fault::Fault;
use crate::own::OwnGame;
use crate::position::State;
use crate::requests::{self, Starting};
use crate::table::Table;
use crate::value::Value;
use crate::work::Within;
use crate::{planes, work};

/// A game, shared by everything that is made of it.
pub(crate) struct Shared {
    pub(crate) variant: Variant,
    /// What messages call it.
    pub(crate) name: String,
    /// What people read about it; nothing if it is written in Python.
    pub(crate) about: Option<&'static About>,
    /// What its methods have raised, if it is written in Python.
    pub(crate) fault: Fault,
}

impl Shared {
    fn open(name: &str) -> PyResult<Shared> {
        let opened = builtin::catalogue("morpion").open(name).or_raise()?;
        let (name, about) = (opened.to_string(), Some(opened.about()));
        Ok(Shared { variant: opened.variant, name, about, fault: Fault::default() })
    }

    /// The version of the rules, which files are marked with.
    pub(crate) fn rules(&self) -> u32 {
        self.about.map_or(1, |about| about.version)
    }

    /// Returns the game and its engines, for players.
    pub(crate) fn players(&self) -> PyResult<(AnyGame, Engines)> {
        self.variant.players().ok_or_else(|| {
            wrong(format!(
                "{} is not a game of two players, so nobody plays it and its positions have no value",
                self.name
            ))
        })
    }

    /// Does long work with it; exceptions that its methods raise meanwhile are raised in place of the result.
    pub(crate) fn at_work<R: Send>(
        &self,
        py: Python<'_>,
        limits: game::Limits,
        work: impl FnOnce(&catalogue::Job<'_>) -> R + Send,
    ) -> PyResult<R> {
        self.asked(|| work::at_work(py, limits, work))?
    }

    /// Asks the game something; an exception that its methods raise meanwhile is raised in place of the answer.
    pub(crate) fn asked<R>(&self, ask: impl FnOnce() -> R) -> PyResult<R> {
        match self.about {
            Some(_) => Ok(ask()),
            None => self.fault.unless_raised(ask),
        }
    }
}

/// A game with every engine behind it. `morpion.Game` adds the position on the board, names and defaults.
#[pyclass(frozen, subclass, module = "morpion._native")]
pub(crate) struct Core {
    shared: Arc<Shared>,
}

/// Solutions, tables and diagrams may take half of what is usual for a machine, unless the caller says otherwise.
const FOR_SEARCH: usize = 1 << 30;
const FOR_ALL: usize = 2 << 30;

#[pymethods]
impl Core {
    /// Opens a game by name, or takes an object with the methods of a game.
    #[new]
    fn new(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Core> {
        let shared = match source.cast::<PyString>() {
            Ok(name) => {
                let name = name.to_cow()?;
                py.detach(|| Shared::open(&name))?
            }
            Err(_) => {
                let own = OwnGame::new(source)?;
                let (name, fault) = (own.name().to_string(), own.fault().clone());
                Shared { variant: Variant::of_wide_game(own), name, about: None, fault }
            }
        };
        Ok(Core { shared: Arc::new(shared) })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.shared.name
    }

    /// Raises an error unless the state is one of this game.
    fn _check_own(&self, state: &State) -> PyResult<()> {
        self.own(state).map(|_| ())
    }

    /// Title, rules, and how moves are typed.
    fn _about(&self) -> Option<(&'static str, &'static str, &'static str)> {
        self.shared.about.map(|about| (about.title, about.rules, about.moves))
    }

    #[getter]
    fn is_game(&self) -> bool {
        self.shared.variant.is_game()
    }

    fn _position(&self, py: Python<'_>, moves: Option<&str>, board: Option<&str>) -> PyResult<State> {
        let variant = &self.shared.variant;
        let find = || {
            let start = match board {
                Some(board) => variant.drawn(board)?,
                None => variant.position(None)?,
            };
            moves.map_or(Ok(start.clone()), |moves| variant.after(&start, moves))
        };
        let found = self.shared.asked(|| py.detach(find))?;
        found.map(|state| self.state(state)).or_raise()
    }

    fn _value(&self, py: Python<'_>, state: &State, within: Within) -> PyResult<Value> {
        requests::value(py, self.own(state)?, &state.state, within.limits(FOR_SEARCH)?)
    }

    fn _solve(&self, py: Python<'_>, state: &State, within: Within, engine: &str) -> PyResult<Py<PyAny>> {
        let (shared, engine) = (self.own(state)?, engine.parse().or_raise()?);
        requests::solve(py, shared, &state.state, (within.limits(FOR_SEARCH)?, engine))
    }

    fn _analyze(&self, py: Python<'_>, state: &State, within: Within, engine: &str) -> PyResult<Py<PyAny>> {
        let (shared, engine) = (self.own(state)?, engine.parse().or_raise()?);
        requests::analyze(py, shared, &state.state, (within.limits(FOR_SEARCH)?, engine))
    }

    /// Solves or analyzes many positions, each within these limits, as many at once as there are threads.
    fn _many(
        &self,
        py: Python<'_>,
        states: Vec<Bound<'_, State>>,
        within: Within,
        analyze: bool,
    ) -> PyResult<Vec<Py<PyAny>>> {
        requests::many(py, &self.shared, self.states(&states)?, (within, FOR_SEARCH), analyze)
    }

    fn _choose(&self, py: Python<'_>, state: &State, who: &str, seed: u64) -> PyResult<String> {
        contest::choose(py, self.own(state)?, &state.state, who, seed)
    }

    fn _match(&self, py: Python<'_>, asked: Contest) -> PyResult<Py<PyAny>> {
        contest::play(py, &self.shared, asked)
    }

    fn _count(
        &self,
        py: Python<'_>,
        start: Option<&State>,
        how: (String, bool),
        within: Within,
    ) -> PyResult<Py<PyAny>> {
        requests::count(py, self.starting(start)?, (&how.0, how.1), within.limits(FOR_ALL)?)
    }

    fn _explore(
        &self,
        py: Python<'_>,
        start: Option<&State>,
        how: (Option<u32>, bool),
        graph: (Option<String>, u64),
        within: Within,
    ) -> PyResult<(Py<PyAny>, Option<String>)> {
        let limits = within.limits(FOR_ALL)?;
        requests::explore(py, self.starting(start)?, how, (graph.0.as_deref(), graph.1), limits)
    }

    fn _check(
        &self,
        py: Python<'_>,
        start: Option<&State>,
        claims: Vec<(String, String)>,
        how: (Option<u32>, bool),
        within: Within,
    ) -> PyResult<Py<PyAny>> {
        requests::check(py, self.starting(start)?, &claims, how, within.limits(FOR_ALL)?)
    }

    fn _simulate(
        &self,
        py: Python<'_>,
        start: Option<&State>,
        how: (u64, u64, u32),
        within: Within,
    ) -> PyResult<Py<PyAny>> {
        requests::simulate(py, self.starting(start)?, how, within.limits(FOR_ALL)?)
    }

    fn _perft(
        &self,
        py: Python<'_>,
        start: Option<&State>,
        how: (u32, bool),
        within: Within,
    ) -> PyResult<Py<PyAny>> {
        requests::perft(py, self.starting(start)?, how, within.limits(FOR_ALL)?)
    }

    fn _strong(
        &self,
        py: Python<'_>,
        distances: bool,
        within: Within,
    ) -> PyResult<(Py<PyAny>, Option<Table>)> {
        Table::solve(py, &self.shared, distances, within.limits(FOR_ALL)?)
    }

    fn _laws(&self, py: Python<'_>, games: usize, seed: u64) -> PyResult<Vec<&'static str>> {
        let variant = &self.shared.variant;
        let checked = self.shared.at_work(py, game::Limits::default(), |_| variant.laws(games, seed))?;
        checked.or_raise()
    }

    fn _facts(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let facts = self.shared.asked(|| py.detach(|| self.shared.variant.facts()))?;
        crate::convert::result(py, &facts)
    }

    /// The states that can be reached in so many rounds, as a diagram.
    fn _diagram(&self, py: Python<'_>, rounds: Option<usize>, within: Within) -> PyResult<Set> {
        let Shared { variant, name, .. } = &*self.shared;
        let found = self.shared.at_work(py, within.limits(FOR_ALL)?, |job| match rounds {
            Some(_) => variant.reach_by_rounds(name, rounds, job),
            None => variant.reach_by_homs(name, Strategy::Automatic, job),
        })?;
        let reached = found.or_raise()?;
        match (reached.set, reached.stopped) {
            (Some(set), None) => Ok(Set { set }),
            (_, why) => {
                let why = why.map_or("nothing was reached".to_string(), |why| why.to_string());
                Err(wrong(format!("{name}: the diagram is not complete: {why}")))
            }
        }
    }

    /// Marks of the cells of states, as planes of bytes: see `morpion.Encoding`.
    fn _planes<'py>(
        &self,
        py: Python<'py>,
        states: Vec<Bound<'py, State>>,
        marks: Vec<(String, String)>,
        cells: usize,
    ) -> PyResult<Bound<'py, pyo3::types::PyBytes>> {
        let states = self.states(&states)?;
        planes::planes(py, &self.shared, &states, &marks, cells)
    }

    /// Moves and marks that occur in random games.
    fn _met(&self, py: Python<'_>, games: usize, seed: u64) -> PyResult<(Vec<String>, Vec<planes::Owned>)> {
        let met = |job: &catalogue::Job<'_>| planes::met(&self.shared, games, seed, &job.limits);
        let found = self.shared.at_work(py, game::Limits::default(), met)?;
        // Some moves and marks alone are no encoding.
        let (moves, marks) = found.ok_or_else(|| PyKeyboardInterrupt::new_err(()))?;
        Ok((moves.into_iter().collect(), marks.into_iter().collect()))
    }

    fn __repr__(&self) -> String {
        format!("<morpion.Game {}>", self.shared.name)
    }
}

impl Core {
    fn state(&self, state: AnyState) -> State {
        State { state, game: Arc::clone(&self.shared) }
    }

    /// Returns the game, if the state is one of it.
    fn own(&self, state: &State) -> PyResult<&Arc<Shared>> {
        if Arc::ptr_eq(&self.shared, &state.game) {
            return Ok(&self.shared);
        }
        let (own, other) = (&self.shared.name, &state.game.name);
        Err(wrong(format!(
            "a position of {other}, which another object made, is not one of this {own}; make it by `position`"
        )))
    }

    fn states(&self, states: &[Bound<'_, State>]) -> PyResult<Vec<AnyState>> {
        states.iter().map(|state| self.own(state.get()).map(|_| state.get().state.clone())).collect()
    }

    fn starting<'a>(&'a self, state: Option<&'a State>) -> PyResult<Starting<'a>> {
        let state = state.map(|state| self.own(state).map(|_| state.state.clone())).transpose()?;
        Ok(Starting { shared: &self.shared, state })
    }
}

/// Opens a table that was saved, with its game.
#[pyfunction]
pub(crate) fn open_table(py: Python<'_>, path: PathBuf) -> PyResult<Table> {
    py.detach(|| {
        let at = |what: String| wrong(format!("{}: {what}", path.display()));
        let open =
            || File::open(&path).map_err(|error| at(format!("cannot be read: {}", error_text(&error))));
        let header = Header::read(BufReader::new(open()?)).map_err(|error| at(error.to_string()))?;
        let shared = Shared::open(&header.game)?;
        let table = shared.variant.load_table(shared.rules(), open()?);
        Ok(Table::new(&Arc::new(shared), table.map_err(|failure| at(failure.to_string()))?))
    })
}
