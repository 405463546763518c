//! Files that are not there until they are whole.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::Record;

impl Record {
    /// Saves the record [atomically](write_atomically): as JSON if the name of the file ends so, else as text.
    ///
    /// # Errors
    /// If it cannot be written; then what was there before still is.
    pub fn save(&self, place: &Path) -> io::Result<()> {
        let is_json = place.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let text = if is_json { format!("{:#}\n", self.to_json()) } else { self.to_string() };
        write_atomically(place, &text)
    }
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
/// # Errors
/// If it cannot be written; then the old one is still there.
pub fn write_atomically(place: &Path, text: &str) -> io::Result<()> {
    let mut name = place.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = place.with_file_name(name);
    let written = File::create(&part)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&part, place));
    if written.is_err() {
        // What is left of it is of no use to anybody.
        let _ = std::fs::remove_file(&part);
    }
    written
}
