//! The value of a position: win, draw or loss for the player to move, and how far away.

use std::cmp::Ordering;
use std::fmt;

/// Win, draw or loss, for the player to move. A better one is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// The opponent can force a win.
    Loss,
    /// Neither can force a win.
    Draw,
    /// The player to move can force a win.
    Win,
}

impl Verdict {
    /// Returns the verdict for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Verdict {
        match self {
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
            Verdict::Win => Verdict::Loss,
        }
    }

    /// Returns −1, 0 or +1.
    #[must_use]
    pub const fn sign(self) -> i32 {
        self as i32 - 1
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
            Verdict::Win => "win",
        })
    }
}

/// The value of a position for the player to move, with the distance to the end in plies where it is known.
///
/// Values are ordered by preference: any win above any draw above any loss, the shorter win above the longer one, the
/// longer loss above the shorter one. Draws are all alike to a player; among them the order is by distance, only so
/// that it agrees with equality. An unknown distance counts as the longest.
///
/// ```
/// use game::Value;
/// assert!(Value::win(3) > Value::win(5));
/// assert!(Value::loss(2) < Value::loss(4));
/// // A loss in 4 for whoever moves next is a win in 5 for whoever moves now.
/// assert_eq!(Value::loss(4).one_ply_back(), Value::win(5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    /// Win, draw or loss.
    pub verdict: Verdict,
    /// Plies to the end of the game, if known: the winner hurries, the loser holds out.
    pub plies: Option<u32>,
}

impl Value {
    /// Returns a win in `plies` plies.
    #[must_use]
    pub const fn win(plies: u32) -> Value {
        Value { verdict: Verdict::Win, plies: Some(plies) }
    }

    /// Returns a draw that ends in `plies` plies.
    #[must_use]
    pub const fn draw(plies: u32) -> Value {
        Value { verdict: Verdict::Draw, plies: Some(plies) }
    }

    /// Returns a loss in `plies` plies.
    #[must_use]
    pub const fn loss(plies: u32) -> Value {
        Value { verdict: Verdict::Loss, plies: Some(plies) }
    }

    /// Returns the verdict at an unknown distance.
    #[must_use]
    pub const fn of(verdict: Verdict) -> Value {
        Value { verdict, plies: None }
    }

    /// Returns the value for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Value {
        Value { verdict: self.verdict.reversed(), plies: self.plies }
    }

    /// Returns the same value one ply earlier, for the same player.
    #[must_use]
    pub const fn one_ply_longer(self) -> Value {
        Value {
            verdict: self.verdict,
            plies: match self.plies {
                Some(plies) => Some(plies + 1),
                None => None,
            },
        }
    }

    /// Returns the value of a position whose move leads to this value for the opponent.
    #[must_use]
    pub const fn one_ply_back(self) -> Value {
        self.reversed().one_ply_longer()
    }

    /// Returns the value without the length of a draw, which is not a distance: neither player hurries towards a draw.
    #[must_use]
    pub const fn without_draw_length(self) -> Value {
        match self.verdict {
            Verdict::Draw => Value::of(Verdict::Draw),
            Verdict::Win | Verdict::Loss => self,
        }
    }

    fn rank(self) -> (Verdict, i64) {
        let plies = self.plies.map_or(i64::from(u32::MAX) + 1, i64::from);
        let preference = match self.verdict {
            Verdict::Win => -plies,
            Verdict::Draw | Verdict::Loss => plies,
        };
        (self.verdict, preference)
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies {
            Some(plies) => write!(f, "{} in {plies}", self.verdict),
            None => self.verdict.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_is_greater() {
        let mut worst_to_best = [
            Value::win(1),
            Value::of(Verdict::Loss),
            Value::loss(7),
            Value::draw(3),
            Value::loss(2),
            Value::of(Verdict::Win),
            Value::win(9),
        ];
        worst_to_best.sort();
        assert_eq!(
            worst_to_best,
            [
                Value::loss(2),
                Value::loss(7),
                Value::of(Verdict::Loss),
                Value::draw(3),
                Value::of(Verdict::Win),
                Value::win(9),
                Value::win(1),
            ]
        );
    }

    #[test]
    fn one_ply_earlier_the_sides_change() {
        assert_eq!(Value::win(2).one_ply_back(), Value::loss(3));
        assert_eq!(Value::draw(8).one_ply_back(), Value::draw(9));
        assert_eq!(Value::of(Verdict::Loss).one_ply_back(), Value::of(Verdict::Win));
    }
}
