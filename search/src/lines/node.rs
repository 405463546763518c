//! One node of the proof search: does the maker fill a line before the breaker does?
//!
//! ```text
//! prove ── no line is left to the maker ──────────────────────────────────▶ held, with an empty zone
//!   │ ──── a line can be filled, or two are about to be (tactics) ────────▶ won by that side
//!   │ ──── low potential, or a pairing of squares (potential, pairing) ───▶ held
//!   │ ──── one move is forced ──▶ prove the position after it
//!   ▼
//! prove_without_twins: two squares on the same lines cancel each other, with those lines
//!   │ ──── the table knows it, or an image of it ─────────────────────────▶ that proof
//!   │ ──── the table knows that the breaker holds without lines of its own ▶ that proof
//!   ▼
//! search: the move that wins without the breaker's lines, if it is known, then the heaviest; a move refuted inside a zone refutes all moves outside it (candidates)
//! ```

use game::bits::BitSet;

use super::candidates::Candidates;
use super::position::{ANY, Position, Side};
use super::progress_estimate::ProgressEstimate;
use super::symmetries::{Key, Keys};
use super::table::Proof;
use super::workers::Shared;
use super::{pairing, potential, tactics};
use crate::budget::Interrupt;

/// One searcher. Several may work on one query, with what they share.
pub(super) struct Prover<'s, const N: usize> {
    shared: &'s Shared<'s, N>,
    keys: Keys<'s, N>,
    estimate: ProgressEstimate,
    /// Whether to report progress.
    reports: bool,
}

/// The number of replies that the breaker looks at before searching any. Nearly all that hold at once are among them.
const LOOKS: usize = 16;
/// With at most this many lines a look costs little: the breaker looks for a second reply that holds, and takes the one
/// with the better zone.
const FEW_LINES: usize = 24;

type Proved<const N: usize> = Result<Proof<N>, Interrupt>;

