//! How long the engine may think.

use std::time::Duration;

use arena::TimeControl;

/// A time that a manager sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Time {
    /// For a move; 0 to play as fast as possible.
    Turn,
    /// For the match; 0 for no limit.
    Match,
    /// What is left for the match.
    Left,
}

/// What the manager has said about time, and what was spent since.
#[derive(Clone, Debug)]
pub(super) struct Times {
    turn: Duration,
    /// For the match; none if it is not limited.
    whole: Option<Duration>,
    /// What is left; none if the manager has not said.
    left: Option<Duration>,
}

/// The time for a move, until the manager says another.
const TURN: Duration = Duration::from_secs(30);
/// As fast as possible.
const FASTEST: Duration = Duration::from_millis(10);
/// More than that is no limit at all: managers say so by the largest number they have.
const UNLIMITED: i64 = 1_000_000_000;

impl Default for Times {
    fn default() -> Times {
        Times { turn: TURN, whole: None, left: None }
    }
}

impl Times {
    /// Sets a time, in milliseconds.
    pub(super) fn set(&mut self, time: Time, milliseconds: i64) {
        let some = Duration::from_millis(milliseconds.max(0).unsigned_abs());
        let limited = (milliseconds < UNLIMITED).then_some(some);
        match time {
            Time::Turn => self.turn = some,
            Time::Match => self.whole = limited.filter(|time| !time.is_zero()),
            Time::Left => self.left = limited,
        }
    }

    /// A game begins: all of the time for it is left.
    pub(super) fn begin(&mut self) {
        self.left = None;
    }

    /// Takes the time of a move from what is left, until the manager says how much that is.
    pub(super) fn spend(&mut self, time: Duration) {
        let left = self.left.or(self.whole);
        self.left = left.map(|left| left.saturating_sub(time));
    }

    /// The time for the next move, with a margin: a manager counts what pipes take, too.
    pub(super) fn control(&self) -> TimeControl {
        let margin = |time: Duration| (time / 20).min(Duration::from_millis(100));
        let less = |time: Duration| time.saturating_sub(margin(time)).max(FASTEST);
        let game = self.left.or(self.whole).map(less);
        TimeControl { game, increment: Duration::ZERO, per_move: Some(less(self.turn)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_counts_down() {
        let mut times = Times::default();
        assert_eq!(times.control().game, None);
        times.set(Time::Match, 60_000);
        times.spend(Duration::from_secs(10));
        assert_eq!(times.control().game, Some(Duration::from_millis(49_900)));
        times.set(Time::Left, 2_147_483_647);
        times.set(Time::Match, 0);
        assert_eq!(times.control().game, None);
        times.set(Time::Left, -5);
        times.set(Time::Turn, 0);
        let control = times.control();
        assert_eq!((control.game, control.per_move), (Some(FASTEST), Some(FASTEST)));
    }
}
