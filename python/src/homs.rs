//! Homomorphisms, those written in Python among them.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::{Hash, Hasher};

use dd::{Inductive, Observer, Progress, Strategy, Val, Var, Verdict};
use game::Limits;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;

use crate::diagrams::Set;
use crate::error::wrong;
use crate::work::Within;

/// A homomorphism: a map from sets of words to sets of words. `+` is the union of images, `a & b` is `a` after `b`, and
/// `~a` keeps what the selector `a` does not.
#[pyclass(frozen, module = "morpion.dd", from_py_object)]
#[derive(Clone)]
pub(crate) struct Hom {
    hom: dd::Hom,
}

thread_local! {
    /// What a `phi` raised on this thread.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
    /// Whether this thread applies a homomorphism.
    static APPLIES: Cell<bool> = const { Cell::new(false) };
}

/// A homomorphism, or an object with the method `phi`.
fn hom(object: &Bound<'_, PyAny>) -> PyResult<dd::Hom> {
    if let Ok(hom) = object.cast::<Hom>() {
        return Ok(hom.get().hom.clone());
    }
    Own::new(object).map(dd::Hom::new)
}

#[pymethods]
impl Hom {
    /// Takes an object with the method `phi(variable, value)`: what becomes of an arc.
    #[new]
    fn new(object: &Bound<'_, PyAny>) -> PyResult<Hom> {
        hom(object).map(|hom| Hom { hom })
    }

    /// The identity.
    #[staticmethod]
    fn id() -> Hom {
        dd::Hom::id().into()
    }

    /// Maps everything to the empty set.
    #[staticmethod]
    fn zero() -> Hom {
        dd::Hom::zero().into()
    }

    /// Puts an arc before the image of the rest.
    #[staticmethod]
    fn arc(variable: u32, value: i32, rest: &Bound<'_, PyAny>) -> PyResult<Hom> {
        Ok(dd::Hom::arc(variable, value, hom(rest)?).into())
    }

    /// Keeps the words in which a variable has this value.
    #[staticmethod]
    fn equal(variable: u32, value: i32) -> Hom {
        dd::Hom::equal(variable, value).into()
    }

    /// Keeps the words in which a variable has a value from `first` to `last`, both included.
    #[staticmethod]
    fn between(variable: u32, first: i32, last: i32) -> Hom {
        dd::Hom::between(variable, first..=last).into()
    }

    /// Sets a variable to a value.
    #[staticmethod]
    fn assign(variable: u32, value: i32) -> Hom {
        dd::Hom::assign(variable, value).into()
    }

    /// Adds to a variable.
    #[staticmethod]
    fn add(variable: u32, value: i32) -> Hom {
        dd::Hom::add(variable, value).into()
    }

    /// Maps every set but the empty one to this set.
    #[staticmethod]
    fn constant(set: &Set) -> Hom {
        dd::Hom::constant(&set.set).into()
    }

    /// Keeps the words that are in a set.
    #[staticmethod]
    fn intersect(set: &Set) -> Hom {
        dd::Hom::intersect(&set.set).into()
    }

    /// The union of many.
    #[staticmethod]
    fn sum(parts: Vec<Bound<'_, PyAny>>) -> PyResult<Hom> {
        Ok(dd::Hom::sum(parts.iter().map(hom).collect::<PyResult<Vec<_>>>()?).into())
    }

