//! Work in rounds of growing time, so that there is something to tell soon.

use std::time::Duration;

use game::Limits;

/// A round: its time, its limits from now on, and whether it has all the time that is left.
pub(crate) struct Round {
    pub(crate) time: Duration,
    pub(crate) limits: Limits,
    pub(crate) is_last: bool,
}

/// Returns rounds within limits, of which the first has this time and each further one so many times as much; the last
/// has all that is left. There is always one, and none after a limit was reached.
pub(crate) fn rounds(limits: &Limits, first: Duration, growth: u32) -> impl Iterator<Item = Round> {
    let (mut time, mut next) = (first, Some(()));
    std::iter::from_fn(move || {
        next.take()?;
        let is_last = limits.time_left().is_none_or(|left| left <= time) || limits.exceeded(0).is_some();
        let round = Round { time, limits: limits.clone().within(time), is_last };
        time = time.saturating_mul(growth);
        next = (!is_last).then_some(());
        Some(round)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_grow_up_to_all_that_is_left() {
        let limits = Limits::default().time(Duration::from_secs(1000));
        let all: Vec<Round> = rounds(&limits, Duration::from_secs(1), 10).collect();
        assert_eq!(all.iter().map(|round| round.is_last).collect::<Vec<_>>(), [false, false, false, true]);
        assert_eq!(all.iter().map(|round| round.time.as_secs()).collect::<Vec<_>>(), [1, 10, 100, 1000]);
        let left = |round: &Round| round.limits.time_left().map(|left| left.as_secs());
        assert!(left(&all[0]) <= Some(1) && left(&all[1]) <= Some(10) && left(&all[3]) > Some(900));
        let stopped = game::Stop::new();
        stopped.stop();
        assert_eq!(rounds(&limits.stop(stopped), Duration::from_secs(1), 10).count(), 1);
        assert_eq!(
            rounds(&Limits::default(), Duration::from_secs(1), 10).count(),
            1,
            "there is no end to time"
        );
    }
}
