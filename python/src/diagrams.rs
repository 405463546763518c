//! Sets as decision diagrams.

use num_bigint::BigUint;
use pyo3::prelude::*;

use crate::convert::integer;
use crate::error::OrRaise;

/// A word: variables with their values.
type Word = Vec<(u32, i32)>;

/// The owner of the nodes of some sets. Sets of different managers cannot be combined.
#[pyclass(frozen, module = "morpion.dd")]
pub(crate) struct Manager {
    manager: dd::Manager,
}

#[pymethods]
impl Manager {
    /// Makes a manager that may use so many bytes; without a number, as many as there are.
    #[new]
    #[pyo3(signature = (memory=None))]
    fn new(memory: Option<usize>) -> Manager {
        let builder = memory.into_iter().fold(dd::Manager::builder(), dd::Builder::memory_limit);
        Manager { manager: builder.build() }
    }

    /// The empty set.
    fn empty(&self) -> Set {
        Set { set: self.manager.empty() }
    }

    /// The set of the empty word alone.
    fn unit(&self) -> Set {
        Set { set: self.manager.unit() }
    }

    /// The set of one word: `[(0, 1), (1, 0)]` is variable 0 with value 1, then variable 1 with value 0.
    fn word(&self, py: Python<'_>, word: Word) -> PyResult<Set> {
        Set::of(py, || self.manager.word(&word))
    }

    /// The set of many words.
    fn words(&self, py: Python<'_>, words: Vec<Word>) -> PyResult<Set> {
        Set::of(py, || self.manager.words(words))
    }

    /// The words of one variable with a value from `first` to `last`, both included.
    fn range(&self, py: Python<'_>, variable: u32, first: i32, last: i32) -> PyResult<Set> {
        Set::of(py, || self.manager.range(variable, first..=last))
    }

    /// Gives a variable a name, for printing and drawing.
    fn set_name(&self, py: Python<'_>, variable: u32, name: String) -> PyResult<()> {
        py.detach(|| self.manager.set_name(variable, name)).or_raise()
    }

    /// The bytes and the nodes that it holds.
    fn statistics(&self, py: Python<'_>) -> PyResult<(usize, usize)> {
        let statistics = py.detach(|| self.manager.statistics()).or_raise()?;
        Ok((statistics.bytes, statistics.nodes))
    }
}

/// A set of words, as a decision diagram. It never changes.
#[pyclass(frozen, module = "morpion.dd")]
pub(crate) struct Set {
    pub(crate) set: dd::Set,
}

impl Set {
    /// Makes a set without the interpreter: another thread may hold the manager and wait for the interpreter.
    pub(crate) fn of(py: Python<'_>, make: impl FnOnce() -> dd::Result<dd::Set> + Send) -> PyResult<Set> {
        py.detach(make).map(|set| Set { set }).or_raise()
    }
}

#[pymethods]
impl Set {
    /// The words in either set.
    fn __or__(&self, py: Python<'_>, other: &Set) -> PyResult<Set> {
        Set::of(py, || self.set.union(&other.set))
    }

    /// The words in both sets.
    fn __and__(&self, py: Python<'_>, other: &Set) -> PyResult<Set> {
        Set::of(py, || self.set.intersection(&other.set))
    }

    /// The words of this set that are not in the other.
    fn __sub__(&self, py: Python<'_>, other: &Set) -> PyResult<Set> {
        Set::of(py, || self.set.difference(&other.set))
    }

    /// Every word of this set followed by every word of the other.
    fn concat(&self, py: Python<'_>, other: &Set) -> PyResult<Set> {
        Set::of(py, || self.set.concat(&other.set))
    }

    fn __contains__(&self, py: Python<'_>, word: Word) -> PyResult<bool> {
        py.detach(|| self.set.contains(&word)).or_raise()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Set>().is_ok_and(|other| other.get().set == self.set)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.set.hash(&mut hasher);
        hasher.finish()
    }

    fn __bool__(&self) -> bool {
        !self.set.is_empty()
    }

    /// The exact number of words. `len` is the same, where that is not too large for it.
    fn count(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        integer(py, &py.detach(|| self.set.count()).or_raise()?)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let count: BigUint = py.detach(|| self.set.count()).or_raise()?;
        usize::try_from(&count).map_err(|_| {
            pyo3::exceptions::PyOverflowError::new_err(
                "more words than `len` can say; `count()` says how many",
            )
        })
    }

    /// The number of nodes, the terminals not counted.
    #[getter]
    fn nodes(&self, py: Python<'_>) -> PyResult<usize> {
        py.detach(|| self.set.nodes()).or_raise()
    }

    /// The number of arcs.
    #[getter]
    fn arcs(&self, py: Python<'_>) -> PyResult<usize> {
        py.detach(|| self.set.arcs()).or_raise()
    }

    /// The words, at most `most` of them.
    #[pyo3(signature = (most=None))]
    fn words(&self, py: Python<'_>, most: Option<usize>) -> PyResult<Vec<Word>> {
        let words = py.detach(|| {
            Ok::<_, dd::Error>(match most {
                Some(most) => self.set.words()?.take(most).collect(),
                None => self.set.words()?.collect(),
            })
        });
        words.or_raise()
    }

    /// The first word in the order of values; `None` if there is none.
    fn least(&self, py: Python<'_>) -> PyResult<Option<Word>> {
        py.detach(|| self.set.least_word()).or_raise()
    }

    /// The values that a variable takes anywhere in the words.
    fn values(&self, py: Python<'_>, variable: u32) -> PyResult<Vec<i32>> {
        py.detach(|| self.set.values(variable).map(|values| values.into_iter().collect())).or_raise()
    }

    /// The diagram as a picture; an error if it has too many nodes to be looked at.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.set.to_svg()).or_raise()
    }

    /// The diagram in the language of graphviz.
    fn dot(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.set.to_dot()).or_raise()
    }

    /// Notebooks show the picture, unless it is too large; then the text.
    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        // `None` is how a notebook is told to show the text.
        self.svg(py).ok()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (count, nodes) =
            py.detach(|| Ok::<_, dd::Error>((self.set.count()?, self.set.nodes()?))).or_raise()?;
        Ok(format!("<morpion.dd.Set of {count} words, {nodes} nodes>"))
    }
}
