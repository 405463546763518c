//! Sets in files.
//!
//! The format, all numbers little-endian:
//!
//! ```text
//!   "DDD1"            magic and version
//!   u32 n             number of nodes
//!   n nodes           children before parents; node i is number 3 + i, numbers 0, 1, 2 are the terminals
//!     u32 variable
//!     u32 arcs        at least 1
//!     arcs × (i32 value, u32 number of the child)    values ascending, children not 0 and before the node
//!   u32 root          number of the set itself
//!   u64 checksum      of all bytes before it (FNV-1a)
//! ```

use crate::arc::{Id, TOP, child_of, label, label_of, pack, value};
use crate::count::{IdMap, children_first};
use crate::engine::Engine;
use crate::{Error, Manager, Result, Set};
use std::io::{Read, Write};

const MAGIC: [u8; 4] = *b"DDD1";
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

fn fnv(state: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(state, |state, &byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn corrupt(reason: impl Into<String>) -> Error {
    Error::Corrupt { reason: reason.into() }
}

/// Writes and adds up.
struct Output<W> {
    to: W,
    sum: u64,
}

impl<W: Write> Output<W> {
    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.sum = fnv(self.sum, bytes);
        Ok(self.to.write_all(bytes)?)
    }

    fn number(&mut self, number: u32) -> Result<()> {
        self.put(&number.to_le_bytes())
    }
}

/// Reads and adds up.
struct Input<R> {
    from: R,
    sum: u64,
}

impl<R: Read> Input<R> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.from.read_exact(&mut bytes).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => corrupt("the file ends too early"),
            _ => error.into(),
        })?;
        self.sum = fnv(self.sum, &bytes);
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.take()?))
    }
}

impl Set {
    /// Writes the set so that [`Manager::load`] can read it.
    ///
    /// ```
    /// let manager = dd::Manager::new();
    /// let set = manager.word(&[(1, 2), (3, -4)])?;
    /// let mut bytes = Vec::new();
    /// set.save(&mut bytes)?;
    /// assert_eq!(manager.load(&bytes[..])?, set);
    /// # dd::Result::Ok(())
    /// ```
    pub fn save(&self, to: impl Write) -> Result<()> {
        let engine = self.manager().lock()?;
        let order = children_first(&engine.store, self.id());
        let mut numbers: IdMap<u32> = (0..=TOP).map(|id| (id, id)).collect();
        let mut output = Output { to, sum: FNV_START };
        output.put(&MAGIC)?;
        output.number(order.len() as u32)?;
        for (i, &id) in order.iter().enumerate() {
            let arcs = engine.store.arcs(id);
            output.number(engine.store.var(id))?;
            output.number(arcs.len() as u32)?;
            for &arc in arcs {
                output.put(&value(label_of(arc)).to_le_bytes())?;
                output.number(numbers[&child_of(arc)])?;
            }
            numbers.insert(id, TOP + 1 + i as u32);
        }
        output.number(numbers[&self.id()])?;
        let sum = output.sum;
        output.to.write_all(&sum.to_le_bytes())?;
        Ok(output.to.flush()?)
    }
}

impl Manager {
    /// Reads a set that [`Set::save`] wrote. Damaged input is an error, and never asks for much more memory than it has
    /// bytes.
    pub fn load(&self, from: impl Read) -> Result<Set> {
        let mut engine = self.lock()?;
        engine.reset();
        let mut input = Input { from, sum: FNV_START };
        if input.take()? != MAGIC {
            return Err(corrupt("this is no diagram of version 1"));
        }
        let count = input.number()?;
        let mut ids: Vec<Id> = (0..=TOP).collect();
        for _ in 0..count {
            let id = load_node(&mut engine, &mut input, &ids)?;
            ids.push(id);
        }
        let root = input.number()?;
        let sum = input.sum;
        if u64::from_le_bytes(input.take()?) != sum {
            return Err(corrupt("the checksum is wrong"));
        }
        let id = *ids.get(root as usize).ok_or_else(|| corrupt("the root does not exist"))?;
        Ok(self.handle(&mut engine, id))
    }
}

fn load_node<R: Read>(engine: &mut Engine, input: &mut Input<R>, ids: &[Id]) -> Result<Id> {
    let var = input.number()?;
    crate::check_var(var)?;
    let len = input.number()?;
    let mut arcs: Vec<u64> = Vec::new();
    for _ in 0..len {
        let label = label(i32::from_le_bytes(input.take()?));
        let child = match ids.get(input.number()? as usize) {
            Some(&child) if child != 0 => child,
            _ => return Err(corrupt("an arc leads nowhere")),
        };
        if arcs.last().is_some_and(|&last| label_of(last) >= label) {
            return Err(corrupt("the values of a node are not ascending"));
        }
        arcs.push(pack(label, child));
    }
    if arcs.is_empty() {
        return Err(corrupt("a node has no arcs"));
    }
    engine.make_rooted(var, &arcs)
}
