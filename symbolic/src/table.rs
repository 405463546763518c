//! Tablebases: the value of every position, in memory and in one file.
//!
//! ```text
//!   "MORPTAB2"          magic and version
//!   u64 n, n bytes      the game, as its name is typed
//!   u64                 1 if there is a slice for each ply, 2 if there is one for each player to move
//!   u64                 1 if distances are known, else 0
//!   u64 m               the number of slices
//!   m diagrams          see dd::levels
//!   u64                 a checksum of all bytes before it
//! ```

use dd::levels::{Diagram, Input, Output};
use dd::{Error, Result};
use game::{Game, Playable, Value, Verdict};
use num_bigint::BigUint;
use std::io::{BufReader, Read, Write};
use std::sync::Arc;

use crate::solve::decode;
use crate::symbolic::Symbolic;

const MAGIC: [u8; 8] = *b"MORPTAB2";
const LONGEST_NAME: u64 = 1 << 16;
const MOST_SLICES: u64 = 1 << 20;

/// What the diagrams of a table are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slice {
    /// One for each ply.
    Ply,
    /// One for each player to move.
    Turn,
}

/// The value of every position that can be reached.
#[derive(Debug)]
pub struct Table {
    pub(crate) slices: Vec<Diagram>,
    pub(crate) slicing: Slice,
    pub(crate) distance: bool,
}

fn corrupt(reason: &str) -> Error {
    Error::Corrupt { reason: reason.to_string() }
}

impl Table {
    /// What its diagrams are for.
    #[must_use]
    pub fn slicing(&self) -> Slice {
        self.slicing
    }

    /// Does the table know how far the end is?
    #[must_use]
    pub fn has_distance(&self) -> bool {
        self.distance
    }

    /// The number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.slices.iter().map(Diagram::nodes).sum()
    }

    /// Bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slices.iter().map(Diagram::bytes).sum()
    }

    /// How many positions have this verdict for the player to move, in each slice.
    #[must_use]
    pub fn counts(&self) -> Vec<[BigUint; 3]> {
        let verdicts = [Verdict::Win, Verdict::Draw, Verdict::Loss];
        let of_slice = |slice: &Diagram| {
            let mut counts = [BigUint::ZERO, BigUint::ZERO, BigUint::ZERO];
            for (code, count) in slice.counts() {
                let verdict = decode(code, self.distance).map(|value| value.verdict);
                if let Some(place) = verdicts.iter().position(|v| Some(*v) == verdict) {
                    counts[place] += count;
                }
            }
            counts
        };
        self.slices.iter().map(of_slice).collect()
    }

    /// How many positions are won, drawn and lost for the player to move.
    #[must_use]
    pub fn totals(&self) -> [BigUint; 3] {
        let mut totals = [BigUint::ZERO, BigUint::ZERO, BigUint::ZERO];
        for counts in self.counts() {
            for (total, count) in totals.iter_mut().zip(counts) {
                *total += count;
            }
        }
        totals
    }

    pub(crate) fn value_of_word(&self, word: &[u32], slice: usize) -> Option<Value> {
        decode(self.slices.get(slice)?.value(word)?, self.distance)
    }

    /// The value of a position for the player to move; `None` if it cannot be reached. `form` is the symbolic form of
    /// the game: most often the game itself.
    #[must_use]
    pub fn value<G: Playable, S>(&self, game: &G, form: &S, state: &G::State) -> Option<Value>
    where
        S: Symbolic<Configuration = G::State>,
    {
        let slice = match self.slicing {
            Slice::Ply => game.ply(state)? as usize,
            Slice::Turn => game.turn(state).index(),
        };
        self.value_of_word(&form.encode(state), slice)
    }

    /// The moves of a position with what each is worth to whoever makes it, the best first.
    #[must_use]
    pub fn moves<G: Playable, S>(&self, game: &G, form: &S, state: &G::State) -> Vec<(G::Move, Value)>
    where
        S: Symbolic<Configuration = G::State>,
    {
        if game.outcome(state).is_some() {
            return Vec::new();
        }
        let worth = |mv| Some((mv, self.value(game, form, &Game::next(game, state, mv))?.before()));
        let mut moves: Vec<(G::Move, Value)> = game.moves(state).filter_map(worth).collect();
        moves.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        moves
    }

    /// The moves that are worth as much as the position itself.
    #[must_use]
    pub fn best_moves<G: Playable, S>(&self, game: &G, form: &S, state: &G::State) -> Vec<G::Move>
    where
        S: Symbolic<Configuration = G::State>,
    {
        let moves = self.moves(game, form, state);
        let best = moves.first().map(|(_, value)| *value);
        moves.into_iter().filter(|(_, value)| Some(*value) == best).map(|(mv, _)| mv).collect()
    }

    /// Writes the table of a game, and tells how many bytes that took.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, name: &str, to: impl Write) -> Result<u64> {
        let mut output = Output::new(std::io::BufWriter::new(to));
        output.put(&MAGIC)?;
        output.number(name.len() as u64)?;
        output.put(name.as_bytes())?;
        output.number(match self.slicing {
            Slice::Ply => 1,
            Slice::Turn => 2,
        })?;
        output.number(self.distance.into())?;
        output.number(self.slices.len() as u64)?;
        for slice in &self.slices {
            output.diagram(slice)?;
        }
        output.finish()
    }

    /// Does a file begin as tables do, of whatever version?
    ///
    /// ```
    /// assert!(!symbolic::Table::is_one(&b"a letter to a friend"[..]));
    /// ```
    pub fn is_one(from: impl Read) -> bool {
        let begin = &MAGIC[..7];
        Input::new(from).take(begin.len() as u64).is_ok_and(|bytes| bytes == begin)
    }

    /// The game that a table is of, as its name is typed: read from the beginning of a file, unchecked.
    ///
    /// # Errors
    /// If it is no table.
    pub fn name(from: impl Read) -> Result<String> {
        Table::begin(&mut Input::new(from))
    }

    fn begin<R: Read>(input: &mut Input<R>) -> Result<String> {
        let begin = input.take(8)?;
        if begin[..7] != MAGIC[..7] {
            return Err(corrupt("it is no tablebase"));
        }
        if begin != MAGIC {
            return Err(corrupt("it is of another version: the game must be solved again"));
        }
        let len = input.number()?;
        if len > LONGEST_NAME {
            return Err(corrupt("the name of the game is too long"));
        }
        String::from_utf8(input.take(len)?).map_err(|_| corrupt("the name of the game is no text"))
    }

    /// Reads the table of a game.
    ///
    /// # Errors
    /// If it is not one, or is damaged.
    pub fn load<S: Symbolic>(system: &S, from: impl Read) -> Result<Table> {
        let mut input = Input::new(BufReader::with_capacity(1 << 16, from));
        Table::begin(&mut input)?;
        let slicing = match input.number()? {
            1 => Slice::Ply,
            2 => Slice::Turn,
            _ => return Err(corrupt("it does not say what its slices are")),
        };
        let distance = match input.number()? {
            0 => false,
            1 => true,
            _ => return Err(corrupt("it does not say whether distances are known")),
        };
        let count = input.number()?;
        if count > MOST_SLICES {
            return Err(corrupt("it has too many slices"));
        }
        let shape = Arc::new(system.shape());
        let slices = (0..count).map(|_| input.diagram(&shape)).collect::<Result<Vec<Diagram>>>()?;
        input.finish()?;
        Ok(Table { slices, slicing, distance })
    }
}
