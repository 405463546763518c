//! Tables: the value of every position.

use std::path::PathBuf;
use std::sync::Arc;

use arena::{error_text, write_atomically_with};
use catalogue::{Distance, LookedUp};
use game::{Limits, Value as Exact};
use pyo3::prelude::*;
use tablebase::Tablebase;

use crate::convert::result;
use crate::core::Shared;
use crate::error::{OrRaise, wrong};
use crate::position::State;
use crate::value::Value;

/// The value of every position of a game.
#[pyclass(frozen, module = "morpion")]
pub(crate) struct Table {
    shared: Arc<Shared>,
    table: Tablebase,
}

impl Table {
    pub(crate) fn new(shared: &Arc<Shared>, table: Tablebase) -> Table {
        Table { shared: Arc::clone(shared), table }
    }

    /// Solves every position; no table if a limit was reached before.
    pub(crate) fn solve(
        py: Python<'_>,
        shared: &Arc<Shared>,
        distances: bool,
        limits: Limits,
    ) -> PyResult<(Py<PyAny>, Option<Table>)> {
        let found = shared.at_work(py, limits, |job| shared.variant.strong(distances, job))?;
        let (strong, table) = found.or_raise()?;
        Ok((result(py, &strong)?, table.map(|table| Table::new(shared, table))))
    }

    fn find(&self, state: &State) -> PyResult<LookedUp> {
        // A position of the same game that another object made will do: what is looked up is the position.
        if self.shared.name != state.game.name {
            return Err(wrong(format!(
                "a position of {} in a table of {}",
                state.game.name, self.shared.name
            )));
        }
        let found = self.shared.asked(|| self.shared.variant.look_up(&self.table, &state.state))?;
        found.ok_or_else(|| {
            let name = &self.shared.name;
            wrong(format!("no such position in the table of {name}: by its rules, it cannot be reached"))
        })
    }
}

#[pymethods]
impl Table {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.shared.name
    }

    /// Whether distances are known.
    #[getter]
    fn distances(&self) -> bool {
        self.table.has_distance()
    }

    /// The value of a position.
    fn value(&self, state: &State) -> PyResult<Value> {
        let found = self.find(state)?;
        Ok(Exact { verdict: found.value, plies: found.plies }.into())
    }

    /// The best moves of a position.
    fn best(&self, state: &State) -> PyResult<Vec<String>> {
        self.find(state).map(|found| found.best)
    }

    fn _lookup(&self, py: Python<'_>, state: &State) -> PyResult<Py<PyAny>> {
        result(py, &self.find(state)?)
    }

    /// The legal moves of a position with their values for the player who makes them, the best first.
    fn moves(&self, state: &State) -> PyResult<Vec<(String, Value)>> {
        let exact = |Distance { value, plies }| Exact { verdict: value, plies }.into();
        Ok(self.find(state)?.moves.into_iter().map(|rated| (rated.mv, exact(rated.worth))).collect())
    }

    /// Saves the table in a file, and returns its size in bytes. `morpion.open_table` and the command `morpion lookup`
    /// read it.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        let (name, rules) = (&self.shared.name, self.shared.rules());
        let saved = py.detach(|| write_atomically_with(&path, |file| self.table.save(name, rules, file)));
        saved.map_err(|error| wrong(format!("{}: cannot be written: {}", path.display(), error_text(&error))))
    }

    fn __repr__(&self) -> String {
        let [won, drawn, lost] = self.table.totals();
        format!("<morpion.Table of {}: {won} won, {drawn} drawn, {lost} lost>", self.shared.name)
    }
}
