//! Strong solutions as compact tables, in memory and on disk.
//!
//! ```text
//!  reached   1 0 0 1 1 0 …   a bit for every index
//!  ranks     0 . . . . 3     how many are reached before each eighth word
//!  verdicts  2 bits for each that is reached: 0 unknown, 1 loss, 2 draw, 3 win
//!  plies     a byte for each that is reached; 255 where the end is farther, or nobody can force it
//! ```

use std::fmt;
use std::io::{self, Read, Write};

use game::{Indexed, Playable, Value, Verdict};

use crate::strong::Solution;

const MAGIC: &[u8; 16] = b"morpion-table-1\n";
/// So many words share a rank.
const BLOCK: usize = 8;
const FAR: u8 = u8::MAX;

/// The value of every position that can be reached, by index.
///
/// ```
/// use explore::Table;
/// use game::{Game, Indexed, Limits, Value, Verdict};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let table = Table::solve(&game, 1, &Limits::default()).unwrap();
/// assert_eq!(table.count(Verdict::Loss), 1574);
/// assert_eq!(table.value(game.index(&game.initial())), Some(Value::draw(9)));
///
/// let mut file = Vec::new();
/// table.write("mnk:3,3,3", &mut file).unwrap();
/// let (name, read) = Table::read(&mut &file[..]).unwrap();
/// assert_eq!((name.as_str(), read), ("mnk:3,3,3", table));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    reached: Vec<u64>,
    ranks: Vec<u64>,
    verdicts: Vec<u8>,
    plies: Vec<u8>,
}

/// Why a table cannot be read.
#[derive(Debug)]
pub enum TableError {
    /// The file could not be read to its end.
    Io(io::Error),
    /// It is something else.
    NotATable,
    /// It was damaged: the checksum is another.
    Damaged,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io(error) => write!(f, "the table could not be read: {error}"),
            TableError::NotATable => f.write_str("this is not a table of a solved game"),
            TableError::Damaged => f.write_str("the table is damaged: its checksum does not fit"),
        }
    }
}

impl std::error::Error for TableError {}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> TableError {
        TableError::Io(error)
    }
}

impl Table {
    /// No values yet, for the positions whose bits are set.
    pub(crate) fn empty(reached: Vec<u64>) -> Table {
        let ranks = ranks(&reached);
        let count = ranks.last().map_or(0, |&count| count as usize);
        Table { reached, ranks, verdicts: vec![0; count.div_ceil(4)], plies: vec![FAR; count] }
    }

    /// The table of a solution, for a game with an index.
    #[must_use]
    pub fn of<G: Playable + Indexed>(game: &G, solution: &Solution<'_, G>) -> Option<Table> {
        let mut reached = vec![0; usize::try_from(game.size()?.div_ceil(64)).ok()?];
        for (state, _) in solution.iter() {
            let index = game.index(&state);
            reached[(index / 64) as usize] |= 1 << (index % 64);
        }
        let mut table = Table::empty(reached);
        for (state, value) in solution.iter() {
            if let Some(rank) = table.rank(game.index(&state)) {
                table.set(rank, value);
            }
        }
        Some(table)
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.plies.len() as u64
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        8 * (self.reached.len() + self.ranks.len()) + self.verdicts.len() + self.plies.len()
    }

    /// The value of the position of an index for the player to move; `None` if it cannot be reached.
    #[must_use]
    pub fn value(&self, index: u64) -> Option<Value> {
        self.at(self.rank(index)?)
    }

