//! Files that are not there until they are whole.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Record;

impl Record {
    /// Saves the record [atomically](write_atomically): as JSON if the name of the file ends so, else as text.
    ///
    /// # Errors
    /// If it cannot be written; then what was there before still is.
    pub fn save(&self, place: &Path) -> io::Result<()> {
        let text = if is_json(place) { self.json_text() + "\n" } else { self.to_string() };
        write_atomically(place, &text)
    }

    /// Saves many records [atomically](write_atomically): as a list of JSON if the name of the file ends so, else as
    /// text, one after the other. [`Record::parse_all`] reads them.
    ///
    /// ```
    /// use arena::Record;
    /// let record = Record { game: "nim:1,2".into(), ..Record::default() };
    /// let file = std::env::temp_dir().join(format!("arena-{}.json", std::process::id()));
    /// Record::save_all([&record, &record], &file).unwrap();
    /// let read = Record::parse_all(&std::fs::read_to_string(&file).unwrap());
    /// assert_eq!(read, [Ok(record.clone()), Ok(record)]);
    /// std::fs::remove_file(&file).unwrap();
    /// ```
    ///
    /// # Errors
    /// If they cannot be written; then what was there before still is.
    pub fn save_all<'a>(records: impl IntoIterator<Item = &'a Record>, place: &Path) -> io::Result<()> {
        let records = records.into_iter();
        let text = if is_json(place) {
            format!("[\n{}\n]\n", records.map(Record::json_text).collect::<Vec<_>>().join(",\n"))
        } else {
            records.map(Record::to_string).collect::<Vec<_>>().join("\n")
        };
        write_atomically(place, &text)
    }
}

/// Whether the name of a file says that it is JSON.
fn is_json(place: &Path) -> bool {
    place.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

/// Writes a file so that at its place there is, at any moment, the old one or the new one and never a part: beside its
/// place first, and then put there.
///
/// ```
/// let file = std::env::temp_dir().join(format!("arena-{}.txt", std::process::id()));
/// arena::write_atomically(&file, "whole").unwrap();
/// assert_eq!(std::fs::read_to_string(&file).unwrap(), "whole");
/// std::fs::remove_file(&file).unwrap();
/// ```
///
/// What is no file, such as a pipe, is written to as it is; a link is followed, and permissions are kept.
///
/// # Errors
/// If it cannot be written; then the old one is still there.
pub fn write_atomically(place: &Path, text: &str) -> io::Result<()> {
    let old = std::fs::metadata(place).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return std::fs::OpenOptions::new().write(true).open(place)?.write_all(text.as_bytes());
    }
    let real = place.canonicalize();
    let place = real.as_deref().unwrap_or(place);
    let part = part_of(place);
    let written = File::create(&part)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| old.map_or(Ok(()), |old| std::fs::set_permissions(&part, old.permissions())))
        .and_then(|()| std::fs::rename(&part, place));
    if written.is_err() {
        // What is left of it is of no use to anybody.
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// Whether a file could be written at a place: to be asked before long work, not after it.
///
/// # Errors
/// If it could not, with the reason.
pub fn check_writable(place: &Path) -> io::Result<()> {
    if let Ok(there) = std::fs::metadata(place) {
        if there.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        if !there.is_file() {
            return Ok(());
        }
    }
    let part = part_of(place.canonicalize().as_deref().unwrap_or(place));
    File::create(&part)?;
    std::fs::remove_file(part)
}

/// What is written before it is put in its place.
fn part_of(place: &Path) -> PathBuf {
    let mut name = place.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    place.with_file_name(name)
}
