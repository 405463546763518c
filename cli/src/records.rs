//! The files that a contest is kept in: results and records, saved while it goes on and continued another time.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use arena::{Fixture, GameResult, Record, Results};
use serde_json::Value as Json;

use crate::answer::Failure;
use crate::files;

/// The header of a record that says which game of a contest it is.
const NUMBER: &str = "number";

/// The files that a contest is kept in. Records are saved before results, so that wherever the program is killed, every
/// game among the results has its record.
pub struct Log<'a> {
    results: Option<&'a Path>,
    records: Option<&'a Path>,
    /// The games recorded so far, by their numbers in the schedule.
    pub games: BTreeMap<usize, Record>,
    saved: Instant,
    /// How long to wait before the files are saved again.
    pause: Duration,
}

/// A file of records, and whether what is in it may be replaced.
pub struct RecordFile<'a> {
    pub place: &'a Path,
    pub replace: bool,
}

impl<'a> Log<'a> {
    /// Returns a contest with these files. `belongs` says whether a record with this number is of this contest.
    ///
    /// # Errors
    /// If there are other games in the file of records: they would be lost.
    pub fn open(
        results: Option<&'a Path>,
        records: Option<RecordFile<'a>>,
        belongs: &dyn Fn(usize, &Record) -> bool,
    ) -> Result<Log<'a>, Failure> {
        let continued = results.is_some();
        let games = records.as_ref().map(|file| recorded(file, continued, belongs)).transpose()?;
        Ok(Log {
            results,
            records: records.map(|file| file.place),
            // Without a file there are no old records.
            games: games.unwrap_or_default(),
            saved: Instant::now(),
            pause: SHORTEST_PAUSE,
        })
    }

    /// Adds the record of a game.
    pub fn add(&mut self, fixture: &Fixture, record: Record) {
        self.games.insert(fixture.number, record.with_header(NUMBER, fixture.number.to_string()));
    }

    /// Saves the files if that has not been done for a while.
    pub fn save_now_and_then(&mut self, results: &Results) {
        if self.saved.elapsed() < self.pause {
            return;
        }
        let begun = Instant::now();
        // If this fails, so does the last time, which is reported.
        let _ = self.save(results, false);
        // Large files take long to write: at most a tenth of the time goes into that.
        self.pause = SHORTEST_PAUSE.max(10 * begun.elapsed());
        self.saved = Instant::now();
    }

    /// Saves the files for the last time.
    pub fn finish(&mut self, results: &Results) -> Result<(), Failure> {
        self.games.retain(|number, _| results.games.contains_key(number));
        self.save(results, true)
    }

    /// Saves the files. What is not a file, such as a pipe, cannot be written a second time: it is written at the end.
    fn save(&self, results: &Results, last: bool) -> Result<(), Failure> {
        if let Some(place) = self.records.filter(|place| last || !is_device(place)) {
            let saved = Record::save_all(self.games.values(), place);
            saved.map_err(|error| files::unwritable("--records", place, &error))?;
        }
        match self.results {
            Some(place) => files::write("--results", place, &format!("{}\n", results.to_json())),
            None => Ok(()),
        }
    }
}

const SHORTEST_PAUSE: Duration = Duration::from_secs(2);

/// Whether there is something that is not a file, such as a pipe.
fn is_device(place: &Path) -> bool {
    std::fs::metadata(place).is_ok_and(|there| !there.is_file())
}

/// Reads the games of a contest from its file of records.
fn recorded(
    file: &RecordFile<'_>,
    continued: bool,
    belongs: &dyn Fn(usize, &Record) -> bool,
) -> Result<BTreeMap<usize, Record>, Failure> {
    let RecordFile { place, replace } = *file;
    let wrong = |why: String| files::wrong("--records", place, why);
    let is_there = std::fs::metadata(place).is_ok_and(|there| there.is_file() && there.len() > 0);
    if !is_there || (replace && !continued) {
        return Ok(BTreeMap::new());
    }
    let help = "name another file, or add --replace";
    if !continued {
        return Err(wrong(format!("this file exists; {help}")));
    }
    let bytes = std::fs::read(place).map_err(|error| files::unreadable("--records", place, &error))?;
    let mut games = BTreeMap::new();
    for record in Record::parse_all(&String::from_utf8_lossy(&bytes)) {
        // A record without a number is not of a contest.
        let number = |record: &Record| record.header(NUMBER)?.parse().ok();
        match record {
            Ok(record) => match number(&record).filter(|number| belongs(*number, &record)) {
                Some(number) => drop(games.insert(number, record)),
                None if replace => {}
                None => return Err(wrong(format!("there are games of another contest in it; {help}"))),
            },
            Err(_) if replace => {}
            Err(damage) => return Err(wrong(format!("{damage}; mend it, or {help}"))),
        }
    }
    Ok(games)
}

/// Returns whether a record is that of a game with this result.
pub fn agrees(record: &Record, result: &GameResult) -> bool {
    record.ending == Some(result.ending) && record.moves.len() == result.plies
}

/// Reads the results that were kept in a file; none if there is no such file yet.
pub fn kept(place: &Path) -> Result<Results, Failure> {
    let wrong = |why: String| files::wrong("--results", place, why);
    if is_device(place) {
        return Err(wrong("not a file, and results are read again to continue".to_string()));
    }
    match std::fs::read_to_string(place) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Results::default()),
        Err(error) => Err(files::unreadable("--results", place, &error)),
        Ok(text) => {
            let json: Json =
                serde_json::from_str(&text).map_err(|error| wrong(format!("not results: {error}")))?;
            Results::from_json(&json).map_err(wrong)
        }
    }
}
