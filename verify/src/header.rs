//! The text at the beginning of a certificate: lines that begin with words, in an order that is given.

use std::io::{BufRead, Read};
use std::iter::Peekable;
use std::str::{FromStr, Lines};

use crate::Fault;

const FIRST_LINE: &str = "morpion certificate 2";
const MOST_BYTES: u64 = 1 << 24;

/// Reads a header, up to the empty line behind it.
pub(crate) fn read(from: &mut impl BufRead) -> Result<String, Fault> {
    let (mut text, mut from) = (String::new(), from.take(MOST_BYTES));
    while !text.ends_with("\n\n") {
        let before = text.len();
        let is_text = from.read_line(&mut text).is_ok_and(|bytes| bytes > 0);
        if text.lines().next() != Some(FIRST_LINE) {
            let version = text.strip_prefix("morpion certificate ").map(str::trim_end);
            Err(version.map_or_else(
                || format!("it does not begin with `{FIRST_LINE}`"),
                |version| format!("it is of version `{version}`, not `{FIRST_LINE}`"),
            ))?;
        }
        if !is_text || text[before..].trim_end_matches('\n').contains(char::is_control) {
            Err("the header does not end with an empty line, or is not text".to_string())?;
        }
    }
    Ok(text)
}

/// The lines of a header that are still to be read.
pub(crate) struct Header<'t>(pub(crate) Peekable<Lines<'t>>);

impl<'t> Header<'t> {
    /// Takes the next line if it begins with this word. Returns what follows the word.
    pub(crate) fn maybe(&mut self, word: &str) -> Option<&'t str> {
        let rest = |line: &'t str| {
            Some(line.strip_prefix(word)?).filter(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        self.0.next_if(|line| rest(line).is_some()).and_then(rest).map(str::trim_start)
    }

    /// Takes the next line, which must begin with this word. Returns what follows the word.
    pub(crate) fn one(&mut self, word: &str) -> Result<&'t str, Fault> {
        let next = *self.0.peek().unwrap_or(&"");
        Ok(self
            .maybe(word)
            .ok_or_else(|| format!("`{word}` should be in the header in place of `{next}`"))?)
    }

    /// Takes the next line, which must be this word and one of two others. Returns which.
    pub(crate) fn choice(&mut self, word: &str, choices: [&str; 2]) -> Result<usize, Fault> {
        let found = self.one(word)?;
        let place = choices.iter().position(|choice| *choice == found);
        Ok(place.ok_or_else(|| format!("`{word} {found}` should be {}", choices.join(" or ")))?)
    }
}

pub(crate) fn number<T: FromStr>(word: &str) -> Result<T, Fault> {
    Ok(word.parse().map_err(|_| format!("`{word}` is not a number that fits"))?)
}