impl<'s, const N: usize> Prover<'s, N> {
    pub(super) fn new(shared: &'s Shared<'s, N>, reports: bool) -> Prover<'s, N> {
        let keys = Keys::new(shared.symmetries);
        Prover { shared, keys, estimate: ProgressEstimate::default(), reports }
    }

    /// Returns the key that a position shares with its images.
    pub(super) fn key(&mut self, position: &Position<N>) -> Key {
        self.keys.of(position)
    }

    /// Returns which side gets what it wants, and the squares that suffice for it. Of several ways to hold, one whose
    /// zone avoids `spare`, the moves that the maker has not tried yet, refutes more of them.
    pub(super) fn prove(&mut self, position: &Position<N>, spare: BitSet<N>) -> Proved<N> {
        if position.lines(Side::Maker).is_empty() {
            return Ok(held(BitSet::EMPTY, None));
        }
        self.shared.step(self.reports.then_some(&self.estimate))?;
        if let Some(proof) = tactics::settle(position) {
            return Ok(proof);
        }
        if let Some(zone) = self.held_at_once(position.lines(Side::Maker), position.turn, spare) {
            return Ok(held(zone, heaviest(position)));
        }
        match tactics::forced(position) {
            Some(square) => self.prove_forced(position, square),
            None => self.prove_without_twins(position, spare),
        }
    }

    /// Returns a zone that the breaker holds without a search, if there is one.
    fn held_at_once(&self, lines: &[BitSet<N>], turn: Side, spare: BitSet<N>) -> Option<BitSet<N>> {
        let zone = potential::zone(lines, turn);
        match turn {
            Side::Maker => zone.or_else(|| pairing::zone(lines, self.shared.pairing_steps, spare)),
            Side::Breaker => zone,
        }
    }

    /// Proves a position in which only one move does not lose at once.
    fn prove_forced(&mut self, position: &Position<N>, square: usize) -> Proved<N> {
        let mut proof = self.prove_after(position, square, BitSet::EMPTY)?;
        proof.zone = proof.zone.with(square);
        if proof.winner != position.turn {
            proof.zone = tactics::guarded(position.lines(position.turn), proof.zone, 2);
        }
        Ok(Proof { best: Some(square), ..proof })
    }

    /// Proves a position without its twins: two squares on the same lines, of which the breaker takes one when the
    /// maker takes the other, so that no line through them is filled. That works where the breaker has no lines to
    /// fill.
    fn prove_without_twins(&mut self, position: &Position<N>, spare: BitSet<N>) -> Proved<N> {
        if !position.lines(Side::Breaker).is_empty() {
            let key = self.key(position);
            return self.recall_or_search(position, key, spare);
        }
        let (pairs, rest) = twins(position);
        let pairs = BitSet::union(&pairs);
        if rest.lines(Side::Maker).is_empty() {
            return Ok(held(pairs, pairs.first()));
        }
        let key = self.key(&rest);
        Ok(with_pairs(self.recall_or_search(&rest, key, spare)?, pairs))
    }

    /// Returns the proof of a position, which must not be settled without a search, from the table or by a search.
    pub(super) fn recall_or_search(
        &mut self,
        position: &Position<N>,
        key: Key,
        spare: BitSet<N>,
    ) -> Proved<N> {
        let shared = self.shared;
        if let Some(proof) = self.recall(key) {
            return Ok(proof);
        }
        let weak = self.recall_weak(position);
        if let Some(proof) = weak
            && proof.winner == Side::Breaker
        {
            return Ok(proof);
        }
        let first = weak.filter(|_| position.turn == Side::Maker).and_then(|proof| proof.best);
        let before = shared.nodes();
        let proof = self.search(position, key, spare, first)?;
        let kept = proof.mapped(|set| shared.symmetries.to_key(key, set));
        shared.table.put(key.bits, &kept, shared.nodes() - before);
        Ok(proof)
    }

    /// Returns the proof that the table has under this key.
    pub(super) fn recall(&self, key: Key) -> Option<Proof<N>> {
        let symmetries = self.shared.symmetries;
        self.shared.table.get(key.bits).map(|proof| proof.mapped(|set| symmetries.undo_key(key, set)))
    }

    /// Returns what the table knows about the same position without the breaker's lines, if it has any. A breaker who
    /// holds without them holds with them; where the maker wins, the move that does so is the one to try first.
    fn recall_weak(&mut self, position: &Position<N>) -> Option<Proof<N>> {
        if position.lines(Side::Breaker).is_empty() {
            return None;
        }
        let (pairs, rest) = twins(&position.weak());
        let pairs = BitSet::union(&pairs);
        if rest.lines(Side::Maker).is_empty() {
            return Some(held(pairs, pairs.first()));
        }
        let key = self.key(&rest);
        self.recall(key).map(|proof| with_pairs(proof, pairs))
    }

    /// Searches a position; `first` is the move to begin with, if there is a guess.
    fn search(
        &mut self,
        position: &Position<N>,
        key: Key,
        spare: BitSet<N>,
        mut first: Option<usize>,
    ) -> Proved<N> {
        let mut candidates = Candidates::new(position);
        if position.turn == Side::Breaker
            && let Some(proof) = self.reply_at_once(position, &candidates, spare)
        {
            return Ok(proof);
        }
        let squares = candidates.left();
        let shared = self.shared;
        self.estimate.enter(position.turn, squares.count());
        while let Some(square) = first.take().or_else(|| self.choose(position, &candidates, key)) {
            let untried = if position.turn == Side::Maker { candidates.left() } else { BitSet::EMPTY };
            let proof = shared.during(key, square, || self.prove_after(position, square, untried))?;
            if proof.winner == position.turn {
                self.estimate.leave(position.turn);
                return Ok(Proof { zone: proof.zone.with(square), best: Some(square), ..proof });
            }
            candidates.refute(square, proof.zone);
            self.estimate.left(position.turn, candidates.left().count());
        }
        self.estimate.leave(position.turn);
        let zone = candidates.refuted_in() & squares;
        Ok(Proof { winner: position.turn.other(), zone, best: None })
    }

    /// Returns a reply of the breaker that holds at once, if a look at the best ones finds any.
    fn reply_at_once(
        &self,
        position: &Position<N>,
        candidates: &Candidates<N>,
        spare: BitSet<N>,
    ) -> Option<Proof<N>> {
        let in_time = |_: &usize| !self.shared.is_late();
        let squares = candidates.by_rank().into_iter().take(LOOKS).take_while(in_time);
        let holding = squares.filter_map(|square| {
            let lines = position.lines(Side::Maker).iter().copied().filter(|line| !line.contains(square));
            let zone = self.held_at_once(&lines.collect::<Vec<_>>(), Side::Maker, spare)?;
            Some(held(zone.with(square), Some(square)))
        });
        let choices = if position.lines(Side::Maker).len() <= FEW_LINES { 2 } else { 1 };
        holding.take(choices).min_by_key(|proof| ((proof.zone & spare).count(), proof.zone.count()))
    }

    /// Returns the next move to try: the heaviest, but rather one that no other thread is searching.
    fn choose(&self, position: &Position<N>, candidates: &Candidates<N>, key: Key) -> Option<usize> {
        let heaviest = candidates.heaviest_of(candidates.left())?;
        if position.turn == Side::Breaker || !self.shared.is_busy(key, heaviest) {
            return Some(heaviest);
        }
        let idle = candidates.left().into_iter().filter(|&square| !self.shared.is_busy(key, square));
        candidates.heaviest_of(idle.collect()).or(Some(heaviest))
    }

    /// Returns the proof of the position after a move. Lines that the maker then lacks the moves to fill stay harmless
    /// only as long as none of their squares is given away, so they belong to the zone.
    fn prove_after(&mut self, position: &Position<N>, square: usize, untried: BitSet<N>) -> Proved<N> {
        let mut proof = self.prove(&position.after(square), untried)?;
        if position.moves != ANY && position.turn == Side::Maker && proof.winner == Side::Breaker {
            let too_long = |line: &&BitSet<N>| line.count() == position.moves && !line.contains(square);
            for &line in position.lines(Side::Maker).iter().filter(too_long) {
                proof.zone |= line;
            }
        }
        Ok(proof)
    }
}

