//! Clocks: how long each side may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use game::{Player as Side, SyntaxError};

use crate::{duration_text, parse_duration};

/// How long one side may think: for the game, with an increment after each move, for each move, both, or without end.
///
/// ```
/// use std::time::Duration;
/// use arena::TimeControl;
///
/// let time: TimeControl = "5m+3s".parse().unwrap();
/// assert_eq!((time.game, time.increment), (Some(Duration::from_secs(300)), Duration::from_secs(3)));
/// let time: TimeControl = "2s/move".parse().unwrap();
/// assert_eq!(time.per_move, Some(Duration::from_secs(2)));
/// assert_eq!("5m, 10s/move".parse::<TimeControl>().unwrap().to_string(), "5m 10s/move");
/// assert_eq!("none".parse::<TimeControl>().unwrap(), TimeControl::default());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TimeControl {
    /// For the whole game.
    pub game: Option<Duration>,
    /// Added after each move, if the game is limited.
    pub increment: Duration,
    /// For each move.
    pub per_move: Option<Duration>,
}

impl TimeControl {
    /// Creates a limit of `time` for each move.
    #[must_use]
    pub fn per_move(time: Duration) -> TimeControl {
        TimeControl { per_move: Some(time), ..TimeControl::default() }
    }

    /// Creates a limit of `time` for the game, with `increment` added after each move.
    #[must_use]
    pub fn per_game(time: Duration, increment: Duration) -> TimeControl {
        TimeControl { game: Some(time), increment, per_move: None }
    }

    /// Returns whether there is any limit.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.game.is_some() || self.per_move.is_some()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(game) = self.game {
            let increment = match self.increment {
                Duration::ZERO => String::new(),
                more => format!("+{}", duration_text(more)),
            };
            parts.push(duration_text(game) + &increment);
        }
        parts.extend(self.per_move.map(|time| duration_text(time) + "/move"));
        if parts.is_empty() {
            return f.write_str("none");
        }
        f.write_str(&parts.join(" "))
    }
}

impl FromStr for TimeControl {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<TimeControl, SyntaxError> {
        let mut control = TimeControl::default();
        let mut parts = pieces(text, [' ', ',']).peekable();
        if parts.peek().is_none() {
            return Err(SyntaxError::new(text, 0..text.len(), "a time is missing", HELP));
        }
        for (at, part) in parts {
            read_part(&mut control, part).map_err(|inner| SyntaxError {
                text: text.to_string(),
                place: at + inner.place.start..at + inner.place.end,
                help: HELP.to_string(),
                ..inner
            })?;
        }
        Ok(control)
    }
}

const HELP: &str =
    "for example 5m for the game, 5m+3s with three seconds more after each move, 2s/move, or none";

/// The parts between separators that are not empty, and where each begins.
fn pieces<const N: usize>(text: &str, separators: [char; N]) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    let parts = text.split(separators).map(move |part| {
        let place = next;
        next += part.len() + 1;
        (place, part)
    });
    parts.filter(|(_, part)| !part.is_empty())
}

fn read_part(control: &mut TimeControl, part: &str) -> Result<(), SyntaxError> {
    let wrong = |problem: &str| Err(SyntaxError::new(part, 0..part.len(), problem, HELP));
    if matches!(part, "none" | "-") {
        return Ok(());
    }
    if let Some(time) = part.strip_suffix("/move") {
        if control.per_move.is_some() {
            return wrong("the time for a move is given twice");
        }
        control.per_move = Some(some_time(time)?);
        return Ok(());
    }
    if control.game.is_some() {
        return wrong("the time for the game is given twice");
    }
    let (game, increment) = part.split_once('+').map_or((part, None), |(game, more)| (game, Some(more)));
    control.game = Some(some_time(game)?);
    if let Some(more) = increment {
        control.increment = parse_duration(more).map_err(|inner| {
            let shift = game.len() + 1;
            let place = inner.place.start + shift..inner.place.end + shift;
            SyntaxError { place, ..inner }
        })?;
    }
    Ok(())
}

/// A time in which something can be done.
fn some_time(text: &str) -> Result<Duration, SyntaxError> {
    match parse_duration(text)? {
        Duration::ZERO => Err(SyntaxError::new(text, 0..text.len(), "a move takes some time", HELP)),
        time => Ok(time),
    }
}

/// The time of both sides. It does not tick by itself: the caller reports how long each move took.
///
/// ```
/// use std::time::Duration;
/// use arena::Clock;
/// use game::Player::First;
///
/// let mut clock = Clock::new(["10s+1s".parse().unwrap(); 2]);
/// assert!(clock.spend(First, Duration::from_secs(4)));
/// assert_eq!(clock.left(First), Some(Duration::from_secs(7)));
/// assert!(!clock.spend(First, Duration::from_secs(8)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    controls: [TimeControl; 2],
    left: [Option<Duration>; 2],
}

impl Clock {
    /// Creates a clock with these times for the first and the second player.
    #[must_use]
    pub fn new(controls: [TimeControl; 2]) -> Clock {
        Clock { controls, left: controls.map(|control| control.game) }
    }

    /// Returns the time control of a side.
    #[must_use]
    pub fn control(&self, side: Side) -> &TimeControl {
        &self.controls[side.index()]
    }

    /// Returns the time that a side has left for the rest of the game; `None` if that is not limited.
    #[must_use]
    pub fn left(&self, side: Side) -> Option<Duration> {
        self.left[side.index()]
    }

    /// Returns the longest that a side may think about its next move; `None` if that is not limited.
    #[must_use]
    pub fn allowed(&self, side: Side) -> Option<Duration> {
        let (left, per_move) = (self.left(side), self.control(side).per_move);
        left.into_iter().chain(per_move).min()
    }

    /// Takes the time of a move from a side's clock. Returns false if that was too long, and then the clock shows zero.
    pub fn spend(&mut self, side: Side, time: Duration) -> bool {
        let in_time = self.allowed(side).is_none_or(|allowed| time <= allowed);
        let increment = if in_time { self.control(side).increment } else { Duration::ZERO };
        if let Some(left) = &mut self.left[side.index()] {
            *left = left.saturating_sub(time).saturating_add(increment);
        }
        in_time
    }
}
