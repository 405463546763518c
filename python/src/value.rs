//! The value of a position.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

use game::{Value as Exact, Verdict, Worth};
use pyo3::prelude::*;

/// The value of a position for the player to move: `win`, `draw`, `loss` or `unknown`, and how many plies away.
///
/// Values can be compared: a win is more than a draw, and a win in 3 more than a win in 5. One that is not known is
/// neither more nor less than any other.
#[pyclass(frozen, module = "morpion")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Value {
    verdict: Option<Verdict>,
    plies: Option<u32>,
}

impl Value {
    pub(crate) const UNKNOWN: Value = Value { verdict: None, plies: None };

    /// Returns what is known of a worth: a draw has no length.
    pub(crate) fn of_worth(worth: Worth) -> Value {
        let plies = worth.value().and_then(|value| value.without_draw_length().plies);
        Value { verdict: worth.verdict(), plies }
    }

    pub(crate) fn is_known(self) -> bool {
        self.verdict.is_some()
    }

    fn exact(self) -> Option<Exact> {
        self.verdict.map(|verdict| Exact { verdict, plies: self.plies })
    }
}

impl From<Exact> for Value {
    fn from(value: Exact) -> Value {
        Value { verdict: Some(value.verdict), plies: value.without_draw_length().plies }
    }
}

#[pymethods]
impl Value {
    /// `win`, `draw`, `loss` or `unknown`.
    #[getter]
    fn verdict(&self) -> &'static str {
        match self.verdict {
            Some(Verdict::Win) => "win",
            Some(Verdict::Draw) => "draw",
            Some(Verdict::Loss) => "loss",
            None => "unknown",
        }
    }

    /// How many plies away the end is, if that is known; a draw has no length.
    #[getter]
    fn plies(&self) -> Option<u32> {
        self.plies
    }

    /// 1 for a win, 0 for a draw, -1 for a loss; `None` if the value is not known.
    #[getter]
    fn sign(&self) -> Option<i32> {
        self.verdict.map(Verdict::sign)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Value>().is_ok_and(|other| other.get() == self)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn __lt__(&self, other: &Value) -> bool {
        self.compared(*other) == Some(Ordering::Less)
    }

    fn __le__(&self, other: &Value) -> bool {
        self.compared(*other).is_some_and(Ordering::is_le)
    }

    fn __gt__(&self, other: &Value) -> bool {
        self.compared(*other) == Some(Ordering::Greater)
    }

    fn __ge__(&self, other: &Value) -> bool {
        self.compared(*other).is_some_and(Ordering::is_ge)
    }

    fn __str__(&self) -> String {
        self.exact().map_or("unknown".to_string(), |value| value.to_string())
    }

    fn __repr__(&self) -> String {
        format!("<{}>", self.__str__())
    }
}

impl Value {
    fn compared(self, other: Value) -> Option<Ordering> {
        Some(self.exact()?.cmp(&other.exact()?))
    }
}
