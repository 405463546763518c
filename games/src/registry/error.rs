//! What is wrong with the description of a game.

use std::fmt;
use std::ops::Range;

/// What is wrong with the description of a game, where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError {
    /// What was typed.
    pub text: String,
    /// The bytes of it that are wrong; at the end, and empty, where something is missing.
    pub place: Range<usize>,
    /// What is wrong with them.
    pub problem: String,
    /// What would be right, with an example that works.
    pub help: String,
}

/// The mistake itself, then what was typed with the place marked, then the help. Of a long text only the surroundings of
/// the mistake are shown.
impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = last_of(&self.text[..self.place.start]);
        let marked = shorten(&self.text[self.place.clone()]);
        let after = shorten(&self.text[self.place.end..]);
        writeln!(f, "{}", self.problem)?;
        writeln!(f, "  {before}{marked}{after}")?;
        writeln!(f, "  {}{}", " ".repeat(before.chars().count()), "^".repeat(marked.chars().count().max(1)))?;
        f.write_str(&self.help)
    }
}

impl std::error::Error for SpecError {}

/// So many characters of a text are shown.
const SHOWN: usize = 40;

/// The beginning of a text, all of it if it is short.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The end of a text, all of it if it is short.
fn last_of(text: &str) -> String {
    match text.char_indices().rev().nth(SHOWN) {
        None => text.to_string(),
        Some((start, c)) => format!("…{}", &text[start + c.len_utf8()..]),
    }
}
