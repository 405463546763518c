//! Saving records.

use std::io;
use std::path::Path;

use super::Record;
use crate::write_atomically;

impl Record {
    /// Saves the record [atomically](write_atomically): as JSON if the name of the file ends so, else as text.
    ///
    /// # Errors
    /// If it cannot be written; then what was there before still is.
    pub fn save(&self, place: &Path) -> io::Result<()> {
        write_atomically(place, &self.text_for(place))
    }

    /// Returns the record as [`save`](Record::save) writes it to a file of this name.
    #[must_use]
    pub fn text_for(&self, place: &Path) -> String {
        if is_json(place) { self.json_text() + "\n" } else { self.to_string() }
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
