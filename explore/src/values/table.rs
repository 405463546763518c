//! Strong solutions as compact tables, in memory and as the body of a file.
//!
//! ```text
//!  reached   1 0 0 1 1 0 …   a bit for every index
//!  ranks     0 . . . . 3     how many are reached before each eighth word
//!  verdicts  2 bits for each that is reached: 0 unknown, 1 loss, 2 draw, 3 win
//!  plies     a byte for each that is reached; 255 where the end is farther, or cannot be forced; none at all where
//!            distances are not kept
//! ```
//!
//! The file has the number of words of `reached` in eight bytes, then `reached`, `verdicts` and `plies`. Numbers are
//! little-endian.

use std::io::{self, Read, Write};

use game::{Indexed, Playable, Value, Verdict};

use crate::values::strong::Solution;

/// The number of words that share a rank.
const BLOCK: usize = 8;
const FAR: u8 = u8::MAX;

/// The value of every position that can be reached, by index.
///
/// ```
/// use explore::{Explorer, Table};
/// use game::{Game, Indexed, Value, Verdict};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let table = Table::solve(&Explorer::new(&game).index(Some(&game))).unwrap();
/// assert_eq!(table.count(Verdict::Loss), 1574);
/// assert_eq!(table.value(game.index(&game.initial())), Some(Value::draw(9)));
///
/// let mut body = Vec::new();
/// table.write(&mut body).unwrap();
/// assert_eq!(Table::read(table.has_distance(), &mut &body[..]).unwrap(), table);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    reached: Vec<u64>,
    ranks: Vec<u64>,
    verdicts: Vec<u8>,
    plies: Vec<u8>,
}

const TOTAL: &str = "the ranks end with the number of all positions";

impl Table {
    /// No values yet, for the positions whose bits are set.
    pub(crate) fn empty(reached: Vec<u64>) -> Table {
        let ranks = ranks(&reached);
        let count = *ranks.last().expect(TOTAL) as usize;
        Table { reached, ranks, verdicts: vec![0; count.div_ceil(4)], plies: vec![FAR; count] }
    }

    /// Returns the table of a solution, for a game with an index; `None` if it has none.
    #[must_use]
    pub fn of<G: Playable + Indexed>(game: &G, solution: &Solution<'_, G>) -> Option<Table> {
        let words =
            usize::try_from(game.size()?.div_ceil(64)).expect("the states of a solution are in memory");
        let mut reached = vec![0; words];
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

    /// Returns the table of values that are listed, in any order, for a game with so many indices. They are listed twice:
    /// first to see which positions there are.
    ///
    /// ```
    /// use explore::Table;
    /// use game::Value;
    /// let listed: Result<Table, ()> = Table::listed(100, |take| {
    ///     take(70, Value::win(3));
    ///     take(7, Value::loss(2));
    ///     Ok(())
    /// });
    /// let table = listed.unwrap();
    /// assert_eq!((table.len(), table.value(70), table.value(8)), (2, Some(Value::win(3)), None));
    /// ```
    ///
    /// # Errors
    /// Whatever `list` says.
    pub fn listed<E>(
        size: u64,
        mut list: impl FnMut(&mut dyn FnMut(u64, Value)) -> Result<(), E>,
    ) -> Result<Table, E> {
        let words = usize::try_from(size.div_ceil(64)).expect("a table is in memory");
        let mut reached = vec![0; words];
        list(&mut |index, _| reached[(index / 64) as usize] |= 1 << (index % 64))?;
        let mut table = Table::empty(reached);
        list(&mut |index, value| {
            let rank = table.rank(index).expect("what is listed twice was listed once");
            table.set(rank, value);
        })?;
        Ok(table)
    }

    /// Returns the bytes of a table of so many indices, of which so many are positions.
    #[must_use]
    pub fn bytes_for(size: u64, positions: u64) -> u64 {
        size / 8 + size / 64 + positions / 4 + positions
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        *self.ranks.last().expect(TOTAL)
    }

    /// Returns whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of indices that there is room for: that of the game, or up to 63 more.
    #[must_use]
    pub fn span(&self) -> u64 {
        64 * self.reached.len() as u64
    }

    /// Returns whether the table knows how far the end is.
    #[must_use]
    pub fn has_distance(&self) -> bool {
        self.plies.len() as u64 == self.len()
    }

    /// Forgets how far the end is: a byte less for each position.
    pub fn forget_distances(&mut self) {
        self.plies = Vec::new();
    }

    /// Returns the bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        8 * (self.reached.len() + self.ranks.len()) + self.verdicts.len() + self.plies.len()
    }

    /// Returns the value of the position of an index for the player to move; `None` if it cannot be reached.
    #[must_use]
    pub fn value(&self, index: u64) -> Option<Value> {
        self.at(self.rank(index)?)
    }

    /// Returns the number of positions that have this verdict for the player to move.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> u64 {
        let is = |&place: &usize| self.at(place).is_some_and(|value| value.verdict == verdict);
        (0..self.len() as usize).filter(is).count() as u64
    }

    /// Returns the indices of the positions that can be reached, in ascending order, with their values.
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
        let plies = self.plies.get(rank).filter(|&&plies| plies != FAR);
        Some(Value { verdict, plies: plies.map(|&plies| u32::from(plies)) })
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
        if let Some(known) = self.plies.get_mut(rank) {
            *known = value.plies.map_or(FAR, |plies| plies.min(u32::from(FAR)) as u8);
        }
    }

    /// Writes the table, and nothing that says which game it is of: the body of a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(&(self.reached.len() as u64).to_le_bytes())?;
        for word in &self.reached {
            to.write_all(&word.to_le_bytes())?;
        }
        to.write_all(&self.verdicts)?;
        to.write_all(&self.plies)
    }

    /// Reads what [`write`](Table::write) wrote; `distance` says whether the table knows how far the end is. Damaged
    /// input takes no more memory than it has bytes, but for a small factor, and is not always noticed: files
    /// of tables need a checksum.
    ///
    /// # Errors
    /// If it ends too early, or cannot be read.
    pub fn read(distance: bool, from: &mut impl Read) -> io::Result<Table> {
        let mut words = [0; 8];
        from.read_exact(&mut words)?;
        let words = u64::from_le_bytes(words).checked_mul(8).ok_or(io::ErrorKind::InvalidData)?;
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let reached: Vec<u64> = take(from, words)?.chunks(8).map(word).collect();
        let ranks = ranks(&reached);
        let count = *ranks.last().expect(TOTAL);
        let verdicts = take(from, count.div_ceil(4))?;
        let plies = take(from, if distance { count } else { 0 })?;
        Ok(Table { reached, ranks, verdicts, plies })
    }
}

/// Reads `length` bytes. A damaged length does not allocate more than the input has.
fn take(from: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
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
