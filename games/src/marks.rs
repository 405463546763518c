//! The marks of two players.

use game::{ParseError, Player};

use crate::bits::Bits;
use crate::images::Images;

/// Two sets of marks. Plain data: two bitmaps, no sizes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Marks<B> {
    /// The marks of the player to move.
    pub own: B,
    /// The marks of the opponent, who moved last.
    pub other: B,
}

impl<B: Bits> Marks<B> {
    /// No marks.
    pub(crate) const NONE: Marks<B> = Marks { own: B::ZERO, other: B::ZERO };

    /// Returns the player to move, if the players take turns and the first begins.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Player {
        Player::at_ply((self.own | self.other).count())
    }

    /// Returns the marks of the first and of the second player.
    #[must_use]
    pub fn by_player(&self) -> (B, B) {
        match self.turn() {
            Player::First => (self.own, self.other),
            Player::Second => (self.other, self.own),
        }
    }

    /// Returns the player who holds a bit, if there is one.
    pub(crate) fn holder(&self, bit: u32) -> Option<Player> {
        if self.own.has(bit) {
            Some(self.turn())
        } else if self.other.has(bit) {
            Some(self.turn().other())
        } else {
            None
        }
    }

    /// Returns the state with these marks of the first and of the second player.
    #[must_use]
    pub fn of_players(x: B, o: B) -> Marks<B> {
        match Player::at_ply((x | o).count()) {
            Player::First => Marks { own: x, other: o },
            Player::Second => Marks { own: o, other: x },
        }
    }

    /// Returns the same, if there can be that many marks.
    pub(crate) fn read(x: B, o: B) -> Result<Marks<B>, ParseError> {
        turn_after(x.count(), o.count()).map(|_| Marks::of_players(x, o))
    }

    /// Returns the state after a mark on this bit: the sides change.
    #[inline]
    pub(crate) fn with(&self, bit: u32) -> Marks<B> {
        Marks { own: self.other, other: self.own | B::bit(bit) }
    }

    /// Returns the image under one symmetry.
    #[inline]
    pub(crate) fn image(&self, images: &Images<B>, symmetry: usize) -> Marks<B> {
        Marks { own: images.of(self.own, symmetry), other: images.of(self.other, symmetry) }
    }
}

/// Returns the player to move after these numbers of x and o.
pub(crate) fn turn_after(x: u32, o: u32) -> Result<Player, ParseError> {
    match x.checked_sub(o) {
        Some(0) => Ok(Player::First),
        Some(1) => Ok(Player::Second),
        _ => Err(ParseError::new(
            format!("{x} x and {o} o"),
            "x moves first, so there are as many x as o, or one more",
        )),
    }
}
