//! Positions as Python objects.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use arena::{AnyMove, AnyState};
use game::{Ending, Notation, Player, System};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use serde_json::Value as Json;

use crate::convert::python;
use crate::core::Shared;
use crate::error::{OrRaise, wrong};

/// A position: it never changes, equal positions are equal, and it can be a member of a set.
#[pyclass(frozen, module = "morpion")]
pub(crate) struct State {
    pub(crate) state: AnyState,
    pub(crate) game: Arc<Shared>,
}

#[pymethods]
impl State {
    /// The player to move, 0 or 1; in a finished game, who would be. `None` if it is not a game.
    #[getter]
    fn turn(&self) -> PyResult<Option<usize>> {
        self.game.asked(|| self.game.variant.system().turn(&self.state).map(Player::index))
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> PyResult<bool> {
        self.game.asked(|| self.game.variant.system().is_final(&self.state))
    }

    /// How the game has ended: 0 or 1, who has won, `"draw"`, or `"final"` for a puzzle; `None` while it goes on.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self.game.asked(|| self.game.variant.system().ending(&self.state))? {
            Ending::Open => Ok(py.None()),
            Ending::Won(player) => player.index().into_py_any(py),
            Ending::Drawn => "draw".into_py_any(py),
            Ending::Final => "final".into_py_any(py),
        }
    }

    /// The legal moves, as they are written; none if the game is over.
    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        let system = self.game.variant.system();
        let text = |mv: AnyMove| system.action_text(&self.state, mv);
        self.game.asked(|| self.legal().into_iter().map(text).collect())
    }

    /// The position after one move or several: `"b2"`, `"b2 a1"`.
    fn after(&self, py: Python<'_>, moves: &str) -> PyResult<State> {
        let found = self.game.asked(|| py.detach(|| self.game.variant.after(&self.state, moves)))?;
        found.map(|state| self.with(state)).or_raise()
    }

    /// Some moves as they are usually written, and the position after each.
    fn _line(&self, py: Python<'_>, moves: &str) -> PyResult<(Vec<String>, Vec<State>)> {
        let system = self.game.variant.system();
        let found = self.game.asked(|| py.detach(|| system.parse_line_from(&self.state, moves)))?;
        let (actions, states) = found.map_err(|error| wrong(error.shown_in(moves)))?;
        let text = |(state, action): (&AnyState, AnyMove)| system.action_text(state, action);
        let texts = self.game.asked(|| states.iter().zip(actions).map(text).collect())?;
        Ok((texts, states.into_iter().skip(1).map(|state| self.with(state)).collect()))
    }

    /// The legal moves, and the position after each.
    fn children(&self) -> PyResult<Vec<(String, State)>> {
        let system = self.game.variant.system();
        let child =
            |mv: AnyMove| (system.action_text(&self.state, mv), self.with(system.after(&self.state, mv)));
        self.game.asked(|| self.legal().into_iter().map(child).collect())
    }

    /// The position after the move of this number among [`moves`](State::moves), from 0 on.
    fn _child(&self, number: u32) -> PyResult<State> {
        if (number as usize) >= self.game.asked(|| self.legal().len())? {
            return Err(pyo3::exceptions::PyIndexError::new_err(format!("there is no move number {number}")));
        }
        self.game.asked(|| self.with(self.game.variant.system().after(&self.state, AnyMove(number))))
    }

    /// The position, drawn with characters.
    #[getter]
    fn board(&self) -> PyResult<String> {
        self.game.asked(|| self.game.variant.system().board_text(&self.state))
    }

    /// What the position looks like, as data: grids of cells, heaps, or text alone.
    #[getter]
    fn look(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let look = self.game.asked(|| self.game.variant.system().look(&self.state))?;
        python(py, &protocol::look(&look), false)
    }

    /// What is pointed at to make each legal move.
    fn _picks(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let system = self.game.variant.system();
        let choices = self.game.asked(|| system.choices(&self.state))?;
        let picks = choices.all.into_iter().map(|(_, picks)| Json::Array(protocol::picks(&picks))).collect();
        python(py, &Json::Array(picks), false)
    }

    /// The name of its game.
    #[getter]
    fn game(&self) -> &str {
        &self.game.name
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<State>() else { return Ok(false) };
        let other = other.get();
        if !Arc::ptr_eq(&self.game, &other.game) {
            return Ok(false);
        }
        self.game.asked(|| self.state == other.state)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> PyResult<String> {
        self.board()
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<{}>\n{}", self.game.name, self.board()?))
    }

    fn _repr_html_(slf: Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let display = slf.py().import("morpion._display")?;
        display.call_method1("state_html", (&slf,)).map(Bound::unbind)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

impl State {
    fn with(&self, state: AnyState) -> State {
        State { state, game: Arc::clone(&self.game) }
    }

    fn legal(&self) -> Vec<AnyMove> {
        let system = self.game.variant.system();
        if system.is_final(&self.state) { Vec::new() } else { system.actions(&self.state).collect() }
    }
}
