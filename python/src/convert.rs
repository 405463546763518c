//! Results as Python data.

use num_bigint::BigUint;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList};
use serde::Serialize;
use serde_json::Value as Json;

/// The names under which JSON has counts as decimal text, since they outgrow what readers of JSON keep exact. Python
/// keeps them exact, so here they are integers.
const COUNTS: &[&str] = &[
    "broken_off",
    "by_depth",
    "by_length",
    "by_ply",
    "classes",
    "classes_so_far",
    "deadlocks",
    "drawn",
    "draws",
    "ended",
    "ended_by_depth",
    "explored",
    "first_moves",
    "first_wins",
    "games",
    "index_size",
    "largest",
    "largest_values",
    "leaves",
    "lost",
    "matches",
    "max",
    "min",
    "nodes",
    "paths",
    "positions",
    "second_wins",
    "states",
    "symmetries",
    "terminal",
    "transitions",
    "transitions_by_ply",
    "won",
    "won_drawn_lost_by_ply",
    "won_drawn_lost_by_turn",
];

/// Returns a result as a dictionary.
pub(crate) fn result(py: Python<'_>, found: &impl Serialize) -> PyResult<Py<PyAny>> {
    let json = serde_json::to_value(found).expect("results are data");
    python(py, &json, false)
}

/// Returns JSON as Python data; text is taken for a count where `counts` says so.
pub(crate) fn python(py: Python<'_>, json: &Json, counts: bool) -> PyResult<Py<PyAny>> {
    match json {
        Json::Null => Ok(py.None()),
        Json::Bool(value) => value.into_py_any(py),
        Json::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.into_py_any(py),
            (None, Some(number)) => number.into_py_any(py),
            (None, None) => number.as_f64().into_py_any(py),
        },
        Json::String(text) => match text.parse::<BigUint>() {
            Ok(count) if counts => integer(py, &count),
            _ => text.into_py_any(py),
        },
        Json::Array(list) => {
            let list: Vec<Py<PyAny>> =
                list.iter().map(|part| python(py, part, counts)).collect::<PyResult<_>>()?;
            PyList::new(py, list)?.into_py_any(py)
        }
        Json::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, part) in fields {
                // The paths of a claim are moves, and those of perft a number.
                let counts = COUNTS.contains(&name.as_str()) && !(name == "paths" && part.is_array());
                dict.set_item(name, python(py, part, counts || is_tally(name, json))?)?;
            }
            dict.into_py_any(py)
        }
    }
}

/// Whether an object is a list of lengths and how often each came: its names are numbers.
fn is_tally(name: &str, json: &Json) -> bool {
    let is_number = |name: &String| name.bytes().all(|byte| byte.is_ascii_digit());
    is_number(&name.to_string()) && json.as_object().is_some_and(|fields| fields.keys().all(is_number))
}

/// Returns a number of any size as a Python integer.
pub(crate) fn integer(py: Python<'_>, number: &BigUint) -> PyResult<Py<PyAny>> {
    match u64::try_from(number) {
        Ok(small) => small.into_py_any(py),
        Err(_) => {
            let bytes = PyBytes::new(py, &number.to_bytes_le());
            py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))?.into_py_any(py)
        }
    }
}
