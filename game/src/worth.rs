//! What is known of a value: proved, bounded or guessed.

use crate::{Value, Verdict};

/// What is known of the value of a position, for the player to move.
///
/// The variant says whether it is proved, never the size of a number: a guess cannot be taken for a proof.
///
/// ```
/// use game::{Value, Verdict, Worth};
///
/// let open = Worth::between(Value::of(Verdict::Draw), Value::win(1));
/// assert_eq!((open.value(), open.verdict()), (None, None));
/// assert_eq!(open.and(Worth::between(Value::win(7), Value::win(7))), Worth::Proved(Value::win(7)));
/// assert_eq!(Worth::Guess(i32::MAX).verdict(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// The value is proved to be this. Without plies, a win or a loss is proved, but not its distance.
    Proved(Value),
    /// The value is proved to lie between these, both included.
    Bounds {
        /// The lower bound.
        least: Value,
        /// The upper bound.
        most: Value,
    },
    /// Nothing is proved. This is how good the position looks: 0 is even, more is better.
    Guess(i32),
}

impl Worth {
    /// Nothing is known: either player may win at once.
    pub const UNKNOWN: Worth = Worth::Bounds { least: Value::loss(0), most: Value::win(0) };

    /// Returns what is known of a value between these, both included: a proof if they are equal.
    #[must_use]
    pub fn between(least: Value, most: Value) -> Worth {
        if least == most { Worth::Proved(least) } else { Worth::Bounds { least, most } }
    }

    /// Returns the greatest value that is proved to be reached.
    #[must_use]
    pub const fn least(self) -> Value {
        match self {
            Worth::Proved(value) => value,
            Worth::Bounds { least, .. } => least,
            Worth::Guess(_) => Value::loss(0),
        }
    }

    /// Returns the least value that is proved not to be exceeded.
    #[must_use]
    pub const fn most(self) -> Value {
        match self {
            Worth::Proved(value) => value,
            Worth::Bounds { most, .. } => most,
            Worth::Guess(_) => Value::win(0),
        }
    }

    /// Returns the value, if it is proved.
    #[must_use]
    pub const fn value(self) -> Option<Value> {
        match self {
            Worth::Proved(value) => Some(value),
            Worth::Bounds { .. } | Worth::Guess(_) => None,
        }
    }

    /// Returns win, draw or loss, if that is proved; the distance may not be.
    #[must_use]
    pub fn verdict(self) -> Option<Verdict> {
        let (least, most) = (self.least().verdict, self.most().verdict);
        (least == most).then_some(least)
    }

    /// Returns the guess, if it is one.
    #[must_use]
    pub const fn guess(self) -> Option<i32> {
        match self {
            Worth::Guess(score) => Some(score),
            Worth::Proved(_) | Worth::Bounds { .. } => None,
        }
    }

    /// Returns what is known from both: the closer bounds, or the guess where the other proves nothing.
    #[must_use]
    pub fn and(self, other: Worth) -> Worth {
        match (self, other) {
            (guess @ Worth::Guess(_), Worth::UNKNOWN | Worth::Guess(_)) => guess,
            (Worth::UNKNOWN, guess @ Worth::Guess(_)) => guess,
            _ => Worth::between(self.least().max(other.least()), self.most().min(other.most())),
        }
    }

    /// Returns the same, one ply earlier, for the same player. A draw has no length.
    #[must_use]
    pub fn one_ply_longer(self) -> Worth {
        let farther = |value: Value| value.one_ply_longer().without_draw_length();
        match self {
            Worth::Proved(value) => Worth::Proved(farther(value)),
            Worth::Bounds { least, most } => Worth::Bounds { least: farther(least), most: farther(most) },
            guess @ Worth::Guess(_) => guess,
        }
    }

    /// Returns what a position is worth if its move leads to one that is worth this to the opponent.
    #[must_use]
    pub fn one_ply_back(self) -> Worth {
        match self {
            Worth::Proved(value) => Worth::Proved(value.reversed()),
            Worth::Bounds { least, most } => Worth::Bounds { least: most.reversed(), most: least.reversed() },
            Worth::Guess(score) => Worth::Guess(score.saturating_neg()),
        }
        .one_ply_longer()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAW: Value = Value::of(Verdict::Draw);

    #[test]
    fn no_guess_is_a_proof() {
        for score in [i32::MIN, -1, 0, 1, 1 << 21, i32::MAX] {
            let guess = Worth::Guess(score);
            for same in [
                guess,
                guess.one_ply_back(),
                guess.one_ply_longer(),
                guess.and(Worth::UNKNOWN),
                guess.and(guess),
            ] {
                assert_eq!((same.value(), same.verdict()), (None, None), "{score}");
                assert!(same.guess().is_some(), "{score}");
            }
            assert_eq!((guess.least(), guess.most()), (Worth::UNKNOWN.least(), Worth::UNKNOWN.most()));
        }
    }

    #[test]
    fn what_is_known_from_two_sides_is_known_more_closely() {
        let (low, high) = (Worth::between(DRAW, Value::win(1)), Worth::between(Value::loss(2), DRAW));
        assert_eq!(low.and(high), Worth::Proved(DRAW));
        assert_eq!(low.and(Worth::UNKNOWN), low);
        assert_eq!(low.and(Worth::Guess(9)), low);
        assert_eq!(Worth::UNKNOWN.and(Worth::Guess(9)), Worth::Guess(9));
        let won = Worth::between(Value::of(Verdict::Win), Value::win(1));
        assert_eq!((won.verdict(), won.value()), (Some(Verdict::Win), None));
    }

    #[test]
    fn one_ply_earlier_the_sides_change_and_draws_have_no_length() {
        assert_eq!(Worth::Proved(Value::loss(4)).one_ply_back(), Worth::Proved(Value::win(5)));
        assert_eq!(Worth::Proved(Value::draw(4)).one_ply_back(), Worth::Proved(DRAW));
        let open = Worth::between(DRAW, Value::win(3));
        assert_eq!(open.one_ply_back(), Worth::between(Value::loss(4), DRAW));
        assert_eq!(open.one_ply_longer(), Worth::between(DRAW, Value::win(4)));
        assert_eq!(Worth::Guess(7).one_ply_back(), Worth::Guess(-7));
    }
}
