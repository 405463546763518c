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

/// The mistake itself, then what was typed with the place marked, then the help.
impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.text[..self.place.start].chars().count();
        let marked = self.text[self.place.clone()].chars().count().max(1);
        writeln!(f, "{}", self.problem)?;
        writeln!(f, "  {}", self.text)?;
        writeln!(f, "  {:before$}{}", "", "^".repeat(marked))?;
        f.write_str(&self.help)
    }
}

impl std::error::Error for SpecError {}
