//! The body of a certificate: a stream of numbers, packed, and the positions that a proof refers to.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};

use flate2::bufread::DeflateDecoder;

use crate::Checked;

/// What a number at the beginning of a node means; from [`MOVE`] on, it is a move.
const KEEP: usize = 0;
pub(crate) const KNOWN: usize = 1;
pub(crate) const KNOWN_LAST: usize = 2;
pub(crate) const POTENTIAL: usize = 3;
pub(crate) const PAIRS: usize = 4;
pub(crate) const TWINS: usize = 5;
pub(crate) const MOVE: usize = 6;

/// The most bytes that positions are kept in, so that a small file does not take all memory.
const MOST_KEPT: usize = 8 << 30;

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
        let mut number = 0;
        for shift in (0..28).step_by(7) {
            let Some(Ok(byte)) = self.from.by_ref().bytes().next() else {
                fail!(False, "the proof ends here")
            };
            number |= usize::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        fail!(False, "a number is too large")
    }

    /// Returns whether nothing is left.
    pub(crate) fn is_at_end(&mut self) -> bool {
        let is_empty = |from: &mut dyn BufRead| from.fill_buf().is_ok_and(<[u8]>::is_empty);
        is_empty(&mut self.from) && is_empty(self.from.get_mut().get_mut())
    }
}

/// Positions that are proved and will be referred to, by their numbers in the order in which their nodes begin.
pub(crate) struct Kept<P> {
    positions: HashMap<usize, P>,
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
        if what != KEEP {
            return Ok((None, what));
        }
        self.begun += 1;
        Ok((Some(self.begun), body.number()?))
    }

    /// Keeps a position that is proved, if its node said so.
    pub(crate) fn close(&mut self, number: Option<usize>, position: impl FnOnce() -> P) -> Checked<()> {
        if let Some(number) = number {
            self.positions.insert(number, position());
        }
        need!(self.positions.len() <= self.most, Damaged, "more than {} positions are kept", self.most);
        Ok(())
    }

    /// Reads which position is referred to. Returns what `fits` makes of it; it is forgotten if this is its `last` use.
    pub(crate) fn refer<T>(
        &mut self,
        body: &mut Body,
        last: bool,
        fits: impl FnOnce(&P, &mut Body) -> Checked<Option<T>>,
    ) -> Checked<T> {
        let number = self.begun.checked_sub(body.number()?);
        let kept = number.and_then(|number| self.positions.remove_entry(&number));
        let Some((number, position)) = kept else { fail!(False, "nothing is kept there") };
        let Some(found) = fits(&position, body)? else {
            fail!(False, "the position is not one that is proved")
        };
        if !last {
            self.positions.insert(number, position);
        }
        Ok(found)
    }
}