    /// How many positions have this verdict for the player to move.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> u64 {
        let is = |&place: &usize| self.at(place).is_some_and(|value| value.verdict == verdict);
        (0..self.plies.len()).filter(is).count() as u64
    }

    /// The indices of the positions that can be reached, and their values, upwards.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Value)> {
        self.indices().enumerate().filter_map(|(place, index)| Some((index, self.at(place)?)))
    }

    fn indices(&self) -> impl Iterator<Item = u64> {
        (0..).step_by(64).zip(&self.reached).flat_map(|(first, &word)| {
            std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| first + u64::from(rest.trailing_zeros()))
        })
    }

    /// How many words of bits there are.
    pub(crate) fn words(&self) -> usize {
        self.reached.len()
    }

    /// The bits of 64 indices: which can be reached.
    pub(crate) fn word(&self, number: usize) -> u64 {
        self.reached[number]
    }

    /// How many positions before this one can be reached, if it can.
    #[inline]
    pub(crate) fn rank(&self, index: u64) -> Option<usize> {
        let (word, bit) = ((index / 64) as usize, index % 64);
        let bits = *self.reached.get(word)?;
        if bits >> bit & 1 == 0 {
            return None;
        }
        let block = word / BLOCK;
        let before = self.reached[block * BLOCK..word].iter().map(|word| u64::from(word.count_ones()));
        let own = (bits & ((1 << bit) - 1)).count_ones();
        Some((self.ranks[block] + before.sum::<u64>() + u64::from(own)) as usize)
    }

    /// The value at a rank, if it is known.
    #[inline]
    pub(crate) fn at(&self, rank: usize) -> Option<Value> {
        let verdict = match self.verdicts[rank / 4] >> (rank % 4 * 2) & 3 {
            0 => return None,
            1 => Verdict::Loss,
            2 => Verdict::Draw,
            _ => Verdict::Win,
        };
        let plies = self.plies[rank];
        Some(Value { verdict, plies: (plies != FAR).then_some(u32::from(plies)) })
    }

    #[inline]
    pub(crate) fn set(&mut self, rank: usize, value: Value) {
        let bits = match value.verdict {
            Verdict::Loss => 1,
            Verdict::Draw => 2,
            Verdict::Win => 3,
        };
        let shift = rank % 4 * 2;
        self.verdicts[rank / 4] = self.verdicts[rank / 4] & !(3 << shift) | bits << shift;
        self.plies[rank] = value.plies.map_or(FAR, |plies| plies.min(u32::from(FAR)) as u8);
    }

    /// Writes the table, with the name of its game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, name: &str, file: &mut impl Write) -> io::Result<()> {
        let mut out = Summed { file, sum: FNV };
        out.write_all(MAGIC)?;
        out.write_all(&(name.len() as u64).to_le_bytes())?;
        out.write_all(name.as_bytes())?;
        out.write_all(&(self.reached.len() as u64).to_le_bytes())?;
        for word in &self.reached {
            out.write_all(&word.to_le_bytes())?;
        }
        out.write_all(&self.verdicts)?;
        out.write_all(&self.plies)?;
        let sum = out.sum;
        file.write_all(&sum.to_le_bytes())?;
        file.flush()
    }

    /// Reads a table and the name of its game.
    ///
    /// # Errors
    /// If the file cannot be read, is something else, or is damaged.
    pub fn read(file: &mut impl Read) -> Result<(String, Table), TableError> {
        let mut file = Summed { file, sum: FNV };
        let mut magic = [0; MAGIC.len()];
        file.read_exact(&mut magic)?;
        if magic != *MAGIC {
            return Err(TableError::NotATable);
        }
        let length = file.number()?;
        let name = String::from_utf8(file.bytes(length)?).map_err(|_| TableError::Damaged)?;
        let words = file.number()?.checked_mul(8).ok_or(TableError::Damaged)?;
        let words = file.bytes(words)?;
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let mut table = Table::empty(words.chunks(8).map(word).collect());
        table.verdicts = file.bytes(table.verdicts.len() as u64)?;
        table.plies = file.bytes(table.plies.len() as u64)?;
        let sum = file.sum;
        if file.number()? == sum { Ok((name, table)) } else { Err(TableError::Damaged) }
    }
}

/// How many bits are set before each block of words, and at the end, how many in all.
fn ranks(words: &[u64]) -> Vec<u64> {
    let mut ranks = vec![0];
    let mut count = 0;
    for block in words.chunks(BLOCK) {
        count += block.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        ranks.push(count);
    }
    ranks
}

const FNV: u64 = 0xcbf2_9ce4_8422_2325;

/// A file, with a checksum of what went through (FNV-1a).
struct Summed<'a, F> {
    file: &'a mut F,
    sum: u64,
}

impl<F> Summed<'_, F> {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.sum = (self.sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl<F: Write> Summed<'_, F> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes);
        self.file.write_all(bytes)
    }
}

impl<F: Read> Summed<'_, F> {
    fn read_exact(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.file.read_exact(bytes)?;
        self.add(bytes);
        Ok(())
    }

    fn number(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// So many bytes. A damaged length does not allocate more than the file has.
    fn bytes(&mut self, length: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.take(length).read_to_end(&mut bytes)?;
        if (bytes.len() as u64) < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.add(&bytes);
        Ok(bytes)
    }
}
