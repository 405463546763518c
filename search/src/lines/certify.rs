//! Certificates of proofs about lines: the proof that the search found, walked through once more and written down.
//!
//! The walk follows the rules of the format step by step, zones included, so that the program that checks it arrives at
//! the same zones. Winning moves come from the table; what the table has forgotten is proved again.

use game::bits::BitSet;
use rustc_hash::FxHashMap;

use super::candidates::{self, Candidates};
use super::node::{Prover, twins};
use super::position::{Position, Side};
use super::symmetries::Key;
use super::workers::Shared;
use super::{pairing, potential, tactics};
use crate::budget::Interrupt;
use crate::certificate::{PAIRS, POTENTIAL, Script, TWINS};

/// Writes the proof that one side gets what it wants.
pub(super) struct Writer<'s, const N: usize> {
    shared: &'s Shared<'s, N>,
    prover: Prover<'s, N>,
    winner: Side,
    script: Script,
    known: FxHashMap<u128, Known<N>>,
}

/// A position that is proved: its number, the symmetry that leads to its key, and its zone.
struct Known<const N: usize> {
    number: u32,
    symmetry: u32,
    zone: BitSet<N>,
}

type Zone<const N: usize> = Result<BitSet<N>, Interrupt>;

impl<'s, const N: usize> Writer<'s, N> {
    /// Returns the proof that `winner` gets what it wants in a position where it does.
    pub(super) fn write(
        shared: &'s Shared<'s, N>,
        start: &Position<N>,
        winner: Side,
    ) -> Result<Script, Interrupt> {
        let prover = Prover::new(shared, false);
        let mut writer =
            Writer { shared, prover, winner, script: Script::default(), known: FxHashMap::default() };
        writer.node(start, BitSet::EMPTY)?;
        Ok(writer.script)
    }

    /// Writes the proof of a position. Returns its zone. Of several proofs, one whose zone avoids `spare` is better.
    fn node(&mut self, at: &Position<N>, spare: BitSet<N>) -> Zone<N> {
        if let Some(zone) = self.at_a_glance(at)? {
            return Ok(zone);
        }
        if self.winner == Side::Breaker && at.lines(Side::Breaker).is_empty() {
            let (twins, rest) = twins(at);
            if !twins.is_empty() {
                let key = self.prover.key(&rest);
                if let Some(zone) = self.held_by_pairs(at, key, spare) {
                    return Ok(zone);
                }
                return self.without_twins(&twins, &rest, key, spare);
            }
        }
        let key = self.prover.key(at);
        self.searched(at, key, spare)
    }

    /// Counts a node. Returns its zone if it needs no search.
    fn at_a_glance(&mut self, at: &Position<N>) -> Result<Option<BitSet<N>>, Interrupt> {
        self.script.nodes += 1;
        self.shared
            .step_within(self.script.bytes() + self.known.capacity() * size_of::<(u128, Known<N>)>())?;
        let zone = self.by_itself(at)?;
        if zone.is_some() || self.winner == Side::Maker {
            return Ok(zone);
        }
        let zone = potential::zone(at.lines(Side::Maker), at.turn);
        if zone.is_some() {
            self.script.number(POTENTIAL as usize);
        }
        Ok(zone)
    }

    /// Writes the proof of a position, with this key, that takes a search.
    fn searched(&mut self, at: &Position<N>, key: Key, spare: BitSet<N>) -> Zone<N> {
        if at.turn == self.winner {
            return self.best_move(at, key, spare);
        }
        if let Some(known) = self.known.get(&key.bits)
            && let Some(map) = self.shared.symmetries.between(known.symmetry as usize, key.symmetry)
        {
            self.script.refer(known.number);
            self.script.number(map);
            return Ok(self.shared.symmetries.image(map, known.zone));
        }
        if let Some(zone) = self.held_by_pairs(at, key, spare) {
            return Ok(zone);
        }
        let number = self.script.keep();
        let zone = self.replies(at)?;
        let symmetry = key.symmetry.try_into().expect("a board has few symmetries");
        self.known.insert(key.bits, Known { number, symmetry, zone });
        Ok(zone)
    }

