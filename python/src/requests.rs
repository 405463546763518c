//! What is asked of a game: values, counts, claims, random games.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::{iter, thread};

use arena::AnyState;
use catalogue::{Claims, Failure, Job, Simulate, Solved, Survey, Variant};
use explore::Format;
use game::Limits;
use pyo3::prelude::*;
use search::Engine;
use serde::Serialize;

use crate::convert::result;
use crate::core::Shared;
use crate::error::{OrRaise, wrong};
use crate::value::Value;
use crate::work::{PAUSE, Within};

/// A game, and the position to begin at if it is not the start.
pub(crate) struct Starting<'a> {
    pub(crate) shared: &'a Shared,
    pub(crate) state: Option<AnyState>,
}

impl Starting<'_> {
    fn given(&self) -> Option<&[AnyState]> {
        self.state.as_ref().map(std::slice::from_ref)
    }

    fn starts(&self) -> PyResult<Vec<AnyState>> {
        match &self.state {
            Some(state) => Ok(vec![state.clone()]),
            None => self.shared.variant.starts(None).or_raise(),
        }
    }

    /// Does work within limits, and returns what it found as a dictionary.
    fn found<T: Serialize + Send>(
        &self,
        py: Python<'_>,
        limits: Limits,
        work: impl FnOnce(&Variant, &Job<'_>) -> Result<T, Failure> + Send,
    ) -> PyResult<Py<PyAny>> {
        let variant = &self.shared.variant;
        let found = self.shared.at_work(py, limits, |job| work(variant, job))?;
        result(py, &found.or_raise()?)
    }
}

/// Positions that take no more than this are solved without a thread of their own.
const GLANCE: u64 = 1000;
/// The memory for that.
const GLANCE_BYTES: usize = 8 << 20;

/// The value of a position.
pub(crate) fn value(
    py: Python<'_>,
    shared: &Arc<Shared>,
    state: &AnyState,
    limits: Limits,
) -> PyResult<Value> {
    let (_, engines) = shared.players()?;
    // A game written in Python would do at the first glance what it does again later, and cannot be interrupted there.
    if shared.about.is_some() {
        let glance = Limits::default().nodes(GLANCE.min(limits.most_nodes())).memory(GLANCE_BYTES);
        let found = Value::of_worth(py.detach(|| engines.solve(state, &glance)).worth);
        if found.is_known() {
            return Ok(found);
        }
    }
    let found = shared.at_work(py, limits, |job| shared.variant.solve(state, job))?.or_raise()?;
    Ok(match (found.exact(), found.verdict()) {
        (Some(value), _) => value.into(),
        (None, Some(verdict)) => game::Value::of(verdict).into(),
        (None, None) => Value::UNKNOWN,
    })
}

pub(crate) fn solve(
    py: Python<'_>,
    shared: &Shared,
    state: &AnyState,
    (limits, engine): (Limits, Engine),
) -> PyResult<Py<PyAny>> {
    shared.players()?;
    let starting = Starting { shared, state: None };
    starting.found(py, limits, |variant, job| variant.solve(state, &job.clone().engine(engine)))
}

pub(crate) fn analyze(
    py: Python<'_>,
    shared: &Shared,
    state: &AnyState,
    (limits, engine): (Limits, Engine),
) -> PyResult<Py<PyAny>> {
    shared.players()?;
    let starting = Starting { shared, state: None };
    starting.found(py, limits, |variant, job| variant.analyze(state, &job.clone().engine(engine)))
}

/// Solves or analyzes many positions, each on one thread, several at once. The time is for each; the memory for all.
pub(crate) fn many(
    py: Python<'_>,
    shared: &Shared,
    states: Vec<AnyState>,
    (within, memory): (Within, usize),
    analyze: bool,
) -> PyResult<Vec<Py<PyAny>>> {
    shared.players()?;
    let variant = &shared.variant;
    let all = within.limits(memory)?;
    let stop_only = Limits::default().threads(all.thread_count());
    let found = shared.at_work(py, stop_only, |job| {
        side_by_side(job, &states, &|state| -> Result<Found, Failure> {
            let job = Job::default().limits(within.each(job.limits.clone(), &all));
            match analyze {
                true => variant.analyze(state, &job).map(Found::Analysis),
                false => variant.solve(state, &job).map(|solved| Found::Solved(Box::new(solved))),
            }
        })
    })?;
    found.into_iter().map(|found| result(py, &found.or_raise()?)).collect()
}

/// What was found of one of many positions.
#[derive(Serialize)]
#[serde(untagged)]
enum Found {
    Solved(Box<Solved>),
    Analysis(catalogue::Analysis),
}

