//! A job as it lies beside the files, what travels to those who do it, and what they leave behind.

use std::io::{self, Read, Write};

use layers::{Damage, Error, JOBS, Made, Manifest, Piece, Place};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The name of the plan among the files of a state space; whatever begins so is removed when it is no longer named.
const PLAN: &str = "ply-job-plan.json";

/// Returns the version that driver, scheduler and workers must have in common.
#[must_use]
pub fn version() -> String {
    format!("{} (stores of version {})", env!("CARGO_PKG_VERSION"), layers::VERSION)
}

/// All that is to be known to do the pieces of a step on a ply.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// What it is called: no other job has this name.
    pub job: String,
    /// What the game says, if it is read from a file.
    pub text: Option<String>,
    /// What is there, as far as it is read.
    pub manifest: Manifest,
    /// The bytes for a piece at a time.
    pub memory: Option<usize>,
    /// What is to be done.
    pub pieces: Vec<Piece>,
}

/// What travels: where the plan is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ticket {
    /// The version of the program that wrote it.
    pub version: String,
    /// Where the state space is kept.
    pub address: String,
    /// The job; none if this is only to compare versions.
    pub job: Option<String>,
}

/// What somebody who did a piece has left behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trace {
    /// The piece of this number was begun by somebody.
    Begun(usize, String),
    /// Some of the piece is made.
    Made(usize, usize),
    /// The piece cannot be done.
    Failed(usize),
}

impl Plan {
    /// Puts the plan where workers find it, in the place of the last.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, place: &Place) -> io::Result<()> {
        put(place, PLAN, &serde_json::to_vec(self)?)
    }

    /// Reads the plan of a job.
    ///
    /// # Errors
    /// If it cannot be read; [`NotFound`](io::ErrorKind::NotFound) if there is none, or one of another job.
    pub fn read(place: &Place, job: &str) -> io::Result<Plan> {
        let plan: Plan = serde_json::from_slice(&get(place, PLAN)?)?;
        let gone = || io::Error::new(io::ErrorKind::NotFound, "another job has taken its place");
        if plan.job == job { Ok(plan) } else { Err(gone()) }
    }
}

impl Trace {
    /// Returns the name of the file that says so.
    #[must_use]
    pub(crate) fn file(&self, job: &str) -> String {
        match self {
            Trace::Begun(piece, who) => format!("{JOBS}{job}-begun-{piece}-{who}"),
            Trace::Made(piece, number) => format!("{JOBS}{job}-made-{piece}-{number}"),
            Trace::Failed(piece) => format!("{JOBS}{job}-failed-{piece}"),
        }
    }

    /// Returns what the name of a file says of a job, if it does.
    #[must_use]
    pub(crate) fn of(file: &str, job: &str) -> Option<Trace> {
        let rest = file.strip_prefix(JOBS)?.strip_prefix(job)?.strip_prefix('-')?;
        // A file that is still being written may have a name of its own.
        let (what, rest) = rest.split_once('-').filter(|(_, rest)| !rest.contains('.'))?;
        match what {
            "begun" => {
                rest.split_once('-').and_then(|(n, who)| Some(Trace::Begun(n.parse().ok()?, who.into())))
            }
            "made" => {
                rest.split_once('-').and_then(|(n, m)| Some(Trace::Made(n.parse().ok()?, m.parse().ok()?)))
            }
            "failed" => Some(Trace::Failed(rest.parse().ok()?)),
            _ => None,
        }
    }
}

/// Writes a file as a whole.
pub(crate) fn put(place: &Place, file: &str, bytes: &[u8]) -> io::Result<()> {
    let mut draft = place.0.create(file)?;
    draft.write_all(bytes)?;
    draft.finish()
}

/// Reads a file as a whole.
pub(crate) fn get(place: &Place, file: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    place.0.open(file)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a receipt.
pub(crate) fn receipt(place: &Place, job: &str, piece: usize, number: usize) -> io::Result<Made> {
    Ok(serde_json::from_slice(&get(place, &Trace::Made(piece, number).file(job))?)?)
}

/// Writes down why a piece cannot be done.
pub(crate) fn write_failure(place: &Place, job: &str, piece: usize, error: &Error) -> io::Result<()> {
    let text = match error {
        Error::Refused(why) => json!({ "refused": why }),
        Error::Stopped(why) => json!({ "refused": why.to_string(), "stopped": format!("{why:?}") }),
        Error::Damaged(Damage { file, what }) => json!({ "damaged": file, "what": what }),
    };
    put(place, &Trace::Failed(piece).file(job), text.to_string().as_bytes())
}

/// Reads why a piece cannot be done.
pub(crate) fn read_failure(place: &Place, job: &str, piece: usize) -> io::Result<Error> {
    let text: Value = serde_json::from_slice(&get(place, &Trace::Failed(piece).file(job))?)?;
    let word = |key: &str| text[key].as_str().map(ToString::to_string);
    if let (Some(file), Some(what)) = (word("damaged"), word("what")) {
        return Ok(Error::Damaged(Damage { file, what }));
    }
    match word("stopped").as_deref() {
        Some("Disk") => Ok(Error::Stopped(game::Stopped::Disk)),
        Some("Memory") => Ok(Error::Stopped(game::Stopped::Memory)),
        _ => Ok(Error::Refused(word("refused").ok_or(io::ErrorKind::InvalidData)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_traces_are_read_as_they_are_written() {
        let traces = [Trace::Begun(3, "a-b-7".to_string()), Trace::Made(12, 0), Trace::Failed(0)];
        for trace in traces {
            let file = trace.file("9f");
            assert_eq!(Trace::of(&file, "9f"), Some(trace));
            assert_eq!(Trace::of(&file, "9"), None);
            assert_eq!(Trace::of(&file, "f9"), None);
            assert_eq!(Trace::of(&format!("{file}.tmp"), "9f"), None);
        }
        assert_eq!(Trace::of("ply-003-part-00.parquet", "9f"), None);
    }

    #[test]
    fn failures_are_read_as_they_are_written() {
        let folder = std::env::temp_dir().join(format!("cluster-{}-failures", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let place = Place::from(&folder);
        let damage = Damage { file: "f".to_string(), what: "w".to_string() };
        let errors =
            [Error::Refused("no".to_string()), Error::Stopped(game::Stopped::Disk), Error::Damaged(damage)];
        for error in errors {
            write_failure(&place, "1", 2, &error).unwrap();
            assert_eq!(read_failure(&place, "1", 2).unwrap(), error);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
