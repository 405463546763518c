//! The body of a certificate: a stream of numbers, packed.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Read};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::Fault;

/// What a number at the beginning of a node means; from [`MOVE`] on, it is a move.
const KEEP: usize = 0;
pub(crate) const KNOWN: usize = 1;
pub(crate) const KNOWN_LAST: usize = 2;
pub(crate) const POTENTIAL: usize = 3;
pub(crate) const PAIRS: usize = 4;
pub(crate) const MOVE: usize = 5;

/// The most positions that are kept at a time, so that a small file does not take all memory.
const MOST_KEPT: usize = 1 << 22;

/// The numbers of a body, one after the other: seven bits a byte, the lowest first, the eighth bit set if more follow;
/// all of it packed by DEFLATE.
pub(crate) struct Body<R> {
    from: BufReader<DeflateDecoder<Summed<R>>>,
    /// The number of nodes read so far.
    pub(crate) nodes: u64,
    /// The bytes of the header.
    header: u32,
}

/// A reader that adds up the checksum of what is read.
struct Summed<R> {
    from: R,
    sum: Crc,
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = self.from.read(into)?;
        self.sum.update(&into[..read]);
        Ok(read)
    }
}

impl<R: Read> Body<R> {
    /// Begins to read a body behind a header with this checksum.
    pub(crate) fn new(from: R, sum: Crc) -> Body<R> {
        let header = sum.amount();
        Body { from: BufReader::new(DeflateDecoder::new(Summed { from, sum })), nodes: 0, header }
    }

    /// Returns the next number.
    pub(crate) fn number(&mut self) -> Result<usize, Fault> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte =
                self.byte()?.ok_or_else(|| format!("node {}: the proof ends too early", self.nodes))?;
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
                (MOST_KEPT.., _) => Err(self.wrong("too many positions are kept")),
                (slot, what) => Ok((Some(slot), what)),
            },
            what => Ok((None, what)),
        }
    }

    fn byte(&mut self) -> Result<Option<u8>, Fault> {
        let byte = self.from.fill_buf().map(|bytes| bytes.first().copied());
        self.from.consume(usize::from(matches!(byte, Ok(Some(_)))));
        Ok(byte.map_err(|error| format!("node {}: {error}", self.nodes))?)
    }

    /// Returns what is wrong at the node in hand.
    pub(crate) fn wrong(&self, what: impl Display) -> Fault {
        Fault::False { node: self.nodes, what: what.to_string() }
    }

    /// Checks that the whole body is read, and that it is the one the header names.
    pub(crate) fn finish(mut self, nodes: u64, length: u64, sum: u32) -> Result<(), Fault> {
        if self.byte()?.is_some() {
            return Err(self.wrong("the proof goes on after its end"));
        }
        let mut rest = self.from.into_inner().into_inner();
        std::io::copy(&mut rest, &mut std::io::sink())?;
        let read = rest.sum.amount().wrapping_sub(self.header);
        if self.nodes != nodes || (read, rest.sum.sum()) != (length as u32, sum) {
            let what = "nodes, or the length or checksum are not those of the header";
            return Err(format!("the proof has {} {what}", self.nodes).into());
        }
        Ok(())
    }
}
