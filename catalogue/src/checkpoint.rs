//! Checkpoints of proofs as files: a header in plain text, the table of the prover behind it.
//!
//! ```text
//! morpion checkpoint 1
//! game mnk:8,7,5
//! sum 01234567        the CRC-32 of the line before and of all behind the empty line
//!
//! …
//! ```

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use arena::{error_text, write_atomically_with};
use flate2::Crc;
use search::lines::{CHECKPOINT_VERSION, Keeper, Saved};

use crate::Failure;

/// A file where proofs about a game of lines are saved while they are searched for, and from which a later search goes
/// on. To be named in a [`Job`](crate::Job).
#[derive(Debug)]
pub struct CheckpointFile {
    place: PathBuf,
    game: String,
    interval: Duration,
    notes: Mutex<Notes>,
}

/// What has become of a file.
#[derive(Default, Debug)]
struct Notes {
    loaded: Option<Saved>,
    saved: Option<Saved>,
    refused: Option<String>,
    unwritten: Option<String>,
}

/// The longest line of a header.
const LONGEST: u64 = 1 << 16;
const SOUND: &str = "notes are taken whole";

impl CheckpointFile {
    /// Returns the file at this place for a game of this name, to be written anew each time the interval has passed.
    #[must_use]
    pub fn new(place: &Path, game: &str, interval: Duration) -> CheckpointFile {
        let (place, game) = (place.to_path_buf(), game.to_string());
        CheckpointFile { place, game, interval, notes: Mutex::default() }
    }

    /// Returns where the file is.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Returns from what the search went on, if there was a file.
    pub fn loaded(&self) -> Option<Saved> {
        self.notes.lock().expect(SOUND).loaded
    }

    /// Returns what is in the file now, if the search wrote it.
    ///
    /// # Errors
    /// If it could not be written the last time.
    pub fn saved(&self) -> Result<Option<Saved>, Failure> {
        let notes = self.notes.lock().expect(SOUND);
        match &notes.unwritten {
            Some(why) => Err(self.failure(&format!("cannot be written: {why}"))),
            None => Ok(notes.saved),
        }
    }

    /// Checks that the search did not refuse the file.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        match &self.notes.lock().expect(SOUND).refused {
            Some(why) => Err(self.failure(why)),
            None => Ok(()),
        }
    }

    /// Returns what is wrong, with the option and the file in front.
    pub(crate) fn failure(&self, why: &str) -> Failure {
        Failure::new(format!("--checkpoint {}: {why}", self.place.display()))
    }

    /// Reads a file, with `read` what is behind the header.
    fn read(&self, file: File, read: Reading<'_>) -> Result<Saved, String> {
        let mut from = BufReader::new(file);
        let version = field(&mut from, "morpion checkpoint ")?;
        if version != CHECKPOINT_VERSION.to_string() {
            return Err(format!(
                "is a checkpoint of version {version}, not {CHECKPOINT_VERSION}; remove it to begin anew"
            ));
        }
        let game = field(&mut from, "game ")?;
        if game != self.game {
            return Err(format!("is a checkpoint of {game}, not {}; name another file", self.game));
        }
        let (sum, end) = (field(&mut from, "sum ")?, field(&mut from, "")?);
        let mut body = Summed { inner: from, sum: begun(&game) };
        let saved = read(&mut body).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => damaged("it ends too early"),
            _ => damaged(&error_text(&error)),
        })?;
        let rest = body.read(&mut [0]).map_err(|error| damaged(&error_text(&error)))?;
        if rest > 0 || !end.is_empty() || sum != format!("{:08x}", body.sum.sum()) {
            return Err(damaged("the checksum is wrong"));
        }
        Ok(saved)
    }

    fn write(&self, write: Writing<'_>) -> io::Result<Saved> {
        write_atomically_with(&self.place, |file| {
            let before = format!("morpion checkpoint {CHECKPOINT_VERSION}\ngame {}\nsum ", self.game);
            let mut body = Summed { inner: BufWriter::new(&mut *file), sum: begun(&self.game) };
            // The sum is known at the end.
            write!(body.inner, "{before}{:08x}\n\n", 0)?;
            let saved = write(&mut body)?;
            body.inner.flush()?;
            let sum = format!("{:08x}", body.sum.sum());
            drop(body);
            file.seek(SeekFrom::Start(before.len() as u64))?;
            file.write_all(sum.as_bytes())?;
            Ok(saved)
        })
    }
}

type Reading<'a> = &'a mut dyn FnMut(&mut dyn Read) -> io::Result<Saved>;
type Writing<'a> = &'a dyn Fn(&mut dyn Write) -> io::Result<Saved>;

impl Keeper for CheckpointFile {
    fn interval(&self) -> Duration {
        self.interval
    }

    fn load(&self, read: Reading<'_>) -> bool {
        let loaded = match File::open(&self.place) {
            Ok(file) => self.read(file, read).map(Some),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("cannot be read: {}", error_text(&error))),
        };
        let mut notes = self.notes.lock().expect(SOUND);
        match loaded {
            Ok(loaded) => notes.loaded = loaded,
            Err(why) => notes.refused = Some(why),
        }
        notes.refused.is_none()
    }

    fn save(&self, write: Writing<'_>) {
        let written = self.write(write);
        let mut notes = self.notes.lock().expect(SOUND);
        match written {
            Ok(saved) => (notes.saved, notes.unwritten) = (Some(saved), None),
            Err(error) => notes.unwritten = Some(error_text(&error)),
        }
    }
}

/// Reads one line of a header, which must begin with this word.
fn field(from: &mut impl BufRead, word: &str) -> Result<String, String> {
    let mut line = Vec::new();
    let read = from.take(LONGEST).read_until(b'\n', &mut line);
    read.map_err(|error| format!("cannot be read: {}", error_text(&error)))?;
    // What is not UTF-8 is refused below, as any other word is.
    let line = String::from_utf8(line).ok();
    let rest = line.as_deref().and_then(|line| line.strip_suffix('\n')?.strip_prefix(word));
    rest.map(str::to_string).ok_or_else(|| "is no checkpoint; name a new file, or remove it".to_string())
}

fn damaged(why: &str) -> String {
    format!("is damaged: {why}; remove it to begin anew")
}

/// Returns a sum that has begun with the name of the game.
fn begun(game: &str) -> Crc {
    let mut sum = Crc::new();
    sum.update(format!("game {game}\n").as_bytes());
    sum
}

/// Adds up what is read or written.
struct Summed<T> {
    inner: T,
    sum: Crc,
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.sum.update(&buffer[..count]);
        Ok(count)
    }
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.sum.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
