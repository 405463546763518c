//! Sets in files.
//!
//! The format, all numbers little-endian:
//!
//! ```text
//!   "DDD2"            magic and version
//!   u64 bytes         of all that follows
//!   u32 n             number of nodes
//!   n nodes           children before parents; node i is number 3 + i, numbers 0, 1, 2 are the terminals
//!     u32 variable
//!     u32 arcs        at least 1
//!     arcs × (i32 value, u32 number of the child)    values ascending, children not 0 and before the node
//!   u32 root          number of the set itself
//!   u32 m             number of names
//!   m names           of variables of the set, ascending
//!     u32 variable
//!     u32 bytes
//!     the name in UTF-8
//!   u64 checksum      of all bytes before it (FNV-1a)
//! ```
//!
//! `levels` frames its files in the same way, with a checksum of its own. The two crates can be used alone and depend on
//! no other crate of ours; one for the sixty lines that they could share would cost readers more than it saves.

use crate::eval::engine::Engine;
use crate::nodes::arc::{Id, TOP, child_of, label, label_of, pack, value};
use crate::sets::count::{IdMap, children_first};
use crate::{Error, Manager, Result, Set, Var};
use std::collections::BTreeMap;
use std::io::{BufReader, BufWriter, Read, Write};

const MAGIC: [u8; 4] = *b"DDD2";
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
            std::io::ErrorKind::UnexpectedEof => corrupt("it ends too early"),
            _ => error.into(),
        })?;
        self.sum = fnv(self.sum, &bytes);
        Ok(bytes)
    }

    /// A text of so many bytes; takes no more memory than the input has.
    fn text(&mut self, len: u32) -> Result<String> {
        let mut bytes = Vec::new();
        (&mut self.from).take(len.into()).read_to_end(&mut bytes)?;
        if bytes.len() != len as usize {
            return Err(corrupt("it ends too early"));
        }
        self.sum = fnv(self.sum, &bytes);
        String::from_utf8(bytes).map_err(|_| corrupt("a name is no UTF-8"))
    }

    fn number(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.take()?))
    }
}

impl Engine {
    /// The names of the variables of these nodes.
    pub(crate) fn names_in(&self, nodes: &[Id]) -> BTreeMap<Var, &str> {
        let named = |var| self.names.get(&var).map(|name| (var, name.as_str()));
        nodes.iter().filter_map(|&id| named(self.store.var(id))).collect()
    }

    /// Gives variables the names that were read, unless they have one.
    pub(crate) fn add_names(&mut self, names: Vec<(Var, String)>) {
        for (var, name) in names {
            self.names.entry(var).or_insert(name);
        }
    }
}

impl Set {
    /// Writes the set, with the names of its variables, so that [`Manager::load`] can read it. Writes in large pieces,
    /// so a plain file will do.
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
        let names = engine.names_in(&order);
        let nodes: usize = order.iter().map(|&id| 8 + 8 * engine.store.arcs(id).len()).sum();
        let texts: usize = names.values().map(|name| 8 + name.len()).sum();
        let mut numbers: IdMap<u32> = (0..=TOP).map(|id| (id, id)).collect();
        let mut output = Output { to: BufWriter::new(to), sum: FNV_START };
        output.put(&MAGIC)?;
        output.put(&((nodes + texts + 20) as u64).to_le_bytes())?;
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
        output.number(names.len() as u32)?;
        for (var, name) in names {
            output.number(var)?;
            output.number(name.len() as u32)?;
            output.put(name.as_bytes())?;
        }
        let sum = output.sum;
        output.put(&sum.to_le_bytes())?;
        Ok(output.to.flush()?)
    }
}

impl Manager {
    /// Reads a set that [`Set::save`] wrote, and nothing of what may follow it. Variables without a name get theirs
    /// from the file. Damaged input is an error, and never asks for much more memory than it has bytes.
    pub fn load(&self, from: impl Read) -> Result<Set> {
        let mut engine = self.lock()?;
        engine.reset();
        let mut start = Input { from, sum: FNV_START };
        match start.take()? {
            MAGIC => {}
            [b'D', b'D', b'D', version @ b'0'..=b'9'] => {
                return Err(corrupt(format!("this is version {}, and only 2 is read", char::from(version))));
            }
            _ => return Err(corrupt("this is no diagram")),
        }
        let len = u64::from_le_bytes(start.take()?);
        let mut input =
            Input { from: BufReader::with_capacity(1 << 16, start.from.take(len)), sum: start.sum };
        let count = input.number()?;
        let mut ids: Vec<Id> = (0..=TOP).collect();
        for _ in 0..count {
            let id = load_node(&mut engine, &mut input, &ids)?;
            ids.push(id);
        }
        let root = input.number()?;
        let id = *ids.get(root as usize).ok_or_else(|| corrupt("the root does not exist"))?;
        let mut names = Vec::new();
        for _ in 0..input.number()? {
            let (var, len) = (input.number()?, input.number()?);
            names.push((var, input.text(len)?));
        }
        let sum = input.sum;
        if u64::from_le_bytes(input.take()?) != sum {
            return Err(corrupt("the checksum is wrong"));
        }
        if input.from.read(&mut [0])? != 0 {
            return Err(corrupt("the length is wrong"));
        }
        engine.add_names(names);
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
