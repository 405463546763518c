//! What is in a folder, as it is written in its manifest.

use game::{Value, Verdict};
use serde::{Deserialize, Serialize};

use crate::parquet::{Column, Sealed};
use crate::space::{MOST_WORDS, Tally};

/// The version of the format of folders.
pub const VERSION: u32 = 3;

/// What is asked of a state space. A folder answers one question only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// The game, as its name is typed.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The fingerprint of the text that the game is read from, if it is: another text is another game.
    pub text: Option<u64>,
    /// Whether symmetric states are taken as one.
    pub symmetry: bool,
    /// The most actions from the start.
    pub depth: Option<u32>,
    /// The number of words of a state.
    pub width: usize,
    /// The states where it begins, one after the other, if not at the start of the game.
    pub starts: Option<Vec<u64>>,
    /// Where decision diagrams answer it: the order of their variables, empty for the order that the program chooses.
    pub diagrams: Option<String>,
}

/// Everything that is in a folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format.
    pub version: u32,
    /// What was asked.
    pub asked: Asked,
    /// The plies that are known, the start first.
    pub plies: Vec<Ply>,
    /// Sorted states that follow those of the last ply, as far as that was expanded, in the order of that ply.
    pub runs: Vec<Run>,
    /// What was made of all runs for the next ply, in order.
    pub merged: Vec<Merged>,
    /// Of diagrams: what is known after the last plies, the newest last.
    pub kept: Vec<Kept>,
    /// Whether all states are there.
    pub complete: bool,
}

/// A file of what is known after a number of plies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The name of the file.
    pub file: String,
    /// The number of plies, that of the start among them.
    pub plies: usize,
    /// The number of positions in all of them, in digits.
    pub positions: String,
    /// The size of the file.
    pub bytes: u64,
    /// The CRC-32 of the file.
    pub sum: u32,
}

/// A ply: all states whose shortest way from a start has the same number of actions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ply {
    /// The files that hold its states, in order.
    pub parts: Vec<Part>,
    /// What was seen in all of them, once they were expanded.
    pub tally: Option<Tally>,
    /// The files that hold their values, in order, as far as these are known.
    pub values: Vec<Valued>,
}

/// A file of states in order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The name of the file.
    pub file: String,
    /// Its size and checksum.
    #[serde(flatten)]
    pub sealed: Sealed,
    /// Its first state.
    pub first: Vec<u64>,
    /// Its last state.
    pub last: Vec<u64>,
}

/// Some states of a ply, and what follows them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The number of the first of these states in the ply.
    pub from: u64,
    /// The number of the first that is not among them.
    pub to: u64,
    /// The states that follow, if there are any.
    pub part: Option<Part>,
    /// What was seen.
    pub tally: Tally,
}

/// A range of the runs, and the parts of the next ply that it became.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Merged {
    /// The state that the range begins with, there or not.
    pub low: Vec<u64>,
    /// The first state behind it, if there is any.
    pub high: Option<Vec<u64>>,
    /// The files.
    pub parts: Vec<Part>,
    /// What was seen in all states of the ply before, if each of them was looked at for this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tally: Option<Tally>,
}

/// A file of states in order, with their values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Valued {
    /// The number of the first of these states in the ply.
    pub from: u64,
    /// The file.
    #[serde(flatten)]
    pub part: Part,
    /// How many of them are won, drawn and lost for the player to move.
    pub totals: [u64; 3],
    /// The value of the first of them: -1, 0 or 1, and the plies to the end.
    pub first_value: (i32, Option<u32>),
}

impl Valued {
    /// Returns the value of its first state for the player to move.
    #[must_use]
    pub fn value_of_first(&self) -> Value {
        let (sign, plies) = self.first_value;
        let verdict = [Verdict::Loss, Verdict::Draw, Verdict::Win][(sign.signum() + 1) as usize];
        Value { verdict, plies }
    }
}

impl Valued {
    /// Returns the number behind the last of these states in the ply.
    #[must_use]
    pub fn to(&self) -> u64 {
        self.from + self.part.sealed.rows
    }
}

