//! The program.

use std::io::{IsTerminal, Write};
use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use catalogue::{Catalogue, Job, Keeping, Kept, Opened, Survey};
use clap::Parser;
use game::{Limits, Stop};

use crate::args::{Arguments, Command, How, Local, Scheduler, Work, Worker};
use crate::cluster::version_or;
use crate::driver::Shared;
use crate::engine::Engine;
use crate::processes::{Processes, REFUSED, end_with_parent};
use crate::report::Report;
use crate::{Cluster, Driver, OneProcess, Workshop, place_of, scheduler, worker};

/// The memory for a piece, if nothing else is said.
const MEMORY: usize = 256 << 20;

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    let Arguments { command, with_parent } = Arguments::parse();
    if with_parent {
        end_with_parent();
    }
    let done = match command {
        Command::Count(work) => answer(Question::Count, &work),
        Command::Explore(work) => answer(Question::Explore, &work),
        Command::Solve(work) => answer(Question::Solve, &work),
        Command::Local(local) => here(&local),
        Command::Scheduler(scheduler) => schedule(&scheduler),
        Command::Worker(worker) => toil(&worker),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            say(&format!("error: {why}"));
            ExitCode::from(REFUSED as u8)
        }
    }
}

/// What is asked of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Count,
    Explore,
    Solve,
}

fn games() -> Catalogue {
    builtin::catalogue("morpion-cluster")
}

/// A name that no other process has.
fn own_name(kind: &str) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host: String = host.trim().chars().filter(char::is_ascii_alphanumeric).collect();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("{kind}-{host}-{}-{:x}", std::process::id(), now.as_millis() & 0xff_ffff)
}

fn shop(kind: &str, pretended: Option<&str>) -> Workshop {
    // Workers open what they are sent, and no files by the name of a game.
    Workshop::new(own_name(kind), version_or(pretended), games().without_files())
}

/// Says something to who is looking. A standard error that cannot be written to is no reason to stop.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Ctrl-C, and the other ways to ask for an end.
fn interrupt() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    STOP.get_or_init(|| {
        let (stop, handled) = (Stop::new(), Stop::new());
        let flag = stop.clone();
        // Without a handler it still ends the program, only less politely.
        let _ = ctrlc::set_handler(move || {
            if handled.is_stopped() {
                std::process::exit(130);
            }
            handled.stop();
            flag.stop();
        });
        stop
    })
    .clone()
}

fn answer(question: Question, work: &Work) -> Result<bool, String> {
    let engine: Box<dyn Engine> = match &work.scheduler {
        Some(scheduler) => {
            let shop = Arc::new(shop("driver", None));
            Box::new(Cluster::join(scheduler, shop, work.how.width.into())?)
        }
        None => Box::new(OneProcess::new(Arc::new(shop("process", None)), work.how.threads.into())),
    };
    ask(question, (&work.game, &work.store), &work.how, engine)
}

/// Starts a cluster on this machine, and stops it when the work is done.
fn here(local: &Local) -> Result<bool, String> {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let port = free.map_err(|error| format!("no port is free: {error}"))?.port();
    let address = format!("127.0.0.1:{port}");
    let words = |text: &str| text.split(' ').map(ToString::to_string).collect::<Vec<_>>();
    let worker = words(&format!("worker --scheduler {address}"));
    let mut all = vec![words(&format!("scheduler --port {port}"))];
    all.extend(std::iter::repeat_n(worker, local.workers.into()));
    let processes = Processes::start(all)?;
    let cluster = Cluster::join(&address, Arc::new(shop("driver", None)), local.workers.into())?;
    let question = if local.solve { Question::Solve } else { Question::Count };
    let done = ask(question, (&local.game, &local.store), &local.how, Box::new(cluster));
    drop(processes);
    done
}

fn schedule(scheduler: &Scheduler) -> Result<bool, String> {
    let shop = shop("scheduler", scheduler.pretend.as_deref());
    scheduler::run(scheduler.bind, scheduler.port, scheduler.silence, shop).map(|()| true)
}

fn toil(worker: &Worker) -> Result<bool, String> {
    let Some(copies) = worker.copies else {
        let shop = shop("worker", worker.pretend.as_deref());
        return worker::run(&worker.scheduler, worker.threads.into(), shop).map(|()| true);
    };
    let one = ["worker", "--scheduler", &worker.scheduler, "--threads", &worker.threads.to_string()];
    let one = one.map(ToString::to_string).to_vec();
    let processes = Processes::start(std::iter::repeat_n(one, copies.into()).collect())?;
    processes.wait().map(|()| true)
}

