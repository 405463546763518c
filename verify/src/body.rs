//! The body of a certificate: a stream of numbers, packed, and the positions that a proof refers to.

use std::collections::HashMap;
use std::fmt::Display;
use std::io::{BufRead, BufReader, Read};

use flate2::CrcReader;
use flate2::bufread::DeflateDecoder;

use crate::Fault;

/// What a number at the beginning of a node means; from [`MOVE`] on, it is a move.
const KEEP: usize = 0;
pub(crate) const KNOWN: usize = 1;
pub(crate) const KNOWN_LAST: usize = 2;
pub(crate) const POTENTIAL: usize = 3;
pub(crate) const PAIRS: usize = 4;
pub(crate) const MOVE: usize = 5;

/// The most bytes that positions are kept in, so that a small file does not take all memory.
const MOST_KEPT: usize = 4 << 30;

/// The numbers of a body, one after the other: seven bits a byte, the lowest first, the eighth bit set if more follow;
/// all of it packed by DEFLATE.
pub(crate) struct Body<R> {
    from: BufReader<DeflateDecoder<CrcReader<R>>>,
    /// The number of nodes read so far.
    pub(crate) nodes: u64,
}

impl<R: BufRead> Body<R> {
    pub(crate) fn new(from: CrcReader<R>) -> Body<R> {
        Body { from: BufReader::new(DeflateDecoder::new(from)), nodes: 0 }
    }

    /// Returns the next number.
    pub(crate) fn number(&mut self) -> Result<usize, Fault> {
        let mut number = 0;
        for shift in (0..28).step_by(7) {
            let byte = self.byte()?.ok_or_else(|| format!("the proof ends in node {}", self.nodes))?;
            number |= usize::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(self.wrong("a number is too large"))
    }

    /// Returns the slot in which the position in hand is to be kept, if so, and what its node begins with.
    pub(crate) fn opening(&mut self) -> Result<(Option<usize>, usize), Fault> {
        match self.number()? {
            KEEP => match (self.number()?, self.number()?) {
                (_, KEEP) => Err(self.wrong("a position is kept twice")),
                (slot, what) => Ok((Some(slot), what)),
            },
            what => Ok((None, what)),
        }
    }

    fn byte(&mut self) -> Result<Option<u8>, Fault> {
        let bytes = self.from.fill_buf().map_err(|error| format!("node {}: {error}", self.nodes))?;
        let byte = bytes.first().copied();
        self.from.consume(byte.map_or(0, |_| 1));
        Ok(byte)
    }

    /// Returns what is wrong at the node in hand.
    pub(crate) fn wrong(&self, what: impl Display) -> Fault {
        Fault::False(format!("node {}: {what}", self.nodes))
    }

    /// Checks that nothing is left but the checksum of all bytes before it.
    pub(crate) fn finish(mut self, nodes: u64) -> Result<(), Fault> {
        if self.byte()?.is_some() {
            return Err(self.wrong("the proof goes on after its end"));
        }
        let from = self.from.into_inner().into_inner();
        let (sum, mut rest) = (from.crc().sum(), Vec::new());
        let read = from.into_inner().take(5).read_to_end(&mut rest);
        if read.is_err() || rest != sum.to_le_bytes() {
            Err("the checksum does not match, or is not the end".to_string())?;
        }
        if self.nodes != nodes {
            Err(format!("the proof has {} nodes, and the header names {nodes}", self.nodes))?;
        }
        Ok(())
    }
}

/// Positions that are proved and will be referred to, by slot, with the bytes they take.
pub(crate) struct Kept<P>(HashMap<usize, (P, usize)>, usize);

impl<P> Kept<P> {
    pub(crate) fn new() -> Kept<P> {
        Kept(HashMap::new(), 0)
    }

    pub(crate) fn insert(&mut self, slot: usize, position: P, bytes: usize) -> Result<(), Fault> {
        let old = self.0.insert(slot, (position, bytes)).map_or(0, |(_, bytes)| bytes);
        self.1 = self.1 - old + bytes;
        if self.1 > MOST_KEPT { Err("the proof keeps too many positions".to_string())? } else { Ok(()) }
    }

    /// Reads a slot. Returns what `fits` makes of the position in it; it is forgotten if this is its `last` use.
    pub(crate) fn refer<R: BufRead, T>(
        &mut self,
        body: &mut Body<R>,
        last: bool,
        fits: impl FnOnce(&P, &mut Body<R>) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        let slot = body.number()?;
        let (position, bytes) = self.0.get(&slot).ok_or_else(|| body.wrong("nothing is kept there"))?;
        let found = fits(position, body)?;
        if last {
            self.1 -= bytes;
            self.0.remove(&slot);
        }
        found.ok_or_else(|| body.wrong("the position is not one that is proved"))
    }
}
