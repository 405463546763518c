//! Errors of the operating system, in words.

use std::fmt::Display;

/// Returns why a file could not be read or written, as part of a sentence: without the number of the error.
///
/// ```
/// let error = std::fs::read("no-such-file").unwrap_err();
/// assert_eq!(arena::error_text(&error), "no such file or directory");
/// ```
#[must_use]
pub fn error_text(error: &impl Display) -> String {
    let text = error.to_string();
    // An error may have become a text on its way, so the number is looked for there.
    let Some((words, _)) = text.rsplit_once(" (os error ") else { return text };
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}