/// Opens a game, with what its file says, if it is read from one.
fn open(name: &str) -> Result<(Opened, Option<String>), String> {
    let games = games();
    let opened = games.open(name).map_err(|mistake| mistake.to_string())?;
    let named = opened.to_string();
    if games.without_files().open(&named).is_ok() {
        return Ok((opened, None));
    }
    // The name of such a game is that of its kind, the path, and a fingerprint.
    let path = named.split_once(':').map_or("", |(_, path)| path);
    let path = path.rsplit_once('#').map_or(path, |(path, _)| path);
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    Ok((opened, Some(text)))
}

/// Has the work on a game done by an engine, and prints the answer. Returns whether it is complete.
fn ask(
    question: Question,
    (game, store): (&str, &str),
    how: &How,
    engine: Box<dyn Engine>,
) -> Result<bool, String> {
    let (opened, text) = open(game)?;
    let place = place_of(store)?;
    let address = absolute(store)?;
    let quiet = how.json;
    let tell = move |line: &str| {
        if !quiet {
            say(line);
        }
    };
    let driver: Shared = Arc::new(Driver::new(engine, address, text, how.patience, Box::new(tell)));
    let keeping = Keeping { fresh: how.fresh, disk: how.disk.map(|bytes| bytes as u64) };
    let kept = Kept { keeping, hands: Some(driver.clone()), ..Kept::at(place) };
    let limits = Limits::default().memory(how.memory.unwrap_or(MEMORY)).stop(interrupt());
    let limits = how.time.into_iter().fold(limits, Limits::time);
    let progress = Progress::new();
    let shown = |line: &dyn Fn() -> String| progress.show(line);
    let job = Job { limits, tell: progress.is_wanted().then_some(&shown), ..Job::default() };
    let survey = Survey { symmetry: how.symmetry, depth: how.depth, ..Survey::default() };
    let report = match question {
        Question::Solve if survey.symmetry || survey.depth.is_some() => {
            return Err("values are those of all positions; leave out --symmetry and --depth".to_string());
        }
        Question::Solve => opened.strong_kept(true, &kept, &job).map(|found| Report::solved(&opened, &found)),
        Question::Count if survey.symmetry || survey.depth.is_some() => {
            return Err("`count` is of all positions; `explore` has --symmetry and --depth".to_string());
        }
        Question::Count => opened.count_kept(None, &kept, &job).map(|found| Report::counted(&opened, &found)),
        Question::Explore => {
            opened.explore_kept(None, &survey, &kept, &job).map(|found| Report::explored(&opened, &found))
        }
    };
    progress.clear();
    let report = report.map_err(|failure| failure.to_string())?.done_by(&driver);
    let text = if how.json { format!("{}\n", report.json) } else { report.text };
    // A closed pipe is no error.
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
    Ok(report.complete)
}

/// Returns the address as workers in other folders need it.
fn absolute(store: &str) -> Result<String, String> {
    if store.contains("://") {
        return Ok(store.to_string());
    }
    let path = std::path::absolute(store).map_err(|error| format!("{store}: {error}"))?;
    Ok(path.display().to_string())
}

/// How far the work is, on the standard error, a few times a second.
struct Progress {
    begun: Instant,
    last: std::sync::Mutex<Instant>,
}

impl Progress {
    fn new() -> Progress {
        Progress { begun: Instant::now(), last: std::sync::Mutex::new(Instant::now()) }
    }

    fn is_wanted(&self) -> bool {
        std::io::stderr().is_terminal()
    }

    fn show(&self, line: &dyn Fn() -> String) {
        let Ok(mut last) = self.last.lock() else { return };
        if last.elapsed() < Duration::from_millis(200) {
            return;
        }
        *last = Instant::now();
        let seconds = self.begun.elapsed().as_secs();
        let _ = write!(std::io::stderr().lock(), "\r\x1b[K{} ({seconds} s)", line());
    }

    fn clear(&self) {
        if self.is_wanted() {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::version;

    #[test]
    fn games_come_with_their_texts() {
        assert_eq!(version_or(None), version());
        let (opened, text) = open("mnk:3,3,3").unwrap();
        assert_eq!((opened.to_string().as_str(), text), ("mnk:3,3,3", None));
        let file = std::env::temp_dir().join(format!("cluster-{}.lines", std::process::id()));
        std::fs::write(&file, "row a b c\nline a b c\n").unwrap();
        let (opened, text) = open(&format!("lines:{}", file.display())).unwrap();
        let text = text.expect("it is read from a file");
        let again = games().without_files().open_source(&opened.to_string(), &text).unwrap();
        assert_eq!(again.to_string(), opened.to_string());
        std::fs::remove_file(file).unwrap();
    }
}
