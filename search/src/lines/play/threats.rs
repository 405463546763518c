//! Wins by fours: every move threatens to fill a line, and leaves the other side one reply.

use game::{Game, Player};
use rustc_hash::FxHashMap;

use super::field::Field;
use super::forced::Line;
use super::stand::{Completions, Stand};
use crate::budget::{Break, Meter};

/// Looks for forced wins, and remembers where there are none.
pub(super) struct Hunter<'a> {
    pub(super) field: &'a Field,
    pub(super) meter: Meter<'a>,
    /// Positions without a win by fours, each with the most fours that were tried.
    without_fours: Failures,
    /// Positions without a win by threes and fours.
    pub(super) without_threes: Failures,
    /// Whether a search broke off where more fours might have helped.
    cut: bool,
}

/// Positions in which something failed, by key, and how many moves of the attacker were allowed. Two positions may share
/// a key by chance; then a win is overlooked, and never is one claimed that is not there.
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

impl<'a> Hunter<'a> {
    /// A hunter who remembers in as many bytes.
    pub(super) fn new(field: &'a Field, meter: Meter<'a>, bytes: usize) -> Hunter<'a> {
        let failures = || Failures::new(bytes / 2);
        Hunter { field, meter, without_fours: failures(), without_threes: failures(), cut: false }
    }

    /// A win of the player to move by at most so many fours, the shortest first.
    pub(super) fn by_fours(&mut self, stand: &Stand, most: u32) -> Result<Option<Line>, Break> {
        let longest = most.min(stand.free.count().div_ceil(2)).max(1);
        for fours in (1..=longest).filter(|fours| *fours <= 4 || fours % 3 == 0 || *fours == longest) {
            self.cut = false;
            let found = self.fours(stand, fours)?;
            if found.is_some() || !self.cut {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// A win of the player to move by at most so many fours.
    fn fours(&mut self, stand: &Stand, fours: u32) -> Result<Option<Line>, Break> {
        self.meter.tick()?;
        let me = stand.turn;
        if let Some(square) = stand.completions(me).first() {
            return Ok(Some(vec![square]));
        }
        let block = match stand.completions(me.other()) {
            Completions::More(..) => return Ok(None),
            Completions::One(square) => Some(square),
            Completions::None => {
                if let Some(fork) = self.field.fork(stand, me) {
                    return Ok(Some(fork.to_vec()));
                }
                None
            }
        };
        if stand.twos[me.index()] == 0 {
            return Ok(None);
        }
        if (fours < 2 && block.is_none()) || self.without_fours.contains(stand.key, fours) {
            self.cut = true;
            return Ok(None);
        }
        let found = self.try_fours(stand, block, fours)?;
        if found.is_none() {
            self.without_fours.insert(stand.key, fours);
        }
        Ok(found)
    }

    /// Tries every four, or the only one that also stops the other side.
    fn try_fours(&mut self, stand: &Stand, block: Option<usize>, fours: u32) -> Result<Option<Line>, Break> {
        let me = stand.turn;
        let mut squares: Vec<usize> =
            stand.fours(me).filter(|&square| block.is_none_or(|b| b == square)).collect();
        squares.sort_by_key(|&square| -stand.worth(me, square).weight());
        for square in squares {
            let mut next = self.field.next(stand, square as u16);
            match next.completions(me) {
                Completions::None => {}
                Completions::More(one, other) => return Ok(Some(vec![square, one, other])),
                Completions::One(reply) if fours > 1 => {
                    self.field.play(&mut next, reply as u16);
                    if let Some(rest) = self.fours(&next, fours - 1)? {
                        return Ok(Some([vec![square, reply], rest].concat()));
                    }
                }
                Completions::One(_) => self.cut = true,
            }
        }
        Ok(None)
    }

    /// A win by fours of this player, if the other side did nothing.
    pub(super) fn threat(&mut self, stand: &Stand, player: Player, most: u32) -> Result<Option<Line>, Break> {
        let passed = self.field.with_turn(stand.clone(), player);
        self.by_fours(&passed, most)
    }
}
