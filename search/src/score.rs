//! Values as numbers, for the windows of alpha-beta.
//!
//! A win in d plies is [`WIN`] − d, a loss in d plies the negative, a draw 0, and what an
//! [`Evaluate`](game::Evaluate) guesses lies in between. A score belongs to the player to move of the position it is
//! about, and distances are counted from that position; so it stays true wherever the position occurs again.
//!
//! Scores do not leave this crate: a search reports a [`Worth`], made by [`worth`] or [`between`].

use game::{Outcome, Player, Value, Verdict, Worth};

/// A win in no plies: more than any other score.
pub(crate) const WIN: i32 = (1 << 21) - 1;

/// Above this a score is a win, and below its negative a loss.
const DECIDED: i32 = 1 << 20;

/// The greatest guess.
const SUREST: i32 = 999_999;

/// Returns whether a score is a win.
#[inline]
pub(crate) const fn is_win(score: i32) -> bool {
    score > DECIDED
}

/// Returns whether a score is a loss.
#[inline]
pub(crate) const fn is_loss(score: i32) -> bool {
    score < -DECIDED
}

/// Returns whether a score is a win or a loss.
#[inline]
pub(crate) const fn is_decided(score: i32) -> bool {
    is_win(score) || is_loss(score)
}

/// Returns a guess, limited so that it is neither a win nor a loss.
#[inline]
pub(crate) fn guess(score: i32) -> i32 {
    score.clamp(-SUREST, SUREST)
}

/// The greatest number of plies in a game.
pub(crate) const LONGEST: u32 = (WIN - DECIDED - 1) as u32;

/// Returns the score of a win in `plies` plies; of one farther away than any game is long, that of a draw.
#[inline]
pub(crate) const fn win_in(plies: u32) -> i32 {
    if plies > LONGEST { 0 } else { WIN - plies as i32 }
}

/// Returns the score for a player of a game that has ended.
#[inline]
pub(crate) const fn of_end(outcome: Outcome, player: Player) -> i32 {
    match outcome.value_for(player).verdict {
        Verdict::Win => WIN,
        Verdict::Draw => 0,
        Verdict::Loss => -WIN,
    }
}

/// Returns a score one ply earlier: wins and losses are farther away.
#[inline]
pub(crate) const fn one_ply_longer(score: i32) -> i32 {
    score - is_win(score) as i32 + is_loss(score) as i32
}

/// Returns the score of which this one is [`farther`].
#[inline]
pub(crate) const fn one_ply_shorter(score: i32) -> i32 {
    score + (score >= DECIDED) as i32 - (score <= -DECIDED) as i32
}

/// Returns the value that a score stands for: a win, a loss, or a draw. The farthest are at an unknown distance.
pub(crate) const fn value(score: i32) -> Value {
    let verdict = if is_win(score) {
        Verdict::Win
    } else if is_loss(score) {
        Verdict::Loss
    } else {
        return Value::of(Verdict::Draw);
    };
    let plies = (WIN - score.abs()) as u32;
    Value { verdict, plies: if plies >= LONGEST { None } else { Some(plies) } }
}

/// Returns what is proved of a score that lies between these, both included.
pub(crate) fn between(least: i32, most: i32) -> Worth {
    Worth::between(value(least), value(most))
}

/// Returns what the score of a search proves that looked at everything up to `plies` plies ahead: wins and losses are
/// certain, and those within its sight are the nearest. Anything else is a guess, unless it looked to the end of the
/// game.
pub(crate) fn worth(score: i32, plies: u32, to_the_end: bool) -> Worth {
    let value = value(score);
    let in_sight = value.plies.is_some_and(|distance| distance <= plies);
    match value.verdict {
        Verdict::Draw if to_the_end => Worth::Proved(value),
        Verdict::Draw => Worth::Guess(score),
        _ if in_sight => Worth::Proved(value),
        Verdict::Win => Worth::Bounds { least: value, most: Value::win(1) },
        Verdict::Loss => Worth::Bounds { least: Value::loss(1), most: value },
    }
}

/// Returns the greatest score of a position that is worth at most `value`: a win in no fewer plies, no win, or a loss
/// in no more plies.
#[inline]
pub(crate) const fn most(value: Value) -> i32 {
    match (value.verdict, value.plies) {
        (Verdict::Loss, Some(plies)) => -win_in(plies),
        (Verdict::Loss, None) => -DECIDED - 1,
        (Verdict::Draw, _) => 0,
        (Verdict::Win, Some(plies)) => win_in(plies),
        (Verdict::Win, None) => WIN,
    }
}

/// The score of a value. Wins and losses at an unknown distance count as the farthest.
#[cfg(test)]
fn of_value(value: Value) -> i32 {
    let score = win_in(value.plies.unwrap_or(LONGEST));
    match value.verdict {
        Verdict::Win => score,
        Verdict::Draw => 0,
        Verdict::Loss => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered_as_values_are() {
        let values = [Value::loss(0), Value::loss(7), Value::of(Verdict::Draw), Value::win(9), Value::win(1)];
        let scores: Vec<i32> = values.iter().map(|&value| of_value(value)).collect();
        assert!(scores.is_sorted());
        for (value, score) in values.into_iter().zip(scores) {
            assert_eq!(self::value(score), value);
        }
    }

    #[test]
    fn a_search_proves_ends_only() {
        assert_eq!(worth(win_in(3), 5, false), Worth::Proved(Value::win(3)));
        assert_eq!(worth(-win_in(4), 4, false), Worth::Proved(Value::loss(4)));
        let far = worth(win_in(9), 5, false);
        assert_eq!((far.verdict(), far.value(), far.least()), (Some(Verdict::Win), None, Value::win(9)));
        let lost = worth(-win_in(8), 5, true);
        assert_eq!((lost.verdict(), lost.value(), lost.most()), (Some(Verdict::Loss), None, Value::loss(8)));
        assert_eq!(worth(0, 9, true), Worth::Proved(Value::of(Verdict::Draw)));
        for score in [0, 1, -40, guess(i32::MAX), guess(i32::MIN)] {
            assert_eq!(worth(score, 9, false), Worth::Guess(score));
        }
    }

    #[test]
    fn one_ply_earlier_is_one_ply_farther() {
        for value in [Value::win(3), Value::loss(4), Value::of(Verdict::Draw)] {
            assert_eq!(self::value(one_ply_longer(of_value(value))), value.one_ply_longer());
            assert_eq!(one_ply_shorter(one_ply_longer(of_value(value))), of_value(value));
        }
        assert_eq!((one_ply_longer(-7), one_ply_shorter(12)), (-7, 12));
    }
}
