//! A file: a header of lines that begin with words, in an order that is given; a body, a stream of numbers, packed; and
//! a checksum.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::iter::Peekable;
use std::rc::Rc;
use std::str::{FromStr, Lines};

use flate2::CrcReader;
use flate2::bufread::DeflateDecoder;

use crate::{Checked, Fault, wrong};

const MOST_HEADER: u64 = 1 << 24;
/// The most bytes that positions are kept in, so that a small file does not take all memory.
const MOST_KEPT: usize = 8 << 30;

/// What a number at the beginning of a node means; from [`MOVE`] on, it is a move.
const KEEP: usize = 0;
pub(crate) const KNOWN: usize = 1;
pub(crate) const KNOWN_LAST: usize = 2;
pub(crate) const POTENTIAL: usize = 3;
pub(crate) const PAIRS: usize = 4;
pub(crate) const TWINS: usize = 5;
pub(crate) const MOVE: usize = 6;

/// Returns all of a file but the checksum at its end, which must be right: what was damaged by accident is found before
/// anything else is looked at.
pub(crate) fn unsealed<R: Read + Seek>(mut file: R) -> Checked<BufReader<Take<R>>> {
    let length = file.seek(SeekFrom::End(-4)).map_err(|_| Fault::Damaged("it is too short".to_string()))?;
    let mut sum = [0; 4];
    file.read_exact(&mut sum)?;
    file.rewind()?;
    let mut content = CrcReader::new(file.by_ref().take(length));
    io::copy(&mut content, &mut io::sink())?;
    let is_right = content.crc().sum().to_le_bytes() == sum;
    need!(is_right, Damaged, "its checksum does not match: it is cut, was changed, or is something else");
    file.rewind()?;
    Ok(BufReader::new(file.take(length)))
}

/// Reads a header, up to the empty line behind it.
pub(crate) fn header(from: &mut impl BufRead) -> Checked<String> {
    let (mut text, mut from) = (String::new(), from.take(MOST_HEADER));
    while !text.ends_with("\n\n") {
        let is_text = from.read_line(&mut text).is_ok_and(|bytes| bytes > 0);
        need!(is_text, Damaged, "the header does not end with an empty line, or is not text");
    }
    // Nothing may make one name look like another, turn the direction of writing, or end what is quoted.
    let is_seen = |c: char| " \n".contains(c) || c.is_ascii_graphic() && c != '`' || c.is_alphanumeric();
    need!(text.chars().all(is_seen), Damaged, "the header is not text that can be seen, or it quotes");
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

/// The numbers of a body, one after the other: seven bits a byte, the lowest first, the eighth bit set if more follow;
/// all of it packed by DEFLATE.
pub(crate) struct Body {
    from: BufReader<DeflateDecoder<Box<dyn BufRead>>>,
    /// The number of nodes read so far.
    pub(crate) nodes: u64,
}

impl Body {
    pub(crate) fn new(from: impl BufRead + 'static) -> Body {
        Body { from: BufReader::new(DeflateDecoder::new(Box::new(from))), nodes: 0 }
    }

    /// Returns the next number.
    pub(crate) fn number(&mut self) -> Checked<usize> {
        let (mut number, mut byte) = (0, [0]);
        for shift in (0..28).step_by(7) {
            self.from.read_exact(&mut byte).ok().ok_or_else(|| wrong("the proof ends here"))?;
            number |= usize::from(byte[0] & 127) << shift;
            if byte[0] < 128 {
                return Ok(number);
            }
        }
        Err(wrong("a number is too large"))
    }

    /// Returns whether nothing is left.
    pub(crate) fn is_at_end(&mut self) -> bool {
        let is_empty = |from: &mut dyn BufRead| from.fill_buf().is_ok_and(<[u8]>::is_empty);
        is_empty(&mut self.from) && is_empty(self.from.get_mut().get_mut())
    }
}

/// Positions that are proved and will be referred to, by their numbers in the order in which their nodes begin.
pub(crate) struct Kept<P> {
    positions: HashMap<usize, Rc<P>>,
    /// How many nodes that are kept have begun.
    begun: usize,
    /// How many positions may be kept at once.
    most: usize,
}

impl<P> Kept<P> {
    /// Returns room for positions that take up to so many bytes each.
    pub(crate) fn new(bytes: usize) -> Kept<P> {
        Kept { positions: HashMap::new(), begun: 0, most: MOST_KEPT / bytes }
    }

    /// Returns the number under which the position in hand is to be kept, if so, and what its node begins with.
    pub(crate) fn opening(&mut self, body: &mut Body) -> Checked<(Option<usize>, usize)> {
        let what = body.number()?;
        self.begun += usize::from(what == KEEP);
        Ok(if what == KEEP { (Some(self.begun), body.number()?) } else { (None, what) })
    }

    /// Keeps a position that is proved, if its node said so.
    pub(crate) fn close(&mut self, number: Option<usize>, position: impl FnOnce() -> P) -> Checked<()> {
        self.positions.extend(number.map(|number| (number, Rc::new(position()))));
        need!(self.positions.len() <= self.most, Damaged, "more than {} positions are kept", self.most);
        Ok(())
    }

    /// Reads which position is referred to, and returns it; it is forgotten if this is its `last` use.
    pub(crate) fn refer(&mut self, body: &mut Body, last: bool) -> Checked<Rc<P>> {
        let number = self.begun.wrapping_sub(body.number()?);
        let kept = if last { self.positions.remove(&number) } else { self.positions.get(&number).cloned() };
        kept.ok_or_else(|| wrong("nothing is kept there"))
    }
}
