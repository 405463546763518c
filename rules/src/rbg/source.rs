//! The text, cut into tokens that know where they stand.

use std::ops::Range;

use game::SyntaxError;

/// What stands at a place of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// A name.
    Name(Box<str>),
    /// A number.
    Number(u32),
    /// Anything else, such as `{?` or `->`.
    Mark(&'static str),
}

impl Word {
    /// How it is written.
    pub(super) fn text(&self) -> String {
        match self {
            Word::Name(name) => name.to_string(),
            Word::Number(number) => number.to_string(),
            Word::Mark(mark) => (*mark).to_string(),
        }
    }
}

/// A token, and where it came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// What it is.
    pub(super) word: Word,
    /// Where it stands.
    pub(super) place: Place,
}

/// A place of the text, and through which macros it was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The first byte.
    pub(super) start: u32,
    /// One more than the last byte.
    pub(super) end: u32,
    /// The number of the use of a macro that brought it here; 0 is none.
    pub(super) used: u32,
}

/// The marks, the longer first where one begins like another.
const MARKS: [&str; 32] = [
    "->>", "->", "{?", "{!", "{$", "[$", "!=", "==", "<=", ">=", "(", ")", "[", "]", "{", "}", "~", "#", "-",
    "+", "^", "/", "*", ".", ",", ";", ":", "$", "=", "!", "<", ">",
];

/// The longest text that is read.
const LONGEST: usize = 1 << 20;

/// The text of a file.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    /// Where its lines begin.
    lines: Vec<usize>,
}

/// What some programs write at the beginning of a text.
const BYTE_ORDER_MARK: &str = "\u{feff}";

impl<'a> Source<'a> {
    /// Takes the text of a file.
    pub(super) fn new(text: &'a str) -> Source<'a> {
        let first = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let lines = text.match_indices('\n').map(|(at, _)| at + 1);
        Source { text, lines: std::iter::once(first).chain(lines).collect() }
    }

    /// Cuts the text into tokens.
    pub(super) fn tokens(&self) -> Result<Vec<Token>, SyntaxError> {
        if self.text.len() > LONGEST {
            let problem = format!("the text has {} bytes", self.text.len());
            return Err(self.mistake(0..0, problem, format!("at most {LONGEST} are read")));
        }
        let mut found = Vec::new();
        let mut at = self.lines[0];
        while let Some(rest) = self.text.get(at..).filter(|rest| !rest.is_empty()) {
            let length = match rest.chars().next() {
                Some(c) if c.is_whitespace() => c.len_utf8(),
                // The last line may have no end.
                _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                _ if rest.starts_with("/*") => match rest.find("*/") {
                    Some(end) => end + 2,
                    None => {
                        let help = "a comment of several lines ends with */";
                        return Err(self.mistake(at..at + 2, "this comment never ends", help));
                    }
                },
                _ => {
                    let (word, length) = self.word(at)?;
                    let place = Place { start: small(at), end: small(at + length), used: 0 };
                    found.push(Token { word, place });
                    length
                }
            };
            at += length;
        }
        Ok(found)
    }

    /// The token that begins here, and its length.
    fn word(&self, at: usize) -> Result<(Word, usize), SyntaxError> {
        let rest = &self.text[at..];
        let length = |belongs: fn(&char) -> bool| rest.chars().take_while(belongs).count();
        let first = rest.chars().next().expect("there is more text");
        if first.is_ascii_alphabetic() {
            let length = length(char::is_ascii_alphanumeric);
            return Ok((Word::Name(rest[..length].into()), length));
        }
        if first.is_ascii_digit() {
            let length = length(char::is_ascii_digit);
            // What does not fit is refused as too large.
            let number = rest[..length].parse().ok().filter(|&number: &u32| number <= 1_000_000_000);
            let wrong =
                || self.mistake(at..at + length, "this number is too large", "numbers go up to 1000000000");
            return Ok((Word::Number(number.ok_or_else(wrong)?), length));
        }
        let mark = MARKS.iter().find(|mark| rest.starts_with(**mark));
        mark.map(|mark| (Word::Mark(mark), mark.len())).ok_or_else(|| {
            let end = at + first.len_utf8();
            let problem = format!("`{}` means nothing here", game::shortened(&first.to_string()));
            self.mistake(at..end, problem, "names are letters and digits; a comment begins with //")
        })
    }

    /// Returns one token made of the text of two, if there is one.
    pub(super) fn pasted(left: &Word, right: &Word) -> Option<Word> {
        let text = left.text() + &right.text();
        // What is no token cannot be made: whoever asks says so.
        let all = Source::new(&text).tokens().ok()?;
        let [Token { word, .. }] = <[Token; 1]>::try_from(all).ok()?;
        Some(word)
    }

    /// Returns a mistake at these bytes: its line is shown, with the place marked.
    pub(super) fn mistake(
        &self,
        place: Range<usize>,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> SyntaxError {
        let (line, column, text, start) = self.line(place.start);
        let end = (place.end - place.start + start).min(text.len()).max(start);
        SyntaxError::new(text, start..end, problem, help).in_line(line, column)
    }

    /// The number of the line and the column of a byte, counted from 1; the line; the byte within it.
    pub(super) fn line(&self, at: usize) -> (usize, usize, &'a str, usize) {
        let number = self.lines.partition_point(|&start| start <= at).max(1);
        // Before the first line is at most the byte order mark.
        let start = self.lines[number - 1].min(self.text.len());
        // Behind the last line end there is an empty line.
        let text = self.text[start..].lines().next().unwrap_or_default();
        let inside = at.saturating_sub(start);
        let column = self.text[start..start + inside].chars().count() + 1;
        (number, column, text, inside.min(text.len()))
    }
}

/// A place in a text of at most [`LONGEST`] bytes.
fn small(at: usize) -> u32 {
    u32::try_from(at).expect("the text is not that long")
}
