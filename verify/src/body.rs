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
pub(crate) const MOVE: usize = 5;

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

    /// Returns the slot in which the position in hand is to be kept, if so, and what its node begins with.
    pub(crate) fn opening(&mut self) -> Checked<(Option<usize>, usize)> {
        let what = self.number()?;
        if what != KEEP {
            return Ok((None, what));
        }
        let (slot, what) = (self.number()?, self.number()?);
        need!(what != KEEP, False, "a position is kept twice");
        Ok((Some(slot), what))
    }

    /// Returns whether nothing is left.
    pub(crate) fn is_at_end(&mut self) -> bool {
        let is_empty = |from: &mut dyn BufRead| from.fill_buf().is_ok_and(<[u8]>::is_empty);
        is_empty(&mut self.from) && is_empty(self.from.get_mut().get_mut())
    }
}

/// Positions that are proved and will be referred to, by slot, and the most that may be kept.
pub(crate) struct Kept<P>(HashMap<usize, P>, usize);

impl<P> Kept<P> {
    /// Returns room for positions that take up to so many bytes each.
    pub(crate) fn new(bytes: usize) -> Kept<P> {
        Kept(HashMap::new(), MOST_KEPT / bytes)
    }

    pub(crate) fn insert(&mut self, slot: usize, position: P) -> Checked<()> {
        self.0.insert(slot, position);
        need!(self.0.len() <= self.1, Damaged, "the proof keeps more than {} positions", self.1);
        Ok(())
    }

    /// Reads a slot. Returns what `fits` makes of the position in it; it is forgotten if this is its `last` use.
    pub(crate) fn refer<T>(
        &mut self,
        body: &mut Body,
        last: bool,
        fits: impl FnOnce(&P, &mut Body) -> Checked<Option<T>>,
    ) -> Checked<T> {
        let slot = body.number()?;
        let Some(position) = self.0.get(&slot) else { fail!(False, "nothing is kept there") };
        let Some(found) = fits(position, body)? else {
            fail!(False, "the position is not one that is proved")
        };
        if last {
            self.0.remove(&slot);
        }
        Ok(found)
    }
}