    /// Returns the zone of a position that needs no word: nothing is left to be filled, a line can be filled at once,
    /// or one move is forced.
    fn by_itself(&mut self, at: &Position<N>) -> Result<Option<BitSet<N>>, Interrupt> {
        if self.winner == Side::Breaker && at.lines(Side::Maker).is_empty() {
            return Ok(Some(BitSet::EMPTY));
        }
        let loser = at.lines(self.winner.other());
        let (wins, threats) = (tactics::last_squares(at.lines(self.winner)), tactics::last_squares(loser));
        if at.turn == self.winner {
            return match (wins.first(), threats.first()) {
                (Some(square), _) => Ok(Some(tactics::guarded(loser, BitSet::one(square), 1))),
                (None, Some(square)) => self.play(at, square, BitSet::EMPTY).map(Some),
                (None, None) => Ok(None),
            };
        }
        match wins.first() {
            None => Ok(None),
            Some(_) if wins.count() > 1 => Ok(Some(tactics::guarded(loser, wins, 2))),
            Some(square) => {
                let zone = self.play(at, square, BitSet::EMPTY)? | wins;
                Ok(Some(tactics::guarded(loser, zone, 2)))
            }
        }
    }

    /// Writes the proof of a position with twins, which leave `rest` with this key.
    fn without_twins(
        &mut self,
        twins: &[BitSet<N>],
        rest: &Position<N>,
        key: Key,
        spare: BitSet<N>,
    ) -> Zone<N> {
        self.script.number(TWINS as usize);
        let zone = match self.at_a_glance(rest)? {
            Some(zone) => zone,
            None => self.searched(rest, key, spare)?,
        };
        Ok(zone | BitSet::union(twins))
    }

    /// Writes that the breaker, who has just moved, holds by pairs, if so; `key` is that under which a search of the
    /// position would be in the table.
    fn held_by_pairs(&mut self, at: &Position<N>, key: Key, spare: BitSet<N>) -> Option<BitSet<N>> {
        // What was searched has no pairs that are easy to find.
        let is_searched = || self.shared.table.get(key.bits).is_some();
        if self.winner == Side::Maker || at.turn == Side::Breaker || is_searched() {
            return None;
        }
        let pairs = pairing::pairs(at.lines(Side::Maker), self.shared.pairing_steps, spare)?;
        Some(self.chosen_pairs(&pairs))
    }

    /// Writes pairs that leave nothing to the maker, by their places among the choices up to the last that is not the
    /// first. Returns their squares.
    fn chosen_pairs(&mut self, pairs: &[(BitSet<N>, usize)]) -> BitSet<N> {
        self.script.number(PAIRS as usize);
        let given = pairs.iter().rposition(|&(_, choice)| choice > 0).map_or(0, |last| last + 1);
        self.script.number(given);
        pairs[..given].iter().for_each(|&(_, choice)| self.script.number(choice));
        pairing::squares_of(pairs)
    }

    /// Writes the winner's move, by its place in the order of the squares, and the proof behind it.
    fn best_move(&mut self, at: &Position<N>, key: Key, spare: BitSet<N>) -> Zone<N> {
        let proof = match tactics::settle(at) {
            Some(proof) => proof,
            None => self.prover.recall_or_search(at, key, spare)?,
        };
        assert!(proof.winner == self.winner, "what follows from a proved position is proved");
        let square = proof.best.expect("the side that is to move and wins has a move");
        self.script.play(candidates::place(at, square));
        self.play(at, square, spare)
    }

    /// Writes the proofs behind the loser's moves, one after the other, until all others are refuted as well.
    fn replies(&mut self, at: &Position<N>) -> Zone<N> {
        self.script.play(0);
        let mut candidates = Candidates::new(at);
        while let Some(square) = candidates.order().heaviest_of(candidates.left()) {
            let untried = if at.turn == Side::Maker { candidates.left() } else { BitSet::EMPTY };
            let zone = self.play(at, square, untried)?;
            candidates.refute(square, zone);
        }
        Ok(candidates.refuted_in())
    }

    /// Writes the proof behind a move. Returns its zone, with the move if it is the winner's, and with lines that the
    /// maker now lacks the moves to fill.
    fn play(&mut self, at: &Position<N>, square: usize, spare: BitSet<N>) -> Zone<N> {
        let (next, dropped) = at.after_dropping(square);
        let mut zone = self.node(&next, spare)?;
        if self.winner == Side::Breaker {
            zone |= dropped;
        }
        Ok(if at.turn == self.winner { zone.with(square) } else { zone })
    }
}
