//! Diagrams in files: bytes in and out, with a checksum over all of them.
//!
//! A diagram is written as the number of nodes and the children of each level, the last level first, then the root;
//! the shape is not written. Children are packed into as few bits as the level below them needs.

use crate::diagram::Diagram;
use crate::shape::Shape;
use crate::{Error, Result};
use std::io::{self, Read, Write};
use std::sync::Arc;

const SUM_START: u64 = 0xcbf2_9ce4_8422_2325;

fn corrupt(reason: impl Into<String>) -> Error {
    Error::Corrupt { reason: reason.into() }
}

/// A checksum over eight bytes at a time. A changed word changes the sum, whatever follows it.
#[derive(Clone)]
struct Sum {
    sum: u64,
    rest: [u8; 8],
    filled: usize,
}

impl Sum {
    fn new() -> Sum {
        Sum { sum: SUM_START, rest: [0; 8], filled: 0 }
    }

    fn word(&mut self, word: u64) {
        self.sum = (self.sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    fn add(&mut self, mut bytes: &[u8]) {
        if self.filled > 0 {
            let take = bytes.len().min(8 - self.filled);
            self.rest[self.filled..self.filled + take].copy_from_slice(&bytes[..take]);
            self.filled += take;
            bytes = &bytes[take..];
            if self.filled < 8 {
                return;
            }
            self.filled = 0;
            self.word(u64::from_le_bytes(self.rest));
        }
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            let mut eight = [0; 8];
            eight.copy_from_slice(word);
            self.word(u64::from_le_bytes(eight));
        }
        let rest = words.remainder();
        self.rest[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
    }

    fn value(&self) -> u64 {
        let mut last = self.clone();
        let mut rest = [0; 8];
        rest[..self.filled].copy_from_slice(&self.rest[..self.filled]);
        last.word(u64::from_le_bytes(rest));
        last.word(self.filled as u64 + 1);
        last.sum
    }
}

/// A writer that keeps a checksum of everything written.
pub struct Output<W> {
    to: W,
    sum: Sum,
    bytes: u64,
}

impl<W: Write> Output<W> {
    /// Returns a writer that has written nothing yet.
    pub fn new(to: W) -> Output<W> {
        Output { to, sum: Sum::new(), bytes: 0 }
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.sum.add(bytes);
        self.bytes += bytes.len() as u64;
        Ok(self.to.write_all(bytes)?)
    }

    /// Writes a number, in eight bytes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn number(&mut self, number: u64) -> Result<()> {
        self.put(&number.to_le_bytes())
    }

    /// Writes a diagram.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn diagram(&mut self, diagram: &Diagram) -> Result<()> {
        for level in (0..diagram.shape.levels()).rev() {
            let nodes = &diagram.nodes[level];
            // A level without nodes is written with no bits.
            let most = nodes.iter().copied().max().unwrap_or(0);
            let bits = u32::BITS - most.leading_zeros();
            self.number(nodes.len() as u64)?;
            self.number(bits.into())?;
            self.packed(nodes, bits)?;
        }
        self.number(diagram.root.into())
    }

    fn packed(&mut self, numbers: &[u32], bits: u32) -> Result<()> {
        let (mut word, mut filled, mut bytes) = (0u64, 0, Vec::with_capacity(1 << 16));
        for &number in numbers {
            word |= u64::from(number) << filled;
            filled += bits;
            while filled >= 8 {
                bytes.push(word as u8);
                word >>= 8;
                filled -= 8;
            }
            if bytes.len() >= (1 << 16) - 8 {
                self.put(&bytes)?;
                bytes.clear();
            }
        }
        if filled > 0 {
            bytes.push(word as u8);
        }
        self.put(&bytes)
    }

    /// Writes the checksum of everything so far; more may follow.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn seal(&mut self) -> Result<()> {
        self.number(self.sum.value())
    }

    /// Writes the checksum, and returns how many bytes were written.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<u64> {
        self.seal()?;
        self.to.flush()?;
        Ok(self.bytes)
    }
}

