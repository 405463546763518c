//! The text at the beginning of a certificate: lines that begin with words, in an order that is given.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::iter::Peekable;
use std::str::{FromStr, Lines};

use flate2::CrcReader;

use crate::{Checked, Fault};

const FIRST_LINE: &str = "morpion certificate 3";
const MOST_BYTES: u64 = 1 << 24;

/// Returns all of a file but the checksum at its end, which must be right: what was damaged by accident is found before
/// anything else is looked at.
pub(crate) fn unsealed<R: Read + Seek>(mut file: R) -> Checked<BufReader<Take<R>>> {
    let (mut first, mut sum) = (Vec::new(), [0; 4]);
    file.by_ref().take(64).read_to_end(&mut first)?;
    let first = String::from_utf8_lossy(&first);
    // An empty file does not begin so, either, and is refused for that.
    let first = first.lines().next().unwrap_or_default().escape_debug();
    need!(first.to_string() == FIRST_LINE, Damaged, "it begins with `{first}`, not `{FIRST_LINE}`");
    let length = file.seek(SeekFrom::End(-4))?;
    file.read_exact(&mut sum)?;
    file.rewind()?;
    let mut content = CrcReader::new(file.take(length));
    io::copy(&mut content, &mut io::sink())?;
    let is_right = content.crc().sum().to_le_bytes() == sum;
    need!(is_right, Damaged, "its checksum does not match: it is cut, or was changed by accident");
    let mut file = content.into_inner().into_inner();
    file.rewind()?;
    Ok(BufReader::new(file.take(length)))
}

/// Reads a header, up to the empty line behind it.
pub(crate) fn read(from: &mut impl BufRead) -> Checked<String> {
    let (mut text, mut from) = (String::new(), from.take(MOST_BYTES));
    while !text.ends_with("\n\n") {
        let is_text = from.read_line(&mut text).is_ok_and(|bytes| bytes > 0);
        need!(is_text, Damaged, "the header does not end with an empty line, or is not text");
    }
    // Nor may letters without a shape, or that turn the direction of writing, make one name look like another.
    let is_hidden = |c| matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{206f}' | '\u{feff}');
    let is_plain = |c: char| c == '\n' || !c.is_control() && !is_hidden(c);
    need!(text.chars().all(is_plain), Damaged, "the header is not text that can be seen");
    Ok(text)
}

/// The lines of a header that are still to be read.
pub(crate) struct Header<'t>(pub(crate) Peekable<Lines<'t>>);

impl<'t> Header<'t> {
    /// Takes the next line if it begins with this word. Returns what follows the word.
    pub(crate) fn maybe(&mut self, word: &str) -> Option<&'t str> {
        let rest = self.0.peek()?.strip_prefix(word)?;
        let is_word = rest.is_empty() || rest.starts_with(' ');
        is_word.then(|| self.0.next()).map(|_| rest.trim_start())
    }

    /// Takes the next line, which must begin with this word. Returns what follows the word.
    pub(crate) fn one(&mut self, word: &str) -> Checked<&'t str> {
        // Only for the message: behind the end there is nothing to quote.
        let next = *self.0.peek().unwrap_or(&"");
        let why = || Fault::Damaged(format!("`{word}` should be in the header in place of `{next}`"));
        self.maybe(word).ok_or_else(why)
    }

    /// Takes the next line, which must be this word and one of two others. Returns which.
    pub(crate) fn choice(&mut self, word: &str, choices: [&str; 2]) -> Checked<usize> {
        let found = self.one(word)?;
        let why = || Fault::Damaged(format!("`{word} {found}` should be {}", choices.join(" or ")));
        choices.iter().position(|choice| *choice == found).ok_or_else(why)
    }
}

pub(crate) fn number<T: FromStr>(word: &str) -> Checked<T> {
    word.parse().map_err(|_| Fault::Damaged(format!("`{word}` is not a number that fits")))
}
