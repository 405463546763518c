//! The parameters of a game, as they were typed.

use std::ops::{Range, RangeInclusive};

use super::entries::Entry;
use game::{Mistake as SpecError, shortened};

/// What stands behind the colon, part by part, with its place in the text.
pub(super) struct Parameters<'t> {
    text: &'t str,
    entry: &'static Entry,
    parts: Vec<Range<usize>>,
}

impl<'t> Parameters<'t> {
    /// The parameters that begin at a byte of the text.
    pub(super) fn new(text: &'t str, start: usize, entry: &'static Entry) -> Parameters<'t> {
        let mut parts = Vec::new();
        let mut from = start;
        for part in text[start..].split(',') {
            let end = from + part.len();
            let blank = part.len() - part.trim_start().len();
            let begin = from + blank;
            parts.push(begin..(begin + part.trim().len()));
            from = end + 1;
        }
        Parameters { text, entry, parts }
    }

    pub(super) fn count(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn word(&self, index: usize) -> Option<&'t str> {
        self.parts.get(index).map(|place| &self.text[place.clone()])
    }

    /// The mistake in one parameter, or behind the last if there are not so many.
    pub(super) fn error(&self, index: usize, problem: String, help: &str) -> SpecError {
        let end = self.text.len();
        let place = self.parts.get(index).cloned().unwrap_or(end..end);
        self.error_at(place, problem, help)
    }

    /// The mistake in all parameters from one to another, both included.
    pub(super) fn error_across(&self, from: usize, to: usize, problem: String, help: &str) -> SpecError {
        self.error_at(self.parts[from].start..self.parts[to].end, problem, help)
    }

    fn error_at(&self, place: Range<usize>, problem: String, help: &str) -> SpecError {
        let Entry { syntax, examples, .. } = self.entry;
        let comma = if help.is_empty() { "" } else { "; " };
        let help = format!("{help}{comma}the syntax is {syntax}, for example {}", examples[0]);
        SpecError { text: self.text.to_string(), place, problem, help }
    }

    /// A whole number within the given limits; `name` and `meaning` explain it: "w", "the number of columns".
    pub(super) fn number(
        &self,
        index: usize,
        name: &str,
        meaning: &str,
        limits: RangeInclusive<u32>,
    ) -> Result<u32, SpecError> {
        let (least, most) = (limits.start(), limits.end());
        let help = format!("{name} is {meaning}, {least} to {most}");
        let wrong = |problem| Err(self.error(index, problem, &help));
        let Some(word) = self.word(index).filter(|word| !word.is_empty()) else {
            return wrong(format!("{name} is missing"));
        };
        if !word.bytes().all(|b| b.is_ascii_digit()) {
            return wrong(format!("`{}` is not a number", shortened(word)));
        }
        match word.parse::<u32>() {
            Ok(number) if limits.contains(&number) => Ok(number),
            Ok(number) if number < *least => wrong(format!("{number} is too small")),
            _ => wrong(format!("{} is too large", shortened(word))),
        }
    }

    /// Complains if there are more than so many.
    pub(super) fn at_most(&self, count: usize) -> Result<(), SpecError> {
        match self.word(count) {
            None => Ok(()),
            Some(word) => {
                Err(self.error(count, format!("there is nothing for `{}` to mean", shortened(word)), ""))
            }
        }
    }
}
