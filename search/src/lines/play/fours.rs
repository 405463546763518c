//! Wins by fours: every move threatens to fill a line, and leaves the other side one reply.

use game::{Game, Player};
use rustc_hash::FxHashMap;

use super::board_index::BoardIndex;
use super::forced::Line;
use super::scored_position::{Completions, ScoredPosition};
use crate::budget::{Interrupt, NodeCounter};

/// Looks for forced wins, and remembers where there are none.
pub(super) struct ThreatSearch<'a> {
    pub(super) board: &'a BoardIndex,
    pub(super) counter: NodeCounter<'a>,
    /// Positions without a win by fours, each with the most fours that were tried.
    without_fours: Failures,
    /// Positions without a win by threes and fours.
    pub(super) without_threes: Failures,
    /// Whether the search broke off where more fours might have helped.
    cut: bool,
}

/// Positions in which no win was found, by key, and the number of moves of the attacker that were allowed. Two
/// positions may share a key by chance; then a win is overlooked, but none is claimed that is not there.
#[derive(Debug)]
pub(super) struct Failures {
    tried: FxHashMap<u64, u8>,
    most: usize,
}

impl Failures {
    fn new(bytes: usize) -> Failures {
        // A map keeps up to half its places free, and holds an older one while it grows.
        Failures { tried: FxHashMap::default(), most: (bytes / 64).clamp(1 << 8, 1 << 19) }
    }

    pub(super) fn contains(&self, key: u64, moves: u32) -> bool {
        self.tried.get(&key).is_some_and(|&tried| u32::from(tried) >= moves)
    }

    pub(super) fn insert(&mut self, key: u64, moves: u32) {
        if self.tried.len() >= self.most {
            self.tried.clear();
        }
        self.tried.insert(key, moves.min(255) as u8);
    }
}

impl<'a> ThreatSearch<'a> {
    /// Returns a search that remembers failures in `bytes` bytes.
    pub(super) fn new(board: &'a BoardIndex, counter: NodeCounter<'a>, bytes: usize) -> ThreatSearch<'a> {
        let failures = || Failures::new(bytes / 2);
        ThreatSearch { board, counter, without_fours: failures(), without_threes: failures(), cut: false }
    }

    /// Returns a win of the player to move by at most `most` fours, the shortest first.
    pub(super) fn by_fours(
        &mut self,
        position: &ScoredPosition,
        most: u32,
    ) -> Result<Option<Line>, Interrupt> {
        let longest = most.min(position.free.count().div_ceil(2)).max(1);
        for fours in (1..=longest).filter(|fours| *fours <= 4 || fours % 3 == 0 || *fours == longest) {
            self.cut = false;
            let found = self.fours(position, fours)?;
            if found.is_some() || !self.cut {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Returns a win of the player to move by at most `fours` fours.
    fn fours(&mut self, position: &ScoredPosition, fours: u32) -> Result<Option<Line>, Interrupt> {
        self.counter.tick()?;
        let me = position.turn;
        if let Some(square) = position.completions(me).first() {
            return Ok(Some(vec![square]));
        }
        let block = match position.completions(me.other()) {
            Completions::More(..) => return Ok(None),
            Completions::One(square) => Some(square),
            Completions::None => {
                if let Some(fork) = self.board.fork(position, me) {
                    return Ok(Some(fork.to_vec()));
                }
                None
            }
        };
        if position.twos[me.index()] == 0 {
            return Ok(None);
        }
        if (fours < 2 && block.is_none()) || self.without_fours.contains(position.key, fours) {
            self.cut = true;
            return Ok(None);
        }
        let found = self.try_fours(position, block, fours)?;
        if found.is_none() {
            self.without_fours.insert(position.key, fours);
        }
        Ok(found)
    }

    /// Tries every four, or the only one that also stops the other side.
    fn try_fours(
        &mut self,
        position: &ScoredPosition,
        block: Option<usize>,
        fours: u32,
    ) -> Result<Option<Line>, Interrupt> {
        let me = position.turn;
        let mut squares: Vec<usize> =
            position.fours(me).filter(|&square| block.is_none_or(|b| b == square)).collect();
        squares.sort_by_key(|&square| -position.worth(me, square).weight());
        for square in squares {
            let mut next = self.board.next(position, square as u16);
            match next.completions(me) {
                Completions::None => {}
                Completions::More(one, other) => return Ok(Some(vec![square, one, other])),
                Completions::One(reply) if fours > 1 => {
                    self.board.play(&mut next, reply as u16);
                    if let Some(rest) = self.fours(&next, fours - 1)? {
                        return Ok(Some([vec![square, reply], rest].concat()));
                    }
                }
                Completions::One(_) => self.cut = true,
            }
        }
        Ok(None)
    }

    /// Returns a win by fours of this player, if the other side did nothing.
    pub(super) fn threat(
        &mut self,
        position: &ScoredPosition,
        player: Player,
        most: u32,
    ) -> Result<Option<Line>, Interrupt> {
        let passed = self.board.with_turn(position.clone(), player);
        self.by_fours(&passed, most)
    }
}
