//! A position, with what its lines are worth.

use std::hash::{Hash, Hasher};

use game::Player;
use game::bits::BitSet;

use super::weights::Worth;

/// Squares, up to 512.
pub(super) type Squares = BitSet<8>;

/// A position, and for every square what the open lines through it are worth to either side.
///
/// It is copied and played on, never undone: a board of 15×15 with its 572 lines takes 3 KB, which are copied in a
/// fraction of the time that it takes to play a move.
#[derive(Clone, Debug)]
pub(super) struct ScoredPosition {
    /// The worth of each square to the first player in the lower half, to the second in the upper.
    pub(super) worth: Box<[u64]>,
    /// The number of marks of either side on each line.
    pub(super) marks: Box<[[u8; 2]]>,
    pub(super) free: Squares,
    pub(super) first: Squares,
    pub(super) turn: Player,
    /// The player who has filled a line.
    pub(super) winner: Option<Player>,
    /// The number of open lines of either side that lack one square.
    pub(super) ones: [u16; 2],
    /// The number that lack two.
    pub(super) twos: [u16; 2],
    /// The sum of what the open lines of either side are worth.
    pub(super) balance: [i32; 2],
    pub(super) key: u64,
}

impl PartialEq for ScoredPosition {
    fn eq(&self, other: &ScoredPosition) -> bool {
        (self.key, self.turn, self.free, self.first) == (other.key, other.turn, other.free, other.first)
    }
}

impl Eq for ScoredPosition {}

impl Hash for ScoredPosition {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key.hash(hasher);
    }
}

impl ScoredPosition {
    /// Returns what a square is worth to a player.
    #[inline]
    pub(super) fn worth(&self, player: Player, square: usize) -> Worth {
        Worth((self.worth[square] >> (32 * player.index())) as u32)
    }

    /// Returns the free squares whose worth to a player satisfies a condition.
    #[inline]
    fn select(&self, player: Player, wanted: impl Fn(Worth) -> bool) -> impl Iterator<Item = usize> {
        self.free.into_iter().filter(move |&square| wanted(self.worth(player, square)))
    }

    /// Returns the squares on which a player fills a line, in increasing order.
    #[inline]
    pub(super) fn completions(&self, player: Player) -> Completions {
        if self.ones[player.index()] == 0 {
            return Completions::None;
        }
        let mut squares = self.select(player, Worth::fills);
        match (squares.next(), squares.next()) {
            (None, _) => Completions::None,
            (Some(square), None) => Completions::One(square),
            (Some(square), Some(other)) => Completions::More(square, other),
        }
    }

    /// Returns the squares on which a player leaves one square to fill in some line.
    #[inline]
    pub(super) fn fours(&self, player: Player) -> impl Iterator<Item = usize> {
        let none = self.twos[player.index()] == 0;
        self.select(player, move |worth| !none && worth.fours() > 0)
    }

    /// Returns the squares on which a player may make a threat.
    pub(super) fn threats(&self, player: Player) -> impl Iterator<Item = usize> {
        self.select(player, |worth| worth.fours() > 0 || worth.may_make_three())
    }
}

/// The squares on which a player fills a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Completions {
    None,
    One(usize),
    /// At least two: they cannot all be taken by the other side.
    More(usize, usize),
}

impl Completions {
    /// Returns one of them.
    pub(super) fn first(self) -> Option<usize> {
        match self {
            Completions::None => None,
            Completions::One(square) | Completions::More(square, _) => Some(square),
        }
    }
}
