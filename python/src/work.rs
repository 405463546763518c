//! Long work: away from the interpreter, within limits, with progress, and ended by Ctrl-C.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use catalogue::Job;
use game::{Limits, Stop};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::error::wrong;

/// How often the interpreter is asked for signals, and progress is told.
pub(crate) const PAUSE: Duration = Duration::from_millis(50);
/// How soon, and how often, progress is shown.
const SOON: Duration = Duration::from_millis(500);

/// Limits as Python gives them: seconds, bytes, nodes, and the number of threads.
#[derive(FromPyObject, Clone, Debug)]
pub(crate) struct Within(Option<f64>, Option<usize>, Option<u64>, usize);

impl Within {
    /// Returns limits that have nothing but a time.
    pub(crate) fn only_time(time: Option<f64>) -> PyResult<Limits> {
        Ok(time.map(duration).transpose()?.into_iter().fold(Limits::default(), Limits::time))
    }

    /// Returns the limits of one of many pieces of work that begins now: its own time and nodes, its part of the memory
    /// of `all`, and what stops `stopping`.
    pub(crate) fn each(&self, stopping: Limits, all: &Limits) -> Limits {
        let Within(time, _, nodes, threads) = *self;
        let memory = all.bytes().map(|bytes| bytes / threads.max(1));
        let limits = memory.into_iter().fold(stopping.threads(1), Limits::memory);
        let limits = nodes.into_iter().fold(limits, Limits::nodes);
        // A time that makes no sense was refused when the limits of all were made.
        let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.into_iter().fold(limits, Limits::time)
    }

    /// Returns the limits, with `memory` bytes where none are given.
    pub(crate) fn limits(&self, memory: usize) -> PyResult<Limits> {
        let Within(time, bytes, nodes, threads) = *self;
        if !(1..=256).contains(&threads) {
            return Err(wrong(format!("threads={threads}: there may be 1 to 256")));
        }
        // What a method says in its documentation, where nothing is given.
        let limits = Limits::default().memory(bytes.unwrap_or(memory)).threads(threads);
        let limits = nodes.into_iter().fold(limits, Limits::nodes);
        Ok(time.map(duration).transpose()?.into_iter().fold(limits, Limits::time))
    }
}

/// Reads a number of seconds.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| wrong(format!("time={seconds}: a time is a number of seconds, zero or more")))
}

/// How far the work is, in words, made only when somebody is about to read it.
#[derive(Default)]
struct Line {
    wanted: AtomicBool,
    text: Mutex<Option<String>>,
}

impl Line {
    fn tell(&self, text: &dyn Fn() -> String) {
        if self.wanted.swap(false, Ordering::Relaxed) {
            // A line is whole even if a thread has panicked.
            *self.text.lock().unwrap_or_else(PoisonError::into_inner) = Some(text());
        }
    }

    fn take(&self) -> Option<String> {
        self.wanted.store(true, Ordering::Relaxed);
        // As in `tell`.
        self.text.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Does work on a thread of its own and waits for it without the interpreter. At Ctrl-C the work is asked to stop, and
/// what it knows by then is the result; any other exception of a signal handler, and a second Ctrl-C, is raised when the
/// work has stopped.
pub(crate) fn at_work<R: Send>(
    py: Python<'_>,
    limits: Limits,
    work: impl FnOnce(&Job<'_>) -> R + Send,
) -> PyResult<R> {
    let (stop, line) = (Stop::new(), Line::default());
    let limits = limits.stop(stop.clone());
    let (result, raised) = thread::scope(|scope| {
        let (done, finished) = mpsc::channel::<()>();
        let tell = |text: &dyn Fn() -> String| line.tell(text);
        let worker = scope.spawn(move || {
            // A thread that the interpreter knows comes back to it ten times as fast as one that it meets anew.
            let result = Python::attach(|py| py.detach(|| work(&Job::default().limits(limits).tell(&tell))));
            drop(done);
            result
        });
        let raised = wait(py, finished, &stop, &line);
        let joined = py.detach(|| worker.join());
        // A panic goes on in the thread that asked.
        (joined.unwrap_or_else(|broken| resume_unwind(broken)), raised)
    });
    raised.map_or(Ok(result), Err)
}

/// Waits until the other end of the channel is dropped. Returns the exception that is to be raised then, if any.
fn wait(py: Python<'_>, mut finished: mpsc::Receiver<()>, stop: &Stop, line: &Line) -> Option<PyErr> {
    let (begun, mut shown) = (Instant::now(), None);
    let (mut raised, mut told) = (None, Duration::ZERO);
    loop {
        let waited;
        (waited, finished) = py.detach(move || (finished.recv_timeout(PAUSE), finished));
        if waited == Err(RecvTimeoutError::Disconnected) {
            break;
        }
        let mut heard = py.check_signals();
        if heard.is_ok() && begun.elapsed() > told + SOON {
            told = begun.elapsed();
            // A signal may come while Python shows how far the work is: then it is raised there.
            heard = line.take().map_or(Ok(()), |text| show(py, &mut shown, &text));
        }
        if let Err(error) = heard {
            if stop.is_stopped() || !error.is_instance_of::<PyKeyboardInterrupt>(py) {
                raised = Some(error);
            }
            stop.stop();
        }
    }
    if let Some(shown) = shown {
        let closed = shown.call_method0(py, "close");
        raised = raised.or(closed.err());
    }
    raised
}

/// Shows a line, if anybody can see it.
fn show(py: Python<'_>, shown: &mut Option<Py<PyAny>>, text: &str) -> PyResult<()> {
    if shown.is_none() {
        *shown = Some(py.import("morpion._progress")?.call_method0("shown")?.unbind());
    }
    if let Some(display) = shown {
        display.call_method1(py, "show", (text,))?;
    }
    Ok(())
}
