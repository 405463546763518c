//! The value of every position, in memory and as the body of a file.
//!
//! ```text
//!   u64                 1 if there is a slice for each ply, 2 if there is one for each player to move
//!   u64 m               the number of slices
//!   m diagrams          see the crate levels
//! ```

use game::{Game, Playable, Player, Value, Verdict};
use levels::{Diagram, Input, Output, Shape};
use levels::{Error, Result};
use num_bigint::BigUint;
use std::io::{Read, Write};
use std::sync::Arc;

use crate::solve::decode;
use crate::symbolic::Symbolic;

const MOST_SLICES: u64 = 1 << 20;

/// How the positions of a table are divided among its diagrams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slice {
    /// One diagram for each ply.
    Ply,
    /// One diagram for each player to move.
    Turn,
}

/// A tablebase: the value of every position that can be reached, in diagrams.
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
    /// Returns how positions are divided among the diagrams.
    #[must_use]
    pub fn slicing(&self) -> Slice {
        self.slicing
    }

    /// Returns whether the table knows the number of plies to the end.
    #[must_use]
    pub fn has_distance(&self) -> bool {
        self.distance
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.slices.iter().map(Diagram::nodes).sum()
    }

    /// Returns the bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slices.iter().map(Diagram::bytes).sum()
    }

    /// Returns how many positions are won, drawn and lost for the player to move, in each diagram.
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

    /// Returns how many positions are won, drawn and lost for the player to move, in all.
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

    /// Returns the value of a position for the player to move; `None` if it cannot be reached. `form` is the symbolic
    /// form of the game: most often the game itself.
    #[must_use]
    pub fn value<G: Playable, S>(&self, game: &G, form: &S, state: &G::State) -> Option<Value>
    where
        S: Symbolic<Configuration = G::State>,
    {
        self.value_of(&form.encode(state), game.ply(state), game.turn(state))
    }

    /// Returns the value of the position of a word. `turn` is the player to move, and `ply` the number of moves made,
    /// if the game knows it.
    #[must_use]
    pub fn value_of(&self, word: &[u32], ply: Option<u32>, turn: Player) -> Option<Value> {
        let slice = match self.slicing {
            Slice::Ply => ply? as usize,
            Slice::Turn => turn.index(),
        };
        self.value_of_word(word, slice)
    }

    /// Returns the moves of a position with their values for the player who makes them, the best first.
    #[must_use]
    pub fn moves<G: Playable, S>(&self, game: &G, form: &S, state: &G::State) -> Vec<(G::Move, Value)>
    where
        S: Symbolic<Configuration = G::State>,
    {
        if game.outcome(state).is_some() {
            return Vec::new();
        }
        let worth = |mv| Some((mv, self.value(game, form, &Game::next(game, state, mv))?.one_ply_back()));
        let mut moves: Vec<(G::Move, Value)> = game.moves(state).filter_map(worth).collect();
        moves.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        moves
    }

    /// Returns the moves that are as good as the position itself.
    #[must_use]
    pub fn best_moves<G: Playable, S>(&self, game: &G, form: &S, state: &G::State) -> Vec<G::Move>
    where
        S: Symbolic<Configuration = G::State>,
    {
        let moves = self.moves(game, form, state);
        let best = moves.first().map(|(_, value)| *value);
        moves.into_iter().filter(|(_, value)| Some(*value) == best).map(|(mv, _)| mv).collect()
    }

    /// Writes the values, and nothing that says which game they are of: the body of a file.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write<W: Write>(&self, output: &mut Output<W>) -> Result<()> {
        output.number(match self.slicing {
            Slice::Ply => 1,
            Slice::Turn => 2,
        })?;
        output.number(self.slices.len() as u64)?;
        self.slices.iter().try_for_each(|slice| output.diagram(slice))
    }

    /// Reads what [`write`](Table::write) wrote. `shape` is that of the game, and `distance` whether the table knows
    /// how far the end is.
    ///
    /// # Errors
    /// If it is no such table.
    pub fn read<R: Read>(shape: Shape, distance: bool, input: &mut Input<R>) -> Result<Table> {
        let slicing = match input.number()? {
            1 => Slice::Ply,
            2 => Slice::Turn,
            _ => return Err(corrupt("it does not say what its slices are")),
        };
        let count = input.number()?;
        if count > MOST_SLICES {
            return Err(corrupt("it has too many slices"));
        }
        let shape = Arc::new(shape);
        let slices = (0..count).map(|_| input.diagram(&shape)).collect::<Result<Vec<Diagram>>>()?;
        Ok(Table { slices, slicing, distance })
    }
}
