//! What is wrong with a record, and what is left of it.

use std::fmt;

use super::Record;

/// What is wrong with a record, where, and what could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorruptRecord {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
    /// What would be right.
    pub help: String,
    /// What could be read: of moves, those before the damage.
    pub saved: Box<Record>,
}

impl fmt::Display for CorruptRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = match self.saved.moves.len() {
            0 => "no move can be read".to_string(),
            _ => {
                let moves: Vec<&str> = self.saved.moves.iter().map(|entry| entry.text.as_str()).collect();
                format!("the moves that can be read: {}", moves.join(" "))
            }
        };
        write!(f, "line {}: {}; {}; {moves}", self.line, self.problem, self.help)
    }
}

impl std::error::Error for CorruptRecord {}