impl Ply {
    /// Returns whether it has as many states as these, which are in order, and the same ends.
    pub(crate) fn is_of(&self, width: usize, states: &[u64]) -> bool {
        let ends = self.parts.first().zip(self.parts.last());
        self.states() == (states.len() / width) as u64
            && ends.is_none_or(|(first, last)| {
                first.first == states[..width] && last.last == states[states.len() - width..]
            })
    }

    /// Returns the number of its states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.parts.iter().map(|part| part.sealed.rows).sum()
    }

    /// Returns how many states are known to be won, drawn and lost for the player to move.
    #[must_use]
    pub fn totals(&self) -> [u64; 3] {
        self.values.iter().fold([0; 3], |sum, valued| [0, 1, 2].map(|at| sum[at] + valued.totals[at]))
    }

    /// Returns the number of those whose value is known.
    #[must_use]
    pub fn valued(&self) -> u64 {
        self.values.iter().map(|valued| valued.part.sealed.rows).sum()
    }
}

/// Returns whether numbers can be added up.
fn has_sum(mut numbers: impl Iterator<Item = u64>) -> bool {
    numbers.try_fold(0, u64::checked_add).is_some()
}

impl Manifest {
    /// Nothing is there yet.
    pub(crate) fn new(asked: Asked) -> Manifest {
        let (plies, runs, merged, kept) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Manifest { version: VERSION, asked, plies, runs, merged, kept, complete: false }
    }

    /// Returns whether names and numbers are such as are written: files of the folder itself, states of as many words as
    /// there may be, and sums that can be counted. Whoever makes up a checksum can write anything else.
    pub(crate) fn is_sound(&self) -> bool {
        let width = self.asked.width;
        let is_name = |name: &str| name.starts_with("ply-") && !name.contains(['/', '\\']);
        let is_state = |state: &[u64]| state.len() == width;
        let is_part = |part: &Part| is_state(&part.first) && is_state(&part.last);
        let is_valued = |valued: &Valued| valued.from.checked_add(valued.part.sealed.rows).is_some();
        let values = || self.plies.iter().flat_map(|ply| &ply.values);
        let bytes = self.parts().map(|part| part.sealed.bytes).chain(self.kept.iter().map(|kept| kept.bytes));
        // Diagrams have no states of words.
        (if self.asked.diagrams.is_some() { width == 0 } else { (1..=MOST_WORDS).contains(&width) })
            && self.files().all(is_name)
            && self.parts().all(is_part)
            && self
                .merged
                .iter()
                .all(|merged| is_state(&merged.low) && merged.high.iter().all(|high| is_state(high)))
            && values().all(is_valued)
            && self.runs.iter().all(|run| run.from <= run.to)
            && has_sum(bytes)
            && has_sum(self.parts().map(|part| part.sealed.rows))
            && has_sum(values().flat_map(|valued| valued.totals))
    }

    /// Returns all files of states.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        let of_plies = self
            .plies
            .iter()
            .flat_map(|ply| ply.parts.iter().chain(ply.values.iter().map(|valued| &valued.part)));
        of_plies
            .chain(self.runs.iter().filter_map(|run| run.part.as_ref()))
            .chain(self.merged.iter().flat_map(|merged| &merged.parts))
    }

    /// Returns the names of all files.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.parts().map(|part| part.file.as_str()).chain(self.kept.iter().map(|kept| kept.file.as_str()))
    }

    /// Returns the number of all states that are known.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.plies.iter().map(Ply::states).sum()
    }

    /// Returns the bytes of all files.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let kept: u64 = self.kept.iter().map(|kept| kept.bytes).sum();
        kept + self.parts().map(|part| part.sealed.bytes).sum::<u64>()
    }

    /// Returns whether the values of all states are there.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.complete
            && self.asked.diagrams.is_none()
            && self.plies.iter().all(|ply| ply.valued() == ply.states())
    }

    /// Returns the columns of files of states.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        let named = |name: String| Column { name, signed: false };
        match self.asked.width {
            1 => vec![named("state".to_string())],
            width => (0..width).map(|number| named(format!("state{number}"))).collect(),
        }
    }

    /// Returns the columns of files of states with values.
    #[must_use]
    pub fn value_columns(&self) -> Vec<Column> {
        let others = ["player", "value", "plies"];
        let others = others.map(|name| Column { name: name.to_string(), signed: true });
        self.columns().into_iter().chain(others).collect()
    }
}