    /// Applies `yes` to the words that the selector keeps, and `no` to the others.
    #[staticmethod]
    fn ite(condition: &Bound<'_, PyAny>, yes: &Bound<'_, PyAny>, no: &Bound<'_, PyAny>) -> PyResult<Hom> {
        Ok(dd::Hom::ite(hom(condition)?, hom(yes)?, hom(no)?).into())
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Hom> {
        Ok((self.hom.clone() + hom(other)?).into())
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Hom> {
        Ok((hom(other)? + self.hom.clone()).into())
    }

    fn __and__(&self, first: &Bound<'_, PyAny>) -> PyResult<Hom> {
        Ok(self.hom.clone().after(hom(first)?).into())
    }

    fn __rand__(&self, last: &Bound<'_, PyAny>) -> PyResult<Hom> {
        Ok(hom(last)?.after(self.hom.clone()).into())
    }

    fn __invert__(&self) -> Hom {
        (!self.hom.clone()).into()
    }

    /// The least fixpoint: `(h + Hom.id()).fixpoint()` reaches all that `h` leads to. The strategy is `automatic`, that
    /// is saturation where it is possible, or `plain`, `frontier` or `layers`; the result is the same.
    #[pyo3(signature = (strategy="automatic"))]
    fn fixpoint(&self, strategy: &str) -> PyResult<Hom> {
        let strategy = match strategy {
            "automatic" => Strategy::Automatic,
            "plain" => Strategy::Plain,
            "frontier" => Strategy::Frontier,
            "layers" => Strategy::Layers,
            other => {
                let help = "there are automatic, plain, frontier and layers";
                return Err(wrong(format!("there is no strategy `{other}`; {help}")));
            }
        };
        Ok(self.hom.clone().fixpoint_by(strategy).into())
    }

    /// Keeps the words that have an image in a set.
    fn predecessors(&self, target: &Set) -> Hom {
        self.hom.clone().predecessors(&target.set).into()
    }

    /// The image of a set.
    #[pyo3(signature = (set, *, time=None))]
    fn __call__(&self, py: Python<'_>, set: &Set, time: Option<f64>) -> PyResult<Set> {
        if APPLIES.get() {
            return Err(PyRuntimeError::new_err(
                "a homomorphism cannot be applied inside `phi`; return it instead",
            ));
        }
        let limits = Within::only_time(time)?;
        let (image, raised) = crate::work::at_work(py, limits, |job| {
            APPLIES.set(true);
            let image = self.hom.apply_watched(&set.set, &mut Watch(&job.limits));
            APPLIES.set(false);
            (image, RAISED.take())
        })?;
        match (image, raised) {
            (_, Some(error)) => Err(error),
            (Ok(set), None) => Ok(Set { set }),
            (Err(dd::Error::Stopped), None) => Err(wrong("stopped before the image was known")),
            (Err(error), None) => Err(wrong(error)),
        }
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.hom)
    }
}

impl From<dd::Hom> for Hom {
    fn from(hom: dd::Hom) -> Hom {
        Hom { hom }
    }
}

/// Ends a computation at a limit.
struct Watch<'a>(&'a Limits);

impl Observer for Watch<'_> {
    fn tick(&mut self, _: &Progress) -> Verdict {
        if self.0.exceeded(0).is_some() { Verdict::Stop } else { Verdict::Continue }
    }
}

/// A homomorphism that is written in Python.
struct Own {
    object: Py<PyAny>,
    hash: isize,
    text: String,
    is_selector: bool,
    has_skips: bool,
    has_end: bool,
}

impl Own {
    fn new(object: &Bound<'_, PyAny>) -> PyResult<Own> {
        let has = |name: &str| object.getattr(name).is_ok();
        if !has("phi") {
            let class = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "{class} is not a homomorphism: it has no method `phi(variable, value)`"
            )));
        }
        Ok(Own {
            hash: object.hash()?,
            text: object.repr()?.to_string(),
            is_selector: has("is_selector") && object.getattr("is_selector")?.is_truthy()?,
            has_skips: has("skips"),
            has_end: has("on_one"),
            object: object.clone().unbind(),
        })
    }

    /// Asks the object; what it raises makes the application fail.
    fn ask<T>(&self, or: impl FnOnce(String) -> T, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> T {
        // The first exception is kept, and raised when the application has ended.
        Python::attach(|py| ask(self.object.bind(py))).unwrap_or_else(|error| {
            let message = error.to_string();
            RAISED.with_borrow_mut(|raised| raised.get_or_insert(error).to_string());
            or(message)
        })
    }
}

impl Inductive for Own {
    fn phi(&self, var: Var, val: Val) -> dd::Hom {
        self.ask(dd::Hom::fail, |object| {
            let image = object.call_method1(intern!(object.py(), "phi"), (var, val))?;
            if image.is_none() { Ok(dd::Hom::zero()) } else { hom(&image) }
        })
    }

    fn on_one(&self) -> Option<dd::Hom> {
        if !self.has_end {
            return None;
        }
        self.ask(
            |message| Some(dd::Hom::fail(message)),
            |object| {
                let image = object.call_method0(intern!(object.py(), "on_one"))?;
                if image.is_none() { Ok(None) } else { hom(&image).map(Some) }
            },
        )
    }

    fn skips(&self, var: Var) -> bool {
        self.has_skips
            && self.ask(
                |_| false,
                |object| object.call_method1(intern!(object.py(), "skips"), (var,))?.is_truthy(),
            )
    }

    fn is_selector(&self) -> bool {
        self.is_selector
    }
}

impl PartialEq for Own {
    fn eq(&self, other: &Own) -> bool {
        self.hash == other.hash && self.ask(|_| false, |object| object.eq(other.object.bind(object.py())))
    }
}

impl Eq for Own {}

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