/// Does the same with many positions on the threads of a job; the results are in the order of the positions.
///
/// It says how many are done. What does one of them is not to say how far it is: a search that is watched works on a
/// thread of its own, which takes longer to start than most positions take.
fn side_by_side<T: Send>(
    job: &Job<'_>,
    states: &[AnyState],
    one: &(dyn Fn(&AnyState) -> T + Sync),
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = |done: mpsc::Sender<(usize, T)>| {
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        for number in numbers.take_while(|number| *number < states.len()) {
            // If nobody waits for it any more, another thread has panicked, and that is raised below.
            let _ = done.send((number, one(&states[number])));
        }
    };
    let threads = job.limits.thread_count().min(states.len());
    thread::scope(|scope| {
        let (done, finished) = mpsc::channel();
        let start = |_| {
            let done = done.clone();
            scope.spawn(|| work(done))
        };
        let workers: Vec<_> = (0..threads).map(start).collect();
        drop(done);
        let found = collect(job, states.len(), &finished);
        for worker in workers {
            // A panic goes on in the thread that asked.
            worker.join().unwrap_or_else(|broken| resume_unwind(broken));
        }
        found.into_iter().map(|found| found.expect("the threads did them all")).collect()
    })
}

/// Receives results until nobody sends any more, and tells how many there are.
fn collect<T>(job: &Job<'_>, all: usize, finished: &mpsc::Receiver<(usize, T)>) -> Vec<Option<T>> {
    let mut found: Vec<Option<T>> = iter::repeat_with(|| None).take(all).collect();
    let mut count = 0;
    loop {
        if let Some(tell) = job.tell {
            tell(&|| format!("{count} of {all} positions"));
        }
        match finished.recv_timeout(PAUSE) {
            Ok((number, result)) => {
                found[number] = Some(result);
                count += 1;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return found,
        }
    }
}

pub(crate) fn count(
    py: Python<'_>,
    starting: Starting<'_>,
    (by, symmetry): (&str, bool),
    limits: Limits,
) -> PyResult<Py<PyAny>> {
    let name = &starting.shared.name;
    match by {
        "explicit" => starting.found(py, limits, |variant, job| {
            if starting.state.is_none() {
                variant.has_end(name, job)?;
            }
            let survey = Survey { symmetry, ..Survey::default() };
            Ok(variant.count(starting.given(), &survey, job))
        }),
        "symbolic" if starting.state.is_some() => Err(wrong(
            "by=\"symbolic\" counts from the start; leave out the position, or count by=\"explicit\"",
        )),
        "symbolic" => {
            starting.found(py, limits, |variant, job| variant.count_by_diagrams(name, (false, symmetry), job))
        }
        other => Err(wrong(format!("by={other:?}: there are \"explicit\" and \"symbolic\""))),
    }
}

pub(crate) fn explore(
    py: Python<'_>,
    starting: Starting<'_>,
    (depth, symmetry): (Option<u32>, bool),
    (graph, most): (Option<&str>, u64),
    limits: Limits,
) -> PyResult<(Py<PyAny>, Option<String>)> {
    let Starting { shared, .. } = starting;
    let known = || Format::ALL.map(Format::name).join(", ");
    let format = |name| {
        Format::of(name)
            .ok_or_else(|| wrong(format!("graph={name:?}: there is no such format; there are {}", known())))
    };
    let format: Option<Format> = graph.map(format).transpose()?;
    let survey = Survey { depth, symmetry, ..Survey::default() };
    let found = shared.at_work(py, limits, |job| {
        if starting.state.is_none() && depth.is_none() {
            shared.variant.has_end(&shared.name, job)?;
        }
        match format {
            Some(format) => shared.variant.export(starting.given(), &survey, format, most, job),
            None => Ok((shared.variant.explore(starting.given(), &survey, job), None)),
        }
    })?;
    let (explored, graph) = found.or_raise()?;
    Ok((result(py, &explored)?, graph))
}

/// Claims, each with its kind.
pub(crate) fn check(
    py: Python<'_>,
    starting: Starting<'_>,
    claims: &[(String, String)],
    (depth, all): (Option<u32>, bool),
    limits: Limits,
) -> PyResult<Py<PyAny>> {
    let mut asked = Claims { depth, all, ..Claims::default() };
    for (kind, claim) in claims {
        let claim = claim.clone();
        match kind.as_str() {
            "find" => asked.find.push(claim),
            "path" => asked.path.push(claim),
            "always" => asked.always.push(claim),
            "eventually" => asked.eventually.push(claim),
            "leads_to" => asked.leads_to.push(claim),
            "until" => asked.until.push(claim),
            "force" => asked.force.push(claim),
            "no_deadlock" => asked.no_deadlock = true,
            other => return Err(wrong(format!("there is no kind of claim `{other}`"))),
        }
    }
    let starts = starting.starts()?;
    starting.found(py, limits, |variant, job| variant.check(&starts, &asked, job))
}

pub(crate) fn simulate(
    py: Python<'_>,
    starting: Starting<'_>,
    (games, seed, plies): (u64, u64, u32),
    limits: Limits,
) -> PyResult<Py<PyAny>> {
    let starts = starting.starts()?;
    let simulate = Simulate { games, seed, plies };
    starting.found(py, limits, |variant, job| Ok(variant.simulate(&starts, simulate, job)))
}

pub(crate) fn perft(
    py: Python<'_>,
    starting: Starting<'_>,
    (depth, symmetry): (u32, bool),
    limits: Limits,
) -> PyResult<Py<PyAny>> {
    let starts = starting.starts()?;
    starting.found(py, limits, |variant, job| Ok(variant.perft(&starts, depth, symmetry, job)))
}