/// Other code can write into the same file, under the same checksum.
impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.sum.add(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// A reader that keeps a checksum of everything read.
pub struct Input<R> {
    from: R,
    sum: Sum,
}

impl<R: Read> Input<R> {
    /// Returns a reader that has read nothing yet.
    pub fn new(from: R) -> Input<R> {
        Input { from, sum: Sum::new() }
    }

    /// Reads `len` bytes. Takes no more memory than the input has bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn take(&mut self, len: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        (&mut self.from).take(len).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != len {
            return Err(corrupt("it ends too early"));
        }
        self.sum.add(&bytes);
        Ok(bytes)
    }

    /// Reads a number of eight bytes.
    ///
    /// # Errors
    /// If there is none.
    pub fn number(&mut self) -> Result<u64> {
        let bytes = self.take(8)?;
        let mut eight = [0; 8];
        eight.copy_from_slice(&bytes);
        Ok(u64::from_le_bytes(eight))
    }

    /// Reads a diagram of this shape.
    ///
    /// # Errors
    /// If there is none.
    pub fn diagram(&mut self, shape: &Arc<Shape>) -> Result<Diagram> {
        let levels = shape.levels();
        let mut nodes: Vec<Vec<u32>> = (0..levels).map(|_| Vec::new()).collect();
        for level in (0..levels).rev() {
            let (count, bits) = (self.number()?, self.number()?);
            let values = shape.values(level) as u64;
            if bits > 32 || !count.is_multiple_of(values) || count / values >= u64::from(u32::MAX) {
                return Err(corrupt(format!("level {level} is not a level of such a diagram")));
            }
            nodes[level] = self.packed(count, bits as u32)?;
            check(shape, level, &nodes)?;
        }
        let root = u32::try_from(self.number()?).map_err(|_| corrupt("the root is no node"))?;
        let last = if levels == 0 { u32::MAX as usize } else { nodes[0].len() / shape.values(0) };
        if root as usize > last {
            return Err(corrupt("the root is no node"));
        }
        Ok(Diagram { shape: Arc::clone(shape), nodes, root })
    }

    fn packed(&mut self, count: u64, bits: u32) -> Result<Vec<u32>> {
        let len = count.checked_mul(bits.into()).ok_or_else(|| corrupt("a level has too many nodes"))?;
        let mut bytes = self.take(len.div_ceil(8))?;
        // Checked before the numbers are made: without bits, any count of them takes no bytes.
        if bits == 0 && count > 0 {
            return Err(corrupt("a node leads nowhere"));
        }
        // Padding, so that eight bytes can be read wherever a number begins.
        bytes.resize(bytes.len() + 8, 0);
        let mask = (1u64 << bits) - 1;
        let number = |at: u64| {
            let (byte, bit) = ((at * u64::from(bits) / 8) as usize, at * u64::from(bits) % 8);
            let mut eight = [0; 8];
            eight.copy_from_slice(&bytes[byte..byte + 8]);
            (u64::from_le_bytes(eight) >> bit & mask) as u32
        };
        Ok((0..count).map(number).collect())
    }

    /// Reads the checksum of everything so far; more may follow.
    ///
    /// # Errors
    /// If it does not match what was read.
    pub fn seal(&mut self) -> Result<()> {
        let sum = self.sum.value();
        if self.number()? == sum { Ok(()) } else { Err(corrupt("the checksum is wrong")) }
    }

    /// Reads the checksum, which must be the end of the input.
    ///
    /// # Errors
    /// If it does not match what was read, or something follows.
    pub fn finish(mut self) -> Result<()> {
        self.seal()?;
        let mut more = [0];
        match self.from.read(&mut more)? {
            0 => Ok(()),
            _ => Err(corrupt("something follows the end")),
        }
    }
}

/// Other code can read what it wrote into the same file, under the same checksum.
impl<R: Read> Read for Input<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(bytes)?;
        self.sum.add(&bytes[..read]);
        Ok(read)
    }
}

/// Are the children of a level nodes, and has every node a child?
fn check(shape: &Shape, level: usize, nodes: &[Vec<u32>]) -> Result<()> {
    let values = shape.values(level);
    if nodes[level].chunks(values).any(|node| node.iter().all(|&child| child == 0)) {
        return Err(corrupt("a node leads nowhere"));
    }
    for value in 0..values {
        let to = shape.next(level, value as u32);
        let last = match nodes.get(to) {
            Some(below) => below.len() / shape.values(to),
            None => u32::MAX as usize,
        };
        if nodes[level].iter().skip(value).step_by(values).any(|&child| child as usize > last) {
            return Err(corrupt(format!("a child of level {level} is no node")));
        }
    }
    Ok(())
}