impl<const N: usize> Proof<N> {
    /// Returns the same proof on an image of the board.
    fn mapped(self, map: impl Fn(BitSet<N>) -> BitSet<N>) -> Proof<N> {
        let best = self.best.and_then(|square| map(BitSet::one(square)).first());
        Proof { winner: self.winner, zone: map(self.zone), best }
    }
}

/// Returns a proof about what is left without some pairs as one about the whole: a breaker who holds uses them as well.
fn with_pairs<const N: usize>(proof: Proof<N>, pairs: BitSet<N>) -> Proof<N> {
    let zone = if proof.winner == Side::Breaker { proof.zone | pairs } else { proof.zone };
    Proof { zone, ..proof }
}

fn held<const N: usize>(zone: BitSet<N>, best: Option<usize>) -> Proof<N> {
    Proof { winner: Side::Breaker, zone, best }
}

/// Returns the square on the heaviest of the maker's lines, which the breaker takes to lower the potential.
fn heaviest<const N: usize>(position: &Position<N>) -> Option<usize> {
    let mut weights = vec![0; BitSet::<N>::CAPACITY];
    potential::weigh(position.lines(Side::Maker), position.squares(), &mut weights);
    position.squares().into_iter().max_by_key(|&square| weights[square])
}

/// Returns pairs of squares that lie on the same of the maker's lines, and what is left without those lines.
pub(super) fn twins<const N: usize>(position: &Position<N>) -> (Vec<BitSet<N>>, Position<N>) {
    let (mut pairs, mut rest) = (Vec::new(), position.clone());
    while let Some(pair) = two_alike(&rest) {
        rest.without_lines_through(pair);
        pairs.push(pair);
    }
    (pairs, rest)
}

/// Returns two squares that lie on the same of the maker's lines, if there are any.
fn two_alike<const N: usize>(position: &Position<N>) -> Option<BitSet<N>> {
    let companions = position.companions();
    let squares = position.squares();
    squares.into_iter().find_map(|square| {
        let like_it = |&other: &usize| other > square && companions[other].contains(square);
        companions[square].into_iter().find(like_it).map(|other| BitSet::one(square).with(other))
    })
}
